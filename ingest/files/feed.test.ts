import {
  appendFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allEvents } from '#platform/log/all-events.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { collectFiles } from '../collect-files.ts';
import { openFeed, type FeedOptions } from './feed.ts';
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
  ndjson: parseMapping(
    `source: corner-rv
format: ndjson
id: [Stock]
fields: { stockNumber: Stock, title: Name }
observedAt: $option
`,
    'corner-rv.yaml',
  ),
  fixed: parseMapping(
    `source: corner-rv
format: fixed
fixed: { columns: { Stock: 1-6, Name: 7-20 } }
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
const numbers = Array.from({ length: RECORDS }, (_, n) => n);
const contents = {
  ndjson: numbers
    .map((n) => `${JSON.stringify({ Stock: `A${n}`, Name: `Eagle ${n}` })}\n`)
    .join(''),
  fixed: numbers.map((n) => `${`A${n}`.padEnd(6)}${`Eagle ${n}`.padEnd(14)}\n`).join(''),
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
type Kind = keyof typeof contents;
const kinds = [['csv'], ['json']] as const;

let folder = '';
let log: EventLog;
let runs = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-feed-'));
  log = await openEmbeddedLog({ directory: join(folder, 'log'), clock: () => new Date() });
  await log.ensureTopics([rawListing, ingestRun]);
  await mkdir(join(folder, 'in'));
  for (const [kind, content] of Object.entries(contents))
    await writeFile(join(folder, 'in', `lot.${kind}`), content);
});
afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

const openOf = (kind: Kind, over: Partial<FeedOptions> = {}) =>
  openFeed({
    log,
    mapping: mappings[kind],
    files: [join(folder, 'in', `lot.${kind}`)],
    observedAt: '2026-11-21',
    newRunId: () => `run-${(runs += 1)}`,
    folder: join(folder, 'feeds'),
    noteEveryMs: 0,
    ...over,
  });

/** One process that takes the files, to its end unless the log says otherwise. */
async function take(kind: Kind, itsLog = log, opened = openOf(kind)) {
  const feed = await opened;
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
const killedAfter = (appends: number): EventLog => {
  let left = appends;
  let before: string | undefined;
  return {
    ...log,
    publish: async (topic, messages) => {
      // Nothing is said any more either.
      if (topic.name === ingestRun.name && left <= 0) throw new Error('killed');
      if (topic.name === rawListing.name && left === appends) before = await notedPlace();
      const positions = await log.publish(topic, messages);
      if (topic.name !== rawListing.name || (left -= 1) !== 0) return positions;
      // What was noted of the append before is written behind it: how slowly is not what is tested.
      if (appends > 1) while ((await notedPlace()) === before) await turn();
      throw new Error('killed');
    },
  };
};

/** How far the feed was, as it is noted for the next process. */
async function notedPlace(): Promise<string | undefined> {
  const names = await readdir(join(folder, 'feeds'));
  const name = names.find((one) => one.endsWith('.json'));
  if (name === undefined) return undefined;
  const state = JSON.parse(await readFile(join(folder, 'feeds', name), 'utf8')) as object;
  return JSON.stringify('checkpoint' in state ? state.checkpoint : undefined);
}

async function stored(): Promise<{ place: [number, number]; event: RawListing }[]> {
  const found: { place: [number, number]; event: RawListing }[] = [];
  for await (const { partition, messages } of log.readAll(rawListing))
    for (const { offset, value } of messages)
      found.push({ place: [partition, offset], event: decodeEvent(rawListing, value) });
  return found;
}

async function toldLast(): Promise<Partial<IngestRun>> {
  let last: IngestRun | undefined;
  for await (const run of allEvents(log, ingestRun)) last = run;
  return last ?? {};
}

/** Has kept of the feed what another process, or an earlier log, would have left. */
async function inState(change: (state: { partitions: object[] }) => object): Promise<void> {
  const [name = ''] = await readdir(join(folder, 'feeds'));
  const path = join(folder, 'feeds', name);
  const state = JSON.parse(await readFile(path, 'utf8')) as { partitions: object[] };
  await writeFile(path, JSON.stringify(change(state)));
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

  it.each([['csv'], ['ndjson'], ['fixed']] as const)(
    'is not read again up to where it goes on (%s)',
    async (kind) => {
      const path = join(folder, 'in', `lot.${kind}`);
      const lines = contents[kind].split('\n');
      await expect(take(kind, killedAfter(3))).rejects.toThrow('killed');
      const opened = await openOf(kind);
      const { from = 0, position = 0 } = opened.goesOnFrom ?? {};
      expect(from).toBe(Buffer.byteLength(lines.slice(0, position).join('\n')) + 1);
      expect(position).toBeGreaterThan(400);
      // Behind what is looked at of any file before it is taken.
      const [start, end] = [300, position].map((n) => lines.slice(0, n).join('\n').length + 1);
      const file = await open(path, 'r+');
      await file.write(Buffer.alloc((end ?? 0) - (start ?? 0), '#'), 0, undefined, start);
      await file.close();
      const { result } = await take(kind, log, Promise.resolve(opened));
      expect(result).toMatchObject({ read: RECORDS, published: RECORDS, unreadable: 0 });
      const events = (await stored()).map(({ event }) => event);
      expect(events).toHaveLength(RECORDS);
      const first = kind === 'csv' ? 2 : 1;
      expect(new Set(events.map(({ origin }) => origin))).toEqual(
        new Set(numbers.map((n) => `lot.${kind}#${n + first}`)),
      );
    },
  );

  it('of a list in JSON makes events anew only of what follows the record it had reached', async () => {
    await expect(take('json', killedAfter(2))).rejects.toThrow('killed');
    const opened = await openOf('json');
    const { from = 0, position = 0 } = opened.goesOnFrom ?? {};
    expect(position).toBeGreaterThan(400);
    expect(contents.json.slice(from)).toMatch(new RegExp(`^{"Stock":"A${position}",`));
    const { result } = await take('json', log, Promise.resolve(opened));
    expect(result).toMatchObject({ read: RECORDS / 2, published: RECORDS });
    const origins = (await stored()).map(({ event }) => event.origin);
    expect(origins).toHaveLength(RECORDS);
    expect(new Set(origins)).toEqual(
      new Set(numbers.slice(0, RECORDS / 2).map((n) => `lot.json#${n + 1}`)),
    );
  });

  it.each([
    ['csv', 'A9999'],
    ['csv', 'A9999,"Ea'],
    ['ndjson', '{"Stock": "A9999", "Na'],
    ['fixed', 'A9999 '],
  ] as const)(
    'that ends within a record breaks off, as often as it is taken: %s',
    async (kind, cut) => {
      await appendFile(join(folder, 'in', `lot.${kind}`), cut);
      for (const _ of [1, 2]) {
        const { feed, result } = await take(kind);
        expect(feed.isTaken).toBe(false);
        const { failures, coverage, unreadable } = result;
        expect({ coverage, unreadable }).toEqual({ coverage: 'partial', unreadable: 1 });
        expect(failures.map(({ message }) => message)).toEqual([
          expect.stringContaining(`breaks off in ${JSON.stringify(cut)}: `),
        ]);
        const line = RECORDS + (kind === 'csv' ? 2 : 1);
        expect(failures[0]?.message).toMatch(new RegExp(` \\(read up to line ${line}\\)$`));
        expect((await toldLast()).error).toBe(
          `lot.${kind}: ${failures[0]?.message}. Get it whole and ingest again.`,
        );
      }
    },
  );

  it('goes on in what is packed, and tells of its files as if they were read again', async () => {
    const files = ['broken.csv', 'packed.csv', 'lot.csv'].map((name) => join(folder, 'in', name));
    const packed = gzipSync(contents.csv.replaceAll(/^A/gm, 'B'));
    await writeFile(files[0] ?? '', packed.subarray(0, packed.length / 2));
    await writeFile(files[1] ?? '', packed);
    const wentOnFrom: unknown[] = [];
    const takeAll = async (itsLog = log) => {
      const common = { log: itsLog, mapping: mappings.csv, files, observedAt: '2026-11-21' };
      const newRunId = () => `run-${(runs += 1)}`;
      const feedFolder = join(folder, 'feeds');
      const feed = await openFeed({ ...common, newRunId, folder: feedFolder, noteEveryMs: 0 });
      wentOnFrom.push(feed.goesOnFrom);
      const result = await collectFiles({
        ...common,
        clock: () => new Date(),
        runId: feed.runId,
        onProgress: () => undefined,
        signal: new AbortController().signal,
        feed,
      });
      const { lastOffsets: _, ...told } = result;
      return told;
    };
    const whole = await takeAll();
    expect(whole).toMatchObject({ failures: [{ file: files[0] }], coverage: 'partial' });
    const interrupted = async (): Promise<typeof whole> =>
      takeAll(killedAfter(2)).catch((error: Error) => {
        if (error.message !== 'killed') throw error;
        return interrupted();
      });
    expect(await interrupted()).toEqual(whole);
    for (const file of [0, 1, 2])
      expect(wentOnFrom).toContainEqual(
        expect.objectContaining({ file, from: expect.any(Number) }),
      );
    const ids = (await stored()).map(({ event }) => event.eventId);
    expect(ids).toHaveLength(2 * whole.published);
    expect(new Set(ids).size).toBe(2 * RECORDS);
  });

  it.each([
    ['is taken', undefined, true],
    ['is another run where a file broke off', 'lot.csv: breaks off', false],
  ])('and had said its end before that was noted %s', async (_what, error, isTaken) => {
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
        error,
      }),
    ]);
    const again = await openOf('csv');
    expect(again.isTaken).toBe(isTaken);
    expect(again.runId === feed.runId).toBe(isTaken);
  });

  it('is another run where its topic has grown since: keys have changed their partition', async () => {
    const feed = await openOf('csv');
    await feed.begin();
    await inState((state) => ({ ...state, partitions: state.partitions.slice(1) }));
    expect((await openOf('csv')).runId).not.toBe(feed.runId);
  });

  it('is left alone while its process lives', async () => {
    const feed = await openOf('csv');
    await feed.begin();
    expect((await openOf('csv')).runId).toBe(feed.runId);
    await inState((state) => ({ ...state, pid: process.ppid }));
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

describe('a feed that was taken', () => {
  it('is recognised by its content, mapping and instant, as the same run', async () => {
    const first = await take('csv');
    expect(first.feed.isTaken).toBe(false);
    for (const observedAt of ['2026-11-21', '2026-11-21T01:00:00+01:00'])
      expect(await openOf('csv', { observedAt })).toMatchObject({
        isTaken: true,
        runId: first.feed.runId,
      });
    expect(await openOf('csv', { observedAt: '2026-11-22' })).toMatchObject({ isTaken: false });
    const mended = { ...mappings.csv, fields: { title: 'Name' } };
    expect(await openOf('csv', { mapping: mended })).toMatchObject({ isTaken: false });
    await appendFile(join(folder, 'in', 'lot.csv'), 'A9999,Eagle\n');
    expect(await openOf('csv')).toMatchObject({ isTaken: false });
  });

  it('is not where another log has nothing of it', async () => {
    await take('csv');
    const other = await openEmbeddedLog({
      directory: join(folder, 'other'),
      clock: () => new Date(),
    });
    try {
      expect(await openOf('csv', { log: other })).toMatchObject({
        isTaken: false,
        appendedBefore: 0,
      });
    } finally {
      await other.close();
    }
  });

  it('is another one where a file that its mapping looks up has changed', async () => {
    const joined = parseMapping(
      `source: corner-rv
format: csv
id: [Stock]
fields: { title: Name }
observedAt: $option
join: { from: '^prices', on: Stock, take: { price: Price } }
`,
      'corner-rv.yaml',
    );
    const files = [join(folder, 'in', 'lot.csv')];
    const lookup = join(folder, 'in', 'prices.csv');
    const open = () => openOf('csv', { mapping: joined, files });
    await writeFile(lookup, 'Stock,Price\nA1,9000\n');
    const feed = await open();
    await collectFiles({
      log,
      clock: () => new Date(),
      mapping: joined,
      files,
      observedAt: '2026-11-21',
      runId: feed.runId,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      feed,
    });
    expect(await open()).toMatchObject({ isTaken: true });
    await writeFile(lookup, 'Stock,Price\nA1,9500\n');
    expect(await open()).toMatchObject({ isTaken: false });
  });
});
