import { deadLetter } from '#schemas/events/dead-letter.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import type { Sighting } from '#schemas/facts.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { WarehouseAway, WarehouseClosed } from '#warehouse/errors.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { consume } from './consume.ts';
import { startActivityLoading } from './load-activity.ts';
import { stopAtLeftOut, type LeftOut } from './left-out.ts';
import { createDeadLetterLoader, DEAD_LETTER_GROUP } from './load-dead-letters.ts';
import { createListingLoader, LOADER_GROUP, type ListingLoaderDeps } from './load-listings.ts';
import { createRunTracker, RUN_TRACKER_GROUP } from './track-runs.ts';
import { Stopped, type Waiting } from './waiting.ts';

export interface LoadingDeps {
  log: EventLog;
  warehouse: Warehouse;
  normalise: ListingLoaderDeps['normalise'];
  now: () => Date;
  /** Told of every wait for a part that is away: to log it and to show it in health. */
  onWait: Waiting['onWait'];
  /** Told of what is left out: to log and to count it. Where it is not given, the first one stops loading. */
  onLeftOut?: (leftOut: LeftOut) => void;
  /** Messages to a batch of one partition at most. */
  maxBatch?: number;
  /** How long a batch waits to fill, in milliseconds: the price, in freshness, of fewer parts at low rates. */
  lingerMs?: number;
}

/** As many rows to one insert as keeps parts few and a batch's memory small (about 15 MB). */
const MAX_BATCH = 5_000;
const LINGER_MS = 500;

/** Starts everything that moves events into the warehouse, each as a consumer of its own. */
export async function startLoading(deps: LoadingDeps): Promise<RunningSubscription[]> {
  const { maxBatch = MAX_BATCH, lingerMs = LINGER_MS } = deps;
  const { onLeftOut = stopAtLeftOut } = deps;
  return [
    await consume(
      deps,
      { topic: rawListing, group: LOADER_GROUP, maxBatch, lingerMs },
      (waiting, warehouse) =>
        createListingLoader({
          ...deps,
          warehouse,
          waiting,
          // A full batch is a backlog: a run that large is shown by the compute that follows it.
          onFacts: async (sightings) => {
            if (sightings.length < maxBatch / 2) await showSoon(warehouse, sightings, onLeftOut);
          },
        }),
    ),
    await consume(
      deps,
      { topic: deadLetter, group: DEAD_LETTER_GROUP, maxBatch: 200, lingerMs },
      (waiting, warehouse) => createDeadLetterLoader({ warehouse, onLeftOut, waiting }),
    ),
    await consume(
      deps,
      { topic: ingestRun, group: RUN_TRACKER_GROUP, maxBatch: 10 },
      (waiting, warehouse) => createRunTracker({ ...deps, warehouse, waiting }),
    ),
    ...(await startActivityLoading(deps)),
  ];
}

/** Shows them to search before the next compute. A convenience: what it cannot take stops no facts. */
async function showSoon(
  warehouse: Warehouse,
  sightings: readonly Sighting[],
  onLeftOut: (leftOut: LeftOut) => void,
): Promise<void> {
  try {
    await extendTail(warehouse, sightings);
  } catch (error) {
    if ([WarehouseAway, WarehouseClosed, Stopped].some((kind) => error instanceof kind))
      throw error;
    const why = error instanceof Error ? error.message : String(error);
    const detail = `Sightings that search shows only after the next compute: ${sightings.length} (${why})`;
    onLeftOut({ what: 'search_tail', detail });
  }
}
