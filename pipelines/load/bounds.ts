import { EARLIEST_OBSERVED } from '#schemas/events/raw-listing.ts';

/** What the warehouse's columns hold. */
export const UINT16 = 2 ** 16 - 1;
export const UINT32 = 2 ** 32 - 1;
/** DateTime64 holds milliseconds to the end of 2299, Date the days of 1970 to the middle of 2149. */
const LAST_INSTANT = '2299-12-31T23:59:59.999Z';
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2149-06-06';

/** What is wrong with an instant, naming it; undefined where it can be. */
export function instantFault(
  name: string,
  text: string,
  latest = LAST_INSTANT,
): string | undefined {
  const at = Date.parse(text);
  return at >= Date.parse(EARLIEST_OBSERVED) && at <= Date.parse(latest)
    ? undefined
    : `${name} is ${text}, not from ${EARLIEST_OBSERVED} to ${latest}`;
}

/** What is wrong with a date that a Date column is to hold. Dates in one fixed form compare as text. */
export function dayFault(name: string, day: string): string | undefined {
  return day >= FIRST_DAY && day <= LAST_DAY
    ? undefined
    : `${name} is ${day}, not from ${FIRST_DAY} to ${LAST_DAY}`;
}

/** What is wrong with a number that a column of whole numbers is to hold; one that is not there is right. */
export function wholeFault(
  name: string,
  value: number | null | undefined,
  largest: number,
): string | undefined {
  if (value === null || value === undefined) return undefined;
  return Number.isInteger(value) && value >= 0 && value <= largest
    ? undefined
    : `${name} is ${value}, not a whole number from 0 to ${largest}`;
}
