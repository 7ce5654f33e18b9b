import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawRegistration, type RawRegistration } from '#schemas/events/raw-registration.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { FilesRefused } from '../files/check-files.ts';
import { MappingError } from '../files/load-mapping.ts';
import { parseRegistrationMapping } from './mapping.ts';
import { prepareTake, type TakeOptions } from './take-file.ts';

const yaml = `source: example-state
kind: registrations
format: csv
fields:
  state: ST
  month: { from: Registered, format: MM/YYYY }
  make: Make
  type: { from: Body, values: { TT: Travel Trailer } }
  count: N
constants: { condition: new }
observedAt: { from: $file, pattern: '(?<value>\\d{8})', format: YYYYMMDD }
`;
const mapping = parseRegistrationMapping(yaml, 'example-state.yaml');
const head = 'ST,Registered,Make,Body,N\n';
const rows = (count: number): string =>
  head + Array.from({ length: count }, (_, n) => `OR,10/2026,JAYCO ${n},TT,${n + 1}\n`).join('');

let folder: string;
let log: EventLog;
let runs = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-registrations-'));
  const clock = () => new Date('2026-11-21T06:00:00Z');
  log = await openEmbeddedLog({ directory: join(folder, 'log'), clock });
});
afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
const prepare = (file: string, over: Partial<TakeOptions> = {}) =>
  prepareTake({
    log,
    clock: () => new Date('2026-11-21T06:00:00Z'),
    mapping,
    file,
    observedAt: undefined,
    newRunId: () => `run-${(runs += 1)}`,
    folder: join(folder, 'taken'),
    ...over,
  });
const take = async (file: string, over: Partial<TakeOptions> = {}) =>
  (await prepare(file, over)).publish();

async function stored(): Promise<RawRegistration[]> {
  const found = [];
  for await (const { messages } of log.readAll(rawRegistration))
    for (const { value } of messages) found.push(decodeEvent(rawRegistration, value));
  return found;
}
/** The log, and how many messages were read of it. */
function countReading(): { log: EventLog; read: () => number } {
  let read = 0;
  const counted: EventLog = {
    ...log,
    async *readAll(...asked) {
      for await (const batch of log.readAll(...asked)) {
        read += batch.messages.length;
        yield batch;
      }
    },
  };
  return { log: counted, read: () => read };
}
async function told(): Promise<IngestRun[]> {
  const found = [];
  for await (const { messages } of log.readAll(ingestRun))
    for (const { value } of messages) found.push(decodeEvent(ingestRun, value));
  return found;
}
const makesOf = (events: readonly RawRegistration[]) =>
  events.flatMap(({ end, fields }) => (end ? [] : (fields.make ?? '')));
const makes = (count: number) => Array.from({ length: count }, (_, n) => `JAYCO ${n}`);

it.each(['', ' \n', gzipSync('')])(
  'a file without a word in it is no whole truth: %j',
  async (content) => {
    const file = await fileOf('or_20261101.csv', content);
    expect(await take(file)).toMatchObject({
      read: 0,
      coverage: 'partial',
      failure: 'is empty; nothing was read from it',
    });
    expect((await prepare(file)).isTaken).toBe(false);
  },
);

describe('taking a registration file', () => {
  it('puts an event for every row into the log, and one that says that they are all', async () => {
    const file = await fileOf('or_20261101.csv', `${head}OR,10/2026,JAYCO,TT,31\nshort\n`);
    expect(await take(file)).toEqual({
      read: 2,
      unreadable: 1,
      published: 2,
      appended: 2,
      coverage: 'full',
    });
    const [row, broken, end] = await stored();
    expect(row).toMatchObject({
      source: 'example-state',
      observedAt: '2026-11-01T00:00:00.000Z',
      start: head.length,
      next: head.length + 23,
      fields: {
        state: 'OR',
        month: '2026-10',
        make: 'JAYCO',
        type: 'Travel Trailer',
        count: '31',
        condition: 'new',
      },
      record: { encoding: 'utf8', body: 'OR,10/2026,JAYCO,TT,31' },
      origin: `or_20261101.csv@${head.length}`,
    });
    expect(broken).toMatchObject({ fields: {}, unreadable: expect.any(String) as string });
    expect(end?.end).toMatchObject({ complete: true, rows: 2 });
  });

  it.each([
    ['another delimiter', `${head}OR,10/2026,JAYCO,TT,31\n`.replaceAll(',', ';'), /delimiter: ';'/],
    [
      'another layout, in which a count has another name',
      `${head.replace('N\n', 'Number\n')}OR,10/2026,JAYCO,TT,31\n`,
      /fields\.count: no file has a column "N"\. Columns: ST, Registered, Make, Body, Number/,
    ],
    ['another program', Buffer.from('d0cf11e0a1b11ae1000000000000000a00000a', 'hex'), /Excel/],
  ])('of %s is refused before anything is published', async (_what, content, message) => {
    const file = await fileOf('or_20261101.csv', content);
    const refused = prepare(file);
    await expect(refused).rejects.toThrow(FilesRefused);
    await expect(refused).rejects.toThrow(message);
  });

  describe('whose rows are records', () => {
    const fields = `fields:
  state: ST
  month: { from: Registered, format: MM/YYYY }
  make: [Make, Brand]
  count: N
observedAt: { from: $file, pattern: '(?<value>\\d{8})', format: YYYYMMDD }
`;
    const ndjson = parseRegistrationMapping(
      `source: example-state\nkind: registrations\nformat: ndjson\n${fields}`,
      'example-state.yaml',
    );
    const xml = parseRegistrationMapping(
      `source: example-state\nkind: registrations\nformat: xml\nrecords: all.row\n${fields}`,
      'example-state.yaml',
    );
    const row = { ST: 'OR', Registered: '10/2026', Brand: 'JAYCO' };
    const lines = (count: number, more: object, last: object) =>
      [...Array.from({ length: count }, () => ({ ...row, ...more })), { ...row, ...last }]
        .map((one) => `${JSON.stringify(one)}\n`)
        .join('');

    it('is refused where none of them has a field that the mapping names', async () => {
      const file = await fileOf('or_20261101.ndjson', lines(200, { Number: 3 }, { Number: 4 }));
      await expect(prepare(file, { mapping: ndjson })).rejects.toThrow(
        'fields.count: no file has a record with "N". Keys: ST, Registered, Brand, Number',
      );
      const elements = '<row><ST>OR</ST><Registered>10/2026</Registered><Make>JAYCO</Make></row>';
      const other = await fileOf('or_20261101.xml', `<all>${elements}</all>`);
      const refused = prepare(other, { mapping: xml });
      await expect(refused).rejects.toThrow(FilesRefused);
      await expect(refused).rejects.toThrow(
        'fields.count: no file has a record with "N". Keys: ST, Registered, Make',
      );
    });

    it('is taken where one of them has it, however late, or says that there is nothing', async () => {
      const late = await fileOf('or_20261101.ndjson', lines(200, {}, { N: 4 }));
      expect(await take(late, { mapping: ndjson })).toMatchObject({ read: 201 });
      const empty = await fileOf('or_20261102.ndjson', lines(3, { N: null }, {}));
      expect(await take(empty, { mapping: ndjson })).toMatchObject({ read: 4 });
    });

    it('is refused for a type or a condition that none has only where they are many', async () => {
      const mapping = parseRegistrationMapping(
        `source: example-state\nkind: registrations\nformat: ndjson\n${fields.replace('  count: N\n', '  type: Body\n  condition: Owner\n')}`,
        'example-state.yaml',
      );
      const few = await fileOf('or_20261101.ndjson', lines(3, {}, {}));
      expect(await take(few, { mapping })).toMatchObject({ read: 4 });
      const many = await fileOf('or_20261102.ndjson', lines(30, {}, { Body: 'TT' }));
      await expect(prepare(many, { mapping })).rejects.toThrow(
        /^the mapping of example-state: fields\.condition: no file has a record with "Owner"[^\n]*$/,
      );
    });
  });

  it('from a time to come is refused', async () => {
    const file = await fileOf('or_20261123.csv', rows(1));
    await expect(prepare(file)).rejects.toThrow(
      /or_20261123\.csv: was made at 2026-11-23T00:00:00\.000Z, which has not come yet/,
    );
    const undated = await fileOf('or.csv', rows(1));
    await expect(prepare(undated, { observedAt: '2026-11-23' })).rejects.toThrow(
      '--observed-at "2026-11-23" has not come yet',
    );
    expect((await prepare(undated, { observedAt: '2026-11-22' })).isTaken).toBe(false);
  });

  it('tells its run', async () => {
    await take(await fileOf('or_20261101.csv', rows(3)));
    expect(await told()).toMatchObject([
      { state: 'started', source: 'example-state', coverage: 'full' },
      { state: 'published', read: 3, published: 3, coverage: 'full' },
    ]);
  });

  it('recognises a file that was taken by its content, whatever its name and packing', async () => {
    await take(await fileOf('or_20261101.csv', rows(3)));
    const before = (await stored()).length;
    for (const [name, content] of [
      ['again_20261101.csv', rows(3)],
      ['packed_20261101.gz', gzipSync(rows(3))],
    ] as const)
      expect((await prepare(await fileOf(name, content))).isTaken).toBe(true);
    expect(await stored()).toHaveLength(before);
    // Another content, another mapping, another day: another taking.
    expect((await prepare(await fileOf('or_20261101.csv', rows(4)))).isTaken).toBe(false);
    expect((await prepare(await fileOf('or_20261115.csv', rows(3)))).isTaken).toBe(false);
    const other = parseRegistrationMapping(yaml.replace('new', 'used'), 'm.yaml');
    const again = await fileOf('or_20261101.csv', rows(3));
    expect((await prepare(again, { mapping: other })).isTaken).toBe(false);
  });

  it('goes on at the byte where it was interrupted, as the same run', async () => {
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

    const renamed = join(folder, 'late_20261101.csv');
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

  it('that goes on reads the log from where it began, not what was taken before', async () => {
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

  it('that goes on reads the log from the last note of how far it was', async () => {
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

  it('is taken from its beginning where the log holds nothing of what was noted', async () => {
    const file = await fileOf('or_20261101.csv', rows(50));
    const few = { batchSize: 10, noteEvery: 10 };
    const stopped = new AbortController();
    const onProgress: TakeOptions['onProgress'] = ({ published }) => {
      if (published >= 30) stopped.abort(new Error('stopped'));
    };
    await expect(take(file, { ...few, onProgress, signal: stopped.signal })).rejects.toThrow(
      'stopped',
    );
    await log.close();
    const clock = () => new Date('2026-11-21T06:00:00Z');
    log = await openEmbeddedLog({ directory: join(folder, 'another log'), clock });
    await take(await fileOf('ca_20261001.csv', rows(50)));
    expect(await take(file, few)).toMatchObject({ read: 50, appended: 50, coverage: 'full' });
    expect(makesOf(await stored()).toSorted()).toEqual([...makes(50), ...makes(50)].toSorted());
  });

  it('that ended just before it was noted says nothing twice', async () => {
    const file = await fileOf('or_20261101.csv', rows(5));
    const failing = { ...log, publish: log.publish.bind(log) };
    failing.publish = (topic, messages) =>
      topic.name === ingestRun.name && JSON.stringify(messages).includes('published')
        ? Promise.reject(new Error('killed'))
        : log.publish(topic, messages);
    failing.readAll = log.readAll.bind(log);
    failing.ensureTopics = log.ensureTopics.bind(log);
    await expect(take(file, { log: failing })).rejects.toThrow('killed');
    const again = await prepare(file);
    expect(await again.publish()).toMatchObject({ read: 5, appended: 0, coverage: 'full' });
    expect(await stored()).toHaveLength(6);
    expect((await told()).at(-1)).toMatchObject({ runId: again.runId, published: 5 });
  });

  it('whose run was told to its end is another run when it is taken again, of what is new', async () => {
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

  it('of half a file is partial, and the whole file is another', async () => {
    const whole = gzipSync(rows(50_000));
    const half = await fileOf('or_20261101.gz', whole.subarray(0, whole.length / 2));
    const result = await take(half);
    expect(result).toMatchObject({ coverage: 'partial', failure: expect.any(String) as string });
    expect(result.read).toBeGreaterThan(0);
    expect((await stored()).at(-1)?.end).toMatchObject({ complete: false });
    expect((await prepare(half)).isTaken).toBe(false);
    expect(await take(half)).toMatchObject({ coverage: 'partial', appended: 0 });

    const full = await take(await fileOf('or_20261101.csv', whole));
    expect(full).toMatchObject({ read: 50_000, appended: 50_000, coverage: 'full' });
  });

  it('is refused before anything is published where nothing fits', async () => {
    const file = await fileOf('or_20261101.csv', 'State,Month\nOR,2026-10\n');
    await expect(prepare(file)).rejects.toThrow(/finds no state in the first 1 rows.*State, Month/);
    await expect(prepare(join(folder, 'none.csv'))).rejects.toThrow('there is no such file');
    const undated = await fileOf('or.csv', rows(1));
    await expect(prepare(undated)).rejects.toThrow('nothing says when it was made');
    expect((await prepare(undated, { observedAt: '2026-11-01' })).isTaken).toBe(false);
  });
});

describe('a mapping of registrations', () => {
  it.each([
    [yaml.replace('  state: ST\n', ''), ':4: fields: must say the state, or constants must'],
    [
      yaml.replace('state: ST', 'stat: ST'),
      ':5: fields.stat: there is no such key; allowed: state, month',
    ],
    [
      yaml.replace('format: csv', 'format: html'),
      ':3: format: is "html"; must be one of csv, tsv, fixed, ndjson, xml',
    ],
    [
      yaml.replace('MM/YYYY', 'MM/DD'),
      ':6: fields.month.format: "MM/DD" is not a date format: it has no YYYY',
    ],
    [
      yaml.replace('kind: registrations', 'kind: registration').replace('format: csv', 'format: x'),
      /^m\.yaml:2: kind: "registration" is no kind of mapping: write registrations, or leave kind out where the records are listings$/,
    ],
    [`${yaml}records: a\n`, 'records: belongs to xml'],
  ])('that is wrong is refused with its line', (text, message) => {
    expect(() => parseRegistrationMapping(text, 'm.yaml')).toThrow(MappingError);
    expect(() => parseRegistrationMapping(text, 'm.yaml')).toThrow(message);
  });
});
