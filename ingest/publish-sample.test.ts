import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { publishSampleMarket } from './publish-sample.ts';
import { sampleMarket, type SampleMarket } from './simulator/sample-market.ts';

const NOW = new Date('2026-11-21T06:00:00.000Z');
let directory = '';
let log: EventLog;
let clock = () => NOW;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rigworth-sample-'));
  clock = () => NOW;
  log = await openEmbeddedLog({ directory, clock: () => clock() });
  await log.ensureTopics(TOPICS);
});
afterEach(async () => {
  await log.close();
  await rm(directory, { recursive: true });
});

const LISTINGS = 2_500;

/** The beginning of the sample market: enough for several batches. */
const market = (at: { now: number }): SampleMarket => ({
  ...sampleMarket(at),
  listings: {
    [Symbol.iterator]: () => Iterator.from(sampleMarket(at).listings).take(LISTINGS),
  },
  searches: [],
  analyses: [],
  contributions: [],
});

const publish = (into = log, signal = new AbortController().signal): Promise<boolean> =>
  publishSampleMarket({ log: into, clock: () => clock(), signal, market });

const realRun = (stored: number): IngestRun => ({
  runId: 'real',
  source: 'dealer',
  sample: false,
  coverage: 'partial',
  state: 'loaded',
  at: NOW.toISOString(),
  published: 5,
  stored,
});

async function eventIds(): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const { messages } of log.readAll(rawListing))
    for (const { value } of messages) {
      const { eventId, sample } = decodeEvent(rawListing, value);
      expect(sample).toBe(true);
      ids.set(eventId, (ids.get(eventId) ?? 0) + 1);
    }
  return ids;
}

async function allRuns(): Promise<IngestRun[]> {
  const runs: IngestRun[] = [];
  for await (const { messages } of log.readAll(ingestRun))
    for (const { value } of messages) runs.push(decodeEvent(ingestRun, value));
  return runs;
}

describe('the sample market', () => {
  it('is published once', async () => {
    expect(await publish()).toBe(true);
    expect(await publish()).toBe(false);
    const ids = await eventIds();
    expect(ids.size).toBe(LISTINGS);
    expect(Math.max(...ids.values())).toBe(1);
  });

  it('is not published where a real listing was stored', async () => {
    await log.publish(ingestRun, [encodeEvent(ingestRun, realRun(1))]);
    expect(await publish()).toBe(false);
  });

  it('is published beside a message that is no run', async () => {
    await log.publish(ingestRun, [{ key: 'x', value: '{"not":"a run"}' }]);
    expect(await publish()).toBe(true);
    expect(await publish()).toBe(false);
  });

  it('is published where a real file held nothing that could be stored', async () => {
    await log.publish(ingestRun, [encodeEvent(ingestRun, realRun(0))]);
    expect(await publish()).toBe(true);
  });

  it('is taken up with the same events when it was cut off', async () => {
    const stopping = new AbortController();
    let appends = 0;
    const cutOff: EventLog = {
      ...log,
      publish: async (topic, messages) => {
        if (topic.name === rawListing.name && (appends += 1) === 2)
          stopping.abort(new Error('stopping'));
        return log.publish(topic, messages);
      },
    };
    await expect(publish(cutOff, stopping.signal)).rejects.toThrow('stopping');
    const before = await eventIds();
    clock = () => new Date('2026-12-24T00:00:00.000Z');
    expect(await publish()).toBe(true);
    const after = await eventIds();
    for (const id of before.keys()) expect(after.get(id)).toBe(2);
  });

  it('is taken up as a run of its own, whose events are all it published', async () => {
    const killed: EventLog = {
      ...log,
      publish: async (topic, messages) => {
        // As a process that is gone: nothing more is said of the run.
        if (topic.name === ingestRun.name && appends > 0) throw new Error('killed');
        if (topic.name === rawListing.name && (appends += 1) === 3) throw new Error('killed');
        return log.publish(topic, messages);
      },
    };
    let appends = 0;
    await expect(publish(killed)).rejects.toThrow('killed');
    expect(await publish()).toBe(true);

    const delivered = new Map<string, number>();
    for await (const { messages } of log.readAll(rawListing))
      for (const { value } of messages) {
        const { runId } = decodeEvent(rawListing, value);
        delivered.set(runId, (delivered.get(runId) ?? 0) + 1);
      }
    const runs = await allRuns();
    expect(runs.map(({ runId, state, published }) => ({ runId, state, published }))).toEqual([
      { runId: 'sample-market', state: 'started' },
      { runId: 'sample-market', state: 'failed' },
      { runId: 'sample-market-2', state: 'started' },
      { runId: 'sample-market-2', state: 'published', published: LISTINGS },
    ]);
    expect([...delivered]).toEqual(
      expect.arrayContaining([
        ['sample-market', 2_000],
        ['sample-market-2', LISTINGS],
      ]),
    );
  });
});
