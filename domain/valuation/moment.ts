import { FORECAST_YEARS, YEAR_MAX_AHEAD, YEAR_MIN } from '#schemas/constants.ts';
import { monthPoint } from './age.ts';
import { refuse, type Refusal } from './refusal.ts';

const MS_PER_DAY = 86_400_000;

/** An instant as it is reckoned with; worked out once for all that is valued as of it. */
export interface Moment {
  /** Milliseconds since 1970. */
  instant: number;
  iso: string;
  year: number;
  /** Months since January 1970 (`monthPoint`). */
  month: number;
  /** Days since 1970. */
  day: number;
}

export function momentOf(instant: number): Moment {
  const date = new Date(instant);
  return {
    instant,
    iso: date.toISOString(),
    year: date.getUTCFullYear(),
    month: monthPoint(instant),
    day: Math.floor(instant / MS_PER_DAY),
  };
}

/**
 * The instant a text gives, where an RV can be valued then: from when the oldest model years came to
 * market until the forecasts end of a market that ends at `marketEnds`.
 */
export function momentWithin(asOf: string, marketEnds: Moment): Moment | Refusal {
  const instant = Date.parse(asOf);
  if (Number.isNaN(instant))
    return refuse('bad_as_of', `"${asOf}" is not a date such as 2026-07-31.`);
  if (instant > addYears(marketEnds.instant, FORECAST_YEARS))
    return refuse(
      'bad_as_of',
      `${asOf} is more than ${FORECAST_YEARS} years after the market data, which ends on ${marketEnds.iso.slice(0, 10)}.`,
    );
  const moment = momentOf(instant);
  if (moment.year + YEAR_MAX_AHEAD < YEAR_MIN)
    return refuse(
      'bad_as_of',
      `${asOf} is before ${YEAR_MIN - YEAR_MAX_AHEAD}, when the oldest model years valued came to market.`,
    );
  return moment;
}

function addYears(instant: number, years: number): number {
  const date = new Date(instant);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
