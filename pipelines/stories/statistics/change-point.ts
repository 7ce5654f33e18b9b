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
  /** Whether one step tells the series better than a straight line, and clearly better than any slide. */
  isSharp: boolean;
}

/** So many made-up series without a step; the smallest p is one in so many and one. */
const DRAWS = 9_999;
/**
 * Autocorrelation of those series. A short series says too little of its own to choose by it; this is
 * more than the errors of a monthly index have, so that the test errs on the side of no step.
 */
const PERSISTENCE = 0.5;
const SEED = 20_261_121;
/** A change over so many months or more is a slide. */
const SLIDE_SHORTEST = 4;
/** Twice the log of how much likelier a series is under its step than under its best slide. */
const CLEARLY_SHARP = 3.84;

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
    isSharp: isSharp(values, residuals, rho),
  };
}

function isSharp(values: readonly number[], residuals: readonly number[], rho: number): boolean {
  const ofStep = sum(residuals.map((residual) => residual ** 2));
  if (ofStep >= squaresAroundLine(values)) return false;
  const months = independentMonths(values.length, rho);
  return months * Math.log(squaresAroundSlide(values) / ofStep) > CLEARLY_SHARP;
}

/** So many months without autocorrelation would say as much. */
const independentMonths = (months: number, rho: number): number => (months * (1 - rho)) / (1 + rho);

/**
 * Whether one step, `shortest` values or more from either end, tells a series better than a straight line and
 * than any slide: by Schwarz's criterion (BIC), to which where a step stands is one figure more than a line
 * has, and how long a slide takes another.
 * @param values at least 2 × shortest
 */
export function isStep(values: readonly number[], shortest: number): boolean {
  const { residuals, rho } = greatestStep(values, shortest);
  const months = independentMonths(values.length, rho);
  const figure = Math.log(months);
  const misfit = (squares: number) => months * Math.log(Math.max(squares, 1e-18));
  const ofStep = misfit(sum(residuals.map((residual) => residual ** 2))) + figure;
  return (
    ofStep < misfit(squaresAroundLine(values)) &&
    ofStep < misfit(squaresAroundSlide(values)) + 2 * figure
  );
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

const squaresAroundLine = (values: readonly number[]): number =>
  squaresAround(values, (month) => month);

/** The least that a level leaves unexplained which slides once, for `SLIDE_SHORTEST` months or more, to another. */
function squaresAroundSlide(values: readonly number[]): number {
  let least = Infinity;
  for (let from = 0; from + SLIDE_SHORTEST <= values.length; from += 1)
    for (let months = SLIDE_SHORTEST; from + months <= values.length; months += 1)
      least = Math.min(
        least,
        squaresAround(values, (month) => clamp((month - from + 0.5) / months)),
      );
  return least;
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** What is left of a series when so much of `shape` as fits best, and a level, are taken out. */
function squaresAround(values: readonly number[], shape: (month: number) => number): number {
  const line = linearRegressionLine(
    linearRegression(values.map((value, month) => [shape(month), value])),
  );
  return sum(values.map((value, month) => (value - line(shape(month))) ** 2));
}
