import { setTimeout as sleep } from 'node:timers/promises';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { snapshotPublished, type SnapshotPublished } from '#schemas/events/snapshot-published.ts';
import { tryDecodeEvent } from '#schemas/events/topic.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { readSnapshot } from '#warehouse/queries/snapshots.ts';
import type { MarketHolder } from './market.ts';

export interface FollowSnapshots {
  log: EventLog;
  warehouse: Warehouse;
  logger: Logger;
  /** Names this process's own group. */
  newId: () => string;
  /** An empty market is an answer only where no sample is to come, a sample only where it may stand in. */
  refused: 'empty' | 'sample';
  /** How long a warehouse that is away is left in peace. */
  waitMs?: number;
}

const BATCH = 5_000;
export interface FollowingSnapshots extends RunningSubscription {
  /** Resolves once the newest was looked at for the first time, whether or not it could be served. */
  looked: Promise<void>;
}

/** As many as the warehouse keeps. */
const REMEMBERED = 20;
const WAIT_MS = 3_000;
/** Away for long is said again now and then, not every few seconds. */
const SAY_EVERY = 20;

/**
 * Serves the newest published snapshot, and every one that is published later. One that cannot be read
 * is passed over for the one before it, so that something is served; a warehouse that is away is
 * waited for as long as it takes, and what is served meanwhile stays.
 */
export async function followSnapshots(
  { log, warehouse, logger, newId, refused, waitMs = WAIT_MS }: FollowSnapshots,
  market: MarketHolder,
): Promise<FollowingSnapshots> {
  /** The newest last. */
  const published: SnapshotPublished[] = [];
  let arrival = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const looked = Promise.withResolvers<void>();

  const following = await log.subscribe({
    topic: snapshotPublished,
    group: `api-${newId()}`,
    maxBatch: BATCH,
    from: 'earliest',
    handler: async ({ messages }) => {
      for (const { value } of messages) {
        const event = tryDecodeEvent(snapshotPublished, value);
        if (event !== undefined && event.kind !== refused) published.push(event);
      }
      published.splice(0, published.length - REMEMBERED);
      arrival.resolve();
    },
  });

  async function serveArrivals(): Promise<void> {
    for (;;) {
      await arrival.promise;
      if (stopping.signal.aborted) return;
      arrival = Promise.withResolvers();
      await serveNewest();
    }
  }

  async function serveNewest(): Promise<void> {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        await serveNewestReadable().finally(looked.resolve);
        return;
      } catch (error) {
        if (!(error instanceof WarehouseAway)) throw error;
        if (attempt % SAY_EVERY === 1)
          logger.warn({ err: error, attempt }, 'the newest snapshot waits for the warehouse');
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function serveNewestReadable(): Promise<void> {
    const newestFirst = published.toReversed();
    // A sample never comes back in place of a real market.
    for (const { snapshotId, kind } of newestFirst) {
      if (kind !== newestFirst[0]?.kind) continue;
      if (snapshotId === market.snapshot?.id) return;
      try {
        market.swap(await decodeSnapshot(await readSnapshot(warehouse, snapshotId)));
        logger.info({ snapshotId }, 'serving a new snapshot');
        return;
      } catch (error) {
        if (error instanceof WarehouseAway) throw error;
        logger.error({ err: error, snapshotId }, 'the snapshot cannot be served');
      }
    }
  }

  const serving = serveArrivals();
  return {
    looked: looked.promise,
    finished: Promise.all([following.finished, serving]).then(() => undefined),
    async stop() {
      stopping.abort();
      arrival.resolve();
      await Promise.all([following.stop(), serving]);
    },
  };
}
