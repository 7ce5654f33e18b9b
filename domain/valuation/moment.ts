import { monthPoint } from './age.ts';

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
