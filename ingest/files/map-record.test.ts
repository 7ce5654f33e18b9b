import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeEvent } from '#schemas/events/topic.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { FilesRefused } from './check-files.ts';
import { rawListingId } from './event-id.ts';
import { readInstant } from './instant.ts';
import { eventsOf } from './testing/source.ts';

const mapping = (rest: string) => `source: corner-rv\nformat: csv\nobservedAt: $option\n${rest}`;
const context = { observedAt: '2026-03-09T00:00:00.000Z' };
const fieldsOf = async (rest: string, csv: string) =>
  (await eventsOf(mapping(rest), { 'corner_20260301.csv': csv }, context)).map(
    ({ fields }) => fields,
  );

describe('a field', () => {
  it('is the first of its names that gives something', async () => {
    expect(await fieldsOf('fields: { price: [Sale, Price] }', 'Price,Sale\n5,\n6,4\n')).toEqual([
      { price: '5' },
      { price: '4' },
    ]);
  });

  it('is the part of a text that a pattern names, or nothing', async () => {
    const rest = `fields:\n  year: &slug { from: URL, pattern: '/(?<condition>new|used)-(?<year>\\d{4})-(?<title>.+)$' }\n  condition: *slug\n  title: { <<: *slug, replace: { '-': ' ' } }\n`;
    expect(
      await fieldsOf(rest, 'URL\nhttps://x/USED-2015-jayco-eagle\nhttps://x/contact\n'),
    ).toEqual([{ year: '2015', condition: 'USED', title: 'jayco eagle' }, {}]);
  });

  it('is found beside any white space of Unicode', async () => {
    expect(
      await fieldsOf(
        "fields: { mileage: { from: M, pattern: '(?<value>\\d+)\\s*miles' } }",
        'M,D\n12000\u00a0miles,\n34\u202fmiles,\n',
      ),
    ).toEqual([{ mileage: '12000' }, { mileage: '34' }]);
  });

  it('is a code in words, and every other text as it is', async () => {
    expect(
      await fieldsOf(
        'fields: { condition: { from: C, values: { n: New, u: Used } } }',
        'C,D\nN,\nDemo,\n',
      ),
    ).toEqual([{ condition: 'New' }, { condition: 'Demo' }]);
  });

  it('is made of several by a template, and of nothing where one is missing', async () => {
    expect(
      await fieldsOf(
        "fields: { url: { template: 'https://x.example/{Make}/{Id}' }, make: Make }",
        'Make,Id\nJayco,7\nJayco,\n',
      ),
    ).toEqual([{ make: 'Jayco', url: 'https://x.example/Jayco/7' }, { make: 'Jayco' }]);
  });

  it('is a constant where the record says nothing', async () => {
    expect(
      await fieldsOf(
        'fields: { dealer: D, title: T }\nconstants: { dealer: Corner, year: 2024 }',
        'T,D\nx,\ny,North\n',
      ),
    ).toEqual([
      { title: 'x', dealer: 'Corner', year: '2024' },
      { title: 'y', dealer: 'North', year: '2024' },
    ]);
  });

  it('is cut where an event ends it, never inside a character', async () => {
    const [fields] = await fieldsOf('fields: { title: T }', `T,U\n${'😀'.repeat(3_000)}x,\n`);
    expect(fields?.title).toBe('😀'.repeat(2_000));
    const [odd] = await fieldsOf('fields: { title: T }', `T,U\nx${'😀'.repeat(3_000)},\n`);
    expect(odd?.title).toBe(`x${'😀'.repeat(1_999)}`);
  });
});

describe('the source id', () => {
  const idsOf = async (rest: string, csv: string) =>
    (
      await eventsOf(
        mapping(`fields: { dealer: D, make: M, model: L, title: T, stockNumber: S }\n${rest}`),
        { 'a.csv': `I,D,M,L,T,S\n${csv}` },
        context,
      )
    ).map(({ sourceId }) => sourceId);

  it('is what the mapping names, all of it together', async () => {
    expect(await idsOf('id: [I]', ' 7 ,,,,,\n')).toEqual(['7']);
    expect(await idsOf('id: [D, I]', '7,North,,,,\n')).toEqual(['North|7']);
  });

  it('never lets two different lists be one', async () => {
    const [a, b] = await idsOf('id: [D, I]', 'c,a|b,,,,\nb|c,a,,,,\n');
    expect(a).not.toBe(b);
  });

  it('is else a hash of what the listing is, without price or case', async () => {
    const [a, b, c] = await idsOf(
      '',
      ',North,Jayco,Eagle,t,1\n9,NORTH,Jayco,eagle,u,1\n,North,Jayco,Eagle,t,2\n',
    );
    expect(a).toMatch(/^hash:[0-9a-f]{64}$/);
    expect(b).toBe(a);
    expect(c).not.toBe(a);
  });

  it('takes the title where there is neither make nor model, so that listings stay apart', async () => {
    const [a, b] = await idsOf('id: [I]', ',North,,,2019 Eagle,\n,North,,,2020 Eagle,\n');
    expect(a).not.toBe(b);
  });

  it('is a hash of the bytes of a record that says nothing', async () => {
    expect(await idsOf('', ',North,,,,\n')).toEqual([expect.stringMatching(/^bytes:/)]);
  });
});

describe('an event', () => {
  const read = (csv: string, observedAt = context.observedAt) =>
    eventsOf(
      mapping('id: [I]\nfields: { title: T }\nunits: { length: m }'),
      { 'a.csv': csv },
      { observedAt },
    );

  it('keeps its identity when the same record is read again, from another place too', async () => {
    const [first] = await read('I,T\n7,x\n');
    const [, again] = await read('I,T\n6,x\n7,x\n');
    expect(again?.eventId).toBe(first?.eventId);
  });

  it('is another for another instant, other bytes, another listing', async () => {
    const ids = [
      await read('I,T\n7,x\n'),
      await read('I,T\n7,x\n', '2026-03-10T00:00:00.000Z'),
      await read('I,T\n7,"x"\n'),
      await read('I,T\n8,x\n'),
    ];
    expect(new Set(ids.map(([event]) => event?.eventId)).size).toBe(4);
  });

  it('has the identity that architecture.md defines', () => {
    const record = Buffer.from('7,x');
    expect(
      rawListingId({
        source: 'corner-rv',
        sourceId: '7',
        observedAt: '2026-03-09T00:00:00.000Z',
        record,
      }),
    ).toBe(
      // printf 'raw.listing.v1\0corner-rv\0007\0002026-03-09T00:00:00.000Z\0007,x' | sha256sum
      'e14270ea1c89fc41b443bbced21e75685b160a7639c773cb826561b7e60894ad',
    );
  });

  it('is what the log takes, with its units and never marked as a sample', async () => {
    const [event] = await read('I,T\n7,x\n');
    expect(event).toMatchObject({ units: { length: 'm' }, sample: false });
    expect(() => event && encodeEvent(rawListing, event)).not.toThrow();
  });
});

describe('an instant', () => {
  it.each([
    ['2026-03-09', undefined, '2026-03-09T00:00:00.000Z'],
    ['2026-03-09T10:11:12.1239Z', undefined, '2026-03-09T10:11:12.123Z'],
    ['2026-03-09 10:11', undefined, '2026-03-09T10:11:00.000Z'],
    ['2026-03-09T10:11:12+0530', undefined, '2026-03-09T04:41:12.000Z'],
    ['20260309', 'YYYYMMDD', '2026-03-09T00:00:00.000Z'],
    ['3/9/2026 1:05 PM', 'M/D/YYYY h:mm A', '2026-03-09T13:05:00.000Z'],
    ['03/09/26', 'MM/DD/YY', '2026-03-09T00:00:00.000Z'],
    ['03/09/2026', 'MM/DD/YY', undefined],
    ['12:30 a.m. on 9 March 2026', 'h:mm A on D MMM YYYY', '2026-03-09T00:30:00.000Z'],
    ['1773014400', 'unix', '2026-03-09T00:00:00.000Z'],
    ['1773014400123', 'unix-ms', '2026-03-09T00:00:00.123Z'],
    ['2026-02-29', undefined, undefined],
    ['2026-13-01', undefined, undefined],
    ['2026-03-09 24:00', undefined, undefined],
    ['9/3/2026', undefined, undefined],
    ['soon', 'YYYYMMDD', undefined],
    ['2299-12-31T23:59:59.999Z', undefined, '2299-12-31T23:59:59.999Z'],
    ['2299-12-31T23:59:59-00:01', undefined, undefined],
    ['1980-01-01', undefined, '1980-01-01T00:00:00.000Z'],
    ['1980-01-01T00:00:00+00:01', undefined, undefined],
    ['1969-12-31', undefined, undefined],
    ['0', 'unix', undefined],
    ['99991231', 'YYYYMMDD', undefined],
    ['20000000000', 'unix', undefined],
    ['', undefined, undefined],
  ])('%j in %s is %s', (text, format, expected) => {
    expect(readInstant(text, format)).toBe(expected);
  });

  it('written by toISOString comes back as it was', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1980-01-01'), max: new Date('2299-12-31'), noInvalidDate: true }),
        (date) => {
          expect(readInstant(date.toISOString())).toBe(date.toISOString());
        },
      ),
    );
  });
});

describe('a join', () => {
  const joined = `source: corner-rv
format: csv
id: [&stock [Stock, 'Stock #']]
fields: { title: Name, price: Price }
observedAt: { from: $file, pattern: '_(?<value>\\d{8})', format: YYYYMMDD }
join:
  from: '_2026030[23]\\.csv$'
  on: *stock
  take: { title: Name, fuel: Fuel }
`;
  const files = {
    'lot_20260301.csv': 'Stock #,Price\nA1,5\nA2,6\nA9,7\n',
    'lot_20260302.csv': 'Stock,Name,Fuel,Price\nA1,Eagle,,5\n',
    'lot_20260303.csv': 'Stock,Name,Fuel,Price\nA1,Eagle HT,Gas,4\nA2,View,Diesel,6\n',
  };

  it('gives a record what it lacks from its partner, the first file that has it, under the same id', async () => {
    const events = await eventsOf(joined, files);
    expect(events.map(({ sourceId, fields }) => [sourceId, fields.title, fields.fuel])).toEqual([
      ['A1', 'Eagle', 'Gas'],
      ['A2', 'View', 'Diesel'],
      ['A9', undefined, undefined],
      ['A1', 'Eagle', 'Gas'],
      ['A1', 'Eagle HT', 'Gas'],
      ['A2', 'View', 'Diesel'],
    ]);
  });

  it('whose lookup breaks off is refused, naming it: half of it would leave records without', async () => {
    const half = gzipSync(files['lot_20260303.csv']).subarray(0, -12);
    const refused = eventsOf(joined, { ...files, 'lot_20260303.csv': half });
    await expect(refused).rejects.toThrow(FilesRefused);
    await expect(refused).rejects.toThrow(
      'lot_20260303.csv: cannot be unpacked to its end: unexpected end of file',
    );
  });

  it('changes no identity: a record with its partner away is the same event', async () => {
    const [alone] = await eventsOf(joined, { 'lot_20260301.csv': files['lot_20260301.csv'] });
    const [together] = await eventsOf(joined, files);
    expect(alone?.fields.title).toBeUndefined();
    expect(alone?.eventId).toBe(together?.eventId);
  });
});

it('a pattern that others would try in endless ways is matched in linear time', async () => {
  const [event] = await eventsOf(
    mapping(
      `id: [I]\nfields: { title: { from: T, pattern: '^(?<title>(a+)+)$' }, make: { from: T, pattern: '(?<make>(?:a|a)*b)' } }`,
    ),
    { 'a.csv': `I,T\n1,${'a'.repeat(1_999)}b\n` },
    context,
  );
  expect(event?.fields).toEqual({ make: `${'a'.repeat(1_999)}b` });
});

it('a pattern sees the first 2,000 characters of a text', async () => {
  const yaml = `source: corner-rv
format: csv
fields: { title: Name, year: { from: Name, pattern: '(?<year>\\d{4})$' }, make: { from: Name, pattern: '^.*(?<make>END)$' } }
observedAt: $option
`;
  const [event] = await eventsOf(
    yaml,
    {
      'a.csv': `Name\n${'x'.repeat(1_996)}2021${'x'.repeat(500)}END\n`,
    },
    context,
  );
  expect(event?.fields).toMatchObject({ year: '2021' });
  expect(event?.fields.make).toBeUndefined();
});
