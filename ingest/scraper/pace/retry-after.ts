/** The longest a server may make us wait: a day. */
export const longestWaitMs = 24 * 3_600_000;

/**
 * How long a Retry-After header asks to wait, in milliseconds: its seconds, or until its date.
 * Undefined where it says neither; never negative, a day at most.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const wait = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text) * 1_000
    : // A date has letters; `Date.parse` takes bare numbers of other kinds for years.
      /[a-z]/i.test(text)
      ? Date.parse(text) - now
      : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestWaitMs);
}
