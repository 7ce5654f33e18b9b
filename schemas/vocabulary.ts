/**
 * The words RigWorth uses for what is sold, in one place: types, conditions, price states, places.
 * A type is written differently in listings, filters and contributions; the id is what we store.
 */

export const RV_TYPE_IDS = [
  'class-a',
  'class-b',
  'class-c',
  'travel-trailer',
  'fifth-wheel',
  'toy-hauler',
  'pop-up',
  'truck-camper',
  'park-model',
  'fish-house',
] as const;
export type RvTypeId = (typeof RV_TYPE_IDS)[number];

export interface RvType {
  id: RvTypeId;
  /** As a listing, a story or a market segment names it. */
  name: string;
  /** As the search filter names it. */
  filterLabel: string;
  /** As the contribution form names it; null where that form does not offer it. */
  contributionLabel: string | null;
  category: 'motorhome' | 'towable' | 'other';
}

export const RV_TYPES: readonly RvType[] = [
  {
    id: 'class-a',
    name: 'Class A Motorhome',
    filterLabel: 'Class A',
    contributionLabel: 'Class A Motorhome',
    category: 'motorhome',
  },
  {
    id: 'class-b',
    name: 'Class B Motorhome',
    filterLabel: 'Class B',
    contributionLabel: 'Class B Motorhome',
    category: 'motorhome',
  },
  {
    id: 'class-c',
    name: 'Class C Motorhome',
    filterLabel: 'Class C',
    contributionLabel: 'Class C Motorhome',
    category: 'motorhome',
  },
  {
    id: 'travel-trailer',
    name: 'Travel Trailer',
    filterLabel: 'Travel Trailer',
    contributionLabel: 'Travel Trailer',
    category: 'towable',
  },
  {
    id: 'fifth-wheel',
    name: 'Fifth Wheel',
    filterLabel: 'Fifth Wheel',
    contributionLabel: 'Fifth Wheel',
    category: 'towable',
  },
  {
    id: 'toy-hauler',
    name: 'Toy Hauler',
    filterLabel: 'Toy Hauler',
    contributionLabel: 'Toy Hauler',
    category: 'towable',
  },
  {
    id: 'pop-up',
    name: 'Pop-Up Camper',
    filterLabel: 'Pop-up Camper',
    contributionLabel: 'Pop-Up Camper',
    category: 'towable',
  },
  {
    id: 'truck-camper',
    name: 'Truck Camper',
    filterLabel: 'Truck Camper',
    contributionLabel: null,
    category: 'other',
  },
  {
    id: 'park-model',
    name: 'Park Model',
    filterLabel: 'Park Model',
    contributionLabel: null,
    category: 'towable',
  },
  {
    id: 'fish-house',
    name: 'Fish House',
    filterLabel: 'Fish House',
    contributionLabel: null,
    category: 'towable',
  },
];

/** A type by its id or any of its names, in any case. */
export function findType(text: string): RvTypeId | undefined {
  const typed = text.trim().toLowerCase();
  return RV_TYPES.find(({ id, name, filterLabel, contributionLabel }) =>
    [id, name, filterLabel, contributionLabel].some((word) => word?.toLowerCase() === typed),
  )?.id;
}

export const MOTORHOME_TYPES: ReadonlySet<RvTypeId> = new Set(
  RV_TYPES.filter((type) => type.category === 'motorhome').map((type) => type.id),
);

/** Search filter order, as the spec lists the options. */
export const FILTER_TYPE_ORDER: readonly RvTypeId[] = [
  'class-a',
  'class-b',
  'class-c',
  'fifth-wheel',
  'fish-house',
  'park-model',
  'pop-up',
  'toy-hauler',
  'travel-trailer',
  'truck-camper',
];

/** What an analysis asks for. A listing may also be of unknown condition. */
export const CONDITIONS = ['new', 'used', 'certified'] as const;
export type Condition = (typeof CONDITIONS)[number];
export const LISTING_CONDITIONS = [...CONDITIONS, 'unknown'] as const;
export type ListingCondition = (typeof LISTING_CONDITIONS)[number];

/** What a registration file says of a vehicle when it is registered. */
export const REGISTERED_CONDITIONS = ['new', 'used', 'unknown'] as const;
export type RegisteredCondition = (typeof REGISTERED_CONDITIONS)[number];

/** A price shown; "call for price" shown; no price exposed. The last two are never merged. */
export const PRICE_STATES = ['listed', 'call', 'hidden'] as const;
export type PriceState = (typeof PRICE_STATES)[number];

export const CENSUS_REGIONS = ['Northeast', 'Midwest', 'South', 'West'] as const;
export type CensusRegion = (typeof CENSUS_REGIONS)[number];
/** Canadian provinces are one region, used by registrations only. */
export type Region = CensusRegion | 'Canada';

const STATES_BY_REGION: Record<CensusRegion, Record<string, string>> = {
  Northeast: {
    CT: 'Connecticut',
    ME: 'Maine',
    MA: 'Massachusetts',
    NH: 'New Hampshire',
    RI: 'Rhode Island',
    VT: 'Vermont',
    NJ: 'New Jersey',
    NY: 'New York',
    PA: 'Pennsylvania',
  },
  Midwest: {
    IL: 'Illinois',
    IN: 'Indiana',
    MI: 'Michigan',
    OH: 'Ohio',
    WI: 'Wisconsin',
    IA: 'Iowa',
    KS: 'Kansas',
    MN: 'Minnesota',
    MO: 'Missouri',
    NE: 'Nebraska',
    ND: 'North Dakota',
    SD: 'South Dakota',
  },
  South: {
    DE: 'Delaware',
    DC: 'District of Columbia',
    FL: 'Florida',
    GA: 'Georgia',
    MD: 'Maryland',
    NC: 'North Carolina',
    SC: 'South Carolina',
    VA: 'Virginia',
    WV: 'West Virginia',
    AL: 'Alabama',
    KY: 'Kentucky',
    MS: 'Mississippi',
    TN: 'Tennessee',
    AR: 'Arkansas',
    LA: 'Louisiana',
    OK: 'Oklahoma',
    TX: 'Texas',
  },
  West: {
    AZ: 'Arizona',
    CO: 'Colorado',
    ID: 'Idaho',
    MT: 'Montana',
    NV: 'Nevada',
    NM: 'New Mexico',
    UT: 'Utah',
    WY: 'Wyoming',
    AK: 'Alaska',
    CA: 'California',
    HI: 'Hawaii',
    OR: 'Oregon',
    WA: 'Washington',
  },
};

export interface State {
  code: string;
  name: string;
  region: CensusRegion;
}

/** The 50 states and DC with their Census region (U.S. Census Bureau, Census Regions and Divisions). */
export const STATES: readonly State[] = CENSUS_REGIONS.flatMap((region) =>
  Object.entries(STATES_BY_REGION[region]).map(([code, name]) => ({ code, name, region })),
);

const STATE_BY_TEXT = new Map(
  STATES.flatMap((state) => [state.code, state.name].map((text) => [text.toLowerCase(), state])),
);

/** A state by its code or name, in any case. */
export const findState = (text: string): State | undefined =>
  STATE_BY_TEXT.get(text.trim().toLowerCase());

export const CANADIAN_PROVINCES: Readonly<Record<string, string>> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
};

export const STORY_CATEGORIES = [
  'market-trends',
  'buyer-behavior',
  'pricing-dynamics',
  'regional-insights',
  'seasonal-patterns',
] as const;
export type StoryCategory = (typeof STORY_CATEGORIES)[number];

export const PURCHASE_TYPES = ['dealer', 'private', 'auction', 'consignment'] as const;
export const MARKET_CONDITIONS = ['hot', 'normal', 'slow'] as const;
export const SEASONS = ['spring', 'summer', 'fall', 'winter'] as const;
export const BUYING_RECOMMENDATIONS = ['buy_now', 'negotiate', 'wait', 'avoid'] as const;
export const SEASONAL_TIMINGS = ['optimal', 'good', 'poor'] as const;

/** How an asking price lies among those of RVs like it, cheapest first. */
export const DEAL_RATINGS = ['great', 'good', 'fair', 'high', 'very-high'] as const;
export type DealRating = (typeof DEAL_RATINGS)[number];

/** Why a price is not rated: none is shown, too little to compare with, or it cannot be meant as such. */
export const DEAL_REFUSALS = ['no-price', 'unknown-condition', 'thin', 'unbelievable'] as const;
