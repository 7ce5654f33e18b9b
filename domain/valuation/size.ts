/** Feet between which the number of a floorplan is believed to be a length. */
const SHORTEST = 7;
const LONGEST = 46;
/** Sizes further from a name's usual one than this (log ratio) are not extrapolated. */
const RATIO_BOUND = 0.7;

/**
 * The length a floorplan's code tells: most makers begin it with feet, `3121RL` 31, `262BHS` 26,
 * `17B` 17, `NB16.1` 16.1. Undefined where its number is no likely length.
 */
export function floorplanFeet(code: string): number | undefined {
  const found = /\d{1,2}\.\d|\d{2,4}/.exec(code)?.[0];
  if (found === undefined) return undefined;
  const digits = found.includes('.') ? 2 : found.length;
  const feet = Number(found) / 10 ** (digits - 2);
  return feet >= SHORTEST && feet <= LONGEST ? feet : undefined;
}

/** Log ratio of a size to the usual one, bounded; 0 where either is not known. */
export function sizeRatio(feet: number | undefined, usualFeet: number): number {
  if (feet === undefined || !(usualFeet > 0)) return 0;
  return Math.max(-RATIO_BOUND, Math.min(RATIO_BOUND, Math.log(feet / usualFeet)));
}
