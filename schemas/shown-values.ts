import type { AnalysisDepth, Valuation } from './api/analysis.ts';

/** Bounds in whole dollars, as those of a valuation. */
export interface DollarRange {
  low: number;
  high: number;
}

/** An estimate is shown in steps of about so small a part of its range: finer would claim what the range denies. */
const STEPS_PER_RANGE = 20;

/**
 * How an estimate is shown beside its range: to the nearest step of 1, 5, 10, 50, 100 … dollars, the largest
 * that goes twenty times into the range. Prices that are asked, paid or set as a limit are facts, and stay exact.
 */
export function roundedFor(range: DollarRange): (dollars: number) => number {
  const step = stepOf(range);
  // Never the negative zero, which is written −$0.
  return (dollars) => Math.round(dollars / step) * step + 0;
}

function stepOf({ low, high }: DollarRange): number {
  const most = Math.max(1, (high - low) / STEPS_PER_RANGE);
  const power = 10 ** Math.floor(Math.log10(most));
  return 5 * power <= most ? 5 * power : power;
}

/** A percent with one decimal shows this much, and nothing below it. */
const LEAST_PERCENT_SHOWN = 0.05;

export type ShownValuation = ReturnType<typeof shownValuation>;
export type ShownYear = ShownValuation['depreciationSchedule'][number];

/**
 * A valuation as a person is shown it, on every screen and in the report, all in steps of today's range. What
 * is lost in a year is what the shown values differ by, and what each fact did still sums to the value. A loss
 * that shows as nothing beside its percent is below `lossBelow`, one step.
 * Programs and files of figures (API, CSV) are given the exact one.
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
      before = estimatedValue;
      const isLost = year.depreciationPercentage >= LEAST_PERCENT_SHOWN;
      const lossBelow = depreciationAmount === 0 && isLost ? stepOf(exact.range) : null;
      return { ...year, ...bounds(year), estimatedValue, depreciationAmount, lossBelow };
    }),
    comparables: exact.comparables.map((one) => ({
      ...one,
      adjustment: round(one.adjustment),
      adjustedPrice: round(one.adjustedPrice),
    })),
    explanation: exact.explanation.map(({ amount, ...fact }) => {
      const shownBefore = round(sum);
      sum += amount;
      return { ...fact, amount: round(sum) - shownBefore };
    }),
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
