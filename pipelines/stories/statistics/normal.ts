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

/**
 * The standard normal as unlikely as Student's t of so many degrees (Wallace 1959). From four degrees on it makes a
 * p down to one in a thousand too large by a sixth at most, and never smaller by more than a hundredth of itself.
 */
export const asNormal = (t: number, degrees: number): number =>
  Math.sign(t) * steeper(degrees) * Math.sqrt(degrees * Math.log1p(t ** 2 / degrees));

/** The other way: Student's t of so many degrees as unlikely as a standard normal. */
export const asStudent = (z: number, degrees: number): number =>
  Math.sign(z) * Math.sqrt(degrees * Math.expm1((z / steeper(degrees)) ** 2 / degrees));

/** Of 95 in a hundred by chance. */
export const Z95 = 1.96;

/** How much wider an error that so many clusters tell must be for 1.96 of it to hold 95 of 100. */
export const widerBy = (clusters: number): number =>
  asStudent(Z95, Math.max(1, clusters - 1)) / Z95;

const steeper = (degrees: number): number => (8 * degrees + 1) / (8 * degrees + 3);
