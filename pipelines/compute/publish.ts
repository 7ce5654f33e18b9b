import { encodeSnapshot } from '#domain/snapshot-codec.ts';
import type { EventLog } from '#platform/log/port.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { writeSnapshot } from '#warehouse/queries/snapshots.ts';
import { swapMarket, type BuiltMarket } from '../units/build-market.ts';
import { writeSnapshotFile } from './snapshot-files.ts';

/**
 * Makes a snapshot and the market it was made from what is served.
 *
 * The order: first what may take long or find no room, and changes nothing that is served; then the
 * search's tables; at once after them the event that everybody follows, so that whoever hears of a
 * snapshot finds its market in search. Dying between the last two leaves the new market in search
 * and the old figures until the command, which was not committed, comes again and its run publishes
 * both. The other way round would heal as well, but a command that waits for the event would then
 * say that listings can be found which cannot.
 */
export async function publishSnapshot(
  {
    log,
    warehouse,
    snapshots,
  }: { log: EventLog; warehouse: Warehouse; snapshots?: string | undefined },
  snapshot: Snapshot,
  market: BuiltMarket,
): Promise<void> {
  const { id, kind } = snapshot;
  const createdAt = new Date(snapshot.createdAt);
  const bytes = await encodeSnapshot(snapshot);
  const event = encodeEvent(snapshotPublished, {
    snapshotId: id,
    kind,
    at: snapshot.createdAt,
    ends: snapshot.ends,
    listings: snapshot.totals.listings,
  });
  await writeSnapshot(warehouse, { id, kind, createdAt, bytes });
  if (snapshots !== undefined) await writeSnapshotFile(snapshots, id, bytes);
  await swapMarket(warehouse, market);
  await log.publish(snapshotPublished, [event]);
}
