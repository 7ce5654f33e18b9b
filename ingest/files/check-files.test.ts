import { describe, expect, it } from 'vitest';
import { checkFiles, FilesRefused } from './check-files.ts';
import { parseMapping } from './load-mapping.ts';
import { sourceFolder } from './testing/source.ts';
import { zipOf } from './testing/zip.ts';

const mappingOf = (format: string, fields = '{ title: name, price: price }') =>
  parseMapping(
    `source: corner-rv\n${format}\nid: [id]\nfields: ${fields}\nobservedAt: $option\n`,
    'corner-rv.yaml',
  );
const csv = mappingOf('format: csv');
const clock = () => new Date('2026-03-09T06:00:00Z');

/** What is said of files, a line for each fault; '' where they are taken. */
async function said(
  mapping: ReturnType<typeof mappingOf>,
  files: Record<string, string | Uint8Array>,
): Promise<string> {
  await using source = await sourceFolder(files);
  try {
    await checkFiles(mapping, source.paths, '2026-03-09T00:00:00.000Z', clock);
    return '';
  } catch (error) {
    if (!(error instanceof FilesRefused)) throw error;
    return error.message;
  }
}

const semicolons = 'id;name;price\n1;2019 Jayco Jay Flight;19.900,00\n2;2020 Montana;45.900,00\n';
const tabs = 'id\tname\tprice\n1\t2019 Jayco\t$19,900\n2\t2020 Montana\t$45,900\n';
const commas = 'id,name,price\n1,2019 Jayco,19900\n';
const lines = '{"id": 1, "name": "Eagle", "price": 5}\n{"id": 2, "name": "Kite", "price": 6}\n';
const ole = Buffer.from('d0cf11e0a1b11ae1000000000000000000003e000300feff0900060000000a0a', 'hex');

describe('a file wholly of another form is refused, and what it looks like is told', () => {
  it.each([
    ['semicolons', 'format: csv', semicolons, /line 2: has 2 cells.*looks like .*delimiter: ';'/s],
    [
      'carriage returns alone',
      'format: csv',
      commas.replaceAll('\n', '\r'),
      /its lines end with a carriage return alone/,
    ],
    ['tabs', 'format: csv', tabs, /line 2: has 2 cells.*looks like .*format: tsv/s],
    ['commas', 'format: tsv', commas, /looks like .*format: csv/],
    ['NDJSON', 'format: csv', lines, /looks like .*format: ndjson/],
    [
      'JSON',
      'format: ndjson',
      JSON.stringify([{ id: 1, name: 'Eagle' }], null, 2),
      /looks like .*format: json/,
    ],
    ['a table', 'format: ndjson', commas, /line 1: is not JSON.*looks like .*format: csv/s],
    ['a table', 'format: json', commas, /looks like .*format: csv/],
    ['a table', 'format: xml\nrecords: unit', commas, /looks like .*format: csv/],
    ['a page', 'format: csv', '<!doctype html>\n<p>a,b\n<p>c\n', /looks like .*format: html/],
    ['XML', 'format: csv', '<?xml version="1.0"?>\n<lot>\n<unit>1,2</unit>\n', /format: xml/],
    ['an old workbook', 'format: csv', ole, /looks like .*Excel.*save it as CSV/],
    ['bytes', 'format: csv', Buffer.alloc(3_000, '\0\xff\n', 'latin1'), /looks like .*binary/],
    [
      'a workbook',
      'format: csv',
      zipOf({ 'xl/sheet.xml': '<x/>', 'xl/styles.xml': '<x/>' }),
      /a\.dat: is a zip file of 2 files/,
    ],
    [
      'packed pages',
      'format: html\nrecords: [Vehicle]',
      zipOf({ 'a.html': '<p>', 'b.html': '<p>' }),
      /a\.dat: is a zip file of 2 files/,
    ],
  ])('%s as %s', async (_what, format, content, message) => {
    const told = await said(mappingOf(format), { 'a.dat': content });
    expect(told).toMatch(message);
    expect(told).toContain('a.dat: ');
  });

  it('whose elements are called otherwise than those that are to hold records', async () => {
    const mapping = mappingOf('format: xml\nrecords: lot.units.unit');
    expect(await said(mapping, { 'a.xml': '<lot><items><unit/></items></lot>' })).toMatch(
      /records "lot\.units\.unit" finds nothing in .*a\.xml; its keys: lot, lot\.items, lot\.items\.unit$/,
    );
    expect(await said(mapping, { 'a.xml': '<lot><units/></lot>' })).toBe('');
  });

  it.each([
    ['lot.unit', '<lot><item><id>1</id></item><item><id>2</id></item></lot>'],
    ['unit', '<lot><item><id>1</id></item><item><id>2</id></item></lot>'],
    ['lot.unit', '<lot><item><price of="USD">1</price></item><item><id n="2"/></item></lot>'],
  ])('whose records are called otherwise than %s', async (records, xml) => {
    const mapping = mappingOf(`format: xml\nrecords: ${records}`);
    expect(await said(mapping, { 'a.xml': xml })).toMatch(/finds nothing in .*: lot, lot\.item/);
  });

  it.each(['lot.unit', 'unit'])(
    'but not for a feed without one %s, whatever it says of itself',
    async (records) => {
      const mapping = mappingOf(`format: xml\nrecords: ${records}`);
      const about =
        '<dealer id="7"><name>R</name></dealer><day>Monday</day><day>Friday</day><link rel="self"/><link/>';
      expect(await said(mapping, { 'a.xml': `<lot made="2026-03-09">${about}</lot>` })).toBe('');
      const item = '<item id="1"><id>1</id></item>';
      expect(
        await said(mapping, { 'a.xml': `<lot>${item}${item}<unit><id>1</id></unit></lot>` }),
      ).toMatch(/finds none of its fields/);
    },
  );

  it('with the signs of its name that would colour a terminal or break a line written out', async () => {
    const told = await said(csv, { 'a\u001b[31m\n.csv': semicolons });
    expect(told).toContain('/a\\u001b[31m\\u000a.csv: none of its first 2 records');
  });

  it('though its first rows could be read', async () => {
    const told = await said(csv, { 'a.csv': 'id;name;price\n1;Jayco;5\n2;Eagle;6\n' });
    expect(told).toMatch(/finds none of its fields .*columns: id;name;price.*delimiter: ';'/s);
  });

  it('but not for records of it that are broken', async () => {
    expect(await said(csv, { 'a.csv': `${commas}2,x\n3\n4,"\n` })).toBe('');
  });

  it('but not for a page without a listing', async () => {
    const html = mappingOf('format: html\nrecords: [Vehicle]');
    expect(await said(html, { 'a.html': '<title>Access denied</title>' })).toBe('');
    expect(await said(html, { 'a.html': commas })).toMatch(/is no page.*looks like .*format: csv/);
  });
});

describe('a table without rows', () => {
  it('is taken where its header fits', async () => {
    expect(await said(csv, { 'a.csv': 'ID,Name,Price\n' })).toBe('');
  });

  it.each([
    ['none of the fields', 'nr,nom,prix\n', /a\.csv: .*none of its fields.*Columns: nr, nom, prix/],
    ['no id', 'nr,name,price\n', /a\.csv: .*nothing for id "id".*Columns: nr, name, price/],
    [
      'not every field',
      'id,name\n',
      /^corner-rv\.yaml:4: fields\.price: no file has a column "price"/,
    ],
    ['another delimiter', 'id;name;price\n', /delimiter: ';'/],
  ])('is refused where its header has %s', async (_what, content, message) => {
    expect(await said(csv, { 'a.csv': content })).toMatch(message);
  });

  it('is no reason to refuse the others where its header has some of the fields', async () => {
    expect(await said(csv, { 'a.csv': 'id,name\n', 'b.csv': commas })).toBe('');
  });
});

describe('a file of records', () => {
  const fields = '{ title: name, price: [price.sale, price.list], floorplan: plan }';
  const ndjson = mappingOf('format: ndjson', fields);
  const of = (count: number, more: object, last: object = {}): string =>
    [...Array.from({ length: count }, () => more), last]
      .map((one, id) => `${JSON.stringify({ id, name: 'Eagle', ...one })}\n`)
      .join('');

  it('is refused where another key of many looks like the one that none has', async () => {
    expect(await said(ndjson, { 'a.ndjson': of(30, { pricing: { sale: 5_900 } }) })).toBe(
      'corner-rv.yaml:4: fields.price: no file has a record with "price.sale" or "price.list", and "pricing.sale" looks like it. Write that; if it is something else, add $nothing to the names of price: files may lack it.',
    );
    const xml = mappingOf('format: xml\nrecords: lot.unit', fields);
    const units = '<unit><id>1</id><name>Eagle</name><Cost>5,900</Cost></unit>'.repeat(30);
    expect(await said(xml, { 'a.xml': `<lot>${units}</lot>` })).toMatch(
      /fields\.price: no file has a record with "price\.sale" or .*, and "Cost" looks like it\./,
    );
    const named = mappingOf('format: ndjson', '{ title: name, year: yr, model: model }');
    expect(await said(named, { 'a.ndjson': of(30, { modelYear: 2021, model: 'Kite' }) })).toMatch(
      /fields\.year: no file has a record with "yr", and "modelYear" looks like it\./,
    );
  });

  it('is taken where none of many says what it costs or of which year it is', async () => {
    const onRequest = { priceOnRequest: true, priceText: 'Call', priced: '2026-03-01', img: 'a' };
    expect(await said(ndjson, { 'a.ndjson': of(30, onRequest) })).toBe('');
    const named = '{ title: name, year: year, make: make, msrp: fullPrice, price: price }';
    const mapping = mappingOf('format: ndjson', named);
    expect(await said(mapping, { 'a.ndjson': of(30, { make: 'Jayco', fullPrice: 9_000 }) })).toBe(
      '',
    );
    const absent = mappingOf('format: ndjson', '{ title: name, price: [price, $nothing] }');
    expect(await said(absent, { 'a.ndjson': of(30, { priceDrop: 2_000 }) })).toBe('');
    const history = parseMapping(
      'source: corner-rv\nformat: ndjson\nid: [id]\nfields: { title: name, price: price }\nobservedAt: $option\nhistory: { path: prices.*, observedAt: $key, fields: { price: value } }\n',
      'corner-rv.yaml',
    );
    const earlier = { prices: { '2026-01-01': 5_900 } };
    expect(await said(history, { 'a.ndjson': of(30, earlier) })).toBe('');
  });

  it('is taken where one of them has it, and where they are few', async () => {
    expect(await said(ndjson, { 'a.ndjson': of(30, {}, { price: { sale: null } }) })).toBe('');
    expect(await said(ndjson, { 'a.ndjson': of(5, {}) })).toBe('');
    expect(await said(ndjson, { 'a.ndjson': of(300, {}, { price: { sale: 5 } }) })).toBe('');
    const priced = of(30, { price: { sale: 5 } });
    expect(await said(ndjson, { 'a.ndjson': of(300, {}), 'b.ndjson': priced })).toBe('');
  });
});

describe('records by their key', () => {
  const lot = (records: string, fields = '{ stockNumber: $key, price: ask, mileage: odo.miles }') =>
    parseMapping(
      `source: corner-rv\nformat: json\nrecords: ${records}\nid: [$key]\nfields: ${fields}\nobservedAt: $option\n`,
      'corner-rv.yaml',
    );
  const file = JSON.stringify({ lot: { A1: { ask: 5, odo: { miles: 7 } }, A2: { ask: 6 } } });

  it('are refused where they are taken for one record, whose key alone is found', async () => {
    expect(await said(lot('lot'), { 'a.json': file })).toMatch(
      /a\.json: the mapping finds none of its fields in the first 1 records\. The keys of the first: A1, A2\. Where each of them is a record, write records: lot\.\*$/,
    );
    expect(await said(lot('lot.*'), { 'a.json': file })).toBe('');
  });

  it('are taken where all they say is around them, but for which they are', async () => {
    const mapping = parseMapping(
      'source: corner-rv\nformat: json\nrecords: units.*\nid: [stock]\nfields: { make: $parent.make, price: ask }\nobservedAt: $option\n',
      'corner-rv.yaml',
    );
    const units = [{ stock: 'A1' }, { stock: 'A2' }];
    expect(await said(mapping, { 'a.json': JSON.stringify({ make: 'Jayco', units }) })).toBe('');
    expect(await said(mapping, { 'b.json': JSON.stringify({ units }) })).toMatch(
      /finds none of its fields in the first 2 records/,
    );
  });

  it('are taken where nothing but their key is wanted', async () => {
    expect(await said(lot('lot.*', '{ title: $key }'), { 'a.json': file })).toBe('');
  });
});

describe('a column that is there twice', () => {
  it.each(['id,name,price,price\n1,Eagle,5,20000\n', 'id,name,price, Price \n'])(
    'is refused where the mapping names it: %j',
    async (content) => {
      const told = await said(csv, { 'a.csv': content });
      expect(told).toMatch(/a\.csv: the column "price" is there twice, as \$3 and \$4/);
    },
  );

  it('is taken where the mapping does not name it, or names one by its place', async () => {
    const content = 'id,name,price,price,note,note\n1,Eagle,5,20000,a,b\n';
    const placed = mappingOf('format: csv', '{ title: name, price: $4 }');
    expect(await said(placed, { 'a.csv': content })).toBe('');
  });
});

describe('what a mapping is made of is named in words', () => {
  it('a part of a template', async () => {
    const mapping = mappingOf('format: csv', `{ title: name, url: { template: 'x/{id}/{lnk}' } }`);
    expect(await said(mapping, { 'a.csv': commas })).toBe(
      'corner-rv.yaml:4: fields.url: no file has a column "lnk". Columns: id, name, price',
    );
  });

  it('an instant that is none, and what stands there', async () => {
    const mapping = parseMapping(
      'source: corner-rv\nformat: csv\nfields: { title: name }\nobservedAt: { from: [seen, at], format: DD/MM/YYYY }\n',
      'corner-rv.yaml',
    );
    await using source = await sourceFolder({ 'a.csv': 'name,seen\nEagle,11/15/2026\n' });
    await expect(checkFiles(mapping, source.paths, undefined, clock)).rejects.toThrow(
      'nothing says when it was observed: "seen" or "at" (corner-rv.yaml:4: observedAt) gives no instant; the first says "11/15/2026", read as DD/MM/YYYY.',
    );
  });

  it('an instant that has not come yet, where all of a file says one', async () => {
    const mapping = parseMapping(
      'source: corner-rv\nformat: csv\nfields: { title: name }\nobservedAt: { from: seen, format: MM/DD/YYYY }\n',
      'corner-rv.yaml',
    );
    const check = async (...seen: string[]) => {
      const rows = seen.map((day) => `Eagle,${day}\n`).join('');
      await using source = await sourceFolder({ 'a.csv': `name,seen\n${rows}` });
      return await checkFiles(mapping, source.paths, undefined, clock);
    };
    await expect(check('04/03/2026', '05/03/2026')).rejects.toThrow(
      'a.csv: was observed at 2026-04-03T00:00:00.000Z, which has not come yet: "seen" (corner-rv.yaml:4: observedAt) gives no earlier instant; the first says "04/03/2026", read as MM/DD/YYYY. Mend observedAt or its format in the mapping.',
    );
    expect(await check('04/03/2026', '03/09/2026')).toBeGreaterThan(0);
    expect(await check('03/10/2026')).toBeGreaterThan(0);
  });
});
