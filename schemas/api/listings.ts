import { z } from 'zod';
import { SEARCH_LIMIT_MAX, SEARCH_PAGE_SIZE } from '../constants.ts';
import { PRICE_STATES } from '../vocabulary.ts';
import { defineCall, marketAnswer, usd } from './call.ts';

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

export const searchQuery = z.object({
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
  condition: optional(z.enum(['new', 'used', 'certified'])),
  priceMin: optional(whole),
  priceMax: optional(whole),
  yearMin: optional(year),
  yearMax: optional(year),
  sort: optional(z.enum(SEARCH_SORTS)),
  limit: z.coerce.number().int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_PAGE_SIZE),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** One unit on the market, once, however many places list it. */
export const listing = z.object({
  id: z.string(),
  /** Whole dollars as text, as the contract has it; null without a shown price. */
  listPrice: z.string().nullable(),
  salePrice: z.string().nullable().optional(),
  priceState: z.enum(PRICE_STATES),
  mileage: z.number().int().nullable().optional(),
  location: z.string(),
  condition: z.string(),
  images: z.array(z.string()),
  make: z.object({ id: z.string(), name: z.string() }),
  type: z.object({ name: z.string(), category: z.string(), id: z.string() }),
  model: z.object({
    name: z.string(),
    year: z.number().int(),
    msrp: usd.nullable(),
    length: z.number().nullable(),
    weight: z.number().nullable(),
    features: z.array(z.string()),
  }),
  floorplan: z.string(),
  dealer: z.string(),
  url: z.string(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** Miles from the asked ZIP; absent without one. */
  distance: z.number().optional(),
});
export type Listing = z.output<typeof listing>;

export const searchListings = defineCall('GET /api/rv-listings/search', {
  summary: 'Search what is on the market now, each unit once',
  query: searchQuery,
  response: z.object({ ...marketAnswer, listings: z.array(listing), total: z.number().int() }),
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
