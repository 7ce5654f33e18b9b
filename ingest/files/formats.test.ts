import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventsOf } from './testing/source.ts';

const csvMapping = `
source: corner-rv
format: csv
id: [Stock]
fields: { title: Name, price: Price, stockNumber: Stock }
observedAt: { from: Seen, format: M/D/YYYY }
`;
const csv =
  'Stock,Name,Price,Seen\nA1,2019 Jayco Eagle,"$31,500",3/9/2026\nA2,"Winnebago ""View""\n24D",,03/10/2026\n';
const said = [
  { stockNumber: 'A1', title: '2019 Jayco Eagle', price: '$31,500' },
  { stockNumber: 'A2', title: 'Winnebago "View"\n24D' },
];

describe('a csv file', () => {
  it('gives its cells by the names of its columns, dated by a column', async () => {
    const events = await eventsOf(csvMapping, { 'lot.csv': csv });
    expect(events.map(({ fields }) => fields)).toEqual(said);
    expect(events.map(({ sourceId }) => sourceId)).toEqual(['A1', 'A2']);
    expect(events.map(({ observedAt }) => observedAt)).toEqual([
      '2026-03-09T00:00:00.000Z',
      '2026-03-10T00:00:00.000Z',
    ]);
    expect(events.map(({ origin }) => origin)).toEqual(['lot.csv#2', 'lot.csv#3']);
  });

  it.each([
    ['with a byte order mark', `\ufeff${csv}`],
    ['in UTF-16', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['packed by gzip, whatever its name', gzipSync(csv)],
    ['with a last line that does not end', csv.slice(0, -1)],
    ['with blank lines', csv.replaceAll(/\n(?=A)/g, '\n\n  \n')],
    ['with a delimiter at the end of its rows', csv.replaceAll(/(?<=\d{4})\n/g, ',\n')],
    ['with other letters in its header', csv.replace('Stock,Name', ' STOCK ,name')],
  ])('%s says the same', async (_what, content) => {
    const events = await eventsOf(csvMapping, { 'lot.csv': content });
    expect(events.map(({ fields }) => fields)).toEqual(said);
  });

  it('keeps the bytes of a row as they came, without the line end', async () => {
    const events = await eventsOf(csvMapping, { 'lot.csv': csv.replaceAll('\n', '\r\n') });
    expect(events[1]?.record).toEqual({
      encoding: 'utf8',
      body: 'A2,"Winnebago ""View""\r\n24D",,03/10/2026',
    });
    expect(events[1]?.fields.title).toBe('Winnebago "View"\r\n24D');
  });

  it('in Latin-1 is read as such where its mapping says so', async () => {
    const [event] = await eventsOf(`${csvMapping}encoding: latin1\n`, {
      'lot.csv': Buffer.from(
        'Stock,Name,Price,Seen\nA1,Caf\u00e9 \u0096 5th,1,1/1/2026\n',
        'latin1',
      ),
    });
    expect(event?.fields.title).toBe('Café – 5th');
    expect(event?.record.encoding).toBe('base64');
    expect(Buffer.from(event?.record.body ?? '', 'base64').toString('latin1')).toContain(
      'Caf\u00e9',
    );
  });

  it('without a header, or with a name twice, is read by position', async () => {
    const mapping = csvMapping
      .replace('title: Name', 'title: $2')
      .replace('price: Price', 'price: $3');
    const headed = `${mapping}csv: { delimiter: ';', header: [Stock, x, x, Seen], skipLines: 1 }\n`;
    const [event] = await eventsOf(headed, {
      'lot.csv': 'made by hand, "today\nA1;Eagle;5;1/1/2026\n',
    });
    expect(event?.fields).toEqual({ title: 'Eagle', price: '5', stockNumber: 'A1' });
  });

  it('with another quote, or none, takes the mark it means', async () => {
    const single = await eventsOf(`${csvMapping}csv: { quote: "'" }\n`, {
      'lot.csv': "Stock,Name,Price,Seen\nA1,'a,\"b',,1/1/2026\n",
    });
    expect(single[0]?.fields.title).toBe('a,"b');
    const none = await eventsOf(`${csvMapping}csv: { quote: none }\n`, {
      'lot.csv': 'Stock,Name,Price,Seen\nA1,"33 ft,,1/1/2026\n',
    });
    expect(none[0]?.fields.title).toBe('"33 ft');
  });
});

it('a tsv file is cut at its tabs', async () => {
  const [event] = await eventsOf(csvMapping.replace('csv', 'tsv'), {
    'lot.tsv': 'Stock\tName\tPrice\tSeen\nA1\tEagle, 5" hitch\t"1\t0"\t1/1/2026\n',
  });
  expect(event?.fields).toEqual({ stockNumber: 'A1', title: 'Eagle, 5" hitch', price: '1\t0' });
});

const treeMapping = `
source: corner-rv
format: json
id: [id]
fields: { title: name, price: pricing.sale, image: 'photos[0].url', description: options }
observedAt: seen
`;
const record = (id: number) =>
  `{ "id": ${id}, "name": "Eagle [${id}] \\"{", "pricing": {"sale": 31500.00}, "photos": [{"url": "a.jpg"}], "options": [null, "solar", "awning"], "seen": "2026-03-09T10:00:00+02:00" }`;
const saidOf = (id: number) => ({
  title: `Eagle [${id}] "{`,
  price: '31500.00',
  image: 'a.jpg',
  description: 'solar',
});

describe('a json file', () => {
  it.each([
    ['one array', '', `[${record(1)},${record(2)}]`],
    [
      'an array inside',
      'records: data.list',
      `{"n": {"list": [1]}, "data": {"list": [${record(1)},\n${record(2)}], "x": [{}]}}`,
    ],
    ['one object', '', record(1)],
    ['an object that a path leads to', 'records: result', `{"result": ${record(1)}}`],
    [
      'the values of an object',
      'records: lot.*',
      `{"lot": {"a": ${record(1)}, "b": ${record(2)}}}`,
    ],
    [
      'arrays of arrays',
      'records: dealers.*.lot',
      `{"dealers": [{"lot": [${record(1)}]}, {}, {"lot": [${record(2)}]}]}`,
    ],
    ['objects one after another', '', `${record(1)}\n${record(2)}`],
    ['JavaScript around it', 'records: list', `window.lot = {"list": [${record(1)}]};`],
  ])('of %s gives its records as they stand', async (_what, records, content) => {
    const events = await eventsOf(`${treeMapping}${records}\n`, { 'lot.json': content });
    expect(events.map(({ fields }) => fields)).toEqual(
      [saidOf(1), saidOf(2)].slice(0, events.length),
    );
    expect(events.map(({ record: { body } }) => body)).toEqual(
      [record(1), record(2)].slice(0, events.length),
    );
    expect(events[0]?.observedAt).toBe('2026-03-09T08:00:00.000Z');
  });

  it('tells a record what stands around it, before and after', async () => {
    const mapping = `${treeMapping.replace('fields: {', 'fields: { vin: $key, dealer: $parent.$parent.dealer.name, state: $root.state,').replace('seen', '$root.made')}records: dealers.*.lot.*\n`;
    const events = await eventsOf(mapping, {
      'lot.json': `{"state": "WA", "dealers": [
        {"dealer": {"name": "North"}, "lot": {"v1": {"id": 1}}},
        {"lot": {"v2": {"id": 2}}, "dealer": {"name": "South"}}], "made": "2026-03-01"}`,
    });
    expect(events.map(({ fields }) => fields)).toEqual([
      { vin: 'v1', dealer: 'North', state: 'WA' },
      { vin: 'v2', dealer: 'South', state: 'WA' },
    ]);
    expect(events[1]?.observedAt).toBe('2026-03-01T00:00:00.000Z');
  });

  it('tells a record what stands around it from the outermost object on', async () => {
    const mapping = `${treeMapping.replace('fields: {', 'fields: { dealer: $root.feed.dealers.name, state: $root.feed.state,').replace('seen', '$root.made')}records: feed.dealers.lot\n`;
    const events = await eventsOf(mapping, {
      'lot.json': `{"feed": {"dealers": [
        {"name": "North", "lot": [{"id": 1}]},
        {"lot": [{"id": 2}, {"id": 3}], "name": "South"}], "state": "WA"}, "made": "2026-03-01"}`,
    });
    expect(events.map(({ fields }) => fields)).toEqual([
      { dealer: 'North', state: 'WA' },
      { dealer: 'South', state: 'WA' },
      { dealer: 'South', state: 'WA' },
    ]);
  });

  it('keeps the digits of a number that a double would lose', async () => {
    const [event] = await eventsOf(treeMapping, {
      'lot.json': '[{"id": 12345678901234567890, "pricing": {"sale": 1e3}, "seen": "2026-01-01"}]',
    });
    expect(event?.sourceId).toBe('12345678901234567890');
    expect(event?.record.body).toContain('1e3');
  });

  it.each([
    ['1.2e4', '12000'],
    ['5.4995E+4', '54995'],
    ['5499500e-2', '54995.00'],
    ['54995.000', '54995.000'],
    ['1e224', '1e224'],
  ])('says the number %s as %s', async (number, text) => {
    const [event] = await eventsOf(treeMapping, {
      'lot.json': `[{"id": 1, "pricing": {"sale": ${number}}, "seen": "2026-01-01"}]`,
    });
    expect(event?.fields.price).toBe(text);
  });

  it('packed by gzip says the same', async () => {
    const events = await eventsOf(treeMapping, { 'lot.json': gzipSync(`[${record(1)}]`) });
    expect(events[0]?.fields).toEqual(saidOf(1));
  });
});

it('an ndjson file has a record on each line', async () => {
  const mapping = treeMapping.replace('json', 'ndjson');
  const events = await eventsOf(mapping, {
    'lot.ndjson': `\ufeff${record(1)}\r\n\r\n${record(2)}`,
  });
  expect(events.map(({ fields }) => fields)).toEqual([saidOf(1), saidOf(2)]);
  expect(events.map(({ origin }) => origin)).toEqual(['lot.ndjson#1', 'lot.ndjson#3']);
  expect(events[0]?.record.body).toBe(record(1));
});

describe('an html page', () => {
  const mapping = `
source: corner-rv
format: html
records: [Vehicle, AggregateOffer.offers]
id: [{ from: [sku, itemOffered.sku], pattern: '(?<id>.+)' }]
fields: { title: [name, itemOffered.name], price: [offers.price, price], make: [brand.name, brand], url: $url, dealer: $parent.seller.name }
observedAt: $option
`;
  const observedAt = '2026-03-09T00:00:00.000Z';
  const page = (...scripts: string[]) =>
    `<html><head><title>Lot</title><link rel="canonical" href="https://corner.example/rv/1">${scripts.map((text) => `<script type="application/ld+json">${text}</script>`).join('')}</head></html>`;
  const vehicle =
    '{"@context": "https://schema.org", "@type": "Vehicle", "sku": "7", "name": "Eagle", "brand": {"name": "Jayco"}, "offers": [{"price": 31500.00}]}';

  it.each([
    ['a node', vehicle],
    ['an array', `[{"@type": "WebSite"}, ${vehicle}]`],
    ['a graph', `{"@graph": [{"@type": "WebPage", "mainEntity": ${vehicle}}]}`],
    [
      'types with their namespace',
      vehicle.replace('"Vehicle"', '["Product", "http://schema.org/Vehicle"]'),
    ],
    ['an HTML comment around it', `<!-- ${vehicle} -->`],
    ['CDATA marks in comments around it', `//<![CDATA[\n${vehicle}\n//]]>`],
    ['a comma too many and a semicolon', `${vehicle.slice(0, -1)}, };`],
    ['a bare line end in a string', vehicle.replace('Eagle', 'Eagle\n')],
  ])('is read from its JSON-LD: %s', async (_what, script) => {
    const events = await eventsOf(mapping, { 'rv.html': page(script) }, { observedAt });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      sourceId: '7',
      origin: 'rv.html#1',
      fields: { price: '31500.00', make: 'Jayco', url: 'https://corner.example/rv/1' },
    });
    expect(events[0]?.fields.title?.trim()).toBe('Eagle');
    expect(JSON.parse(events[0]?.record.body ?? '')).toMatchObject({ sku: '7' });
  });

  it('with offers inside offers gives each of them, with what stands around it', async () => {
    const search =
      '{"@type": "Product", "offers": {"@type": "AggregateOffer", "seller": {"name": "Corner"}, "offers": [{"price": "1", "itemOffered": {"sku": "a"}}, {"price": "2", "itemOffered": {"sku": "b", "name": "Eagle"}}]}}';
    const events = await eventsOf(mapping, { 'search.html': page(search) }, { observedAt });
    expect(events.map(({ sourceId, fields }) => [sourceId, fields.price, fields.dealer])).toEqual([
      ['a', '1', 'Corner'],
      ['b', '2', 'Corner'],
    ]);
  });

  it('without a listing is one unreadable record with its title and bytes', async () => {
    const challenge = '<title>Access denied</title><p>Sorry, you have been blocked</p>';
    const [event] = await eventsOf(mapping, { 'rv.html': challenge }, { observedAt });
    expect(event).toMatchObject({
      unreadable: 'the page has no JSON-LD of Vehicle or AggregateOffer.offers',
      fields: { title: 'Access denied' },
      record: { body: challenge },
    });
  });

  it('with a script that cannot be read gives the others', async () => {
    const events = await eventsOf(
      mapping,
      { 'rv.html': page('{"@type": Vehicle}', vehicle) },
      { observedAt },
    );
    expect(events.map(({ unreadable }) => unreadable?.slice(0, 19))).toEqual([
      'JSON-LD is not JSON',
      undefined,
    ]);
    expect(events[0]?.record.body).toBe('{"@type": Vehicle}');
  });
});
