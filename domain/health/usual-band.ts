import { medianSorted, quantileSorted } from 'simple-statistics';
import type { UsualBand } from '#schemas/api/staff-health.ts';

/** Fewer runs say nothing about what is usual. */
export const RUNS_TO_JUDGE_BY = 7;

const LOW_QUANTILE = 0.25;
const HIGH_QUANTILE = 0.75;
/** Of what varies as errors do, one figure in a thousand is further from the middle half by chance. */
const WIDTHS = 2;
/** A source that is always the same may still vary so much, as a share of its median. */
const LEAST_SPREAD = 0.2;

/**
 * Whether a figure is what its source usually has: within the middle half of the runs before, and twice the width
 * of these on either side of them. Quartiles, so that odd runs move it little while they are fewer than a quarter:
 * what a source breaks off to is told as odd for days before it is usual, and what comes every third time is usual.
 * A figure of 0 is low wherever three in four runs had more.
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
  const spread = Math.max(WIDTHS * (upper - lower), LEAST_SPREAD * typical, leastSpread);
  const low = Math.max(0, lower - spread);
  const high = upper + spread;
  const isLow = last !== null && (last < low || (last === 0 && lower > 0));
  const state =
    last === null ? 'not_judged' : isLow ? 'low' : last > high ? 'high' : ('usual' as const);
  return { state, last, typical, low, high, runs };
}
