import { encodeSnapshot } from '#domain/snapshot-codec.ts';
import type { EventLog } from '#platform/log/port.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { writeSnapshot } from '#warehouse/queries/snapshots.ts';
import { writeSnapshotFile } from './snapshot-files.ts';

/**
 * Makes a snapshot what is served: first its bytes, in the warehouse and in the folder where there is
 * one, then the event that everybody follows. Dying in between leaves the old one served.
 */
export async function publishSnapshot(
  {
    log,
    warehouse,
    snapshots,
  }: { log: EventLog; warehouse: Warehouse; snapshots?: string | undefined },
  snapshot: Snapshot,
): Promise<void> {
  const { id, kind } = snapshot;
  const createdAt = new Date(snapshot.createdAt);
  const bytes = await encodeSnapshot(snapshot);
  await writeSnapshot(warehouse, { id, kind, createdAt, bytes });
  if (snapshots !== undefined) await writeSnapshotFile(snapshots, id, bytes);
  const event = {
    snapshotId: id,
    kind,
    at: snapshot.createdAt,
    ends: snapshot.ends,
    listings: snapshot.totals.listings,
  };
  await log.publish(snapshotPublished, [encodeEvent(snapshotPublished, event)]);
}
