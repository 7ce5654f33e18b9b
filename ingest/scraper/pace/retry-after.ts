/** The longest a server may make us wait: a day. */
export const longestWaitMs = 24 * 3_600_000;

/** The three forms of a date in HTTP have this; what has it not is no date, though `Date.parse` finds a year in it. */
const TIME_OF_DAY = /\d\d:\d\d:\d\d/;
/** The oldest of them, `Sat Nov 21 06:02:00 2026`, names no zone and is in that of the others. */
const ZONE = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/**
 * How long a Retry-After header asks to wait, in milliseconds: its seconds, or until its date.
 * Undefined where it says neither; never negative, a day at most.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : instantOf(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestWaitMs);
}

const instantOf = (text: string): number =>
  TIME_OF_DAY.test(text) ? Date.parse(ZONE.test(text) ? text : `${text} GMT`) : Number.NaN;
