import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeEvent } from '#schemas/events/topic.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { FilesRefused } from './check-files.ts';
import { parseMapping } from './load-mapping.ts';
import { publishFiles, type PublishOptions } from './publish.ts';
import { sourceFolder } from './testing/source.ts';

const mapping = parseMapping(
  `source: corner-rv
format: csv
id: [Stock]
fields: { stockNumber: Stock, title: Name }
observedAt: [Seen, $option]
`,
  'corner-rv.yaml',
);
const rows = (from: number, to: number): string =>
  `Stock,Name\n${Array.from({ length: to - from }, (_, index) => `A${from + index},Eagle ${from + index}\n`).join('')}`;

const clock = () => new Date('2026-03-09T06:00:00Z');
let folder: string;
let log: EventLog;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-log-'));
  log = await openEmbeddedLog({ directory: folder, clock });
});
afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

const publish = (files: readonly string[], rest: Partial<PublishOptions> = {}) =>
  publishFiles({ log, clock, mapping, files, observedAt: '2026-03-09', runId: 'run-1', ...rest });

async function stored(): Promise<{ partition: number; offset: number; event: RawListing }[]> {
  const found = [];
  for await (const { partition, messages } of log.readAll(rawListing))
    for (const { offset, value } of messages)
      found.push({ partition, offset, event: decodeEvent(rawListing, value) });
  return found;
}

describe('publishing files', () => {
  it('puts an event for every record into the log and tells where the last of them stand', async () => {
    await using source = await sourceFolder({
      'a.csv': rows(0, 2_500),
      'b.csv.gz': gzipSync(rows(2_500, 3_000)),
    });
    const result = await publish(source.paths, { batchSize: 700 });
    const found = await stored();
    expect(result).toMatchObject({ read: 3_000, published: 3_000, unreadable: 0, failures: [] });
    expect(new Set(found.map(({ event }) => event.fields.stockNumber)).size).toBe(3_000);
    expect(found.every(({ event }) => event.runId === 'run-1')).toBe(true);
    const ends = Map.groupBy(found, ({ partition }) => partition);
    expect(Object.fromEntries(result.lastOffsets)).toEqual(
      Object.fromEntries(
        [...ends].map(([partition, events]) => [
          partition,
          Math.max(...events.map(({ offset }) => offset)),
        ]),
      ),
    );
  });

  it('names the fields that no record gave', async () => {
    await using source = await sourceFolder({ 'a.json': '[{"id": 1, "money": {"ask": 5}}]' });
    const mistyped = parseMapping(
      `source: corner-rv
format: json
id: [id]
fields: { stockNumber: id, price: money.askk }
observedAt: $option
`,
      'corner-rv.yaml',
    );
    expect(await publish(source.paths, { mapping: mistyped })).toMatchObject({
      published: 1,
      emptyFields: ['price'],
    });
  });

  it('does not name a field that the mapping leaves out', async () => {
    const page = '<script type="application/ld+json">{"@type": "Vehicle", "sku": "A1"}</script>';
    await using source = await sourceFolder({ 'a.html': page });
    const mapping = parseMapping(
      `source: corner-rv
format: html-offers
fields: { dealer: $nothing }
observedAt: $option
`,
      'corner-rv.yaml',
    );
    expect(await publish(source.paths, { mapping })).toMatchObject({
      published: 1,
      emptyFields: [],
    });
  });

  it('does not name a field whose column is there and empty, but one whose pattern fits nothing', async () => {
    await using source = await sourceFolder({
      'a.csv': 'Stock,Name,Fuel,Page\n1,Eagle,,/rv/used\n',
    });
    const table = parseMapping(
      `source: corner-rv
format: csv
id: [Stock]
fields:
  stockNumber: Stock
  fuel: [Fuel, Petrol]
  year: { from: Page, pattern: '(?<year>\\d{4})' }
  sleeps: Slept
observedAt: $option
join: { from: 'none', on: Stock, take: { sleeps: Sleeps } }
`,
      'corner-rv.yaml',
    );
    const { emptyFields } = await publish(source.paths, { mapping: table });
    expect(emptyFields).toEqual(['year', 'sleeps']);
  });

  it.each([
    ['path: prices, observedAt: at, fields: { price: usd }', []],
    ['path: prises, observedAt: at, fields: { price: usd }', ['path']],
    ['path: prices, observedAt: on, fields: { price: used }', ['observedAt', 'fields.price']],
    ['path: prices, observedAt: at, fields: { price: usd, msrp: msrp }', ['fields.msrp']],
    ['path: log, observedAt: at, changes: { path: all, field: key, old: was, since: first }', []],
    [
      'path: log, observedAt: at, changes: { path: al, field: key, old: was, since: frst }',
      ['changes.path', 'changes.since'],
    ],
    [
      'path: log, observedAt: at, changes: { path: all, field: ky, old: ws }',
      ['changes.field', 'changes.old'],
    ],
  ])('names the keys of a history that no record has: %s', async (history, expected) => {
    const prices = [{ at: '2026-01-01', usd: 5 }];
    const log = [{ at: '2026-01-02', all: [{ key: 'ask', was: 5 }] }];
    const lot = [
      { id: 1, ask: 4, prices: [], log: [] },
      { id: 2, ask: 4, first: '2026-01-01', prices, log },
    ];
    await using source = await sourceFolder({ 'a.json': JSON.stringify(lot) });
    const told = parseMapping(
      `source: corner-rv\nformat: json\nid: [id]\nfields: { price: ask }\nobservedAt: $option\nhistory: { ${history} }\n`,
      'corner-rv.yaml',
    );
    expect((await publish(source.paths, { mapping: told })).emptyHistory).toEqual(expected);
  });

  it('counts the records whose history was cut, and names the first', async () => {
    const ofDays = (id: number, days: number) => ({
      id,
      prices: Array.from({ length: days }, (_, n) => ({
        at: 1_000_000_000 + 86_400 * n,
        price: n,
      })),
    });
    const lot = [ofDays(1, 3), ofDays(2, 2_000), ofDays(3, 2_000)];
    await using source = await sourceFolder({ 'a.json': JSON.stringify(lot) });
    const dated = parseMapping(
      `source: corner-rv
format: json
id: [id]
fields: { stockNumber: id, price: ask }
observedAt: $option
history: { path: prices, observedAt: { from: at, format: unix }, fields: { price: price } }
`,
      'corner-rv.yaml',
    );
    const { cutHistories, published } = await publish(source.paths, { mapping: dated });
    expect(cutHistories).toMatchObject({ records: 2, first: 'a.json#2' });
    expect(published).toBe(3 + 3 + 2 * 2_000 - cutHistories.states);
  });

  it('twice gives every event the same identity', async () => {
    await using source = await sourceFolder({ 'a.csv': rows(0, 50) });
    await publish(source.paths);
    await publish(source.paths, { runId: 'run-2' });
    const found = await stored();
    expect(found).toHaveLength(100);
    expect(new Set(found.map(({ event }) => event.eventId)).size).toBe(50);
  });

  it('tells its progress up to the last byte and event', async () => {
    await using source = await sourceFolder({ 'a.csv': rows(0, 100), 'b.csv': rows(100, 150) });
    const told: { bytesRead: number; bytesTotal: number; published: number }[] = [];
    await publish(source.paths, { batchSize: 30, onProgress: (progress) => told.push(progress) });
    const last = told.at(-1);
    expect(last).toMatchObject({ published: 150, read: 150 });
    expect(last?.bytesRead).toBe(last?.bytesTotal);
    expect(told.map(({ published }) => published)).toEqual(
      told.map(({ published }) => published).toSorted((a, b) => a - b),
    );
  });

  it('stops between two batches when it is told to', async () => {
    await using source = await sourceFolder({ 'a.csv': rows(0, 1_000) });
    const stop = new AbortController();
    await expect(
      publish(source.paths, {
        batchSize: 100,
        signal: stop.signal,
        onProgress: () => stop.abort(),
      }),
    ).rejects.toThrow('aborted');
    expect((await stored()).length).toBeLessThanOrEqual(200);
  });

  it('goes on with the other files when one breaks off, and says which', async () => {
    await using source = await sourceFolder({
      'a.csv.gz': gzipSync(rows(0, 20_000)).subarray(0, -2_000),
      'b.csv': rows(20_000, 20_010),
    });
    const result = await publish(source.paths);
    expect(result.read).toBeGreaterThan(1_000);
    // Below its header, and of the other file ten.
    const line = result.read - 10 + 1;
    expect(result.failures).toEqual([
      {
        file: source.paths[0],
        message: `cannot be unpacked to its end: unexpected end of file (read up to line ${line})`,
      },
    ]);
    expect((await stored()).some(({ event }) => event.fields.stockNumber === 'A20009')).toBe(true);
  });

  it('says of a file that it is empty, and goes on with the others', async () => {
    await using source = await sourceFolder({
      'a.csv': '',
      'b.csv': '\uFEFF\r\n',
      'c.csv.gz': gzipSync(''),
      'd.csv': 'Stock,Name\n',
      'e.csv': rows(0, 3),
    });
    const { published, failures } = await publish(source.paths);
    expect(published).toBe(3);
    expect(failures).toEqual(
      source.paths
        .slice(0, 3)
        .map((file) => ({ file, message: 'is empty; nothing was read from it' })),
    );
  });

  it('says of a JSON file whose brackets are broken that its rest was lost', async () => {
    const record = JSON.stringify({ id: 1, text: 'x'.repeat(2_000) });
    await using source = await sourceFolder({
      'a.json': `[{"id": 0},{"id": [,${`${record},`.repeat(9_000)}`,
    });
    const json = parseMapping(
      'source: corner-rv\nformat: json\nid: [id]\nfields: { stockNumber: id }\nobservedAt: $option\n',
      'corner-rv.yaml',
    );
    const result = await publish(source.paths, { mapping: json });
    expect(result).toMatchObject({ read: 2, published: 2, unreadable: 1 });
    expect(result.failures[0]?.message).toMatch(
      /^a bracket or a quote is not closed; nothing after its record/,
    );
  });

  it('keeps its batches small where records are large', async () => {
    const row = (index: number) => `A${index},${'x'.repeat(400_000)}\n`;
    await using source = await sourceFolder({
      'a.csv': `Stock,Name\n${Array.from({ length: 60 }, (_, index) => row(index)).join('')}`,
    });
    const published: number[] = [];
    await publish(source.paths, { onProgress: (progress) => published.push(progress.published) });
    expect(published.length).toBeGreaterThan(2);
    expect(published.at(-1)).toBe(60);
  });

  it('fails when the log does, and leaves no promise behind', async () => {
    await using source = await sourceFolder({ 'a.csv': rows(0, 1_000) });
    const broken: EventLog = {
      ...log,
      ensureTopics: async () => {},
      publish: () => Promise.reject(new Error('disk full')),
    };
    await expect(publish(source.paths, { log: broken, batchSize: 100 })).rejects.toThrow(
      'disk full',
    );
  });
});

describe('before anything is published, files are refused', () => {
  it.each([
    [
      'when nothing dates them',
      { 'a.csv': rows(0, 3) },
      undefined,
      /a\.csv: nothing says when it was observed: .*Give --observed-at YYYY-MM-DD/,
    ],
    [
      'when the option is no date',
      { 'a.csv': rows(0, 3) },
      'yesterday',
      /--observed-at "yesterday" is no date/,
    ],
    [
      'when the option is an instant that no warehouse holds',
      { 'a.csv': rows(0, 3) },
      '9999-12-31T23:00:00-05:00',
      /--observed-at "9999-12-31T23:00:00-05:00" is no date from 1980 to 2299/,
    ],
    [
      'when the option has not come yet, by more than clocks differ',
      { 'a.csv': rows(0, 3) },
      '2026-03-11',
      /--observed-at "2026-03-11" has not come yet: write when the files were seen, 2026-03-10 at the latest/,
    ],
    [
      'when the mapping finds no id in them',
      { 'a.csv': 'Name,Number\nEagle,1\n' },
      '2026-03-09',
      /a\.csv: the mapping finds nothing for id "Stock" .*Its columns: Name, Number/,
    ],
    [
      'when the mapping finds nothing in them',
      { 'a.csv': rows(0, 3), 'b.csv': 'Lager;Titel\n1;2\n' },
      '2026-03-09',
      /b\.csv: the mapping finds none of its fields .*Its columns: Lager;Titel/,
    ],
  ])('%s', async (_what, files, observedAt, message) => {
    await using source = await sourceFolder(files);
    const refused = publish(source.paths, { observedAt });
    await expect(refused).rejects.toThrow(FilesRefused);
    await expect(refused).rejects.toThrow(message);
    await log.ensureTopics([rawListing]);
    expect(await stored()).toEqual([]);
  });

  const table = (fields: string) =>
    parseMapping(
      `source: corner-rv\nformat: csv\nid: [Stock]\nfields:\n  title: name\n${fields}\nobservedAt: $option\n`,
      'corner-rv.yaml',
    );

  it.each([
    ['a name', '  price: Prize', '"Prize"'],
    ['each of a list', '  price: [Prize, Cost]', '"Prize" or "Cost"'],
    ['a name with a pattern', `  year: { from: Jahr, pattern: '(?<year>\\d+)' }`, '"Jahr"'],
    ['a part of a template', `  url: { template: 'https://x.example/{Stock}/{Page}' }`, '"Page"'],
  ])('when none of them has the column of a field: %s', async (_what, field, named) => {
    await using source = await sourceFolder({ 'a.csv': 'Stock,Name,Asking\n1,Eagle,2\n' });
    const refused = publish(source.paths, { mapping: table(field) });
    await expect(refused).rejects.toThrow(FilesRefused);
    await expect(refused).rejects.toThrow(`no file has a column ${named}`);
    await expect(refused).rejects.toThrow(
      /^corner-rv\.yaml:6: fields\..*Columns: Stock, Name, Asking$/,
    );
  });

  it.each([
    ['one of a list is in each', '  price: [Prize, ASKING]'],
    ['one of them has it', '  price: Cost'],
    ['it may be missing', '  price: [Prize, $nothing]'],
    ['it is a part of the file’s name or a cell', '  price: $3\n  image: $file'],
  ])('but not when %s', async (_what, field) => {
    await using source = await sourceFolder({
      'a.csv': 'Stock,Name,Asking\n1,Eagle,2\n',
      'b.csv': 'Stock,Name,Cost,Asking\n2,Eagle,2,3\n',
      'c.csv': 'Stock,Name\n',
    });
    expect(await publish(source.paths, { mapping: table(field) })).toMatchObject({ published: 2 });
  });

  const lots = parseMapping(
    `source: corner-rv\nformat: json\nrecords: lots.*\nfields: { title: name }\nobservedAt: $option\n`,
    'corner-rv.yaml',
  );

  it.each(['{"meta": {"lots": [1]}, "lot": {"a": {"name": "Eagle"}}}', '{"meta": 1, "lot": []}'])(
    'when the path of the records leads nowhere in them: %s',
    async (json) => {
      await using source = await sourceFolder({ 'a.json': json });
      const refused = publish(source.paths, { mapping: lots });
      await expect(refused).rejects.toThrow(FilesRefused);
      await expect(refused).rejects.toThrow(
        `corner-rv.yaml:3: records "lots.*" finds nothing in ${source.paths[0]}; its keys: meta, lot`,
      );
    },
  );

  it.each(['{"lots": {}}', '{"meta": 1, "lots": []}'])(
    'but not when what the path leads to is there and empty: %s',
    async (json) => {
      await using source = await sourceFolder({ 'a.json': json });
      expect(await publish(source.paths, { mapping: lots })).toMatchObject({ read: 0 });
    },
  );

  it('when one is not there or is a folder, all of them named at once', async () => {
    await using source = await sourceFolder({ 'a.csv': rows(0, 3) });
    const [path = ''] = source.paths;
    const refused = publish([path, `${path}.old`, join(path, '..'), '/dev/null']);
    await expect(refused).rejects.toThrow(
      /a\.csv\.old: there is no such file\n.*: is a folder; name its files\n\/dev\/null: is not a file/,
    );
  });
});
