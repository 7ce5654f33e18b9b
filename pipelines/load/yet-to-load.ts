import type { EventLog } from '#platform/log/port.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { LOADER_GROUP } from './load-listings.ts';

/**
 * How many listings the loader has yet to commit: of those in the log now, or of those below the
 * ends of a run. At 0 each of them has an outcome.
 */
export async function yetToLoad(
  log: EventLog,
  upTo: 'now' | NonNullable<IngestRun['ends']>,
): Promise<number> {
  const positions = await log.positions(rawListing, LOADER_GROUP);
  const ends = new Map(
    (upTo === 'now' ? positions : upTo).map(({ partition, end }) => [partition, end]),
  );
  return positions.reduce(
    (sum, { partition, committed }) => sum + Math.max(0, (ends.get(partition) ?? 0) - committed),
    0,
  );
}
