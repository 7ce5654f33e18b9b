/** How far the server's clock is ahead of this one, in milliseconds. On the server itself: not at all. */
let ahead = 0;

/**
 * Heard by the portal with each answer: a person's device may be years off, and a contract that bounds a date by the
 * calendar must bound it alike on both sides.
 */
export function noteServerTime(instant: number): void {
  ahead = instant - Date.now();
}

/** What the server's clock shows when this machine's shows that. */
export const onServerClock = (time: number): number => time + ahead;

/** The calendar year of the server's clock, in UTC. */
export const thisYear = (): number => new Date(onServerClock(Date.now())).getUTCFullYear();
