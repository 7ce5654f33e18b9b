import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MappingError, parseMapping } from './load-mapping.ts';
import { readXml } from './read-xml.ts';
import { readFrom, readRecords } from './read-records.ts';
import { eventsOf, sourceFolder } from './testing/source.ts';
import { zipOf } from './testing/zip.ts';

const observedAt = '2026-03-09T00:00:00.000Z';
const rest = 'fields: { stockNumber: id, title: name }\nobservedAt: $option\n';
const mappings = {
  csv: `source: corner-rv\nformat: csv\n${rest}`,
  tsv: `source: corner-rv\nformat: tsv\ncsv: { header: [id, name] }\n${rest}`,
  ndjson: `source: corner-rv\nformat: ndjson\n${rest}`,
  fixed: `source: corner-rv\nformat: fixed\nfixed: { columns: { id: 1-4, name: 5-20 }, skipLines: 1 }\n${rest}`,
  xml: `source: corner-rv\nformat: xml\nrecords: feed.unit\n${rest}`,
};
const takenFrom = async (yaml: string, name: string, content: string | Uint8Array) =>
  (await eventsOf(yaml, { [name]: content }, { observedAt })).map(
    ({ fields, unreadable }) => unreadable ?? fields,
  );

describe('a file of fixed columns', () => {
  it('gives what stands in each, without the blanks around it', async () => {
    const content = 'layout of 2026\nA1  Eagle 330RSTS   \r\n\nA2  Montana\n';
    expect(await takenFrom(mappings.fixed, 'lot.txt', content)).toEqual([
      { stockNumber: 'A1', title: 'Eagle 330RSTS' },
      { stockNumber: 'A2', title: 'Montana' },
    ]);
  });

  it('counts characters, and refuses a line of another length where it has one', async () => {
    const yaml = mappings.fixed
      .replace('skipLines: 1', 'length: 8')
      .replace('format', 'encoding: latin1\nformat');
    const content = Buffer.from('A1  Bolé\nA2  Bo\n', 'latin1');
    expect(await takenFrom(yaml, 'lot.txt', content)).toEqual([
      { stockNumber: 'A1', title: 'Bolé' },
      'has 6 characters, not 8',
    ]);
  });

  it.each([
    ['fixed: { columns: { id: 4-1, name: 5-20 } }', ':3: fixed.columns.id: must begin before'],
    ['fixed: { columns: { id: first, name: 5-20 } }', ':3: fixed.columns.id: must be a range'],
    ['fixed: { columns: {} }', ':3: fixed.columns: must name the columns'],
    ['', ':1: fixed: is missing'],
    ["csv: { delimiter: ';' }", ':3: csv: belongs to csv and tsv'],
  ])('that is said wrong is refused with its line: %s', (line, message) => {
    const yaml = mappings.fixed.replace(/^fixed: .*$/m, line);
    expect(() => parseMapping(yaml, 'corner.yaml')).toThrow(MappingError);
    expect(() => parseMapping(yaml, 'corner.yaml')).toThrow(message);
  });
});

describe('an XML feed', () => {
  const feed = `<?xml version="1.0"?><!-- a feed --><feed xmlns:x="urn:x"><made>2026</made>
    <unit no="7"><id>A1</id><x:name>R&amp;B <![CDATA[<b>330]]></x:name><photo url="1"/><photo url="2">two</photo></unit>
    <unit><id>A2</id><name/><unit><id>inner</id></unit></unit></feed>`;
  const yaml = mappings.xml.replace(
    'title: name',
    "title: name, year: '@no', image: 'photo[1].@url', model: 'photo.#text', make: unit.id",
  );
  const expected = [
    { stockNumber: 'A1', title: 'R&B <b>330', year: '7', image: '2', model: 'two' },
    { stockNumber: 'A2', make: 'inner' },
  ];

  it('gives its elements: texts, attributes, several of a name, and what is within', async () => {
    const events = await eventsOf(yaml, { 'feed.xml': feed }, { observedAt });
    expect(events.map(({ fields }) => fields)).toEqual(expected);
    expect(events[1]?.record.body).toBe(
      '<unit><id>A2</id><name/><unit><id>inner</id></unit></unit>',
    );
  });

  it('knows what stands around a record, before it or after it', async () => {
    const lots = `<f:feed xmlns:f="urn:f" generated="2026-02-01T00:00:00Z"><dealer name="R&amp;B">
      <unit><id>A1</id></unit><place><city>Boise</city></place><hours/></dealer>
      <dealer name="Corner"><place><city>Nampa</city></place><unit><id>A2</id></unit></dealer></f:feed>`;
    const asked = mappings.xml
      .replace('feed.unit', 'dealer.unit')
      .replace(
        'title: name',
        "dealer: '$parent.@name', city: $root.dealer.place.city, title: $root.unit",
      )
      .replace('$option', "'$root.@generated'");
    const events = await eventsOf(asked, { 'feed.xml': lots });
    expect(events.map(({ fields }) => fields)).toEqual([
      { stockNumber: 'A1', dealer: 'R&B', city: 'Boise' },
      { stockNumber: 'A2', dealer: 'Corner', city: 'Nampa' },
    ]);
    expect(events.map((event) => event.observedAt)).toEqual(
      Array(2).fill('2026-02-01T00:00:00.000Z'),
    );
    const part = (size: number) =>
      async function* parted() {
        const bytes = Buffer.from(lots);
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
    const settings = { path: 'unit', encoding: 'utf-8', wantsParents: true } as const;
    const parentsOf = async (size: number) => {
      const parents: unknown[] = [];
      for await (const { data } of readXml(part(size), 'f', settings))
        if (data?.kind === 'tree') parents.push(data.parents);
      return parents;
    };
    const whole = await parentsOf(lots.length);
    for (const size of [1, 5, 64]) expect(await parentsOf(size)).toEqual(whole);
  });

  it.each([
    ['ISO-8859-1', 'latin1', 'Bolé'],
    ['windows-1252', 'latin1', 'Bolé'],
    // Declared by a program that does not write it.
    ['ISO-8859-1', 'utf8', 'Bolé’s'],
    ['no-such-encoding', 'utf8', 'Bolé'],
    ['utf-8', 'latin1', expect.stringContaining('is not UTF-8')],
  ] as const)('that declares %s is read so, in %s', async (declared, written, title) => {
    const name = typeof title === 'string' ? title : 'Bolé';
    const text = `<?xml version="1.0" encoding="${declared}"?><feed dealer="${name}"><unit><name>${name}</name></unit></feed>`;
    const asked = mappings.xml.replace('title: name', 'title: name, dealer: $parent.@dealer');
    const [taken] = await takenFrom(asked, 'feed.xml', Buffer.from(text, written));
    expect(taken).toEqual(typeof title === 'string' ? { title, dealer: title } : title);
  });

  it('gives the same wherever its bytes are parted', async () => {
    const readParted = async (size: number) => {
      async function* parted() {
        const bytes = Buffer.from(feed);
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const bodies: string[] = [];
      for await (const { bytes } of readXml(parted, 'f', { path: 'unit', encoding: 'utf-8' }))
        bodies.push(bytes.toString());
      return bodies;
    };
    const whole = await readParted(feed.length);
    expect(whole).toHaveLength(2);
    for (const size of [1, 2, 3, 7, 50]) expect(await readParted(size)).toEqual(whole);
  });

  it('that ends inside an element gives what came before and what there is of it, and breaks off', async () => {
    const cut = feed.slice(0, feed.indexOf('<name/>'));
    await using folder = await sourceFolder({ 'feed.xml': cut });
    const read: unknown[] = [];
    const reading = (async () => {
      for await (const record of readRecords(folder.paths[0] ?? '', parseMapping(yaml, 'm.yaml')))
        read.push(record.data ? 'a unit' : record.bytes.toString());
    })();
    await expect(reading).rejects.toThrow('breaks off: <unit> is not closed');
    expect(read).toEqual(['a unit', cut.slice(cut.lastIndexOf('<unit'))]);
  });

  it('costs a unit that is too long or too deep, not the feed', async () => {
    const deep = `<unit>${'<a>'.repeat(5_000)}</unit>`;
    const long = `<unit><name>${'x'.repeat(1_100_000)}</name></unit>`;
    const found = await takenFrom(
      mappings.xml,
      'f.xml',
      `<feed>${deep}${long}<unit><id>3</id></unit></feed>`,
    );
    expect(found).toEqual([
      expect.stringContaining('nested deeper'),
      expect.stringContaining('is longer than'),
      { stockNumber: '3' },
    ]);
  });

  it('expands no entities of its own', async () => {
    const bomb = `<!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed><unit><id>&b;</id></unit></feed>`;
    expect(await takenFrom(mappings.xml, 'f.xml', bomb)).toEqual([{ stockNumber: '&b;' }]);
  });

  it.each([
    '<!ENTITY b "x><feed><unit><id>B2</id></unit></feed>">',
    "<!-- ] > ' --><!ENTITY b ']><feed><unit><id>B2</id></unit>'>",
    '<?note ]> ?><!ENTITY b "<![CDATA[">',
  ])('takes no record from what its document type declares: %s', async (declared) => {
    const declaring = `<?xml version="1.0"?><!-- <!DOCTYPE [ --><!DOCTYPE feed [${declared}] ><feed><unit><id>A1</id></unit></feed>`;
    expect(await takenFrom(mappings.xml, 'f.xml', declaring)).toEqual([{ stockNumber: 'A1' }]);
    const cut = declaring.slice(0, declaring.indexOf('] ><feed>'));
    await expect(takenFrom(mappings.xml, 'f.xml', cut)).rejects.toThrow('breaks off');
  });

  it('reads a record no further than it may be deep, however many tags close nothing', async () => {
    const deep = '<a>'.repeat(60_000) + '</b>'.repeat(60_000);
    const content = `<feed><unit>${deep}</unit><unit><id>A2</id></unit></feed>`;
    expect(await takenFrom(mappings.xml, 'f.xml', content)).toEqual([
      'it is nested deeper than 128 levels',
      { stockNumber: 'A2' },
    ]);
  });
});

describe('a packed file', () => {
  const csv = 'id,name\nA1,Eagle\nA2,Montana\n';
  const expected = [
    { stockNumber: 'A1', title: 'Eagle' },
    { stockNumber: 'A2', title: 'Montana' },
  ];

  it.each([
    ['zip', zipOf({ 'lot.csv': csv })],
    [
      'zip with what a Mac adds',
      zipOf({ '__MACOSX/._lot.csv': 'x', 'in/lot.csv': csv, 'in/': '' }),
    ],
    [
      'zip with what its maker says of it',
      zipOf({
        README: 'x',
        'docs/LICENSE.txt': 'x',
        'docs/readme_first.txt': 'x',
        'docs/layout.PDF': 'x',
        'lot.csv': csv,
      }),
    ],
    [
      'zip of a table whose name begins as that of a text about others',
      zipOf({ 'license_plates.csv': csv, 'README.txt': 'x' }),
    ],
    ['zip whose only file is called as a text about others', zipOf({ 'README.txt': csv })],
    ['gzip', gzipSync(csv)],
  ])('is read through, whatever its name: %s', async (_what, bytes) => {
    expect(await takenFrom(mappings.csv, 'lot.csv', bytes)).toEqual(expected);
  });

  it('of several files is refused with their names', async () => {
    await expect(
      takenFrom(mappings.csv, 'lot.zip', zipOf({ 'a.csv': csv, 'b.csv': csv })),
    ).rejects.toThrow('is a zip file of 2 files (a.csv, b.csv)');
    await expect(
      takenFrom(mappings.csv, 'lot.zip', zipOf({ 'a.csv': csv, 'a.pdf': 'x', 'b.csv': csv })),
    ).rejects.toThrow('is a zip file of 2 files (a.csv, b.csv)');
    await expect(takenFrom(mappings.csv, 'lot.zip', zipOf({}))).rejects.toThrow(
      'is a zip file without a file in it',
    );
  });

  it.each([
    ['locked with a password', 8, 1],
    ['packed in a way that is not known here', 10, 9],
  ])('that is %s is refused', async (why, place, value) => {
    const bytes = zipOf({ 'lot.csv': csv });
    bytes.writeUInt16LE(value, bytes.lastIndexOf('PK\x01\x02') + place);
    await expect(takenFrom(mappings.csv, 'lot.zip', bytes)).rejects.toThrow(
      `is a zip file whose lot.csv is ${why}; unpack it`,
    );
  });

  it('is told what else it can be', async () => {
    const sheet = { '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' };
    await expect(takenFrom(mappings.csv, 'lot.xlsx', zipOf(sheet))).rejects.toThrow(
      'is an Excel workbook; save its sheet as CSV',
    );
    await expect(takenFrom(mappings.csv, 'lot.zip', 'PK\x03\x04 and no more')).rejects.toThrow(
      'begins as a zip file and is none: ',
    );
  });

  it('whose content is damaged breaks off', async () => {
    const bytes = zipOf({ 'lot.csv': csv });
    const sum = bytes.lastIndexOf('PK\x01\x02') + 16;
    bytes.writeUInt32LE(7, sum);
    await expect(takenFrom(mappings.csv, 'lot.zip', bytes)).rejects.toThrow('damaged');
  });
});

describe('reading on from any record gives exactly those after it', () => {
  /** Far longer than a record may be, and than what is read at once. */
  const endless = 'A9,Endless '.repeat(200_000);
  const contents = {
    csv:
      'id,name\r\nA1,Eagle\r\n\r\n"A2","Mon\ntana"\nA3\nA4,"stray\nA5,Wind\n' +
      `${endless}\nA6,Last\n`,
    tsv: 'A1\tEagle\nA2\tMontana\n',
    ndjson: `{"id":"A1"}\n\nno json\n${endless}\n{"id":"A3"}`,
    fixed: 'layout\nA1  Eagle\nA2  Montana\n\nA3  X',
    xml: '<feed><unit><id>A1</id></unit> <unit><id>A2</id></unit><unit/></feed>',
  } as const;
  it.each([
    ['as it is', (content: string) => Buffer.from(content)],
    ['with a mark', (content: string) => Buffer.from(`\ufeff${content}`)],
    ['in UTF-16', (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le')],
    ['packed', (content: string) => gzipSync(content)],
  ])('%s', async (_what, pack) => {
    for (const format of Object.keys(contents) as (keyof typeof contents)[]) {
      await using folder = await sourceFolder({ 'lot.data': pack(contents[format]) });
      const [path = ''] = folder.paths;
      const mapping = parseMapping(mappings[format], 'm.yaml');
      const from = async (start: number) => {
        const records: unknown[] = [];
        for await (const { bytes, start: at, next, unreadable } of readFrom(path, mapping, start))
          records.push({ text: bytes.toString(), at, next, unreadable });
        return records as { next: number }[];
      };
      const all = await from(0);
      expect(all.length).toBeGreaterThan(1);
      for (const [index, { next }] of all.entries())
        expect(await from(next)).toEqual(all.slice(index + 1));
    }
  });
});
