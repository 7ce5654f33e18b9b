import type { ListingCondition, PriceState, Region, RvTypeId } from '#schemas/vocabulary.ts';

/** One unit as a result shows it. Instants are `YYYY-MM-DD HH:MM:SS.mmm` UTC. */
export interface SearchCard {
  unit_id: string;
  /** The listing that stands for the unit: what is saved and linked. */
  listing_id: string;
  source: string;
  sample: boolean;
  condition: ListingCondition;
  year: number;
  type: RvTypeId | '';
  make_id: string;
  line_id: string;
  line_name: string;
  floorplan: string;
  title: string;
  price_state: PriceState;
  price: number | null;
  msrp: number | null;
  mileage: number | null;
  length_ft: number | null;
  sleeps: number | null;
  slides: number | null;
  dealer: string;
  url: string;
  image: string;
  city: string;
  state: string;
  zip: string;
  region: Region | '';
  days_on_lot: number | null;
  first_seen: string;
  last_seen: string;
}

export const CARD_COLUMNS = [
  'unit_id', 'listing_id', 'source', 'sample', 'condition', 'year', 'type', 'make_id', 'line_id',
  'line_name', 'floorplan', 'title', 'price_state', 'price', 'msrp', 'mileage', 'length_ft',
  'sleeps', 'slides', 'dealer', 'url', 'image', 'city', 'state', 'zip', 'region', 'days_on_lot',
  'first_seen', 'last_seen',
] as const satisfies readonly (keyof SearchCard)[]; // prettier-ignore

/** What a unit is filtered and ordered by beside its place, words and key. */
export const FILTER_COLUMNS = [
  'sample', 'condition', 'year', 'type', 'make_id', 'line_id', 'price', 'mileage', 'first_seen',
] as const satisfies readonly (keyof SearchCard)[]; // prettier-ignore

/** Where a keyword is looked for. */
export const TEXT_COLUMNS = [
  'title', 'make_id', 'line_name', 'floorplan', 'dealer', 'city',
] as const satisfies readonly (keyof SearchCard)[]; // prettier-ignore
