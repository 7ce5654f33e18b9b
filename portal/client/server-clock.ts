/** How far the server's clock is ahead of the device's, in milliseconds, by its newest answer. */
let ahead = 0;

/** Heard with each answer; a header that is not there, or is no date, says nothing. */
export function noteServerDate(header: string | null): void {
  const said = Date.parse(header ?? '');
  if (!Number.isNaN(said)) ahead = said - Date.now();
}

/** What the server's clock shows when the device's shows that. */
export const onServerClock = (deviceTime: number): number => deviceTime + ahead;
