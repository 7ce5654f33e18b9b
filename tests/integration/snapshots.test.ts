import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSnapshot } from '#domain/snapshot-codec.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import type { ComputeRun } from '#schemas/events/compute-run.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { recordComputeRun } from '#warehouse/queries/compute-runs.ts';
import { deleteOldSnapshots, readSnapshot, writeSnapshot } from '#warehouse/queries/snapshots.ts';
import { startClickHouseStandIn } from '../support/clickhouse-http.ts';
import { runCommand } from '../support/server.ts';

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

it('keeps the last 20 and what is served', async () => {
  for (let n = 10; n < 32; n++) await write(n, randomBytes(10), n === 31 ? 'sample' : 'real');
  expect((await readSnapshot(warehouse, 's-1')).length).toBe(5_000_001);
  await deleteOldSnapshots(warehouse, ['s-10']);
  expect((await readSnapshot(warehouse, 's-10')).length).toBe(10);
  await expect(readSnapshot(warehouse, 's-1')).rejects.toThrow('There is no snapshot');
  await expect(readSnapshot(warehouse, 's-11')).rejects.toThrow('There is no snapshot');
  expect((await readSnapshot(warehouse, 's-12')).length).toBe(10);
});

it('values in bulk from the last that was published, not from one that was only written', async () => {
  const server = await startClickHouseStandIn();
  const remote = await openWarehouse({ url: server.url });
  try {
    await migrate(remote);
    const [input, out] = [join(directory, 'in.csv'), join(directory, 'out.csv')];
    writeFileSync(input, 'make,model,year\nJayco,Jay Flight,2021\n');
    const value = () =>
      runCommand('value.ts', [input, '--out', out], {
        CLICKHOUSE_URL: server.url,
        DATA_DIR: join(directory, 'elsewhere'),
      });
    const snapshot = snapshotOf(drawMarket({ units: 200, seed: 4 }));
    const run = async (second: number, end: ComputeRun['state']): Promise<string> => {
      const at = new Date(Date.UTC(2026, 10, 1, 6, 0, second));
      const id = `compute@${at.toISOString()}`;
      const bytes = await encodeSnapshot({ ...snapshot, id });
      await writeSnapshot(remote, { id, kind: 'real', createdAt: at, bytes });
      for (const state of ['started', end] as const)
        await recordComputeRun(
          remote,
          { runId: id, state, at: at.toISOString(), commandIds: ['c'], commandsEnd: 1 },
          { askedBy: 'command', kind: 'real', detail: {} },
        );
      return id;
    };

    await run(1, 'failed');
    expect(await value()).toMatchObject({ code: 2, stdout: '' });
    await run(2, 'published');
    const published = await run(3, 'published');
    await run(4, 'failed');
    expect((await value()).result()).toMatchObject({ rows: 1, snapshot: published });
  } finally {
    await remote.close();
    await server.stop();
  }
});
