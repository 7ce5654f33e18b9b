import type { MeasuredLog, MarketFacts, TypeOrAll } from '#schemas/market-facts.ts';

export type MarketTrend = 'improving' | 'declining' | 'stable';

/** Standard errors from which a change is one, in 95 of 100 markets without any. */
const CERTAIN = 1.96;
/** In log: a smaller change over a year matters to nobody. */
const CHANGE_MIN = 0.01;

/** Asking prices at equal mix over the last 12 months: rising or falling only where the data say so. */
export function trendOf(change: MeasuredLog | null): MarketTrend {
  if (change === null) return 'stable';
  if (Math.abs(change.value) < CHANGE_MIN || !isSure(change)) return 'stable';
  return change.value > 0 ? 'improving' : 'declining';
}

/** Half the width of a 95% interval. */
export const marginOf = ({ se }: MeasuredLog): number => CERTAIN * se;

/** Whether the data say which way a change went. */
export const isSure = (change: MeasuredLog): boolean => Math.abs(change.value) > marginOf(change);

/** With a wider margin than this, in log, no change that matters to a buyer can be told from none. */
const MARGIN_MAX = 0.05;

/** Whether a change is known well enough that stable prices mean something. */
export const canBeTold = (change: MeasuredLog): boolean =>
  trendOf(change) !== 'stable' || marginOf(change) <= MARGIN_MAX;

export const yearChangeOf = (facts: MarketFacts, type: TypeOrAll): MeasuredLog | null =>
  facts.index.series.find((series) => series.type === type)?.yearChange ?? null;

/**
 * Mean of several types' changes by units, for a name built as several types. What moves one type moves
 * the others: errors are added as if they were one.
 */
export function meanChange(
  parts: readonly { units: number; change: MeasuredLog | null }[],
): MeasuredLog | null {
  const known = parts.flatMap(({ units, change }) => (change === null ? [] : [{ units, change }]));
  const units = known.reduce((sum, part) => sum + part.units, 0);
  if (units === 0) return null;
  const mean = (of: (change: MeasuredLog) => number) =>
    known.reduce((sum, part) => sum + part.units * of(part.change), 0) / units;
  return { value: mean(({ value }) => value), se: mean(({ se }) => se) };
}
