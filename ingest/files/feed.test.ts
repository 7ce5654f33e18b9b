import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { collectFiles } from '../collect-files.ts';
import { openFeed } from './feed.ts';
import { parseMapping } from './load-mapping.ts';

const RECORDS = 3_600;
const mappings = {
  csv: parseMapping(
    `source: corner-rv
format: csv
id: [Stock]
fields: { stockNumber: Stock, title: Name }
observedAt: $option
`,
    'corner-rv.yaml',
  ),
  json: parseMapping(
    `source: corner-rv
format: json
id: [Stock]
fields: { stockNumber: Stock, title: Name, price: Price }
observedAt: $option
history: { path: Past, observedAt: Day, fields: { price: Price } }
`,
    'corner-rv.yaml',
  ),
};
const contents = {
  csv: `Stock,Name\n${Array.from({ length: RECORDS }, (_, n) => `A${n},Eagle ${n}\n`).join('')}`,
  json: JSON.stringify(
    Array.from({ length: RECORDS / 2 }, (_, n) => ({
      Stock: `A${n}`,
      Name: `Eagle ${n}`,
      Price: 9_000,
      Past: [{ Day: '2026-01-01', Price: 10_000 }],
    })),
  ),
};
const kinds = [['csv'], ['json']] as const;

let folder = '';
let log: EventLog;
let runs = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-feed-'));
  log = await openEmbeddedLog({ directory: join(folder, 'log'), clock: () => new Date() });
  await log.ensureTopics([rawListing, ingestRun]);
  await mkdir(join(folder, 'in'));
  for (const kind of ['csv', 'json'] as const)
    await writeFile(join(folder, 'in', `lot.${kind}`), contents[kind]);
});
afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

const openOf = (kind: 'csv' | 'json') =>
  openFeed({
    log,
    mapping: mappings[kind],
    files: [join(folder, 'in', `lot.${kind}`)],
    observedAt: '2026-11-21',
    newRunId: () => `run-${(runs += 1)}`,
    folder: join(folder, 'feeds'),
  });

/** One process that takes the files, to its end unless the log says otherwise. */
async function take(kind: 'csv' | 'json', itsLog = log) {
  const feed = await openOf(kind);
  const result = await collectFiles({
    log: itsLog,
    clock: () => new Date(),
    mapping: mappings[kind],
    files: [join(folder, 'in', `lot.${kind}`)],
    observedAt: '2026-11-21',
    runId: feed.runId,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    feed,
  });
  return { feed, result };
}

/** Appends so many batches of listings, and is killed before it hears of the last. */
const killedAfter = (appends: number): EventLog => ({
  ...log,
  publish: async (topic, messages) => {
    // Nothing is said any more either.
    if (topic.name === ingestRun.name && appends <= 0) throw new Error('killed');
    const positions = await log.publish(topic, messages);
    if (topic.name === rawListing.name && (appends -= 1) === 0) throw new Error('killed');
    return positions;
  },
});

async function stored(): Promise<{ place: [number, number]; event: RawListing }[]> {
  const found: { place: [number, number]; event: RawListing }[] = [];
  for await (const { partition, messages } of log.readAll(rawListing))
    for (const { offset, value } of messages)
      found.push({ place: [partition, offset], event: decodeEvent(rawListing, value) });
  return found;
}

describe('a feed that was interrupted', () => {
  it.each(kinds)('goes on where the log ends, as the same run (%s)', async (kind) => {
    await expect(take(kind, killedAfter(2))).rejects.toThrow('killed');
    const held = (await stored()).length;
    expect(held).toBeGreaterThan(1_000);
    // What others bring meanwhile is not of it.
    const [first] = await stored();
    await log.publish(rawListing, [
      encodeEvent(rawListing, { ...(first?.event as RawListing), runId: 'other' }),
    ]);
    await expect(take(kind, killedAfter(1))).rejects.toThrow('killed');

    const { feed, result } = await take(kind);
    expect(feed.appendedBefore).toBeGreaterThan(held);
    const read = kind === 'csv' ? RECORDS : RECORDS / 2;
    expect(result).toMatchObject({ read, published: RECORDS, coverage: 'partial' });
    const ofRun = (await stored()).filter(({ event }) => event.runId === feed.runId);
    expect(ofRun).toHaveLength(RECORDS);
    expect(new Set(ofRun.map(({ event }) => event.eventId)).size).toBe(RECORDS);
    const last = new Map(ofRun.map(({ place }) => place));
    expect(Object.fromEntries(result.lastOffsets)).toEqual(Object.fromEntries(last));
  });

  it('leaves nothing behind once it has ended: the same files are another run', async () => {
    const first = await take('csv');
    expect(await readdir(join(folder, 'feeds'))).toEqual([]);
    const again = await take('csv');
    expect(again.feed.runId).not.toBe(first.feed.runId);
    expect(again.result.published).toBe(RECORDS);
    expect(await stored()).toHaveLength(2 * RECORDS);
  });

  it('and had said its end is another run', async () => {
    await take('csv');
    const feed = await openOf('csv');
    await feed.begin();
    await log.publish(ingestRun, [
      encodeEvent(ingestRun, {
        runId: feed.runId,
        source: 'corner-rv',
        sample: false,
        state: 'published',
        at: '2026-11-21T06:00:00.000Z',
        coverage: 'full',
      }),
    ]);
    expect((await openOf('csv')).runId).not.toBe(feed.runId);
  });

  it('is left alone while its process lives', async () => {
    const feed = await openOf('csv');
    await feed.begin();
    expect((await openOf('csv')).runId).toBe(feed.runId);
    const [name = ''] = await readdir(join(folder, 'feeds'));
    const path = join(folder, 'feeds', name);
    const state = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...state, pid: process.ppid }));
    expect((await openOf('csv')).runId).not.toBe(feed.runId);
  });

  it('and is read otherwise now says so, and begins anew', async () => {
    await expect(take('csv', killedAfter(1))).rejects.toThrow('killed');
    const feed = await openOf('csv');
    const [before] = await stored();
    // As another version of the program reads a row.
    const other = { ...(before?.event as RawListing), fields: { title: 'read otherwise' } };
    await log.publish(rawListing, [encodeEvent(rawListing, other)]);
    await expect(take('csv')).rejects.toMatchObject({ code: 'feed_read_otherwise' });
    const again = await take('csv');
    expect(again.feed.runId).not.toBe(feed.runId);
    expect(again.result.published).toBe(RECORDS);
  });
});
