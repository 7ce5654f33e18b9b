import type { EventLog } from '#platform/log/port.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { LOADER_GROUP } from './load-listings.ts';
import { REGISTRATION_GROUP } from './load-registrations.ts';

/**
 * How many listings the loader has yet to commit: of those in the log now, or of those below the
 * ends of a run. At 0 each of them has an outcome. Ends past that of the log are of one that was there before it
 * and will not come again: all that is there counts.
 */
export async function yetToLoad(
  log: Pick<EventLog, 'positions'>,
  upTo: 'now' | NonNullable<IngestRun['ends']>,
): Promise<number> {
  const positions = await log.positions(rawListing, LOADER_GROUP);
  const ends = new Map(
    (upTo === 'now' ? positions : upTo).map(({ partition, end }) => [partition, end]),
  );
  return positions.reduce(
    (sum, { partition, end, committed }) =>
      sum + Math.max(0, Math.min(ends.get(partition) ?? 0, end) - committed),
    0,
  );
}

/**
 * How many events of a published run its loader has yet to commit. A run that names no ends in the log of
 * listings is one of registrations, which are loaded once all that are in the log now are.
 */
export async function runYetToLoad(log: EventLog, { ends }: IngestRun): Promise<number> {
  if (ends !== undefined) return yetToLoad(log, ends);
  const positions = await log.positions(rawRegistration, REGISTRATION_GROUP);
  return positions.reduce((sum, { end, committed }) => sum + Math.max(0, end - committed), 0);
}
