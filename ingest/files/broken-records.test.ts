import { describe, expect, it } from 'vitest';
import { eventsOf } from './test-source.ts';

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

/** Stock numbers of the records that were read, and the bytes and reasons of the others. */
async function outcomes(yaml: string, name: string, content: string | Uint8Array) {
  const events = await eventsOf(yaml, { [name]: content }, { observedAt });
  return events.map(
    ({ fields, unreadable, record }) => fields.stockNumber ?? { body: record.body, unreadable },
  );
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

  it('a file that ends early gives what it had, and its last record broken', async () => {
    const got = await outcomes(json, 'lot.json', '{"list": [{"id": "1"}, {"id": "2');
    expect(got).toEqual(['1', broken('{"id": "2', /the file ends within it/)]);
  });
});

it('a broken line of ndjson is one record, and the lines after it are read', async () => {
  const lines = ['{"id": "1"}', '{"id": ', '[1]', 'null', '{"id": "3"}'];
  const got = await outcomes(
    json.replace('json', 'ndjson').replace('records: list\n', ''),
    'lot.ndjson',
    lines.join('\n'),
  );
  expect(got).toEqual([
    '1',
    broken('{"id": ', /is not JSON/),
    broken('[1]', /not an object/),
    broken('null', /not an object/),
    '3',
  ]);
});

it('a record that nothing dates is published as unreadable, never with an invented date', async () => {
  const events = await eventsOf(csv.replace('$option', 'Seen'), {
    'lot.csv': 'Stock,Name,Seen\nA1,x,2026-01-02\nA2,x,soon\n',
  });
  expect(events.map(({ unreadable }) => unreadable)).toEqual([
    undefined,
    'nothing says when it was observed',
  ]);
});

it('a record too long for an event is cut and says so', async () => {
  const long = 'x'.repeat(600_000);
  const [event] = await eventsOf(csv, { 'lot.csv': `Stock,Name\nA1,${long}\n` }, { observedAt });
  expect(event?.unreadable).toMatch(/longer than 524288 bytes/);
  expect(event?.record.body).toHaveLength(524_288);
});
