/** A source is stale when it missed three turns: 36 hours of one that is collected twice a day. */
const TURNS_MISSED = 3;
/** Whatever its rhythm, nothing is stale within a day. */
const LEAST_HOURS = 24;
/** Of a source without a rhythm, or a slow one: listings this old are no market of today. */
const MOST_HOURS = 45 * 24;

/**
 * How old the last that came of a source may be, in hours.
 * @param everyHours hours between its collections; undefined: it has no rhythm, people bring its files
 */
export function staleAfterHours(everyHours: number | undefined): number {
  if (everyHours === undefined) return MOST_HOURS;
  return Math.min(MOST_HOURS, Math.max(LEAST_HOURS, TURNS_MISSED * everyHours));
}

/** `36 hours`, and from three days on `45 days`. */
export const hoursInWords = (hours: number): string =>
  hours < 72 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`;
