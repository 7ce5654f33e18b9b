import type { Listing } from '#schemas/api/listings.ts';
import { askedPrice, daysListed } from '../../client/listing-rules.ts';
import { COMPARE } from '../../content/compare.ts';
import { LISTINGS } from '../../content/listings.ts';
import { dealerName } from '../../ui/dealer-name.ts';
import { count, decimal, usd } from '../../ui/format.ts';
import { conditionName } from '../../ui/listing-words.ts';

type Best = keyof typeof COMPARE.selected.best;

/** A fact of the compared listings, one text each. */
export interface FactRow {
  key: keyof typeof COMPARE.rows;
  values: string[];
  /** Which of them are the best there is, where they differ; and what to call it. */
  best: { at: number[]; word: string } | null;
}

/** The plain facts, in the order they are read; weight and mileage only where one of them has it. */
export function factRows(listings: readonly Listing[]): FactRow[] {
  const row = (
    key: FactRow['key'],
    value: (listing: Listing) => string | null,
    best: FactRow['best'] = null,
  ): FactRow => ({ key, values: listings.map((one) => value(one) ?? LISTINGS.none), best });
  const unit = (value: number | null | undefined, words: (count: string) => string) =>
    value == null ? null : words(count(value));
  return [
    row('msrp', ({ model }) => (model.msrp === null ? null : usd(model.msrp))),
    row(
      'year',
      ({ model }) => (model.year > 0 ? String(model.year) : null),
      bestOf(listings, ({ model }) => (model.year > 0 ? -model.year : null), 'newest'),
    ),
    row('type', ({ type }) => type.name),
    row('condition', conditionName),
    row(
      'mileage',
      ({ mileage }) => unit(mileage, LISTINGS.miles),
      bestOf(listings, ({ mileage }) => mileage ?? null, 'lowest'),
    ),
    row('length', ({ model }) =>
      model.length === null ? null : LISTINGS.feet(decimal(model.length)),
    ),
    row('weight', ({ model }) => unit(model.weight, LISTINGS.pounds)),
    row('features', ({ model }) => model.features.join(', ') || null),
    row('location', ({ location }) => location || null),
    row('dealer', ({ dealer }) => dealerName(dealer) || null),
    row('listed', (listing) => LISTINGS.listedDays(daysListed(listing))),
  ].filter(
    ({ key, values }) =>
      !(key === 'weight' || key === 'mileage') || values.some((value) => value !== LISTINGS.none),
  );
}

/** Which ask least, where not all that show a price ask the same; none where such a price is too far off the market to be rated. */
export function lowestPrice(listings: readonly Listing[]): FactRow['best'] {
  const lowest = bestOf(listings, askedPrice, 'lowest');
  const holds = listings.every((listing, at) => !lowest?.at.includes(at) || isBelieved(listing));
  return holds ? lowest : null;
}

const isBelieved = ({ deal }: Listing): boolean =>
  deal === undefined || !('refused' in deal) || deal.refused !== 'unbelievable';

/** Those with the least of a measure, unless fewer than two are known or all are alike. */
function bestOf(
  listings: readonly Listing[],
  measure: (listing: Listing) => number | null,
  word: Best,
): FactRow['best'] {
  const measures = listings.map(measure);
  const known = measures.filter((value) => value !== null);
  const least = Math.min(...known);
  if (known.length < 2 || known.every((value) => value === least)) return null;
  return {
    at: measures.flatMap((value, index) => (value === least ? [index] : [])),
    word: COMPARE.selected.best[word],
  };
}
