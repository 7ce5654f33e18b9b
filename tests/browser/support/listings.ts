import type { z } from 'zod';
import { currentUser } from '#schemas/api/account.ts';
import { refreshStatus } from '#schemas/api/data.ts';
import {
  type Listing,
  listingsByIds,
  searchFacets,
  searchListings,
} from '#schemas/api/listings.ts';
import { listSavedRvs, type savedRv } from '#schemas/api/saved-rvs.ts';
import { FILTER_YEAR_MIN, PRICE_BAND, PRICE_FILTER_MAX } from '#schemas/constants.ts';
import {
  LISTING_CONDITIONS,
  RV_TYPE_IDS,
  RV_TYPES,
  type RvTypeId,
  STATES,
} from '#schemas/vocabulary.ts';
import { listingName } from '#api/listing-name.ts';
import type { Asked, MockApi } from './mock-api.ts';
import { openMarket, USER } from './market.ts';

/** A listing of our own making, in the contract's shape. */
export function listingOf(id: string, type: RvTypeId, change: Partial<Listing> = {}): Listing {
  const found = RV_TYPES.find((known) => known.id === type);
  return {
    id,
    listPrice: '33000',
    priceState: 'listed',
    mileage: null,
    location: 'Elkhart, IN',
    condition: 'used',
    images: [],
    make: { id: 'jayco', name: 'Jayco' },
    type: { id: type, name: found?.name ?? type, category: found?.category ?? 'other' },
    model: {
      name: 'Jay Flight 28QZX',
      year: 2019,
      msrp: 46_300,
      length: 32.5,
      weight: null,
      features: ['Sleeps 8', '1 slide-out'],
    },
    floorplan: '28QZX',
    dealer: 'Lakeside RV',
    url: `https://dealer.example/listing/${id}`,
    firstSeen: '2026-10-29T00:00:00.000Z',
    lastSeen: '2026-11-21T00:00:00.000Z',
    deal: { rating: 'fair', value: 31_450, low: 27_676, high: 35_539, position: 0.66 },
    ...change,
  };
}

const model = (name: string, year: number, msrp: number | null): Listing['model'] => ({
  name,
  year,
  msrp,
  length: null,
  weight: null,
  features: [],
});

/** One of each state a card can be in: every rating, every refusal, no price, hostile texts. */
export const LISTINGS: Listing[] = [
  listingOf('a1', 'travel-trailer'),
  listingOf('a2', 'class-c', {
    listPrice: '84995',
    mileage: 23_410,
    location: 'Boise, ID',
    make: { id: 'winnebago', name: 'Winnebago' },
    model: { ...model('View 24D', 2022, 159_000), length: 25.5 },
    images: ['/icon.svg'],
    deal: { rating: 'great', value: 104_300, low: 91_800, high: 118_900, position: 0.04 },
  }),
  listingOf('a3', 'fifth-wheel', {
    listPrice: '52900',
    make: { id: 'grand-design', name: 'Grand Design' },
    model: model('Solitude 310GK', 2022, null),
    deal: { rating: 'good', value: 55_900, low: 48_000, high: 63_100, position: 0.31 },
  }),
  listingOf('a4', 'class-a', {
    listPrice: '189900',
    condition: 'certified',
    mileage: 8_120,
    make: { id: 'thor', name: 'Thor Motor Coach' },
    model: { ...model('Palazzo 37.4', 2023, 268_000), length: 38 },
    deal: { rating: 'high', value: 171_000, low: 149_000, high: 194_000, position: 0.84 },
  }),
  listingOf('a5', 'toy-hauler', {
    listPrice: '79500',
    condition: 'new',
    model: model('Seismic 371', 2026, 98_000),
    deal: { rating: 'very-high', value: 64_000, low: 57_000, high: 72_000, position: 0.97 },
  }),
  listingOf('a6', 'pop-up', {
    listPrice: null,
    priceState: 'call',
    model: model('Jay Sport 12SC', 2018, null),
    deal: { refused: 'no-price' },
  }),
  listingOf('a7', 'class-b', {
    listPrice: '112000',
    condition: 'unknown',
    model: model('Terrain', 2020, null),
    deal: { refused: 'unknown-condition' },
  }),
  listingOf('a8', 'park-model', {
    listPrice: '49000',
    model: model('A line with a name that is longer than anyone would expect 40FDEN', 2017, null),
    dealer: '<img src=x onerror=alert(1)>',
    url: 'javascript:alert(1)',
    deal: { refused: 'thin' },
  }),
  listingOf('a9', 'fish-house', {
    listPrice: '990',
    model: model('Catch 8x21', 2024, 44_000),
    deal: { refused: 'unbelievable' },
  }),
  listingOf('b1', 'truck-camper', { listPrice: '19900', distance: 12 }),
  listingOf('b2', 'travel-trailer', {
    listPrice: null,
    priceState: 'hidden',
    deal: { refused: 'no-price' },
  }),
  listingOf('b3', 'travel-trailer', { listPrice: '39355' }),
];

export const SAVED: z.output<typeof savedRv>[] = [
  savedOf('a1', 35_000, 33_000),
  savedOf('a2', 80_000, 84_995),
  savedOf('a3', 52_900, 52_900),
  { ...savedOf('a6', null, null) },
  { ...savedOf('b1', 19_900, 19_900), onMarket: false },
  {
    ...savedOf('gone', 12_000, null),
    name: '2016 Jayco Jay Feather 23BHM',
    lastPrice: 11_500,
    onMarket: false,
    listing: null,
  },
];

function savedOf(
  listingId: string,
  then: number | null,
  now: number | null,
): z.output<typeof savedRv> {
  const listing = LISTINGS.find(({ id }) => id === listingId) ?? null;
  return {
    id: `00000000-0000-4000-8000-0000000000${listingId.slice(0, 2)}`,
    listingId,
    savedAt: '2026-11-02T12:00:00.000Z',
    name: listing === null ? null : listingName(listing),
    priceWhenSaved: then,
    priceNow: now,
    priceChange: then === null || now === null ? null : now - then,
    lastPrice: now ?? then,
    onMarket: true,
    listing,
  };
}

/** Pages of `total` units: the twelve over and over, each with an id of its own. */
export const pageOf = (total: number, { query }: Asked): { listings: Listing[]; total: number } => {
  const offset = Number(query.get('offset') ?? 0);
  const count = Math.max(0, Math.min(Number(query.get('limit')), total - offset));
  const listings = Array.from({ length: count }, (_, index) => {
    const listing = LISTINGS[(offset + index) % LISTINGS.length] ?? listingOf('x', 'class-a');
    return { ...listing, id: offset === 0 ? listing.id : `${listing.id}-${offset}` };
  });
  return { listings, total };
};

/** Answers searches as `give` says, and adds what was asked for to `asked`. */
export const answerSearches = (
  api: MockApi,
  asked: string[],
  give: (question: Asked) => z.input<typeof searchListings.response>,
): void =>
  api.answer(searchListings, (question) => {
    asked.push(question.query.toString());
    return give(question);
  });

/** Counts in the shape of a market: a few large, a long tail, some none. */
export const FACETS: z.output<typeof searchFacets.response> = {
  types: RV_TYPE_IDS.map((id, at) => ({
    id,
    count: [48, 27, 61, 812, 240, 31, 15, 0, 0, 0][at] ?? 0,
  })),
  conditions: LISTING_CONDITIONS.map((id, at) => ({ id, count: [402, 820, 9, 3][at] ?? 0 })),
  makes: [
    { id: 'jayco', name: 'Jayco', count: 321 },
    { id: 'thor', name: 'Thor Motor Coach', count: 12 },
  ],
  states: STATES.map(({ code }, at) => ({ code, count: code === 'TX' ? 118 : (at * 7) % 40 })),
  prices: Array.from({ length: PRICE_FILTER_MAX / PRICE_BAND }, (_, at) => ({
    from: at * PRICE_BAND,
    to: (at + 1) * PRICE_BAND === PRICE_FILTER_MAX ? null : (at + 1) * PRICE_BAND,
    count: Math.round(220 * Math.exp(-((at - 3) ** 2) / 18)),
  })),
  years: Array.from({ length: 28 }, (_, at) => ({ year: FILTER_YEAR_MIN + at, count: at * at })),
};

/** A member on a market with 1,234 units. */
export function openListings(api: MockApi): void {
  openMarket(api);
  api.answer(currentUser, USER);
  api.answer(listSavedRvs, []);
  api.answer(refreshStatus, () => ({
    is_refreshing: false,
    last_refresh: new Date(Date.now() - 12 * 60_000 - 5_000).toISOString(),
    auto_refresh_enabled: true,
  }));
  api.answer(searchListings, (asked) => pageOf(1_234, asked));
  api.answer(searchFacets, FACETS);
  api.answer(listingsByIds, ({ query }) => ({
    listings: (query.get('ids') ?? '').split(',').flatMap((id) => {
      const listing = LISTINGS.find((known) => known.id === id);
      return listing === undefined ? [] : [{ listing, onMarket: id !== 'b1' }];
    }),
  }));
}
