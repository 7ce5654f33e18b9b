import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { encodeChunk } from './embedded-chunk.ts';
import { EmbeddedStore } from './embedded-store.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-24T06:00:00Z');
const CHUNKS = 1_000;

describe('what a clock that was ahead has stamped', () => {
  let directory: string;
  let store: EmbeddedStore;
  const topic = { ...ingestRun, partitions: 1, retention: { days: 30 } };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rigworth-store-'));
    store = await EmbeddedStore.open(directory, () => 0);
    await store.ensureTopics([topic]);
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  async function append(count: number, timestamp: number): Promise<void> {
    const chunk = await encodeChunk(
      [{ key: Buffer.from('k'), value: Buffer.alloc(100) }],
      timestamp,
    );
    await store.append(
      store.topic(topic.name),
      Array.from({ length: count }, () => ({ partition: 0, chunk })),
    );
  }
  const start = (): number => store.start(store.topic(topic.name), 0);

  it('is not read through where nothing after it is expired', async () => {
    await append(CHUNKS, NOW + 200 * DAY);
    await append(1, NOW);
    const before = store.bytesThrough;
    expect(await store.removeExpired(NOW, 256)).toBe(0);
    expect(store.bytesThrough - before).toBeLessThan(before / 10);
  });

  it('goes with what is expired after it, and nothing else does', async () => {
    await append(CHUNKS, NOW + 200 * DAY);
    await append(CHUNKS, NOW - 31 * DAY);
    await append(CHUNKS, NOW);
    let removed = 0;
    for (let step = 256; step === 256; removed += step) step = await store.removeExpired(NOW, 256);
    expect(removed).toBe(2 * CHUNKS);
    expect(start()).toBe(2 * CHUNKS);
  });

  it('stays where it was stamped last', async () => {
    await append(10, NOW - 31 * DAY);
    await append(10, NOW);
    await append(CHUNKS, NOW + 200 * DAY);
    expect(await store.removeExpired(NOW, 256)).toBe(10);
    expect(start()).toBe(10);
  });
});
