import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '#domain/snapshot-codec.ts';
import { correctedAt } from '#domain/valuation/calibrated.ts';
import type { Calibration, ValuationTrees } from '#schemas/valuation-model.ts';
import { drawMarket } from '../valuation/testing/market.ts';
import { snapshotOf } from '../valuation/testing/snapshot.ts';
import {
  deleteOldSnapshotFiles,
  pointAtSnapshotFile,
  readLatestSnapshotFile,
  writeSnapshotFile,
} from './snapshot-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-snapshot-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const idOf = (minute: number) => `compute@2026-11-21T06:${String(minute).padStart(2, '0')}:00.000Z`;

describe('snapshot files', () => {
  it('are none before the first', async () => {
    expect(await readLatestSnapshotFile(join(folder, 'absent'))).toBeUndefined();
  });

  it('give the one pointed at, whole, however many were written after it', async () => {
    await writeSnapshotFile(folder, idOf(0), Buffer.from('bytes 0'));
    await pointAtSnapshotFile(folder, idOf(0));
    for (let minute = 1; minute < 25; minute += 1)
      await writeSnapshotFile(folder, idOf(minute), Buffer.from(`bytes ${minute}`));
    expect(Buffer.from((await readLatestSnapshotFile(folder)) ?? []).toString()).toBe('bytes 0');
  });

  it('keep the last twenty and what is served', async () => {
    await pointAtSnapshotFile(folder, idOf(24));
    await deleteOldSnapshotFiles(folder, [idOf(0), idOf(24)]);
    expect(Buffer.from((await readLatestSnapshotFile(folder)) ?? []).toString()).toBe('bytes 24');
    const files = await readdir(folder);
    expect(files).toHaveLength(20 + ['latest', idOf(0)].length);
    expect(files.some((file) => file.endsWith('.part'))).toBe(false);
  });

  it('leave the old one in place when a writer dies before the end', async () => {
    await writeFile(join(folder, 'compute@2026-11-21T07-00-00.000Z.snapshot.part'), 'half');
    expect(Buffer.from((await readLatestSnapshotFile(folder)) ?? []).toString()).toBe('bytes 24');
  });
});

describe('a snapshot', () => {
  it('comes back from its bytes as it was', async () => {
    const snapshot = snapshotOf(drawMarket({ units: 200, seed: 2 }));
    expect(await decodeSnapshot(await encodeSnapshot(snapshot))).toEqual(snapshot);
  });

  it('comes back with what stories compare dealer by dealer', async () => {
    const own = { value: 3.2, n: 40, error: 0.1 };
    const contrast = { measure: 'days', type: 'class-a', region: 'all', own, others: own } as const;
    const { market, ...rest } = snapshotOf([]);
    const contrasts = [{ ...contrast, error: 0.14, clusters: 9.5 }];
    const back = await decodeSnapshot(
      await encodeSnapshot({ ...rest, market: { ...market, contrasts } }),
    );
    expect(back.market.contrasts).toEqual(contrasts);
  });

  it('comes back empty from an empty market', async () => {
    const snapshot = snapshotOf([]);
    expect(await decodeSnapshot(await encodeSnapshot(snapshot))).toEqual(snapshot);
  });

  it('is refused when its bytes are cut off, other bytes, or of another format', async () => {
    const snapshot = snapshotOf(drawMarket({ units: 50, seed: 2 }));
    const bytes = await encodeSnapshot(snapshot);
    await expect(decodeSnapshot(bytes.subarray(0, bytes.length - 9))).rejects.toThrow(
      'no snapshot',
    );
    await expect(decodeSnapshot(Buffer.from('{}'))).rejects.toThrow('no snapshot');
  });

  it('is refused when its header says nothing', async () => {
    const bytes = gunzipSync(await encodeSnapshot(snapshotOf([])));
    bytes.writeUInt32LE(4, 4);
    bytes.write('null', 8);
    await expect(decodeSnapshot(gzipSync(bytes))).rejects.toMatchObject({
      code: 'snapshot_refused',
    });
  });

  it('of the first format is read as it was meant', async () => {
    const snapshot = snapshotOf(drawMarket({ units: 50, seed: 2 }));
    const { ofCurve: _, ...trees } = { ...snapshot.valuation.trees, share: 0.4 };
    const valuation = { ...snapshot.valuation, trees: trees as ValuationTrees };
    const before = await encodeSnapshot({ ...snapshot, formatVersion: 1, valuation });
    expect((await decodeSnapshot(before)).valuation.trees).toEqual({ ...trees, ofCurve: 0 });
  });

  it('of the format before corrects no estimate', async () => {
    const snapshot = snapshotOf(drawMarket({ units: 50, seed: 2 }));
    const { new: ofNew, used } = snapshot.valuation.calibration;
    const uncorrected = (own: Calibration) => {
      const { correction: _, ...rest } = own;
      return rest as Calibration;
    };
    const calibration = { new: uncorrected(ofNew), used: uncorrected(used) };
    const before = await encodeSnapshot({
      ...snapshot,
      formatVersion: 2,
      valuation: { ...snapshot.valuation, calibration },
    });
    const read = (await decodeSnapshot(before)).valuation.calibration;
    for (const price of [1, 5_000, 30_000, 1_000_000].map(Math.log))
      for (const own of [read.new, read.used]) expect(correctedAt(own, price)).toBe(price);
  });

  it('of a format to come is refused, whatever else is new in it', async () => {
    const snapshot = snapshotOf(drawMarket({ units: 50, seed: 2 }));
    const bytes = await encodeSnapshot({ ...snapshot, formatVersion: 4 as 3 });
    const text = gunzipSync(bytes).toString('latin1');
    const newer = gzipSync(Buffer.from(text.replaceAll('Float32Array', 'Float16Array'), 'latin1'));
    await expect(decodeSnapshot(newer)).rejects.toMatchObject({
      code: 'snapshot_refused',
      message:
        'The snapshot is of format 4, this version reads 1, 2, 3. Update it, or run npm run compute to make a new one.',
    });
  });
});
