import { z } from 'zod';
import { COMPARE_MAX, SEARCH_LIMIT_MAX, SEARCH_PAGE_SIZE } from '../constants.ts';
import {
  CONDITIONS,
  DEAL_RATINGS,
  DEAL_REFUSALS,
  LISTING_CONDITIONS,
  PRICE_STATES,
  RV_TYPE_IDS,
} from '../vocabulary.ts';
import { defineCall, fraction, marketAnswer, usd } from './call.ts';
import { knownName } from './catalogue.ts';
import { usState } from './form.ts';

/** An absent, empty or `all` query value means "no filter". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && ['', 'all'].includes(value.trim()) ? undefined : value,
    schema.optional(),
  );
const whole = z.coerce.number().int().min(0).max(1_000_000_000);
const year = z.coerce.number().int().min(0).max(9_999);

export const SEARCH_SORTS = [
  'newest',
  'price-asc',
  'price-desc',
  'year-desc',
  'year-asc',
  'mileage-asc',
  'distance',
] as const;

/** What a search is narrowed by, as people see it: a price has two ends and is one filter. */
export const SEARCH_FILTERS = [
  'keyword',
  'location',
  'state',
  'make',
  'model',
  'type',
  'condition',
  'price',
  'year',
] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];

const filters = {
  /** Type labels or ids, comma separated. */
  type: optional(z.string().max(300)),
  keyword: optional(z.string().trim().max(200)),
  /** A ZIP: within 100 miles, nearest first. */
  location: optional(
    z
      .string()
      .trim()
      .regex(/^\d{5}$/, 'Location must be a ZIP code of five digits'),
  ),
  /** Name, alias or prefix. */
  make: optional(z.string().trim().max(100)),
  model: optional(z.string().trim().max(200)),
  condition: optional(z.string().trim().toLowerCase().pipe(z.enum(CONDITIONS))),
  priceMin: optional(whole),
  priceMax: optional(whole),
  yearMin: optional(year),
  yearMax: optional(year),
  /** The state it stands in, by code or name. */
  state: optional(usState),
};

export const searchQuery = z.object({
  ...filters,
  sort: optional(z.enum(SEARCH_SORTS)),
  limit: z.coerce.number().int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_PAGE_SIZE),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** Its asking price against the valuation of such an RV: a rating, or why there is none. */
export const deal = z.union([
  z.object({
    rating: z.enum(DEAL_RATINGS),
    /** The valuation it is held against, with its 80% range. */
    value: usd,
    low: usd,
    high: usd,
    /** Share of RVs like it that ask less. */
    position: fraction,
  }),
  z.object({ refused: z.enum(DEAL_REFUSALS) }),
]);
export type Deal = z.output<typeof deal>;

/**
 * The 4,000 characters of a source are never as many, however they are encoded since; a browser breaks a word of
 * millions into lines for minutes.
 */
const told = z.string().max(200_000);

/** One unit on the market, once, however many places list it. */
export const listing = z.object({
  id: z.string(),
  /** Whole dollars as text, as the contract has it; null without a shown price. */
  listPrice: z.string().nullable(),
  salePrice: z.string().nullable().optional(),
  priceState: z.enum(PRICE_STATES),
  mileage: z.number().int().nullable().optional(),
  location: told,
  condition: z.string(),
  images: z.array(told),
  make: z.object({ id: z.string(), name: told }),
  type: z.object({ name: z.string(), category: z.string(), id: z.string() }),
  model: z.object({
    name: told,
    year: z.number().int(),
    msrp: usd.nullable(),
    length: z.number().nullable(),
    weight: z.number().nullable(),
    features: z.array(told),
  }),
  floorplan: told,
  dealer: told,
  url: told,
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** Miles from the asked ZIP; absent without one. */
  distance: z.number().optional(),
  /** Absent until there is a market to value by. */
  deal: deal.optional(),
});
export type Listing = z.output<typeof listing>;

/** What a keyword says that filters say better, and how many units these find beside the other ones asked for. */
const keywordReadAs = z.object({
  /** Empty where it names none. */
  types: z.array(z.enum(RV_TYPE_IDS)),
  condition: z.enum(CONDITIONS).optional(),
  near: z.object({ zip: z.string(), city: z.string() }).optional(),
  /** Two letters. */
  state: z.string().optional(),
  priceMin: usd.optional(),
  priceMax: usd.optional(),
  yearMin: z.number().int().optional(),
  yearMax: z.number().int().optional(),
  /** What is left of it to look for. */
  keyword: z.string(),
  /** What was left too and is not looked for: with it there is nothing, or it is a bound that is being typed. */
  leftOut: z.string().optional(),
  total: z.number().int(),
  /** Of the first only: the answer is by it, since that is surely meant or its words found nothing, and it finds something beside the filters. */
  inPlace: z.boolean(),
});
export type KeywordReadAs = z.output<typeof keywordReadAs>;

/** A name in place of the make and model, or of the keyword, beside what else that says. */
const suggestion = knownName.extend({
  /** What of the keyword is still looked for, where the name leaves something of it. */
  keyword: z.string().optional(),
  /** As of a reading of the keyword. */
  leftOut: z.string().optional(),
  /** Not in the state that the keyword is read as likeliest: it is the name of its line. */
  anywhere: z.literal(true).optional(),
});
export type Suggestion = z.output<typeof suggestion>;

export const searchListings = defineCall('GET /api/rv-listings/search', {
  summary: 'Search what is on the market now, each unit once',
  query: searchQuery,
  response: z.object({
    ...marketAnswer,
    listings: z.array(listing),
    total: z.number().int(),
    /** There is no such ZIP code as the one asked for. */
    unknownLocation: z.boolean().optional(),
    /** The name that was looked for in place of a typed make that is none. */
    readAs: knownName.optional(),
    /**
     * Where the keyword names a type, a price, model years, a ZIP code, a state or a condition, likeliest first; the others
     * only where there is something. A type or a place that is misspelt is named where nothing was found. Unless the first is in place, the keyword was looked for by its words.
     */
    keywordReadAs: z.array(keywordReadAs).optional(),
    /** Where several filters together found nothing: each without which there is something, and how much. */
    emptiedBy: z
      .array(z.object({ filter: z.enum(SEARCH_FILTERS), total: z.number().int() }))
      .optional(),
    /** Nearest known names, where what was typed found nothing. */
    suggestions: z.array(suggestion).optional(),
  }),
});

export const facetsQuery = z.object(filters);
export type FacetsQuery = z.output<typeof facetsQuery>;

const units = z.number().int();

/** How many units each choice of a filter would find, the other filters as they are. */
export const searchFacets = defineCall('GET /api/rv-listings/facets', {
  summary: 'How many units each choice of a filter would find, by the filters of the search',
  query: facetsQuery,
  response: z.object({
    ...marketAnswer,
    types: z.array(z.object({ id: z.enum(RV_TYPE_IDS), count: units })),
    conditions: z.array(z.object({ id: z.enum(LISTING_CONDITIONS), count: units })),
    /** Those of any, most first; only so many that the rest may be taken to be none. */
    makes: z.array(z.object({ id: z.string(), name: z.string(), count: units })),
    states: z.array(z.object({ code: z.string(), count: units })),
    /** Bands of asking prices in whole dollars, `to` left out; the last is open. Units without a price are in none. */
    prices: z.array(z.object({ from: usd, to: usd.nullable(), count: units })),
    /** One a model year; the first holds the older ones too. */
    years: z.array(z.object({ year: z.number().int(), count: units })),
  }),
});

/** Listings side by side: so many, so that a link to a comparison shows the same to whoever opens it. */
export const listingsByIds = defineCall('GET /api/rv-listings', {
  summary: 'Listings by their ids, in the order asked for; ids nobody knows are left out',
  query: z.object({
    ids: z
      .string()
      .max(COMPARE_MAX * 101)
      .transform((text) => [...new Set(text.split(',').filter(Boolean))])
      .refine(
        (ids) => ids.length <= COMPARE_MAX,
        `At most ${COMPARE_MAX} listings are compared: give no more ids`,
      ),
  }),
  response: z.object({
    ...marketAnswer,
    listings: z.array(
      /** `onMarket` is false once it is no longer observed: that is not to say sold. */
      z.object({ listing, onMarket: z.boolean() }),
    ),
  }),
});

export const saveRv = defineCall('POST /api/saved-rvs', {
  summary: 'Save a listing',
  access: 'signed-in',
  body: z.object({
    listingId: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^\0]*$/, 'NUL is no character'),
  }),
  response: z.object({ id: z.string(), listingId: z.string() }),
});
