/** Instants are milliseconds since 1970 UTC; ages and index positions are in years of 365.25 days. */

export const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
const YEAR_2000 = Date.UTC(2000, 0, 1);

/** 2026-07-02 is about 2026.5. */
export function calendarYears(instant: number): number {
  return 2000 + (instant - YEAR_2000) / (DAY_MS * YEAR_DAYS);
}

/**
 * Age of a unit for pricing: years since January 1 of its model year. A model year reaches the dealers
 * about half a year earlier, so −0.5 is the youngest there is.
 */
export function ageAt(instant: number, modelYear: number): number {
  return calendarYears(instant) - modelYear;
}

/** The same day of the month, months earlier; the 31st becomes the last day of a shorter month. */
export function monthsBefore(instant: number, months: number): number {
  const date = new Date(instant);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  const daysInMonth = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 0),
  ).getUTCDate();
  return first + (Math.min(date.getUTCDate(), daysInMonth) - 1) * DAY_MS;
}

export function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}

export function isoDate(instant: number): string {
  return isoInstant(instant).slice(0, 10);
}
