import { noteServerTime } from '#schemas/clock.ts';

/** Heard with each answer; a header that is not there, or is no date, says nothing. */
export function noteServerDate(header: string | null): void {
  const said = Date.parse(header ?? '');
  if (!Number.isNaN(said)) noteServerTime(said);
}
