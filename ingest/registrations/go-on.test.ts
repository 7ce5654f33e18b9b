import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { TakeOptions } from './take-file.ts';
import { clock, makes, makesOf, rows, useTaking } from './testing/taking.ts';

const taking = useTaking();
const { fileOf, prepare, stored, take, told } = taking;

/** The log, and how many messages were read of it. */
function countReading(): { log: EventLog; read: () => number } {
  let read = 0;
  const counted: EventLog = {
    ...taking.log,
    async *readAll(...asked) {
      for await (const batch of taking.log.readAll(...asked)) {
        read += batch.messages.length;
        yield batch;
      }
    },
  };
  return { log: counted, read: () => read };
}

describe('going on with a registration file', () => {
  it('begins at the byte where it was interrupted, as the same run', async () => {
    const file = await fileOf('or_20261101.csv', rows(100));
    const abort = new AbortController();
    const first = await prepare(file, {
      batchSize: 10,
      signal: abort.signal,
      onProgress: ({ published }) => {
        if (published >= 40) abort.abort(new Error('stopped'));
      },
    });
    await expect(first.publish()).rejects.toThrow('stopped');
    const held = await stored();
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThan(100);

    const renamed = join(taking.folder, 'late_20261101.csv');
    await rename(file, renamed);
    const second = await prepare(renamed);
    expect(second.runId).toBe(first.runId);
    expect(second.goesOnFrom).toBe(held.at(-1)?.next);
    expect(await second.publish()).toMatchObject({ read: 100, appended: 100 - held.length });
    const all = await stored();
    expect(makesOf(all)).toEqual(makes(100));
    expect(all.at(-1)?.end).toMatchObject({ complete: true, rows: 100 });
    expect((await prepare(renamed)).isTaken).toBe(true);
  });

  it('reads the log from where it began, not what was taken before', async () => {
    await take(await fileOf('ca_20261001.csv', rows(50)));
    const file = await fileOf('or_20261101.csv', rows(40));
    const stopped = new AbortController();
    const onProgress = () => stopped.abort(new Error('stopped'));
    await expect(take(file, { batchSize: 10, onProgress, signal: stopped.signal })).rejects.toThrow(
      'stopped',
    );
    const { log: counted, read } = countReading();
    const again = await prepare(file, { log: counted });
    expect(again.goesOnFrom).toBeGreaterThan(0);
    expect(read()).toBeLessThan(40);
    expect(await again.publish()).toMatchObject({ read: 40, coverage: 'full' });
    expect(makesOf(await stored()).toSorted()).toEqual([...makes(50), ...makes(40)].toSorted());
  });

  it('reads the log from the last note of how far it was', async () => {
    const file = await fileOf(
      'or_20261101.csv',
      rows(1_000).replace('OR,10/2026,JAYCO 7,', 'short'),
    );
    const stopped = new AbortController();
    const onProgress: TakeOptions['onProgress'] = ({ published }) => {
      if (published >= 650) stopped.abort(new Error('stopped'));
    };
    const few = { batchSize: 10, noteEvery: 100 };
    await expect(take(file, { ...few, onProgress, signal: stopped.signal })).rejects.toThrow(
      'stopped',
    );
    const held = await stored();
    const { log: counted, read } = countReading();
    const again = await prepare(file, { ...few, log: counted });
    expect(again.goesOnFrom).toBe(held.at(-1)?.next);
    expect(read()).toBeLessThan(200);
    expect(await again.publish()).toMatchObject({
      read: 1_000,
      unreadable: 1,
      published: 1_000,
      appended: 1_000 - held.length,
      coverage: 'full',
    });
    const all = await stored();
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(1_001);
    expect(all.at(-1)?.end).toMatchObject({ complete: true, rows: 1_000 });
  });

  it('takes it from its beginning where the log holds nothing of what was noted', async () => {
    const file = await fileOf('or_20261101.csv', rows(50));
    const few = { batchSize: 10, noteEvery: 10 };
    const stopped = new AbortController();
    const onProgress: TakeOptions['onProgress'] = ({ published }) => {
      if (published >= 30) stopped.abort(new Error('stopped'));
    };
    await expect(take(file, { ...few, onProgress, signal: stopped.signal })).rejects.toThrow(
      'stopped',
    );
    const directory = join(taking.folder, 'another log');
    const log = await openEmbeddedLog({ directory, clock });
    try {
      await take(await fileOf('ca_20261001.csv', rows(50)), { log });
      expect(await take(file, { ...few, log })).toMatchObject({ read: 50, appended: 50 });
      const told = makesOf(await stored(log)).toSorted();
      expect(told).toEqual([...makes(50), ...makes(50)].toSorted());
    } finally {
      await log.close();
    }
  });

  it('that ended just before it was noted says nothing twice', async () => {
    const file = await fileOf('or_20261101.csv', rows(5));
    const failing = { ...taking.log, publish: taking.log.publish.bind(taking.log) };
    failing.publish = (topic, messages) =>
      topic.name === ingestRun.name && JSON.stringify(messages).includes('published')
        ? Promise.reject(new Error('killed'))
        : taking.log.publish(topic, messages);
    failing.readAll = taking.log.readAll.bind(taking.log);
    failing.ensureTopics = taking.log.ensureTopics.bind(taking.log);
    await expect(take(file, { log: failing })).rejects.toThrow('killed');
    const again = await prepare(file);
    expect(await again.publish()).toMatchObject({ read: 5, appended: 0, coverage: 'full' });
    expect(await stored()).toHaveLength(6);
    expect((await told()).at(-1)).toMatchObject({ runId: again.runId, published: 5 });
  });

  it('whose run was told to its end is another run, of what is new', async () => {
    const half = gzipSync(rows(20_000)).subarray(0, 40_000);
    const file = await fileOf('or_20261101.gz', half);
    const first = await prepare(file);
    const { read } = await first.publish();
    const second = await prepare(file);
    expect(second.runId).not.toBe(first.runId);
    expect(await second.publish()).toMatchObject({ read, published: 0, appended: 0 });
    expect((await told()).filter(({ state }) => state === 'published')).toMatchObject([
      { runId: first.runId, read, published: read, coverage: 'partial' },
      { runId: second.runId, read, published: 0, coverage: 'partial' },
    ]);
    expect(makesOf(await stored())).toEqual(makes(read));
  });
});
