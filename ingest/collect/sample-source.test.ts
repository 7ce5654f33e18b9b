import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import type { SimulatedRecord } from '../simulator/record.ts';
import { sampleSource } from './sample-source.ts';
import type { Wanted } from './source.ts';

let directory = '';
let log: EventLog;
let now = new Date('2026-11-21T18:00:00.000Z');
const clock = (): Date => now;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rigworth-sample-'));
  now = new Date('2026-11-21T18:00:00.000Z');
  log = await openEmbeddedLog({ directory, clock });
  await log.ensureTopics([ingestRun, rawListing]);
});
afterEach(async () => {
  await log.close();
  await rm(directory, { recursive: true });
});

const say = (runId: string, state: IngestRun['state'], at: string, more: Partial<IngestRun> = {}) =>
  log.publish(ingestRun, [
    encodeEvent(ingestRun, {
      runId,
      source: 'simulator',
      sample: true,
      coverage: 'partial',
      state,
      at,
      ...more,
    }),
  ]);

const record = (id: string, more: Partial<SimulatedRecord> = {}): SimulatedRecord => ({
  id,
  observed_at: '2026-11-21T12:00:00.000Z',
  dealer: 'Moor End RVs',
  title: '2021 Jayco Eagle 317RLOK',
  year: 2021,
  make: 'Jayco',
  model: 'Eagle',
  condition: 'Used',
  price: 40_000,
  length: 31,
  stock_number: id,
  city: 'Boise',
  state: 'ID',
  zip: '83702',
  url: `https://moor-end.example/${id}`,
  days_on_lot: 40,
  first_seen: '2026-10-12',
  ...more,
});

const CHANGES = [
  record('cut'),
  record('arrived', { days_on_lot: 0 }),
  record('gone', { days_on_lot: 0, removed_at: '2026-11-21T12:00:00.000Z' }),
  record('other', {
    days_on_lot: 0,
    title: '2020 Winnebago View',
    make: 'Winnebago',
    model: 'View',
  }),
];

/** Moves the sample on; what span of time was asked for, and what came. */
async function advance(wanted?: Wanted) {
  const spans: { since: string; now: string }[] = [];
  const source = await sampleSource({
    log,
    clock,
    newId: () => 'id',
    changes: (span) => {
      spans.push({
        since: new Date(span.since).toISOString(),
        now: new Date(span.now).toISOString(),
      });
      return [CHANGES.slice(0, 2), [], CHANGES.slice(2)];
    },
  });
  const result = await source?.collect({ wanted, signal: new AbortController().signal });
  return { spans, result };
}

async function published(): Promise<RawListing[]> {
  const events: RawListing[] = [];
  for await (const { messages } of log.readAll(rawListing))
    for (const { value } of messages) events.push(decodeEvent(rawListing, value));
  return events;
}

describe('the sample market as a source', () => {
  it('is none before it was published, and none once a real listing has come', async () => {
    expect((await advance()).result).toBeUndefined();
    await say('sample-market', 'started', '2026-11-21T06:00:00.000Z');
    expect((await advance()).result).toBeUndefined();
    await say('sample-market', 'published', '2026-11-21T06:00:20.000Z');
    expect((await advance()).result).toBeDefined();
    await say('real', 'loaded', '2026-11-21T17:00:00.000Z', {
      source: 'lot',
      sample: false,
      stored: 1,
    });
    expect((await advance()).result).toBeUndefined();
  });

  it('is moved on from where it stands, marked as sample, and told as a run', async () => {
    await say('sample-market', 'started', '2026-11-21T06:00:00.000Z');
    // The attempt that succeeded drew the market as of the first.
    await say('sample-market-2', 'started', '2026-11-21T06:05:00.000Z');
    await say('sample-market-2', 'published', '2026-11-21T06:05:20.000Z');
    const first = await advance();
    expect(first.spans).toEqual([
      { since: '2026-11-21T06:00:00.000Z', now: '2026-11-21T18:00:00.000Z' },
    ]);
    expect(first.result).toEqual({
      state: 'done',
      runId: 'ingest-2026-11-21T18:00:00.000Z-id',
      processed: 4,
      newListings: 2,
    });
    const events = await published();
    expect(events.map(({ sourceId }) => sourceId).toSorted()).toEqual([
      'arrived', 'cut', 'gone', 'other',
    ]); // prettier-ignore
    for (const event of events) expect(event).toMatchObject({ sample: true, source: 'simulator' });

    now = new Date('2026-11-22T06:00:00.000Z');
    expect((await advance()).spans).toEqual([
      { since: '2026-11-21T18:00:00.000Z', now: '2026-11-22T06:00:00.000Z' },
    ]);
  });

  it('counts for a scan what is of the make and model', async () => {
    await say('sample-market', 'started', '2026-11-21T06:00:00.000Z');
    await say('sample-market', 'published', '2026-11-21T06:00:20.000Z');
    const { result } = await advance({ make: 'jayco', model: 'Eagle 317RLOK' });
    expect(result).toMatchObject({ processed: 3, newListings: 1 });
    expect(await published()).toHaveLength(4);
  });
});
