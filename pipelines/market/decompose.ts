import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { waveErrors } from '#domain/market/waves.ts';
import type { MeasuredLog, MeasuredSeason } from '#schemas/market-facts.ts';
import { levelVariances, stepVariances } from './walk-steps.ts';

/** A monthly series; NaN where a month has no figure. */
export interface Monthly {
  /** Months since January 1970 of the first entry. */
  firstMonth: number;
  mean: ArrayLike<number>;
  se: ArrayLike<number>;
  /** Covariance of the errors of two months; 0 unless given. */
  shared?: (a: number, b: number) => number;
  /** The same months as they would be without each group of those whose errors are alike. */
  without?: readonly ArrayLike<number>[];
}

/** What is believed of a series before its data, in its own unit. */
export interface Beliefs {
  /** Standard deviation of the series' level as a whole, of a trend's usual monthly step, of a season. */
  levelSd: number;
  walkSd: number;
  seasonSd: number;
}

/** What a series is made of. */
export interface Parts {
  /** Trend without season against the last month. */
  level: Float64Array;
  /** What the whole series is expected to be in each month: level, trend and season. */
  fitted: Float64Array;
  /** By calendar month; zeros where it is not known. */
  calendar: Float64Array;
}

export interface Decomposed extends Parts {
  /** The same of the months without each group. */
  without: Parts[];
  /** Standard error of `level`. */
  levelSe: Float64Array;
  /** Null where fewer than two years show every calendar month. */
  season: MeasuredSeason | null;
  /** Null with less than 12 months before the last. */
  yearChange: MeasuredLog | null;
}

const YEAR = 12;

/**
 * Splits a series into a trend (a random walk, of which a few steps may be great) and a season (smooth around
 * the year, summing to zero), both as the exact posterior of that Gaussian model: few data give little change
 * and wide errors, never a trend made of noise. Cost is the cube of the months, some milliseconds for ten years.
 */
export function decompose(series: Monthly, beliefs: Beliefs): Decomposed {
  const months = series.mean.length;
  const seen = Array.from({ length: months }, (_, month) => month).filter(
    (month) => Number.isFinite(series.mean[month] ?? NaN) && (series.se[month] ?? 0) > 0,
  );
  const hasSeason = seesEveryMonthTwice(series.firstMonth, seen);
  const ring = hasSeason ? seasonCovariance(beliefs.seasonSd) : Matrix.zeros(YEAR, YEAR);
  const calendar = (month: number) => (series.firstMonth + month) % YEAR;
  // All that two of the months seen have in common, but the walk.
  const others = new Matrix(seen.length, seen.length);
  seen.forEach((i, row) =>
    seen.forEach((j, column) =>
      others.set(
        row,
        column,
        beliefs.levelSd ** 2 +
          ring.get(calendar(i), calendar(j)) +
          (i === j ? (series.se[i] ?? 1) ** 2 : (series.shared?.(i, j) ?? 0)),
      ),
    ),
  );
  const values = seen.map((month) => ({ month, value: series.mean[month] ?? 0 }));
  const walked = levelVariances(stepVariances(months, beliefs.walkSd, values, others));
  const walk = (i: number, j: number) => walked[Math.min(i, j)] ?? 0;

  // What is asked for, as the covariance of each with the months seen, and with itself.
  const asked: { with: (month: number) => number; own: number }[] = [];
  const last = months - 1;
  for (let from = 0; from < months; from += 1)
    asked.push({
      with: (m) => walk(from, m) - walk(last, m),
      own: walk(last, last) - walk(from, from),
    });
  for (let at = 0; at < YEAR; at += 1)
    asked.push({ with: (m) => ring.get(at, calendar(m)), own: ring.get(at, at) });
  for (let at = 0; at < months; at += 1)
    asked.push({
      with: (m) => beliefs.levelSd ** 2 + walk(at, m) + ring.get(calendar(at), calendar(m)),
      own: 0,
    });

  const { mean, without, variance, explained } = posterior(
    series,
    seen,
    asked,
    (row, column) => others.get(row, column) + walk(seen[row] ?? 0, seen[column] ?? 0),
  );
  const se = variance.map((value) => Math.sqrt(Math.max(0, value)));
  const back = last - YEAR;
  const ofCalendar = (values: Float64Array) => Array.from(values.subarray(months, months + YEAR));
  const partsOf = (values: Float64Array): Parts => ({
    level: values.slice(0, months),
    fitted: values.slice(months + YEAR),
    calendar: values.slice(months, months + YEAR),
  });
  return {
    ...partsOf(mean),
    without: without.map(partsOf),
    levelSe: se.slice(0, months),
    season: hasSeason
      ? {
          value: ofCalendar(mean),
          se: ofCalendar(se),
          // Of what is believed after the data: the mean is drawn to 0, so by chance it lies within that.
          waveSe: waveErrors((a, b) => ring.get(a, b) - explained(months + a, months + b)),
        }
      : null,
    // Not adding a negative zero.
    yearChange: back < 0 ? null : { value: 0 - (mean[back] ?? 0), se: se[back] ?? 0 },
  };
}

function posterior(
  series: Monthly,
  seen: readonly number[],
  asked: readonly { with: (month: number) => number; own: number }[],
  /** Of two of the months seen, by their places among them. */
  covariance: (row: number, column: number) => number,
): {
  mean: Float64Array;
  without: Float64Array[];
  variance: Float64Array;
  /** Covariance of two of what is asked that the data take away. */
  explained: (a: number, b: number) => number;
} {
  const variance = Float64Array.from(asked, ({ own }) => own);
  const groups = series.without ?? [];
  if (seen.length === 0) {
    const nothing = () => new Float64Array(asked.length);
    return { mean: nothing(), without: groups.map(nothing), variance, explained: () => 0 };
  }
  const k = new Matrix(seen.length, seen.length);
  seen.forEach((_, row) =>
    seen.forEach((_, column) => k.set(row, column, covariance(row, column))),
  );
  const cholesky = new CholeskyDecomposition(k);
  const cross = new Matrix(seen.length, asked.length);
  asked.forEach((one, column) =>
    seen.forEach((month, row) => cross.set(row, column, one.with(month))),
  );
  const gain = cholesky.solve(cross);
  const explained = (a: number, b: number) =>
    seen.reduce((sum, _, row) => sum + gain.get(row, a) * cross.get(row, b), 0);
  const told = (values: ArrayLike<number>) =>
    Float64Array.from(asked, (_, column) =>
      seen.reduce((sum, month, row) => sum + gain.get(row, column) * (values[month] ?? 0), 0),
    );
  variance.forEach((own, column) => (variance[column] = own - explained(column, column)));
  return { mean: told(series.mean), without: groups.map(told), variance, explained };
}

/** Neighbouring months are alike, and the twelve sum to zero. */
function seasonCovariance(sd: number): Matrix {
  const ring = new Matrix(YEAR, YEAR);
  for (let i = 0; i < YEAR; i += 1)
    for (let j = 0; j < YEAR; j += 1)
      ring.set(i, j, Math.exp(-2 * Math.sin((Math.PI * (i - j)) / YEAR) ** 2));
  // The same for every row, since the ring is: without it every sum is zero.
  const mean = ring.sum() / YEAR ** 2;
  const own = ring.get(0, 0) - mean;
  return ring.sub(mean).mul(sd ** 2 / own);
}

function seesEveryMonthTwice(firstMonth: number, seen: readonly number[]): boolean {
  const times = new Int32Array(YEAR);
  for (const month of seen) {
    const at = (firstMonth + month) % YEAR;
    times[at] = (times[at] ?? 0) + 1;
  }
  return times.every((count) => count >= 2);
}
