import { MOTORHOME_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import type { Received } from './draft.ts';
import type { WithType } from './steps/read-type.ts';
import type { WithYear } from './steps/read-year.ts';
import type { WithName } from './steps/resolve-name.ts';

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
/** What is restored asks more where the make is collected and the unit a classic, as insurers count it: 25 years. */
const COLLECTED: ReadonlySet<string> = new Set(['airstream', 'bowlus']);
const CLASSIC = 25;
const CLASSIC_KEPT = 0.4;

/** The most that can be asked for a unit of this make, type and age. */
export function mostAsked({
  type,
  category,
  name,
  year,
  observedYear,
}: Received & WithName & WithYear & WithType): number {
  const dearest = type === '' ? DEAREST_OF_CATEGORY[category] : dearestOf(type, name.types);
  const age = Math.max(0, observedYear - year);
  const isCollected = age >= CLASSIC && COLLECTED.has(name.makeId);
  return dearest * Math.max(isCollected ? CLASSIC_KEPT : KEPT_FOR_EVER, KEPT_A_YEAR ** age);
}

/** Of a maker that builds nothing but motorhomes, what its seller calls a truck camper is an expedition truck. */
function dearestOf(type: RvTypeId, built: readonly RvTypeId[]): number {
  const isTruck =
    type === 'truck-camper' && built.length > 0 && built.every((one) => MOTORHOME_TYPES.has(one));
  return isTruck ? Math.max(...built.map((one) => DEAREST[one])) : DEAREST[type];
}
