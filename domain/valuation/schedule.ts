import { FORECAST_YEARS } from '#schemas/constants.ts';
import type { scheduleEntry } from '#schemas/api/analysis.ts';
import type { z } from 'zod';
import { widened } from './calibrated.ts';

export type ScheduleEntry = z.output<typeof scheduleEntry>;

export interface ForecastInput {
  /** Calendar year of today's value. */
  fromYear: number;
  /** Dollars. */
  today: number;
  /** Log price so many years from now. */
  logPriceIn(years: number): number;
  /** Ends of today's range as log factors, and the residual scale they belong to. */
  low: number;
  high: number;
  scale: number;
  /** How many times as wide today's range would be for what comes to market later. */
  later: number;
  /** Years from the market data to today: what the slope may differ by in them is in today's range. */
  ahead: number;
  /** Standard deviations per year: of the market level's walk, and of the name's log slope. */
  levelSd: number;
  slopeSd: number;
}

/**
 * Value in each of the next ten years. It never rises: an RV does not gain by growing older, so a
 * year cannot be worth more than the one before. The range widens with the horizon h: to the variance
 * of what comes to market later come h years of the market's random walk and, from where the data end, the
 * square of the years times what is not known about the slope.
 */
export function forecast(input: ForecastInput): ScheduleEntry[] {
  const schedule: ScheduleEntry[] = [];
  let before = input.today;
  for (let years = 1; years <= FORECAST_YEARS; years += 1) {
    const value = Math.min(before, Math.round(Math.exp(input.logPriceIn(years))));
    const ofSlope = input.slopeSd ** 2 * ((input.ahead + years) ** 2 - input.ahead ** 2);
    const variance = input.levelSd ** 2 * years + ofSlope;
    const widening = widened(input.later * input.scale, variance) / input.scale;
    schedule.push({
      year: input.fromYear + years,
      estimatedValue: value,
      depreciationAmount: before - value,
      depreciationPercentage: percent(before - value, before),
      cumulativeDepreciation: percent(input.today - value, input.today),
      low: Math.floor(value * Math.exp(input.low * widening)),
      high: Math.ceil(value * Math.exp(input.high * widening)),
    });
    before = value;
  }
  return schedule;
}

/** Percent with one decimal. */
function percent(part: number, whole: number): number {
  return whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0;
}
