import { errorFunction } from 'simple-statistics';

/** Smaller ones are not told apart: the error function is exact to about this. */
const SMALLEST = 1e-12;

/**
 * Probability that a standard normal lies as far from 0 as z, on either side. Not by the library's
 * `cumulativeStdNormalProbability`: it reads a printed table, which ends at 3.09 and has four digits.
 */
export function twoSided(z: number): number {
  return Math.max(SMALLEST, 1 - errorFunction(Math.abs(z) / Math.SQRT2));
}

/** Of several looks the smallest p, as if there had been one: Šidák. */
export function bestOf(looks: number, p: number): number {
  return -Math.expm1(looks * Math.log1p(-Math.min(1 - SMALLEST, p)));
}
