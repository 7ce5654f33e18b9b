import type { MarketAhead, ValuationModel } from '#schemas/valuation-model.ts';
import { monthOf, monthPoint } from './age.ts';

/** The month whose market an instant has; after the last one known, the very point in time. */
export function marketMonth({ months }: ValuationModel, instantMs: number): number {
  const month = monthOf(instantMs);
  return month < months.first + months.count ? month : monthPoint(instantMs);
}

/**
 * Market level of a type against the last month known, in a month or, after the last, between the
 * middles of two: there the season goes on, and the market as it went, less with each month.
 */
export function marketEffect(model: ValuationModel, type: number, month: number): number {
  const { first, count, level, season } = model.months;
  const last = first + count - 1;
  if (month <= last) return level[type * count + Math.max(0, month - first)] ?? 0;
  const whole = Math.floor(month);
  const before = season[whole % 12] ?? 0;
  const inSeason = before + (month - whole) * ((season[(whole + 1) % 12] ?? 0) - before);
  return inSeason - (season[last % 12] ?? 0) + levelAhead(model.months.ahead, month - last);
}

/** Change of the market's level in so many months after the last: the sum of ever smaller steps. */
function levelAhead({ step, persistence }: MarketAhead, months: number): number {
  return (step * persistence * (1 - persistence ** months)) / (1 - persistence);
}

/** Months from the last one known; 0 up to it. */
export function monthsAhead({ months }: ValuationModel, month: number): number {
  return Math.max(0, month - (months.first + months.count - 1));
}

/**
 * Variance of the market's level so many months after the last one known: of the step that is carried
 * on, and of the new ones, each of which is followed by what lasts of it.
 */
export function levelVariance({ months }: ValuationModel, ahead: number): number {
  const { stepSd, persistence, newSd } = months.ahead;
  const lasting = (of: number) => (1 - persistence ** of) / (1 - persistence);
  let variance = (stepSd * persistence * lasting(ahead)) ** 2;
  for (let left = ahead; left > 0; left -= 1)
    variance += Math.min(1, left) * (newSd * lasting(Math.max(1, left))) ** 2;
  return variance;
}
