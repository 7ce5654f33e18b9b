import type { Clock } from '#platform/clock.ts';
import { AHEAD_MS } from '#schemas/events/raw-listing.ts';
import { FilesRefused } from './check-files.ts';
import { isAhead, readableInstants, readInstant } from './instant.ts';

/** The instant `--observed-at` names. @throws FilesRefused when it is none, or has not come yet */
export function optionInstant(given: string | undefined, clock: Clock): string | undefined {
  if (given === undefined) return undefined;
  const instant = readInstant(given);
  const now = clock();
  if (instant === undefined)
    throw new FilesRefused([
      `--observed-at "${given}" is no date ${readableInstants}: write YYYY-MM-DD or an instant such as 2026-05-28T14:00:00Z`,
    ]);
  if (isAhead(instant, now))
    throw new FilesRefused([
      `--observed-at "${given}" has not come yet: write when the files were seen, ${new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, 10)} at the latest`,
    ]);
  return instant;
}
