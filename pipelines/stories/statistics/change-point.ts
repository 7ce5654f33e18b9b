import { linearRegression, linearRegressionLine, mean, sum } from 'simple-statistics';
import { autocorrelation } from './autocorrelation.ts';
import { drawNormals } from './draw-normals.ts';

export interface Step {
  /** Index of the first value after the step. */
  at: number;
  /** Mean after it less the mean before it. */
  size: number;
  error: number;
  /** Of the greatest step among all places it could stand at. */
  p: number;
  autocorrelation: number;
  /** Whether one step leaves less unexplained than one straight line. */
  beatsLine: boolean;
}

/** So many made-up series without a step; the smallest p is one in so many and one. */
const DRAWS = 9_999;
/**
 * Autocorrelation of those series. A short series says too little of its own to choose by it; this is
 * more than the errors of a monthly index have, so that the test errs on the side of no step.
 */
const PERSISTENCE = 0.5;
const SEED = 20_261_121;

/**
 * Where does the level of a series change the most, and could that be chance? The greatest of the
 * t statistics over all splits with `shortest` values or more on either side, against its own
 * distribution in series of the same length and autocorrelation that have no step.
 * @param values at least 2 × shortest
 */
export function changePoint(values: readonly number[], shortest: number): Step {
  const { at, t, size, residuals, rho } = greatestStep(values, shortest);
  const drawn = withoutStep(values.length, shortest);
  const beyond = drawn.length - firstAtLeast(drawn, t);
  return {
    at,
    size,
    error: Math.abs(size) / Math.max(t, 1e-9),
    p: (1 + beyond) / (1 + drawn.length),
    autocorrelation: rho,
    beatsLine: sum(residuals.map((residual) => residual ** 2)) < squaresAroundLine(values),
  };
}

interface Greatest {
  at: number;
  size: number;
  /** |t| of the step, its standard error as wide as the residuals' autocorrelation makes it. */
  t: number;
  rho: number;
  residuals: readonly number[];
}

function greatestStep(values: readonly number[], shortest: number): Greatest {
  const { at, t } = greatestDifference(values, shortest);
  const before = mean(values.slice(0, at));
  const after = mean(values.slice(at));
  const residuals = values.map((value, index) => value - (index < at ? before : after));
  const rho = autocorrelation(residuals, 2);
  return { at, size: after - before, t: t * Math.sqrt((1 - rho) / (1 + rho)), rho, residuals };
}

/** Greatest |t| between the means before and after, by running sums. */
function greatestDifference(
  values: readonly number[],
  shortest: number,
): { at: number; t: number } {
  const n = values.length;
  let total = 0;
  let squares = 0;
  for (let index = 0; index < n; index += 1) {
    total += values[index] ?? 0;
    squares += (values[index] ?? 0) ** 2;
  }
  let best = { at: shortest, t: -1 };
  let left = 0;
  for (let at = 1; at <= n - shortest; at += 1) {
    left += values[at - 1] ?? 0;
    if (at < shortest) continue;
    const right = total - left;
    const explained = left ** 2 / at + right ** 2 / (n - at);
    const variance = Math.max(1e-18, squares - explained) / (n - 2);
    const t =
      Math.abs(right / (n - at) - left / at) / Math.sqrt(variance * (1 / at + 1 / (n - at)));
    if (t > best.t) best = { at, t };
  }
  return best;
}

const known = new Map<string, Float64Array>();

/** Greatest steps, ascending, in autocorrelated series that have none. The same every time. */
function withoutStep(n: number, shortest: number): Float64Array {
  const key = `${n}/${shortest}`;
  const kept = known.get(key);
  if (kept) return kept;
  const next = drawNormals(SEED);
  const kick = Math.sqrt(1 - PERSISTENCE ** 2);
  const greatest = new Float64Array(DRAWS);
  const series = Array.from({ length: n }, () => 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    series[0] = next();
    for (let at = 1; at < n; at += 1)
      series[at] = PERSISTENCE * (series[at - 1] ?? 0) + kick * next();
    greatest[draw] = greatestStep(series, shortest).t;
  }
  greatest.sort();
  known.set(key, greatest);
  return greatest;
}

function firstAtLeast(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function squaresAroundLine(values: readonly number[]): number {
  const points = values.map((value, at) => [at, value]);
  const line = linearRegressionLine(linearRegression(points));
  return sum(values.map((value, at) => (value - line(at)) ** 2));
}
