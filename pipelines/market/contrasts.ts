import type { MarketFacts, RegionOrAll, TypeOrAll } from '#schemas/market-facts.ts';
import type { RegisteredCondition } from '#schemas/vocabulary.ts';

/** Of a group: what was measured, on how many units, and its standard error. */
export interface Figure {
  value: number;
  n: number;
  error: number;
}

/**
 * A group beside those it is compared with, and how sure the difference is where units of one dealer are
 * alike. Days and counts are logs, shares are fractions.
 * - `days`, `days-in-region`: medians of a type's, of a region's units, and of the other types', regions'
 * - `days-of-new`: those of new units, and of used ones
 * - `cuts`, `cut-depth`: a type's, and those of the other types at the same sources
 * - `supply`: on offer in the last full month, and in that of a year before
 * - `on-offer`: a type's share of the units on offer now; nothing is beside it
 * - `registered`: RVs registered in a place over twelve months, and over the twelve before
 */
export interface Contrast {
  measure: 'days' | 'days-of-new' | 'days-in-region' | 'cuts' | 'cut-depth' | 'supply' | 'on-offer' | 'registered';
  type: TypeOrAll;
  region: RegionOrAll;
  condition?: RegisteredCondition;
  /** Of `registered`: two letters, and the last of its months, since January 1970. */
  place?: { state: string; through: number };
  own: Figure;
  others: Figure;
  /** Standard error of the difference. */
  error: number;
  /** As many independent clusters — dealers; of `registered` months — of equal size would say as much. */
  clusters: number;
} // prettier-ignore

/**
 * The market's facts with what a comparison needs besides. It is known in the run that collected them; of
 * a snapshot that was read back it is not, and what rests on it is not told.
 */
export type ContrastedFacts = MarketFacts & { contrasts?: readonly Contrast[] };

/** A count as a log, were each of it to come by itself. */
export const counted = (units: number): Figure => ({
  value: Math.log(Math.max(1, units)),
  error: 1 / Math.sqrt(Math.max(1, units)),
  n: units,
});

/** A share as it is, were each of the whole by itself; its error is that of one that is never quite 0 or 1. */
export function share(part: number, whole: number): Figure {
  const near = (part + 0.5) / (whole + 1);
  return { value: part / whole, error: Math.sqrt((near * (1 - near)) / whole), n: whole };
}
