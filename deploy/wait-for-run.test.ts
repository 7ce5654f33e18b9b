import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { commandAfterRun } from '#schemas/events/compute-command.ts';
import { computeRun, type ComputeRun } from '#schemas/events/compute-run.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { waitForRun, type Served } from './wait-for-run.ts';

let directory: string;
let log: EventLog;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rigworth-wait-'));
  log = await openEmbeddedLog({ directory, clock: () => new Date() });
  await log.ensureTopics(TOPICS);
});
afterEach(async () => {
  await log.close();
  await rm(directory, { recursive: true });
});

const runId = 'the-run';
const outcome = { stored: 3, duplicates: 0, dropped: {}, deadLettered: {} };
const silent = { publishing() {}, loading() {}, computing() {}, stop() {} };
const begin = (over: Partial<Parameters<typeof waitForRun>[0]> = {}) =>
  waitForRun({
    log,
    runId,
    signal: new AbortController().signal,
    progress: silent,
    takeUp: () => Promise.resolve(false),
    ...over,
  });
const sayRun = (state: IngestRun['state'], said: Partial<IngestRun> = {}) => {
  const at = '2026-11-21T06:00:00.000Z';
  const run = { runId, source: 'dealer', sample: false, state, at, coverage: 'full', ...said };
  return log.publish(ingestRun, [encodeEvent(ingestRun, run as IngestRun)]);
};
const sayComputed = (commandIds: string[], said: Partial<ComputeRun>) => {
  const at = '2026-11-21T06:00:09.000Z';
  const run = { runId: 'batch', state: 'published', at, commandIds, commandsEnd: 1, ...said };
  return log.publish(computeRun, [encodeEvent(computeRun, run as ComputeRun)]);
};

it.each([
  ['published', {}, undefined],
  [
    'kept_back',
    { failedChecks: [{ name: 'units kept', detail: '3 units, 9 before' }] },
    "The events are in the warehouse, but the snapshot was kept back by its checks ('units kept': 3 units, 9 before). What was served before is still served.",
  ],
  [
    'failed',
    { error: 'Error: no room' },
    'The events are in the warehouse, but the batch failed (Error: no room). What was served before is still served.',
  ],
] as const)('waits for the batch that follows the run: %s', async (state, said, problem) => {
  const waiting = await begin();
  await sayRun('published', { published: 3, ends: [] });
  await sayRun('loaded', outcome);
  await sayComputed(['another'], { state: 'failed', error: 'not of this run' });
  await sayComputed(['another', commandAfterRun(runId)], { state: 'started' });
  const ended = structuredClone(said) as Partial<ComputeRun>;
  await sayComputed(['another', commandAfterRun(runId)], { state, ...ended });
  await expect(waiting.untilServed()).resolves.toEqual(
    problem === undefined ? { outcome } : { outcome, problem },
  );
});

it('ends with what broke where the log can be followed no longer', async () => {
  const broken: EventLog = {
    ...log,
    subscribe: async (subscription) => {
      const running = await log.subscribe(subscription);
      const finished = Promise.reject<void>(new Error(`${subscription.topic.name} broke`));
      // As both logs do: whoever never looks at it still gets the error from stop.
      finished.catch(() => undefined);
      return { ...running, finished };
    },
  };
  const waiting = await begin({ log: broken });
  await expect(waiting.untilServed()).rejects.toThrow(`${ingestRun.name} broke`);
});

describe('a run whose events nobody consumes any more', () => {
  /** What waits sees time pass, 11 s from one look to the next. */
  const hurry = () => {
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (passed += 11_000));
  };
  /** Three listings are in the log, and the run says so. */
  const publishThree = async () => {
    const positions = await log.publish(
      rawListing,
      ['a', 'b', 'c'].map((value) => ({ key: 'dealer', value })),
    );
    const ends = positions
      .slice(-1)
      .map(({ partition, offset }) => ({ partition, end: offset + 1 }));
    await sayRun('published', { published: 3, ends });
  };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is taken up where the pipelines are free', async () => {
    let asked = 0;
    const takeUp = async () => {
      asked += 1;
      if (asked === 2) {
        vi.restoreAllMocks();
        await sayRun('loaded', outcome);
        await sayComputed([commandAfterRun(runId)], { state: 'published' });
      }
      return asked === 2;
    };
    const waiting = await begin({ takeUp });
    await publishThree();
    hurry();
    await expect(waiting.untilServed()).resolves.toEqual({ outcome });
    expect(asked).toBe(2);
  });

  it('is called stalled where they are not, with what to do', async () => {
    const waiting = await begin({ takeUp: () => Promise.resolve(false) });
    await publishThree();
    hurry();
    await expect(waiting.untilServed()).rejects.toThrow(
      "Nothing consumed the run's events for 30 s: 3 are in the log and wait.",
    );
  });
});

describe('a run whose events are loaded and not counted yet', () => {
  const MINUTE = 60_000;

  /** Waits for it, lets time pass once it is seen to stand there, and has it looked at again. */
  async function countFor(ms: number): Promise<{ served: Promise<Served> }> {
    const looks = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
    let look = 0;
    const loading = () => looks[look++]?.resolve();
    const waiting = await begin({ progress: { ...silent, loading } });
    await sayRun('published', { published: 3, ends: [] });
    const served = waiting.untilServed();
    await Promise.race([looks[1]?.promise, served]);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
    await Promise.race([looks[3]?.promise, served]);
    return { served };
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is waited for as long as a batch is', async () => {
    const { served } = await countFor(10 * MINUTE);
    await sayRun('loaded', outcome);
    await sayComputed([commandAfterRun(runId)], { state: 'published' });
    await expect(served).resolves.toEqual({ outcome });
  });

  it('is called stalled after that, with what to do', async () => {
    await expect(countFor(16 * MINUTE)).rejects.toThrow(
      "The run's events are in the warehouse, but nobody counted them within 15 minutes.",
    );
  });
});

it('has nothing to wait for where a batch was published that began after a run of before was loaded', async () => {
  await sayRun('published', { published: 3, ends: [] });
  await sayRun('loaded', outcome);
  const computed = { commandIds: [commandAfterRun(runId)] };
  await sayComputed(computed.commandIds, { runId: 'one', state: 'started' });
  await sayComputed(computed.commandIds, { runId: 'one', state: 'kept_back', failedChecks: [] });
  const keptBack = await begin({ isPublished: true });
  expect(await keptBack.untilServed()).toMatchObject({ problem: expect.any(String) });
  await sayComputed(['later'], { runId: 'two', state: 'started' });
  await sayComputed(['later'], { runId: 'two', state: 'published' });
  const served = await begin({ isPublished: true });
  expect(await served.untilServed()).toEqual({ outcome });
});
