import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allEvents } from '#platform/log/all-events.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestAlive } from '#schemas/events/ingest-alive.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { GivenUp, tellRun } from './run.ts';

const times = { now: Date.parse('2026-11-21T06:00:00.000Z') };
const clock = () => new Date((times.now += 1_000));
let folder = '';
let log: EventLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-run-'));
  log = await openEmbeddedLog({ directory: folder, clock });
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

async function told(runId: string): Promise<IngestRun[]> {
  const runs: IngestRun[] = [];
  for await (const run of allEvents(log, ingestRun)) if (run.runId === runId) runs.push(run);
  return runs;
}

const run = { source: 'corner-rv', sample: false, coverage: 'full' } as const;

it('tells what a run published and where its events end, less than it set out for where it turned out so', async () => {
  const published = { read: 2, published: 3, lastOffsets: new Map([[4, 17]]) };
  await tellRun({ log, clock }, { ...run, runId: 'whole' }, async () => published);
  await tellRun({ log, clock }, { ...run, runId: 'broken' }, async () => ({
    ...published,
    coverage: 'partial',
    incomplete: 'lot.csv: is empty.',
  }));
  expect(await told('whole')).toMatchObject([
    { state: 'started', coverage: 'full' },
    { state: 'published', read: 2, published: 3, ends: [{ partition: 4, end: 18 }] },
  ]);
  expect(await told('broken')).toMatchObject([
    { state: 'started', coverage: 'full' },
    { state: 'published', coverage: 'partial', error: 'lot.csv: is empty.' },
  ]);
});

it('says that a run lives for as long as it publishes, however long nothing comes of it', async () => {
  const { source, sample } = run;
  await tellRun({ log, clock, aliveEveryMs: 1 }, { ...run, runId: 'slow' }, async () => {
    await vi.waitFor(async () =>
      expect((await Array.fromAsync(allEvents(log, ingestAlive))).length).toBeGreaterThan(1),
    );
    return { read: 0, published: 0 };
  });
  const [first] = await Array.fromAsync(allEvents(log, ingestAlive));
  expect(first).toMatchObject({ runId: 'slow', source, sample });
  expect(first?.at).toMatch(/^2026-11-21T/);
});

it('tells of a run that failed, with why, and fails with it', async () => {
  const failing = tellRun({ log, clock }, { ...run, runId: 'failing' }, () =>
    Promise.reject(new Error('the disk is full'.padEnd(3_000, '!'))),
  );
  await expect(failing).rejects.toThrow('the disk is full');
  const [started, failed, ...others] = await told('failing');
  expect(others).toEqual([]);
  expect(started).toMatchObject({ state: 'started', at: expect.any(String) as unknown });
  expect(failed).toMatchObject({ state: 'failed', givenUp: false });
  expect(failed?.error).toMatch(/^the disk is full!+$/);
  expect(failed?.error).toHaveLength(2_000);
});

it('tells of a run that staff gave up that they did', async () => {
  const cancelled = AbortSignal.abort(new GivenUp());
  const givenUp = tellRun({ log, clock }, { ...run, runId: 'given-up' }, async () => {
    AbortSignal.any([cancelled]).throwIfAborted();
    return { read: 0, published: 0 };
  });
  await expect(givenUp).rejects.toThrow(GivenUp);
  expect((await told('given-up')).at(-1)).toMatchObject({ state: 'failed', givenUp: true });
});

it('tells what a run has come to, of news at once, and of more news no sooner than half a minute later', async () => {
  let pages = 0;
  const soFar = () => ({
    counts: { discovered: pages, allowed: 0, fetched: 0, parsed: 0, records: 0 },
    missed: {},
  });
  const told = async () => {
    const all = await Array.fromAsync(allEvents(log, ingestAlive));
    return all
      .filter(({ runId }) => runId === 'news')
      .map((event) => event.soFar?.counts.discovered);
  };
  const work = async (_at: Date, onNews: () => void) => {
    pages = 1;
    onNews();
    pages = 2;
    onNews();
    await vi.waitFor(async () => expect(await told()).toEqual([1]));
    times.now += 30_000;
    onNews();
    await vi.waitFor(async () => expect(await told()).toEqual([1, 2]));
    return { read: 0, published: 0 };
  };
  const identity = { ...run, runId: 'news' };
  await tellRun({ log, clock }, identity, work, { told: () => ({ soFar: soFar() }) });
});
