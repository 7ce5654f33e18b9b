import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ingestRun as topic } from '#schemas/events/ingest-run.ts';
import { RenewedStore } from './embedded-renewal.ts';
import { EmbeddedStore } from './embedded-store.ts';
import { EventLogUnavailable } from './port.ts';

const LIMIT = 1_000;

describe('a store that is opened anew after so many bytes', () => {
  let directory: string;
  let opened: number;
  let store: RenewedStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rigworth-renewal-'));
    opened = 0;
    store = new RenewedStore(open, LIMIT);
    await store.use((held) => held.ensureTopics([topic]));
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  async function open(): Promise<EmbeddedStore> {
    opened += 1;
    return EmbeddedStore.open(directory, () => 0);
  }
  const append = (held: EmbeddedStore, bytes: number): Promise<number[]> =>
    held.append(held.topic(topic.name), [
      { partition: 0, chunk: { bytes: Buffer.alloc(bytes), count: 1 } },
    ]);
  const end = (held: EmbeddedStore): number => held.end(held.topic(topic.name), 0);

  it('is the same until then, and holds afterwards what it held', async () => {
    expect(await store.use((held) => append(held, LIMIT - 1))).toEqual([0]);
    expect(await store.use((held) => append(held, 1))).toEqual([1]);
    expect(opened).toBe(1);
    expect(await store.use((held) => append(held, 1))).toEqual([2]);
    expect(await store.use(end)).toBe(3);
    expect(opened).toBe(2);
  });

  it('counts what is read as well', async () => {
    await store.use((held) => append(held, LIMIT - 1));
    await store.use((held) => held.chunksFrom(held.topic(topic.name), 0, 0, 1, LIMIT));
    expect(await store.use(end)).toBe(1);
    expect(opened).toBe(2);
  });

  it('stays open while somebody uses it, and who comes meanwhile waits for it to be opened anew', async () => {
    const letGo = Promise.withResolvers<void>();
    const using = store.use(async (held) => {
      await letGo.promise;
      return end(held);
    });
    await store.use((held) => append(held, LIMIT));
    const coming = store.use(end);
    expect(opened).toBe(1);
    letGo.resolve();
    expect(await using).toBe(1);
    expect(await coming).toBe(1);
    expect(opened).toBe(2);
  });

  it('is opened for who comes next though it could not be closed, and tells who closes it for good', async () => {
    const failing = new RenewedStore(async () => {
      const held = await open();
      const close = held.close.bind(held);
      held.close = async () => {
        await close();
        throw new Error('the disk is away');
      };
      return held;
    }, LIMIT);
    await failing.use((held) => append(held, LIMIT));
    expect(await Promise.all([failing.use(end), failing.use(end)])).toEqual([1, 1]);
    await expect(failing.close()).rejects.toThrow('the disk is away');
  });

  it('is waited for by all who come while it is closed, each of whom finds it whole', async () => {
    await store.use((held) => append(held, LIMIT));
    const firsts = await Promise.all(
      Array.from({ length: 20 }, () => store.use((held) => append(held, LIMIT / 4))),
    );
    expect(firsts).toEqual(Array.from({ length: 20 }, (_, n) => [n + 1]));
    expect(opened).toBeGreaterThan(1);
  });

  it('has no version while it is closed', async () => {
    const before = store.version();
    await store.use((held) => append(held, LIMIT));
    expect(store.version()).toBeNaN();
    await store.use(end);
    expect(store.version()).toBeGreaterThan(before);
  });

  it('tells who comes next that it cannot be opened, and is there again for who comes later', async () => {
    let isAway = false;
    const failing = new RenewedStore(async () => {
      if (isAway) throw new EventLogUnavailable('the disk is away');
      return open();
    }, LIMIT);
    await failing.use((held) => append(held, LIMIT));
    isAway = true;
    await expect(failing.use(end)).rejects.toThrow('the disk is away');
    isAway = false;
    expect(await failing.use(end)).toBe(1);
    await failing.close();
  });

  it('is not opened again once it is closed for good', async () => {
    await store.close();
    await expect(store.use(end)).rejects.toThrow('The event log has been closed.');
    expect(opened).toBe(1);
  });
});
