import type { RvTypeId } from '#schemas/vocabulary.ts';
import type { Received } from './draft.ts';
import type { WithType } from './steps/read-type.ts';
import type { WithYear } from './steps/read-year.ts';

/**
 * More than the dearest new unit of each type is asked for, whole US dollars. What goes beyond was written in cents
 * or is not meant: conversions of a Prevost ask up to 3.5 million, expedition trucks (sold as class B or C) 0.8 and
 * 2.4 million, custom fifth wheels with or without a garage 0.5 to 0.7 million, trailers for life off the grid 0.65
 * million, and the dearest of the others 64,000 (pop-up), 0.25 million (truck camper, with a chassis of its own),
 * 0.3 million (park model) and 0.15 million (fish house).
 */
const DEAREST: Readonly<Record<RvTypeId, number>> = {
  'class-a': 4_000_000,
  'class-b': 1_000_000,
  'class-c': 2_500_000,
  'travel-trailer': 750_000,
  'fifth-wheel': 800_000,
  'toy-hauler': 800_000,
  'pop-up': 150_000,
  'truck-camper': 300_000,
  'park-model': 400_000,
  'fish-house': 250_000,
};
/** Where the type is open. */
const DEAREST_OF_CATEGORY = { motorhome: 4_000_000, towable: 800_000, '': 4_000_000 } as const;

/** The dearest keep at most this share of their price from year to year; restored ones stay above the last share. */
const KEPT_A_YEAR = 0.92;
const KEPT_FOR_EVER = 0.3;

/** The most that can be asked for a unit of this type and age. */
export function mostAsked({
  type,
  category,
  year,
  observedYear,
}: Received & WithYear & WithType): number {
  const dearest = type === '' ? DEAREST_OF_CATEGORY[category] : DEAREST[type];
  const age = Math.max(0, observedYear - year);
  return dearest * Math.max(KEPT_FOR_EVER, KEPT_A_YEAR ** age);
}
