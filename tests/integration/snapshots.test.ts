import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import {
  deleteOldSnapshots,
  newestSnapshotId,
  readSnapshot,
  writeSnapshot,
} from '#warehouse/queries/snapshots.ts';

const directory = mkdtempSync(join(tmpdir(), 'rigworth-snapshots-'));
let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await openWarehouse({ directory });
  await migrate(warehouse);
});
afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

const write = (n: number, bytes: Uint8Array, kind = 'real'): Promise<void> =>
  writeSnapshot(warehouse, {
    id: `s-${n}`,
    kind,
    createdAt: new Date(1_700_000_000_000 + n),
    bytes,
  });

it('gives back the bytes of a snapshot larger than a piece, also when it was written twice', async () => {
  const bytes = randomBytes(5_000_001);
  await write(1, bytes);
  await write(1, bytes);
  expect(Buffer.from(await readSnapshot(warehouse, 's-1')).equals(bytes)).toBe(true);
});

it('names what is not there, or not whole', async () => {
  await expect(readSnapshot(warehouse, 'none')).rejects.toThrow('There is no snapshot none.');
  await write(2, randomBytes(4_000_000));
  await warehouse.command("DELETE FROM snapshots WHERE snapshot_id = 's-2' AND piece = 1");
  await expect(readSnapshot(warehouse, 's-2')).rejects.toThrow('2 of 3 pieces');
});

it('finds the newest of a kind, and keeps the last 20 and what is served', async () => {
  for (let n = 10; n < 32; n++) await write(n, randomBytes(10), n === 31 ? 'sample' : 'real');
  expect(await newestSnapshotId(warehouse, 'real')).toBe('s-30');
  expect(await newestSnapshotId(warehouse, 'sample')).toBe('s-31');
  expect((await readSnapshot(warehouse, 's-1')).length).toBe(5_000_001);
  await deleteOldSnapshots(warehouse, ['s-10']);
  expect((await readSnapshot(warehouse, 's-10')).length).toBe(10);
  await expect(readSnapshot(warehouse, 's-1')).rejects.toThrow('There is no snapshot');
  await expect(readSnapshot(warehouse, 's-11')).rejects.toThrow('There is no snapshot');
  expect((await readSnapshot(warehouse, 's-12')).length).toBe(10);
});
