import { medianSorted, quantileSorted } from 'simple-statistics';
import type { UsualBand } from '#schemas/api/staff-health.ts';

/** Fewer runs say nothing about what is usual. */
export const RUNS_TO_JUDGE_BY = 7;

const LOW_QUANTILE = 0.1;
const HIGH_QUANTILE = 0.9;
/** A source that is always the same may still vary so much, as a share of its median. */
const LEAST_SPREAD = 0.2;

/**
 * Whether a figure is what its source usually has: within the middle four fifths of the runs before,
 * and the width of these on either side of them. Quantiles, so that a few odd runs move it little.
 * A figure of 0 is low wherever nine in ten runs had more.
 * @param before the same figure of earlier runs, in any order
 * @param leastSpread what it may vary by, however small its median
 */
export function judgeUsual(
  last: number | null,
  before: readonly number[],
  leastSpread = 0,
): UsualBand {
  const runs = before.length;
  if (runs < RUNS_TO_JUDGE_BY)
    return { state: 'not_judged', last, typical: null, low: null, high: null, runs };
  const sorted = before.toSorted((a, b) => a - b);
  const typical = medianSorted(sorted);
  const lower = quantileSorted(sorted, LOW_QUANTILE);
  const upper = quantileSorted(sorted, HIGH_QUANTILE);
  const spread = Math.max(upper - lower, LEAST_SPREAD * typical, leastSpread);
  const low = Math.max(0, lower - spread);
  const high = upper + spread;
  const isLow = last !== null && (last < low || (last === 0 && lower > 0));
  const state =
    last === null ? 'not_judged' : isLow ? 'low' : last > high ? 'high' : ('usual' as const);
  return { state, last, typical, low, high, runs };
}
