import type { RawListing } from '#schemas/events/raw-listing.ts';
import { searchFacets, searchListings, SEARCH_SORTS } from '#schemas/api/listings.ts';
import { RV_TYPES } from '#schemas/vocabulary.ts';

type Query = Record<string, string | number>;

/**
 * Searches as people make them, each about one listing of the market so that it finds something, each
 * different: filters alone and together, radius, words, every order, and pages far behind. `nth` picks
 * the kind in turn, so that any stretch of them is the same mix.
 */
export function searchRequest(nth: number, about: RawListing): string {
  const { fields } = about;
  const type = RV_TYPES[nth % RV_TYPES.length]?.id ?? '';
  const year = Number(fields.year);
  const price = 15_000 + ((nth * 7_919) % 90_000);
  const [make = '', model = '', zip = ''] = [fields.make, fields.model, fields.zip];
  const kinds: Query[] = [
    { offset: 20 * (nth % 400) },
    { type, priceMax: price },
    { make, yearMin: year - 2, yearMax: year + 2, priceMin: price / 3 },
    { location: zip, priceMax: 2 * price },
    { keyword: `${model} ${year}`, priceMin: nth },
    { type, condition: 'used', sort: 'price-asc', priceMin: price, offset: 20 * (nth % 60) },
    { make, model, priceMax: 100_000 + nth },
    { location: zip, type, sort: 'distance', yearMin: year },
    { keyword: (fields.dealer ?? '').split(' ')[0] ?? '', sort: 'newest', priceMax: 3 * price },
    {
      sort: SEARCH_SORTS[Math.floor(nth / 12) % 6] ?? 'newest',
      priceMin: price,
      offset: 20 * (nth % 2_000),
    },
    {
      type: `${type},travel-trailer`,
      keyword: fields.city ?? '',
      sort: 'mileage-asc',
      yearMin: year - (nth % 9),
    },
    { condition: 'new', make, location: zip, keyword: String(year), priceMax: 200_000 + nth },
  ];
  const query = Object.entries(kinds[nth % kinds.length] ?? {}).map(
    ([name, value]) =>
      [name, String(typeof value === 'number' ? Math.round(value) : value)] as [string, string],
  );
  return `${searchListings.path}?${new URLSearchParams(query).toString()}`;
}

/** The counts per choice that go with such a search. */
export function facetsRequest(nth: number, about: RawListing): string {
  const [, query] = searchRequest(nth, about).split('?');
  const filters = new URLSearchParams(query);
  for (const name of ['sort', 'limit', 'offset']) filters.delete(name);
  return `${searchFacets.path}?${filters.toString()}`;
}

/** A search by a keyword that says what filters do, in a phrase. */
export function phraseRequest(nth: number, { fields }: RawListing): string {
  const { name = '' } = RV_TYPES[nth % RV_TYPES.length] ?? {};
  const phrases = [
    `used ${name} under ${30 + (nth % 90)}k`,
    `${name} in ${fields.state ?? ''}`,
    `${fields.make ?? ''} ${name} ${fields.year ?? ''}`,
    `${fields.city ?? ''}, ${fields.state ?? ''}`,
  ];
  const keyword = phrases[nth % phrases.length] ?? '';
  return `${searchListings.path}?${new URLSearchParams({ keyword, priceMin: String(nth) }).toString()}`;
}
