import type { Listing } from '#schemas/api/listings.ts';
import { LISTING_CONDITIONS } from '#schemas/vocabulary.ts';
import { LISTINGS } from '../content/listings.ts';
import { count, decimal, percent } from './format.ts';

/** New, used, certified, or that it is not stated. */
export const conditionName = ({ condition }: Listing): string =>
  LISTINGS.conditions[LISTING_CONDITIONS.find((known) => known === condition) ?? 'unknown'];

/** What an RV is, beside its name: as short as a card needs it. */
export function factsOf(listing: Listing): string[] {
  const { mileage, model, type } = listing;
  return [
    listing.condition === 'unknown' ? null : conditionName(listing),
    type.id === '' ? LISTINGS.typeUnknown : type.name,
    mileage == null ? null : LISTINGS.miles(count(mileage)),
    model.length === null ? null : LISTINGS.feet(decimal(model.length)),
    ...model.features,
  ].filter((fact) => fact !== null);
}

/** The place, and how far it is from the ZIP code asked for. */
export const whereOf = ({ location, distance }: Listing): string =>
  [location, distance === undefined ? '' : LISTINGS.distance(count(distance))]
    .filter(Boolean)
    .join(', ');

/** `12% above market`, from percent; what rounds to nothing is at market. */
export function comparedWithMarket(value: number): string {
  const words = LISTINGS.rule;
  const shown = percent(Math.abs(value));
  if (shown === '0%') return words.at;
  return value > 0 ? words.above(shown) : words.below(shown);
}
