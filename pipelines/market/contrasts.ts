import type { Figure } from '#schemas/market-facts.ts';

/** A count as a log, were each of it to come by itself. */
export const counted = (units: number): Figure => ({
  value: Math.log(Math.max(1, units)),
  error: 1 / Math.sqrt(Math.max(1, units)),
  n: units,
});

/** A share as it is, were each of the whole by itself; its error is that of one that is never quite 0 or 1. */
export function share(part: number, whole: number): Figure {
  const near = (part + 0.5) / (whole + 1);
  return { value: part / whole, error: Math.sqrt((near * (1 - near)) / whole), n: whole };
}
