import { decodeSnapshot, SnapshotRefused } from '#domain/snapshot-codec.ts';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { snapshotPublished, type SnapshotPublished } from '#schemas/events/snapshot-published.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { readSnapshot, SnapshotUnreadable } from '#warehouse/queries/snapshots.ts';

/**
 * The snapshot that was published last, or last of a kind; undefined before the first. The log says
 * so and not the warehouse, which may hold the bytes of one whose publication broke off.
 */
export async function lastPublished(
  log: EventLog,
  kind?: SnapshotPublished['kind'],
): Promise<SnapshotPublished | undefined> {
  let last: SnapshotPublished | undefined;
  for await (const event of allEvents(log, snapshotPublished))
    if (kind === undefined || event.kind === kind) last = event;
  return last;
}

/** The ids of the last published of each kind: what is served and compared with. */
export async function lastPublishedOfEachKind(log: EventLog): Promise<string[]> {
  const last = new Map<SnapshotPublished['kind'], string>();
  for await (const { kind, snapshotId } of allEvents(log, snapshotPublished))
    last.set(kind, snapshotId);
  return [...last.values()];
}

/** A snapshot that was published; undefined where it cannot be read any more, which is logged. */
export async function readPublished(
  { warehouse, logger }: { warehouse: Warehouse; logger: Logger },
  snapshotId: string,
): Promise<Snapshot | undefined> {
  try {
    return await decodeSnapshot(await readSnapshot(warehouse, snapshotId));
  } catch (error) {
    if (!(error instanceof SnapshotRefused || error instanceof SnapshotUnreadable)) throw error;
    logger.warn({ err: error, snapshotId }, 'the snapshot cannot be read any more');
    return undefined;
  }
}
