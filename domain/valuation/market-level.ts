import type { MarketAhead, ValuationModel } from '#schemas/valuation-model.ts';

/**
 * Market level of a type against the middle of the last month known, at a month's middle or between two
 * (`monthPoint`): after the last one the season goes on, and the market as it goes, less with each month.
 */
export function marketEffect(model: ValuationModel, type: number, month: number): number {
  const { first, count, level, season } = model.months;
  const last = first + count - 1;
  const whole = Math.floor(month);
  if (month <= last) {
    const at = type * count + Math.max(0, whole - first);
    const before = level[at] ?? 0;
    return month <= first || month === last
      ? before
      : before + (month - whole) * ((level[at + 1] ?? 0) - before);
  }
  const before = season[whole % 12] ?? 0;
  const inSeason = before + (month - whole) * ((season[(whole + 1) % 12] ?? 0) - before);
  return inSeason - (season[last % 12] ?? 0) + levelAhead(model.months.ahead, month - last);
}

/** The month a year before one, or before the last one known where that is earlier; none before the first. */
export function yearBefore({ months: { first, count } }: ValuationModel, month: number): number {
  return Math.max(first, Math.min(first + count - 1, Math.round(month)) - 12);
}

/** Change of the market's level in so many months after the last: the sum of ever smaller steps. */
function levelAhead({ step, persistence }: MarketAhead, months: number): number {
  return step * stepsIn(months, persistence);
}

/** What a step of 1 and those that follow it come to. */
function stepsIn(months: number, persistence: number): number {
  return months <= 1 ? months : (1 - persistence ** months) / (1 - persistence);
}

/** Months from the middle of the last one known; 0 up to its end. */
export function monthsAhead({ months }: ValuationModel, month: number): number {
  const ahead = month - (months.first + months.count - 1);
  return ahead < 0.5 ? 0 : ahead;
}

/** Months to the middle of the first one known; 0 from there on. */
export function monthsBefore({ months }: ValuationModel, month: number): number {
  return Math.max(0, months.first - month);
}

/**
 * Variance of the market's level so many months after the last one known: of its first step, and of what
 * is new in those after it, each of which is followed by what lasts of it.
 */
export function marketVariance({ months }: ValuationModel, ahead: number): number {
  const { stepSd, persistence, newSd } = months.ahead;
  let variance = (stepSd * stepsIn(ahead, persistence)) ** 2;
  for (let left = ahead - 1; left > 0; left -= 1)
    variance += Math.min(1, left) * (newSd * stepsIn(Math.max(1, left), persistence)) ** 2;
  return variance;
}
