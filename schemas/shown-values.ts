import type { AnalysisDepth, Valuation } from './api/analysis.ts';

/** Bounds in whole dollars, as those of a valuation. */
export interface DollarRange {
  low: number;
  high: number;
}

/**
 * An estimate is shown in steps of about so small a part of its range: finer would claim what the range denies,
 * coarser would drown what is lost in a year.
 */
const STEPS_PER_RANGE = 50;

/**
 * How an estimate is shown beside its range: to the nearest step of 1, 5, 10, 50, 100 … dollars, the largest
 * that goes fifty times into the range. Prices that are asked, paid or set as a limit are facts, and stay exact.
 */
export function roundedFor(range: DollarRange): (dollars: number) => number {
  const step = stepOf(range);
  // Never the negative zero, which is written −$0.
  return (dollars) => Math.round(dollars / step) * step + 0;
}

/** The step in dollars that estimates beside such a range are shown in, at least 1. */
export function stepOf({ low, high }: DollarRange): number {
  const most = Math.max(1, (high - low) / STEPS_PER_RANGE);
  const power = 10 ** Math.floor(Math.log10(most));
  return 5 * power <= most ? 5 * power : power;
}

/**
 * How far above (positive) or below an estimate a price is, in whole dollars and in percent of the estimate, both from
 * the estimate as it is shown. None where in steps of its range both are shown as the same.
 */
export function gapShown(price: number, estimate: number, range: DollarRange) {
  const round = roundedFor(range);
  const shown = round(estimate);
  const dollars = round(price) === shown ? 0 : Math.round(price) - shown;
  return { dollars, percent: (100 * dollars) / shown };
}

/** From percent with one decimal, so that small yearly losses differ, on a screen and in a sentence: `6.4%`, `1,070.2%`. */
export const percentFine = (percent: number): string =>
  `${percent.toFixed(1).replace(/\B(?=(\d{3})+\.)/g, ',')}%`;

export type ShownValuation = ReturnType<typeof shownValuation>;
export type ShownYear = ShownValuation['depreciationSchedule'][number];

/**
 * A valuation as a person is shown it, on every screen and in the report: dollars in steps of today's range, percents
 * as the answer has them. The dollars lost in a year are what the shown values differ by, or, where that is nothing
 * but the percent is not, below `lossBelow`, one step. What each fact did still sums to the value, without those whose
 * step shows as nothing. A comparable's exact price and its adjustment in steps make what is shown for yours. Programs
 * and files of figures (API, CSV) are given the exact dollars.
 */
export function shownValuation(exact: Valuation) {
  const round = roundedFor(exact.range);
  const bounds = (range: DollarRange) => ({ low: round(range.low), high: round(range.high) });
  const today = round(exact.currentMarketValue);
  let before = today;
  let sum = 0;
  return {
    ...exact,
    currentMarketValue: today,
    originalMSRP: exact.originalMSRP === null ? null : round(exact.originalMSRP),
    range: { ...exact.range, ...bounds(exact.range) },
    depreciationSchedule: exact.depreciationSchedule.map((year) => {
      const estimatedValue = round(year.estimatedValue);
      const depreciationAmount = before - estimatedValue;
      const shown = {
        ...year,
        ...bounds(year),
        estimatedValue,
        depreciationAmount,
        lossBelow:
          depreciationAmount === 0 && year.depreciationPercentage > 0 ? stepOf(exact.range) : null,
      };
      before = estimatedValue;
      return shown;
    }),
    comparables: exact.comparables.map((one) => {
      const adjustment = round(one.adjustment);
      return { ...one, adjustment, adjustedPrice: one.price + adjustment };
    }),
    explanation: exact.explanation
      .map(({ amount, ...fact }) => {
        const shownBefore = round(sum);
        sum += amount;
        return { ...fact, amount: round(sum) - shownBefore };
      })
      .filter(({ amount }, at) => at === 0 || amount !== 0),
  };
}

/** What members of Premium see of a valuation besides, in the same steps; what changes it by less than one is left out. */
export function shownDepth(exact: AnalysisDepth, range: DollarRange): AnalysisDepth {
  const round = roundedFor(range);
  return {
    floorplans: exact.floorplans.map((one) => ({
      ...one,
      value: round(one.value),
      low: round(one.low),
      high: round(one.high),
    })),
    drivers: exact.drivers
      .map((driver) => ({ ...driver, amount: round(driver.amount) }))
      .filter(({ amount }) => amount !== 0),
  };
}
