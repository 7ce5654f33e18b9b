import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FilesRefused } from '../files/check-files.ts';
import { HEAD, mappingOf, rows, useTaking, YAML } from './testing/taking.ts';

const taking = useTaking();
const { fileOf, prepare, stored, take, told } = taking;

describe('taking a registration file', () => {
  it('puts an event for every row into the log, and one that says that they are all', async () => {
    const file = await fileOf('or_20261101.csv', `${HEAD}OR,10/2026,JAYCO,TT,31\nshort\n`);
    expect(await take(file)).toEqual({
      read: 2,
      unreadable: 1,
      firstUnreadable: expect.stringContaining('has 1 cells') as string,
      published: 2,
      appended: 2,
      coverage: 'full',
    });
    const [row, broken, end] = await stored();
    expect(row).toMatchObject({
      source: 'example-state',
      observedAt: '2026-11-01T00:00:00.000Z',
      start: HEAD.length,
      next: HEAD.length + 23,
      fields: {
        state: 'OR',
        month: '2026-10',
        make: 'JAYCO',
        type: 'Travel Trailer',
        count: '31',
        condition: 'new',
      },
      record: { encoding: 'utf8', body: 'OR,10/2026,JAYCO,TT,31' },
      origin: `or_20261101.csv@${HEAD.length}`,
    });
    expect(broken).toMatchObject({ fields: {}, unreadable: expect.any(String) as string });
    expect(end?.end).toMatchObject({ complete: true, rows: 2 });
  });

  it.each([
    ['another delimiter', `${HEAD}OR,10/2026,JAYCO,TT,31\n`.replaceAll(',', ';'), /delimiter: ';'/],
    [
      'another layout, in which a count has another name',
      `${HEAD.replace('N\n', 'Number\n')}OR,10/2026,JAYCO,TT,31\n`,
      /fields\.count: no file has a column "N"\. Columns: ST, Registered, Make, Body, Number/,
    ],
    [
      'a header alone that is of another layout',
      HEAD.replace('ST,', 'State,'),
      /^[^\n]*fields\.state: no file has a column "ST"\. Columns: State, Registered[^\n]*$/,
    ],
    [
      'what a server says in its place',
      '<html><p>Not found</html>',
      /or_20261101\.csv: the mapping finds none of its fields in the header\. Columns: <html>.*looks like format: html[^\n]*$/,
    ],
    [
      'a column that is there twice',
      `${HEAD.replace('Body', 'make')}OR,10/2026,JAYCO,TT,31\n`,
      /the column "Make" is there twice, as \$3 and \$4/,
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
    const ndjson = mappingOf(
      `source: example-state\nkind: registrations\nformat: ndjson\n${fields}`,
    );
    const xml = mappingOf(
      `source: example-state\nkind: registrations\nformat: xml\nrecords: all.row\n${fields}`,
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

    it('is refused where none of its elements is to hold them', async () => {
      const file = await fileOf('or_20261101.xml', '<feed><unit>a</unit></feed>');
      const refused = prepare(file, { mapping: xml });
      await expect(refused).rejects.toThrow(FilesRefused);
      await expect(refused).rejects.toThrow(
        /records "all\.row" finds nothing in .*or_20261101\.xml; its keys: feed, feed\.unit/,
      );
      const empty = await fileOf('or_20261102.xml', '<all></all>');
      expect(await take(empty, { mapping: xml })).toMatchObject({ read: 0, coverage: 'full' });
    });

    it('is taken where one of them has it, however late, or says that there is nothing', async () => {
      const late = await fileOf('or_20261101.ndjson', lines(200, {}, { N: 4 }));
      expect(await take(late, { mapping: ndjson })).toMatchObject({ read: 201 });
      const empty = await fileOf('or_20261102.ndjson', lines(3, { N: null }, {}));
      expect(await take(empty, { mapping: ndjson })).toMatchObject({ read: 4 });
    });

    it('is refused for a type or a condition that none has only where they are many', async () => {
      const mapping = mappingOf(
        `source: example-state\nkind: registrations\nformat: ndjson\n${fields.replace('  count: N\n', '  type: Body\n  condition: Owner\n')}`,
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
    const other = mappingOf(YAML.replace('new', 'used'));
    const again = await fileOf('or_20261101.csv', rows(3));
    expect((await prepare(again, { mapping: other })).isTaken).toBe(false);
  });

  it('is refused before anything is published where nothing fits', async () => {
    const file = await fileOf('or_20261101.csv', 'State,Month\nOR,2026-10\n');
    await expect(prepare(file)).rejects.toThrow(/finds no state in the first 1 rows.*State, Month/);
    await expect(prepare(join(taking.folder, 'none.csv'))).rejects.toThrow('there is no such file');
    const undated = await fileOf('or.csv', rows(1));
    await expect(prepare(undated)).rejects.toThrow('nothing says when it was made');
    expect((await prepare(undated, { observedAt: '2026-11-01' })).isTaken).toBe(false);
  });
});
