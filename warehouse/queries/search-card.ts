import type { Sighting } from '#schemas/facts.ts';

/**
 * One unit as a result shows it: what its latest listing says, with what only a unit has. `listing_id` is
 * the listing that stands for the unit: what is saved and linked. Instants are `YYYY-MM-DD HH:MM:SS.mmm`
 * UTC.
 */
export interface SearchCard extends Pick<Sighting, (typeof LISTING_COLUMNS)[number]> {
  unit_id: string;
  first_seen: string;
  last_seen: string;
}

const LISTING_COLUMNS = [
  'listing_id', 'source', 'sample', 'condition', 'year', 'type', 'make_id', 'line_id',
  'line_name', 'floorplan', 'title', 'price_state', 'price', 'msrp', 'mileage', 'length_ft',
  'weight_lb', 'sleeps', 'slides', 'dealer', 'url', 'image', 'city', 'state', 'zip', 'region', 'days_on_lot',
] as const satisfies readonly (keyof Sighting)[]; // prettier-ignore

export const CARD_COLUMNS = [
  'unit_id', ...LISTING_COLUMNS, 'first_seen', 'last_seen',
] as const satisfies readonly (keyof SearchCard)[]; // prettier-ignore

/** What a unit is filtered and ordered by beside its place, words and key. */
export const FILTER_COLUMNS = [
  'sample', 'condition', 'year', 'type', 'make_id', 'line_id', 'price', 'mileage', 'first_seen', 'state',
] as const satisfies readonly (keyof SearchCard)[]; // prettier-ignore

/** Where a keyword is looked for, beside the make: the tables keep of it what a search reads. */
export const TEXT_COLUMNS = [
  'title', 'line_name', 'floorplan', 'dealer', 'city',
] as const satisfies readonly (keyof SearchCard)[]; // prettier-ignore
