import type { ListingField, RawListing } from '#schemas/events/raw-listing.ts';
import { cleanText } from './clean.ts';
import { slugOf } from './slug.ts';

/**
 * The listing's fields as clean text, '' where the source does not say. What several steps look for
 * words in is lower-cased here, once.
 */
export interface Texts {
  readonly fields: Readonly<Record<ListingField, string>>;
  readonly lower: Readonly<Record<(typeof LOWERED)[number], string>>;
  /** Words of the listing's URL that name the vehicle, lower case, ids cut off: `new 2025 jayco eagle 337qsts`. */
  readonly slug: string;
}

/** Longest text kept of each field. URLs are cut by nothing: a cut URL leads nowhere, so it is refused later. */
const CAPS: Readonly<Record<ListingField, number>> = {
  title: 300,
  description: 1_000,
  year: 100,
  make: 100,
  model: 200,
  floorplan: 60,
  type: 120,
  condition: 120,
  price: 300,
  msrp: 120,
  currency: 40,
  mileage: 80,
  length: 80,
  weight: 80,
  sleeps: 60,
  slides: 60,
  fuel: 60,
  horsepower: 60,
  vin: 400,
  stockNumber: 60,
  url: 2_048,
  image: 2_048,
  dealer: 160,
  location: 300,
  city: 80,
  state: 60,
  zip: 40,
  status: 60,
  daysOnLot: 40,
  firstSeen: 60,
  removedAt: 60,
};
const FIELDS = Object.keys(CAPS) as ListingField[];
const LOWERED = ['title', 'description', 'type', 'condition', 'price', 'make', 'model'] as const;

/** Words that stand where a value is missing. */
const NOTHING =
  /^(?:n\/?a|none|null|nil|undefined|nan|unknown|not (?:available|specified|provided|applicable)|unspecified|-+|\?+|\.+|tbd)$/i;

/** Whether a text says that a value is missing. */
export const isNothing = (text: string): boolean => NOTHING.test(text);

/** "TBD" and "N/A" in a price say something about the price: left for that step to read. */
const KEEP_NOTHING_WORDS: ReadonlySet<ListingField> = new Set(['price', 'title', 'description']);

/** Where an underscore stands for a space: `2019_KEYSTONE_RAPTOR_356TS`. */
const NAMES: ReadonlySet<ListingField> = new Set(['title', 'make', 'model', 'floorplan']);

export function textsOf(raw: RawListing): Texts {
  const fields = {} as Record<ListingField, string>;
  for (const field of FIELDS) {
    if (raw.fields[field] === undefined) {
      fields[field] = '';
      continue;
    }
    const clean = cleanText(raw.fields[field], CAPS[field]);
    const isJoined = NAMES.has(field) && clean.includes('_');
    const text = isJoined ? clean.replaceAll(/[\s_]+/g, ' ').trim() : clean;
    fields[field] = isNothing(text) && !KEEP_NOTHING_WORDS.has(field) ? '' : text;
  }
  return { fields, lower: lowerOf(fields), slug: slugOf(fields.url) };
}

/** The same texts with some fields said otherwise. */
export function withFields(texts: Texts, changes: Partial<Texts['fields']>): Texts {
  const fields = { ...texts.fields, ...changes };
  return { ...texts, fields, lower: lowerOf(fields) };
}

function lowerOf(fields: Texts['fields']): Texts['lower'] {
  const lower = {} as Record<(typeof LOWERED)[number], string>;
  for (const field of LOWERED) lower[field] = fields[field].toLowerCase();
  return lower;
}
