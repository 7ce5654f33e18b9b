import { encodeSnapshot } from '#domain/snapshot-codec.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { snapshotPublished, type SnapshotPublished } from '#schemas/events/snapshot-published.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { deleteOldSnapshots, writeSnapshot } from '#warehouse/queries/snapshots.ts';
import { swapMarket, trimTail, type BuiltMarket } from '../units/build-market.ts';
import { lastPublished, lastPublishedOfEachKind } from './last-published.ts';
import {
  deleteOldSnapshotFiles,
  pointAtSnapshotFile,
  writeSnapshotFile,
} from './snapshot-files.ts';

/** The market is in search and its snapshot was not published: the same commands must run again. */
export class NotAnnounced extends Error {
  readonly code = 'snapshot_not_announced';
}

/** A run that began later has published meanwhile: what this one made is older than what is served. */
export class Overtaken extends Error {
  readonly code = 'compute_overtaken';
}

export interface Publication {
  snapshot: Snapshot;
  /** Undefined where the market in use is the snapshot's own: nothing of search changes. */
  market: BuiltMarket | undefined;
  /** What was published last when the run began. */
  before: SnapshotPublished | undefined;
  /** Rejects where the work went to somebody else. */
  stillOurs: () => Promise<void>;
}

/**
 * Makes a snapshot and the market it was made from what is served. In this order:
 *
 * 1. What may take long or find no room, and changes nothing that is served.
 * 2. The work is still this process's, and no newer run has published.
 * 3. Search's tables. Of a process that stood still since 2 while another began to compute this fails:
 *    its tables are gone. One that stands still between this and 4 for as long as another takes would
 *    put its older event over the newer: nothing but the next run heals that.
 * 4. The event that everybody follows, at once after them, so that whoever hears of a snapshot finds
 *    its market in search. Dying before it, or a log that does not take it, leaves the new market in
 *    search and the old figures until the command, which was not committed, comes again.
 * 5. What makes no difference to what is served: an error of it is only logged, since the snapshot is
 *    published. Dying before it leaves `latest` and the tail as they were until the next publication;
 *    till then a tail of the sample may stand beside a real market.
 */
export async function publishSnapshot(
  deps: {
    log: EventLog;
    warehouse: Warehouse;
    snapshots?: string | undefined;
    logger: Logger;
  },
  { snapshot, market, before, stillOurs }: Publication,
): Promise<void> {
  const { log, warehouse, snapshots } = deps;
  const { id, kind } = snapshot;
  const bytes = await encodeSnapshot(snapshot);
  const event = encodeEvent(snapshotPublished, {
    snapshotId: id,
    kind,
    at: snapshot.createdAt,
    ends: snapshot.ends,
    listings: snapshot.totals.listings,
  });
  await writeSnapshot(warehouse, { id, kind, createdAt: new Date(snapshot.createdAt), bytes });
  if (snapshots !== undefined) await writeSnapshotFile(snapshots, id, bytes);
  await refuseOverNewer(log, snapshot, before);
  await stillOurs();
  if (market !== undefined) await swapMarket(warehouse, market);
  try {
    await log.publish(snapshotPublished, [event]);
  } catch (cause) {
    throw new NotAnnounced(`Snapshot ${id} could not be published after its market was.`, {
      cause,
    });
  }
  await tidy(deps, id, market);
}

/** Only what was published since the run began: a clock that was wrong once must not refuse for ever. */
async function refuseOverNewer(
  log: EventLog,
  { id, createdAt }: Snapshot,
  before: SnapshotPublished | undefined,
): Promise<void> {
  const last = await lastPublished(log);
  if (last === undefined || last.snapshotId === before?.snapshotId) return;
  if (Date.parse(last.at) > Date.parse(createdAt))
    throw new Overtaken(`${id} is not published: ${last.snapshotId} is newer and was meanwhile.`);
}

/** Each for itself: one that fails keeps none of the others from being done. */
async function tidy(
  { log, warehouse, snapshots, logger }: Parameters<typeof publishSnapshot>[0],
  id: string,
  market: BuiltMarket | undefined,
): Promise<void> {
  const done = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      logger.error({ err: error, snapshotId: id }, `published, but ${what} at the next one`);
    }
  };
  if (market !== undefined) await done('the tail is trimmed', () => trimTail(warehouse, market));
  if (snapshots !== undefined)
    await done('`latest` moves on', () => pointAtSnapshotFile(snapshots, id));
  await done('old snapshots are deleted', async () => {
    const served = await lastPublishedOfEachKind(log);
    await deleteOldSnapshots(warehouse, served);
    if (snapshots !== undefined) await deleteOldSnapshotFiles(snapshots, served);
  });
}
