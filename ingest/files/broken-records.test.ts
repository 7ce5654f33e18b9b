import { describe, expect, it } from 'vitest';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { parseMapping } from './load-mapping.ts';
import { readRecords } from './read-records.ts';
import { eventsOf, sourceFolder } from './testing/source.ts';

const observedAt = '2026-03-09T00:00:00.000Z';
const csv = `
source: corner-rv
format: csv
id: [Stock]
fields: { stockNumber: Stock, title: Name }
observedAt: $option
`;
const json = `
source: corner-rv
format: json
records: list
id: [id]
fields: { stockNumber: id }
observedAt: $option
`;

const ndjson = json.replace('json', 'ndjson').replace('records: list\n', '');
const html = `
source: corner-rv
format: html
records: [Vehicle]
id: [sku]
fields: { stockNumber: sku }
observedAt: $option
`;

/** Stock numbers of the records that were read, and the bytes and reasons of the others. */
async function outcomes(yaml: string, name: string, content: string | Uint8Array) {
  const events = await eventsOf(yaml, { [name]: content }, { observedAt });
  return events.map(
    ({ fields, unreadable, record }) => fields.stockNumber ?? { body: record.body, unreadable },
  );
}

/** How many records of a JSON file are read until it breaks off, and why it does. */
async function readUntilFault(yaml: string, content: string) {
  await using folder = await sourceFolder({ 'lot.json': content });
  let read = 0;
  try {
    for await (const record of readRecords(folder.paths[0] ?? '', parseMapping(yaml, 'test.yaml')))
      read += record.data ? 1 : 0;
  } catch (error) {
    return { read, failure: (error as Error).message };
  }
  return { read, failure: undefined };
}
const broken = (body: string, reason: RegExp) => ({
  body,
  unreadable: expect.stringMatching(reason) as string,
});

describe('a broken row of a table is one record, and the rows after it are read', () => {
  it.each([
    ['a cell too many', 'A1,x\nA2,x,y\nA3,x\n', broken('A2,x,y', /^has 3 cells/)],
    ['a cell too few', 'A1,x\nA2\nA3,x\n', broken('A2', /^has 1 cells/)],
    ['a quote that is never closed', 'A1,x\n"A2,x\nA3,x\n', broken('"A2,x', /quote is not closed/)],
    [
      'a quote that closes two rows on',
      'A1,x\nA2,"x\nA3,x\nA4,"y"\n',
      broken('A2,"x', /no row with the lines after it/),
    ],
  ])('%s', async (_what, rows, expected) => {
    const got = await outcomes(csv, 'lot.csv', `Stock,Name\n${rows}`);
    expect(got).toEqual(['A1', expected, ...['A3', 'A4'].filter((stock) => rows.includes(stock))]);
  });

  it('bytes that are not UTF-8 are kept as they are', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Stock,Name\nA1,x\nA2,'),
      Buffer.from([0xe9, 0xff]),
      Buffer.from('\nA3,x\n'),
    ]);
    const got = await outcomes(csv, 'lot.csv', bytes);
    expect(got).toEqual([
      'A1',
      broken(Buffer.from([0x41, 0x32, 0x2c, 0xe9, 0xff]).toString('base64'), /encoding: latin1/),
      'A3',
    ]);
  });

  it('a quote left open in a file of any length costs its line only', async () => {
    const rows = Array.from({ length: 120_000 }, (_, index) => `A${index},Eagle number ${index}`);
    rows[7] = 'A7,"Eagle';
    const got = await outcomes(csv, 'lot.csv', `Stock,Name\n${rows.join('\n')}\n`);
    expect(got).toHaveLength(120_000);
    expect(got.filter((one) => typeof one !== 'string')).toEqual([broken('A7,"Eagle', /quote/)]);
  });
});

describe('a quoted cell of many lines', () => {
  const read = (rows: string) => outcomes(csv, 'lot.csv', `Stock,Name\n${rows}A2,x\n`);

  it.each([256, 257, 5_000])('is read, though a line of it looks like a row: %s', async (lines) => {
    const text = Array.from({ length: lines - 1 }, (_, n) => (n === 9 ? 'A9,y' : 'roomy'));
    expect(await read(`A1,"${text.join('\n')}\nand ""new"""\n`)).toEqual(['A1', 'A2']);
  });

  it('is none where most of its lines are rows: the quote was a stray one', async () => {
    const rows = Array.from({ length: 400 }, (_, n) => `B${n},Eagle`);
    rows[0] = 'B0,"Eagle';
    rows[399] = 'B399,TV of 32"';
    const [first, ...others] = await read(`${rows.join('\n')}\n`);
    expect(first).toEqual(broken('B0,"Eagle', /most of which are rows/));
    expect(others).toEqual([...rows.slice(1).map((row) => row.split(',')[0]), 'A2']);
  });
});

it('quotes that open in every line cost their lines only', async () => {
  const got = await outcomes(csv, 'lot.csv', `Stock,Name\n${'""x","\n'.repeat(20_000)}A3,x\n`);
  expect(got).toHaveLength(20_001);
  expect(got.at(-1)).toBe('A3');
});

it('what a json file has in place of an object among others is a record that cannot be read', async () => {
  const files = {
    'lot.json':
      '{"lot": {"a": {"id": "1"}, "b": "sold, gone", "c": 7, "d": null, "e": {"id": "2"}}}',
  };
  const mapping = json.replace('records: list', 'records: lot.*');
  const events = await eventsOf(mapping, files, { observedAt });
  expect(events.map(({ unreadable, record }) => [record.body, unreadable])).toEqual([
    ['{"id": "1"}', undefined],
    ['"sold, gone"', 'is not an object'],
    ['7', 'is not an object'],
    ['null', 'is not an object'],
    ['{"id": "2"}', undefined],
  ]);
});

describe('a broken record of a json file is one record, and the records after it are read', () => {
  it.each([
    ['a value that is missing', '{"id": "1"},{"id": "2", "x": },{"id": "3"}', '{"id": "2", "x": }'],
    ['a comma too many', '{"id": "1"},{"id": "2",},{"id": "3"}', '{"id": "2",}'],
    [
      'a bracket of the wrong kind',
      '{"id": "1"},{"id": "2", "x": [1}},{"id": "3"}',
      '{"id": "2", "x": [1}}',
    ],
    ['no object at all', '{"id": "1"}, 2, {"id": "3"}', '2'],
    ['a closing bracket too many', '{"id": "1"},{"id": 2 3}},{"id": "3"}', '{"id": 2 3}'],
    [
      'a bracket that is not closed',
      '\n  {"id": "1"},\n  {"id": "2", "x": [,\n  {"id": "3"}\n',
      '{"id": "2", "x": [,',
    ],
    [
      'a quote that is not closed',
      '\n  {"id": "1"},\n  {"id": "2", "x": "y},\n  {"id": "3"}\n',
      '{"id": "2", "x": "y},',
    ],
    [
      'the same, written over several lines',
      '\n  {\n    "id": "1"\n  },\n  {\n    "id": "2\n  },\n  {\n    "id": "3"\n  }\n',
      '{\n    "id": "2\n  },',
    ],
  ])('%s', async (_what, list, expected) => {
    const got = await outcomes(json, 'lot.json', `{"list": [${list}]}`);
    expect(got).toEqual(['1', broken(expected, /./), '3']);
  });

  it.each([
    ['within a record', json, '{"list": [{"id": "1"}, {"id": "2', ['{"id": "1"}', '{"id": "2']],
    ['after a record', json, '{"list": [{"id": "1"}, ', ['{"id": "1"}']],
    ['after its records', json, '{"list": [{"id": "1"}]', ['{"id": "1"}']],
    ['within the one that it is', json.replace('records: list\n', ''), '{"id": "1', ['{"id": "1']],
    [
      'with what is told around its records',
      json.replace('stockNumber: id', 'stockNumber: id, dealer: $root.dealer'),
      '{"list": [{"id": "1"}, {"id": "2',
      ['{"id": "1"}', '{"id": "2'],
    ],
  ])(
    'a file that ends %s gives what it had, and breaks off',
    async (_where, yaml, content, had) => {
      await using folder = await sourceFolder({ 'lot.json': content });
      const got: string[] = [];
      const reading = (async () => {
        for await (const { bytes } of readRecords(
          folder.paths[0] ?? '',
          parseMapping(yaml, 'test.yaml'),
        ))
          got.push(bytes.toString());
      })();
      await expect(reading).rejects.toThrow('breaks off: its brackets are not closed');
      expect(got).toEqual(had);
    },
  );
});

it('a broken line of ndjson is one record, and the lines after it are read', async () => {
  const lines = ['{"id": "1"}', '{"id": ', '[1]', 'null', '{"id": "3"}'];
  const got = await outcomes(ndjson, 'lot.ndjson', lines.join('\n'));
  expect(got).toEqual([
    '1',
    broken('{"id": ', /is not JSON/),
    broken('[1]', /not an object/),
    broken('null', /not an object/),
    '3',
  ]);
});

const script = (text: string) => `<script type="application/ld+json">${text}</script>`;
const vehicle = (sku: string, more = '1') =>
  script(`{"@type": "Vehicle", "sku": "${sku}", "more": ${more}}`);

describe('a record nested deeper than can be read is one record, and the others are read', () => {
  const arrays = `${'['.repeat(50_000)}1.0${']'.repeat(50_000)}`;
  const objects = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  const deep = { unreadable: expect.stringMatching(/nested deeper than 128/) as string };

  it.each([
    ['json', json, 'lot.json', (x: string) => `{"list": [{"id": "1"},{"id": ${x}},{"id": "3"}]}`],
    ['ndjson', ndjson, 'lot.ndjson', (x: string) => `{"id": "1"}\n{"id": ${x}}\n{"id": "3"}`],
    ['html', html, 'lot.html', (x: string) => `${vehicle('1')}${vehicle('2', x)}${vehicle('3')}`],
  ])('%s', async (_what, yaml, name, content) => {
    for (const nested of [arrays, objects])
      expect(await outcomes(yaml, name, content(nested))).toEqual([
        '1',
        expect.objectContaining(deep),
        '3',
      ]);
  });

  it('what stands around the records may be as deep', async () => {
    const yaml = json.replace('stockNumber: id', 'stockNumber: id, dealer: $root.dealer');
    const content = `{"x": ${'['.repeat(4_000)}${']'.repeat(4_000)}, "list": [{"id": "1"}]}`;
    expect(await outcomes(yaml, 'lot.json', content)).toEqual(['1']);
  });
});

describe('a line far too long is one record with its beginning, and the lines after it are read', () => {
  const long = 'x'.repeat(5_000_000);
  const cut = (beginning: string) => ({
    body: (beginning + long).slice(0, 524_288),
    unreadable: 'is longer than 1048576 bytes; the first of them are kept',
  });

  it.each([
    ['csv', csv, 'Stock,Name\nA1,x\nA2,', '\nA3,x\n', ['A1', cut('A2,'), 'A3']],
    ['csv, quoted', csv, 'Stock,Name\nA1,x\nA2,"', '"\nA3,x\n', ['A1', cut('A2,"'), 'A3']],
    ['csv, at its end', csv, 'Stock,Name\nA1,x\nA2,', '', ['A1', cut('A2,')]],
    ['ndjson', ndjson, '{"id": "1"}\n{"id": "', '"}\n{"id": "3"}', ['1', cut('{"id": "'), '3']],
    ['ndjson, at its end', ndjson, '{"id": "1"}\n{"id": "', '', ['1', cut('{"id": "')]],
  ])('%s', async (what, yaml, before, after, expected) => {
    const got = await outcomes(yaml, `lot.${what}`, `${before}${long}${after}`);
    expect(got).toEqual(expected);
  });

  it('keeps counting the lines', async () => {
    const events = await eventsOf(
      csv,
      { 'lot.csv': `Stock,Name\nA1,${long}\nA2,x\n` },
      { observedAt },
    );
    expect(events.map(({ origin }) => origin)).toEqual(['lot.csv#2', 'lot.csv#3']);
  });
});

it('a key that never ends breaks the file off, and what came before it is read', async () => {
  const { read, failure } = await readUntilFault(
    json,
    `{"list": [{"id": "1"}], "${'x'.repeat(5_000_000)}`,
  );
  expect(read).toBe(1);
  expect(failure).toMatch(/a key is longer than 1048576 bytes/);
});

it('a page is read however deep its elements are, and whatever stands between them', async () => {
  const deep = '<div><b><svg>'.repeat(200_000);
  const page = `<title>Lot &amp; more</title>${deep}<p ${'a=1 b'.repeat(50_000)}>${vehicle('1')}</b>${vehicle('2')}`;
  expect(await outcomes(html, 'lot.html', page)).toEqual(['1', '2']);
});

it('a script that is not JSON is told so, however it is made', async () => {
  const escapes = '\\"'.repeat(200_000);
  const spaces = `{"a": ${' '.repeat(400_000)} x}`;
  expect(await outcomes(html, 'lot.html', script(escapes) + script(spaces) + vehicle('3'))).toEqual(
    [
      expect.objectContaining({ unreadable: expect.stringMatching(/is not JSON/) as string }),
      expect.objectContaining({ unreadable: expect.stringMatching(/is not JSON/) as string }),
      '3',
    ],
  );
});

it('a record that nothing dates is published as unreadable, never with an invented date', async () => {
  const events = await eventsOf(csv.replace('$option', 'Seen'), {
    'lot.csv': 'Stock,Name,Seen\nA1,x,2026-01-02\nA2,x,soon\nA3,x,\n',
  });
  expect(events.map(({ unreadable }) => unreadable)).toEqual([
    undefined,
    'nothing says when it was observed: "soon" is no instant from 1980 to 2299',
    'nothing says when it was observed',
  ]);
});

it.each(['9999-12-31T23:00:00-05:00', '0000-01-01T00:00:00+01:00', '1899-12-31', '2300-01-01'])(
  'a record of an instant that no warehouse holds is put aside: %s',
  async (seen) => {
    const events = await eventsOf(csv.replace('$option', 'Seen'), {
      'lot.csv': `Stock,Name,Seen\nA1,x,${seen}\nA2,x,2026-01-02\n`,
    });
    expect(events.map(({ unreadable }) => unreadable)).toEqual([
      `nothing says when it was observed: "${seen}" is no instant from 1980 to 2299`,
      undefined,
    ]);
    for (const event of events) expect(() => encodeEvent(rawListing, event)).not.toThrow();
  },
);

it('a record too long for an event is cut and says so', async () => {
  const long = 'x'.repeat(600_000);
  const [event] = await eventsOf(csv, { 'lot.csv': `Stock,Name\nA1,${long}\n` }, { observedAt });
  expect(event?.unreadable).toMatch(/longer than 524288 bytes/);
  expect(event?.record.body).toHaveLength(524_288);
});
