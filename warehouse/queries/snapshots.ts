import { createHash } from 'node:crypto';
import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';
import { insertRows } from '../insert-rows.ts';

/** A snapshot is not there, or its bytes are not those that were written. */
export class SnapshotUnreadable extends Error {
  readonly code = 'snapshot_unreadable';
}

/** Small enough for a line of an insert, large enough that a snapshot is a few dozen rows. */
const PIECE_BYTES = 1_500_000;
const KEPT = 20;

const PIECES = `
SELECT piece, pieces, checksum, bytes
FROM snapshots FINAL
WHERE snapshot_id = {id:String}
ORDER BY piece`;

const DELETE_OLD = `
DELETE FROM snapshots
WHERE NOT has({served:Array(String)}, snapshot_id) AND snapshot_id NOT IN
(
    SELECT snapshot_id
    FROM snapshots FINAL
    WHERE piece = 0
    ORDER BY created_at DESC, snapshot_id DESC
    LIMIT {kept:UInt32}
)`;

/** Writes a snapshot's bytes under its id. */
export async function writeSnapshot(
  warehouse: Warehouse,
  snapshot: { id: string; kind: string; createdAt: Date; bytes: Uint8Array },
): Promise<void> {
  const { id, kind, createdAt, bytes } = snapshot;
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const pieces = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  for (let piece = 0; piece < pieces; piece++) {
    const part = bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
    const row = {
      snapshot_id: id,
      piece,
      pieces,
      kind,
      created_at: toWarehouseInstant(createdAt),
      checksum,
      bytes: Buffer.from(part).toString('base64'),
    };
    await insertRows(
      warehouse,
      'snapshots',
      [row],
      ['snapshot_id', 'piece', 'pieces', 'kind', 'created_at', 'checksum', 'bytes'],
    );
  }
}

/**
 * Lets go of all but the last 20. `served` stay, however old: the newest may be of publications that
 * broke off, which nobody reads.
 */
export async function deleteOldSnapshots(
  warehouse: Warehouse,
  served: readonly string[],
): Promise<void> {
  await warehouse.command(DELETE_OLD, { served, kept: KEPT });
}

/**
 * A snapshot's bytes, whole and checked.
 * @throws SnapshotUnreadable when it is unknown, incomplete or changed.
 */
export async function readSnapshot(warehouse: Warehouse, id: string): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let expected = { pieces: 0, checksum: '' };
  for await (const rows of warehouse.batch.stream<{
    pieces: number;
    checksum: string;
    bytes: string;
  }>(PIECES, { id })) {
    for (const row of rows) {
      expected = row;
      parts.push(Buffer.from(row.bytes, 'base64'));
    }
  }
  if (parts.length === 0) throw new SnapshotUnreadable(`There is no snapshot ${id}.`);
  const bytes = Buffer.concat(parts);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  if (parts.length !== expected.pieces || checksum !== expected.checksum)
    throw new SnapshotUnreadable(
      `Snapshot ${id} is damaged: ${parts.length} of ${expected.pieces} pieces, checksum ${checksum}.`,
    );
  return bytes;
}
