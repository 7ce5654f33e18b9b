const HOUR_MS = 3_600_000;

/** When staff look, in every answer of theirs. */
export const AT = '2026-11-21T06:10:00.000Z';
export const before = (hours: number): string =>
  new Date(Date.parse(AT) - hours * HOUR_MS).toISOString();
