import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FilesRefused } from '../files/check-files.ts';
import { zipOf } from '../files/testing/zip.ts';
import { HEAD, mappingOf, rows, useTaking, YAML } from './testing/taking.ts';

const { fileOf, prepare, stored, take, told } = useTaking();

const ROW = 'OR,10/2026,JAYCO,TT,31';
/** The rows that cannot be read, as they came. */
const brokenRows = async () =>
  (await stored()).flatMap(({ unreadable, record }) =>
    unreadable === undefined ? [] : [record.body],
  );

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

it('a file of DOS ends with a sign of its own, which is no row', async () => {
  const file = await fileOf('or_20261101.csv', `${HEAD}${ROW}\r\n\u001a`);
  expect(await take(file)).toMatchObject({ read: 1, unreadable: 0, coverage: 'full' });
});

it('a file whose lines end with a carriage return alone is refused before anything is published', async () => {
  const file = await fileOf('or_20261101.csv', `${HEAD}${ROW}\n`.replaceAll('\n', '\r'));
  await expect(prepare(file)).rejects.toThrow('its lines end with a carriage return alone');
});

it('says of a file with rows that cannot be read how many they are, and why the first of them', async () => {
  const file = await fileOf('or_20261101.csv', `${HEAD}${ROW}\nOR,10/2026\n${ROW}\n`);
  expect(await take(file)).toMatchObject({
    read: 3,
    unreadable: 1,
    firstUnreadable: expect.stringMatching(/^or_20261101\.csv@\d+: has 2 cells/) as string,
  });
});

describe('half a registration file', () => {
  it('is partial, and the whole file is another', async () => {
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

  const fixed = mappingOf(
    YAML.replace(
      'format: csv\n',
      'format: fixed\nfixed: { columns: { ST: 1-2, Registered: 3-9, Make: 10-19, Body: 20-21, N: 22-24 } }\n',
    ),
  );
  const line = 'OR10/2026JAYCO     TT 31';
  const xml = mappingOf(YAML.replace('format: csv\n', 'format: xml\nrecords: all.row\n'));
  const element =
    '<row><ST>OR</ST><Registered>10/2026</Registered><Make>JAYCO</Make><Body>TT</Body><N>31</N></row>';

  it.each([
    [
      'in its last row',
      undefined,
      `${HEAD}${ROW}\n`,
      'OR,10/2026,JAY',
      'breaks off in "OR,10/2026,JAY": has 3 cells',
    ],
    [
      'in a quoted cell',
      undefined,
      `${HEAD}${ROW}\n`,
      'OR,10/2026,"JAY',
      'breaks off in "OR,10/2026,\\"JAY": a quote is not closed',
    ],
    [
      'in a line of fixed columns',
      fixed,
      `${line}\n`,
      'OR10/2026JAYCO  ',
      'breaks off in "OR10/2026JAYCO  ": has 16 characters, and no last column',
    ],
    [
      'in an element',
      xml,
      `<all>${element}`,
      '<row><ST>OR</ST><Regis',
      'breaks off: <row> is not closed where the file ends',
    ],
  ])(
    'that ends %s is partial however often it is taken, and keeps what there is of it',
    async (_where, mapping, before, cut, failure) => {
      const file = await fileOf('or_20261101.txt', before + cut);
      const over = mapping && { mapping };
      expect(await take(file, over)).toMatchObject({
        read: 2,
        unreadable: 1,
        coverage: 'partial',
        failure: expect.stringContaining(failure) as string,
      });
      expect(await brokenRows()).toEqual([cut]);
      expect(await take(file, over)).toMatchObject({ read: 2, appended: 0, coverage: 'partial' });
      expect((await told()).at(-1)).toMatchObject({
        coverage: 'partial',
        published: 0,
        error: expect.stringMatching(
          /^or_20261101\.txt: breaks off.* \(read up to row 2\)\. Get it whole/,
        ) as string,
      });
    },
  );

  it.each(['<?xml version="1.0"?>', '<!-- all of Oregon -->\n'])(
    'that ends before its first element is partial: %s',
    async (content) => {
      expect(await take(await fileOf('or_20261101.xml', content), { mapping: xml })).toMatchObject({
        read: 0,
        coverage: 'partial',
        failure: 'breaks off: it has no element where the file ends',
      });
    },
  );

  it('that ends within a character of UTF-16 is partial, and keeps no wrong one', async () => {
    const whole = Buffer.from(`\ufeff${HEAD}${ROW}\n${ROW}`, 'utf16le');
    const file = await fileOf('or_20261101.csv', whole.subarray(0, -1));
    expect(await take(file)).toMatchObject({
      read: 1,
      coverage: 'partial',
      failure: 'breaks off within a character (read up to row 1)',
    });
  });

  it.each(['JAY\n', 'JAY\nCO\n', 'JAY\n\nCO'])(
    'that ends in a quoted cell of several lines is partial: %j',
    async (cell) => {
      const file = await fileOf('or_20261101.csv', `${HEAD}${ROW}\nOR,10/2026,"${cell}`);
      const failure = 'breaks off in "OR,10/2026,\\"JAY": makes no row';
      expect(await take(file)).toMatchObject({
        coverage: 'partial',
        failure: expect.stringContaining(failure) as string,
      });
      expect((await take(file)).failure).toContain(failure);
    },
  );

  it('packed as zip without its directory is partial, and no row of it is told', async () => {
    const file = await fileOf('or_20261101.zip', zipOf({ 'or.csv': rows(500) }).subarray(0, 900));
    expect(await take(file)).toMatchObject({
      read: 0,
      coverage: 'partial',
      failure: expect.stringContaining('begins as a zip file and is none') as string,
    });
  });

  it.each([
    ['of several files', { 'or.csv': rows(3), 'wa.csv': rows(3) }, 'of 2 files (or.csv, wa.csv)'],
    ['without a file', {}, 'without a file in it'],
    ['that is an Excel workbook', { 'xl/workbook.xml': 'x' }, 'is an Excel workbook'],
  ])('is not a zip %s: it is refused', async (_what, files, why) => {
    const file = await fileOf('or_20261101.zip', zipOf(files));
    const refused = prepare(file);
    await expect(refused).rejects.toThrow(FilesRefused);
    await expect(refused).rejects.toThrow(why);
  });

  it('is not seen in a quote left open with rows behind it, or a broken row with an end', async () => {
    for (const [name, content] of [
      ['a_20261101.csv', `${HEAD}OR,10/2026,"JAY,TT,1\n${ROW}`],
      ['b_20261101.csv', `${HEAD}${ROW}\nshort\n`],
    ] as const)
      expect(await take(await fileOf(name, content))).toMatchObject({
        unreadable: 1,
        coverage: 'full',
      });
  });

  it('is told on going on, though its broken row stands in the log', async () => {
    const file = await fileOf('or_20261101.csv', `${rows(20)}OR,10/2026`);
    const stopped = new AbortController();
    const stop = () => stopped.abort(new Error('stopped'));
    const early = { batchSize: 21, onProgress: stop, signal: stopped.signal };
    await expect(take(file, early)).rejects.toThrow('stopped');
    expect(await stored()).toHaveLength(21);
    expect(await take(file)).toMatchObject({ read: 21, appended: 0, coverage: 'partial' });
  });
});

describe('a registration file with a trailer', () => {
  const mapping = mappingOf(
    `${YAML}trailer: { begins: 'TRL|', count: '^TRL\\|(?<count>[\\d,]+)' }\n`,
  );
  const uncounted = mappingOf(`${YAML}trailer: { begins: 'TRL|' }\n`);

  it.each(['TRL|3\n', 'TRL|3', 'TRL|0,003|ends here\n\n'])(
    'that counts its rows is whole, and the trailer is none of them: %j',
    async (trailer) => {
      const file = await fileOf('or_20261101.csv', rows(3) + trailer);
      expect(await take(file, { mapping })).toEqual({
        read: 3,
        unreadable: 0,
        published: 3,
        appended: 3,
        coverage: 'full',
      });
      expect((await prepare(file, { mapping })).isTaken).toBe(true);
    },
  );

  it('may have no rows', async () => {
    const file = await fileOf('or_20261101.csv', `${HEAD}TRL|0\n`);
    expect(await take(file, { mapping })).toMatchObject({ read: 0, coverage: 'full' });
  });

  it.each([
    [
      'cut off after a row',
      rows(3),
      'breaks off: it has no last line that begins with "TRL|", as its mapping\'s trailer does; its last line is "OR,10/2026,JAYCO 2,TT,3"',
    ],
    [
      'cut off in its trailer',
      `${rows(30)}TRL|3`,
      'breaks off: its trailer "TRL|3" counts 3 rows, and it has 30',
    ],
    [
      'whose trailer says nothing',
      `${rows(3)}TRL|`,
      'does not say in its trailer "TRL|" how many rows it has',
    ],
    ['that goes on', `${rows(3)}TRL|3\n${ROW}\n`, 'goes on after its trailer "TRL|3"'],
  ])('%s is partial, as often as it is taken', async (_what, content, failure) => {
    const file = await fileOf('or_20261101.csv', content);
    const { read } = await take(file, { mapping });
    const again = await take(file, { mapping });
    expect(again).toMatchObject({ read, appended: 0, coverage: 'partial' });
    expect(again.failure).toContain(failure.split(';')[0]);
    const fresh = await take(await fileOf('late_20261102.csv', content), { mapping });
    expect(fresh.failure).toContain(failure);
  });

  it('that counts nothing only says where it ends', async () => {
    const file = await fileOf('or_20261101.csv', `${rows(3)}TRL|9\n`);
    expect(await take(file, { mapping: uncounted })).toMatchObject({ read: 3, coverage: 'full' });
    const cut = await fileOf('or_20261101.csv', rows(3));
    expect(await take(cut, { mapping: uncounted })).toMatchObject({ coverage: 'partial' });
  });

  it('counts the rows that were taken before it was interrupted', async () => {
    const file = await fileOf('or_20261101.csv', `${rows(100)}TRL|100\n`);
    const stopped = new AbortController();
    const onProgress = () => stopped.abort(new Error('stopped'));
    const early = { mapping, batchSize: 40, onProgress, signal: stopped.signal };
    await expect(take(file, early)).rejects.toThrow('stopped');
    const goingOn = await prepare(file, { mapping });
    expect(goingOn.goesOnFrom).toBeGreaterThan(0);
    expect(await goingOn.publish()).toMatchObject({ read: 100, coverage: 'full' });
  });
});
