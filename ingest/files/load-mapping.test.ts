import { describe, expect, it } from 'vitest';
import { knownSources, loadMapping, MappingError, parseMapping } from './load-mapping.ts';

const good = `source: corner-rv
format: csv
id: [Stock]
fields:
  title: Name
  price: [Sale Price, Price]
observedAt: Seen
`;

function faultsOf(yaml: string, name?: string): string[] {
  try {
    parseMapping(yaml, 'corner-rv.yaml', name);
    return [];
  } catch (error) {
    if (error instanceof MappingError) return error.message.split('\n');
    throw error;
  }
}

describe('a mapping', () => {
  it('is read with its defaults', () => {
    expect(parseMapping(good, 'corner-rv.yaml')).toMatchObject({
      source: 'corner-rv',
      encoding: 'utf-8',
      coverage: 'partial',
    });
  });

  it.each([
    [
      'an unknown field',
      good.replace('price:', 'prize:'),
      ':6: fields.prize: there is no such key; allowed: title, ',
    ],
    [
      'an unknown key',
      `${good}colour: red\n`,
      ':8: colour: there is no such key; allowed: source, category, format, ',
    ],
    [
      'an unknown format',
      good.replace('csv', 'sgml'),
      ':2: format: is "sgml"; must be one of csv, tsv, fixed, json, ndjson, xml, html, html-elements',
    ],
    [
      'no format',
      good.replace('format: csv\n', ''),
      ':1: format: is missing; one of csv, tsv, fixed, json, ndjson, xml, html',
    ],
    ['no observedAt', good.replace('observedAt: Seen\n', ''), ':1: observedAt: is missing'],
    [
      'a source name with a space',
      good.replace('corner-rv', 'Corner RV'),
      ':1: source: must be lower-case',
    ],
    [
      'a pattern without a group',
      good.replace('Name', "{ from: Name, pattern: '\\d+' }"),
      ':5: fields.title.pattern: must name the part it is after, (?<title>…) or (?<value>…)',
    ],
    [
      'a broken pattern',
      good.replace('Name', "{ from: Name, pattern: '(?<title>' }"),
      ':5: fields.title.pattern: is not a regular expression',
    ],
    [
      'neither from nor template',
      good.replace('Name', '{ values: { a: b } }'),
      ':5: fields.title: needs one of `from`',
    ],
    [
      'an unknown key of a value',
      good.replace('Name', '{ from: Name, trim: true }'),
      ':5: fields.title.trim: there is no such key; allowed: from, template',
    ],
    [
      'a date format for a price',
      good.replace('title: Name', 'title: { from: Name, format: YYYY }'),
      ':5: fields.title.format: there is no such key',
    ],
    [
      'a date format without a year',
      good.replace('Seen', '{ from: Seen, format: DD/MM }'),
      ':7: observedAt.format: "DD/MM" is not a date format: it has no YYYY',
    ],
    [
      'a date format with a part twice',
      good.replace('Seen', '{ from: Seen, format: YYYY-MM-DD YY }'),
      ':7: observedAt.format: "YYYY-MM-DD YY" is not a date format: it has one part twice',
    ],
    [
      'a date format with a month twice',
      good.replace('Seen', '{ from: Seen, format: YYYY-MM-DD MM }'),
      'it has one part twice',
    ],
    [
      'an empty list of names',
      good.replace('Name', '[]'),
      ':5: fields.title: must list at least one name',
    ],
    ['an empty name', good.replace('Name', "''"), ':5: fields.title: must not be empty'],
    [
      'a number for a name',
      good.replace('Name', '3'),
      ':5: fields.title: must be a name, a list of names, or an object',
    ],
    ['an empty id', good.replace('[Stock]', '[]'), ':3: id: must list at least one name'],
    [
      'no field',
      good.replace(/fields:[^]*(?=observed)/, 'fields: {}\n'),
      ':4: fields: must name at least one field',
    ],
    [
      'a unit that is none',
      `${good}units: { length: feet }\n`,
      ':8: units.length: is "feet"; must be one of ft, ',
    ],
    [
      'records in csv',
      `${good}records: a.b\n`,
      ':8: records: belongs to json, xml, html and html-elements',
    ],
    [
      'history in csv',
      `${good}history: { path: a }\n`,
      ':8: history: belongs to json, ndjson, xml and html',
    ],
    [
      'csv settings in json',
      `${good.replace('csv', 'json')}csv: { delimiter: ';' }\n`,
      ':8: csv: belongs to csv and tsv',
    ],
    [
      'a delimiter of two characters',
      `${good}csv:\n  delimiter: '||'\n`,
      ':9: csv.delimiter: must be one character',
    ],
    [
      'html without records',
      good.replace('csv', 'html'),
      ':1: records: must name the JSON-LD types',
    ],
    [
      'a path that is none',
      good.replace('csv', 'json').replace('Name', 'a[[0'),
      ':5: fields.title: "a[[0" is not a path',
    ],
    [
      'an alternative that is none',
      good.replace('[Sale Price, Price]', '[Sale Price, 7]'),
      ':6: fields.price.1: must be a name',
    ],
    [
      'a history of both kinds',
      `${good.replace('csv', 'json')}history:\n  path: h\n  observedAt: at\n`,
      ':8: history: needs one of `fields`',
    ],
    [
      'a join on a broken pattern',
      `${good}join:\n  from: '('\n  on: Stock\n  take: { title: Name }\n`,
      ':9: join.from: is not a regular expression',
    ],
    [
      'a join for an unknown field',
      `${good}join:\n  from: x\n  on: Stock\n  take: { name: Name }\n`,
      ':11: join.take.name: there is no such key; allowed: title',
    ],
    [
      'a pattern that looks ahead',
      good.replace('Name', "{ from: Name, pattern: '(?!x)(?<title>.+)' }"),
      ':5: fields.title.pattern: is not a regular expression that can be matched in linear time (RE2 syntax, without lookaround and back references): ',
    ],
    [
      'a join on a pattern that refers back',
      `${good}join:\n  from: '(a)\\1'\n  on: Stock\n  take: { title: Name }\n`,
      ':9: join.from: is not a regular expression that can be',
    ],
    [
      'an anchor that contains itself',
      good.replace('[Stock]', '&x [Stock, *x]'),
      ':3: is not YAML: *x stands inside what it repeats',
    ],
    [
      'an anchor that is not there',
      good.replace('[Stock]', '*x'),
      ':3: is not YAML: *x repeats nothing: no &x stands before it',
    ],
    [
      'aliases of aliases',
      `${good}a: &a [x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c]\n`,
      ':1: its aliases stand for too much: Excessive alias count',
    ],
    [
      'lists in lists in lists',
      `${good}x: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      ':8: is not YAML: it is nested too deep',
    ],
    [
      'a pattern that repeats too much',
      good.replace('Name', "{ from: Name, pattern: '(?<title>[^x]{1000})' }"),
      ':5: fields.title.pattern: is a regular expression too large to match: 1',
    ],
    [
      'a dollar name that is none',
      good.replace('title: Name', 'title: Name\n  year: $yera'),
      ':6: fields.year: "$yera" is not one of the names with a dollar that csv has: $file, $nothing, $1 (the first cell of a row). A column that is called so is written by its place',
    ],
    [
      'a dollar name of another format',
      good.replace('[Stock]', '[$key]'),
      ':3: id.0: "$key" is not one of',
    ],
    [
      'a dollar name that is none in a template',
      good.replace('Name', "{ template: '{$fille}-{Stock}' }"),
      ':5: fields.title.template: "$fille" is not one of',
    ],
    [
      'the option where it is no instant',
      good.replace('Name', '$option'),
      ':5: fields.title: "$option" is not one of',
    ],
    [
      'a dollar name that is none in json',
      good.replace('csv', 'json').replace('Name', '$keyy'),
      ':5: fields.title: "$keyy" is not one of the names with a dollar that json has: $file, $nothing, $key, $parent.x, $root.x. A key that is called so is written ["$keyy"]',
    ],
    [
      'a dollar name that leads nowhere',
      good.replace('csv', 'json').replace('Name', '$parent'),
      ':5: fields.title: "$parent" is not one of',
    ],
    [
      'a dollar name that is none of an element',
      good.replace('csv', 'html-elements\nrecords: li').replace('Name', '$txt'),
      ':6: fields.title: "$txt" is not one of the names with a dollar that html-elements has: $file, $nothing, $url, $title, $text',
    ],
    [
      'a history whose path is none',
      `${good.replace('csv', 'json')}history: { path: 'a[[0', observedAt: at, fields: { price: p } }\n`,
      ':8: history.path: "a[[0" is not a path',
    ],
    ['a list', '- a\n- b\n', 'corner-rv.yaml:1: must be keys with their values, not a list'],
    ['a text', 'corner\n', 'corner-rv.yaml:1: must be keys with their values, not text'],
    [
      'a list for its fields',
      good.replace(/fields:[^]*(?=observed)/, 'fields: [a]\n'),
      ':4: fields: must be keys with their values, not a list',
    ],
    [
      'a text for a number',
      `${good}csv: { skipLines: x }\n`,
      ':8: csv.skipLines: must be a whole number, not text',
    ],
    ['a key twice', `${good}'source' : other\n`, ':8: is not YAML: the key source is there twice'],
    [
      'a field twice',
      good.replace('title: Name', 'title: Name\n  title: Other'),
      ':6: is not YAML: the key title is there twice',
    ],
    ['a sample mark', `${good}sample: true\n`, ':8: sample: there is no such key'],
    ['YAML that is none', `${good}x: [\n`, ':8: is not YAML: the [ is not closed with a ]'],
    [
      'a brace that is not closed',
      good.replace('Name', '{ from: Name'),
      ':5: is not YAML: the { is not closed with a }',
    ],
    [
      'a quote that is not closed',
      good.replace('Name', '"Name'),
      ':5: is not YAML: the text has no " at its end',
    ],
    [
      'a text with a colon',
      good.replace('Name', 'Name: of the unit'),
      ':5: is not YAML: a line has one key and its value; put a text with ": " in quotes',
    ],
    [
      'a key without a colon',
      good.replace('title: Name', 'title Name'),
      ':5: is not YAML: there is no colon behind the key',
    ],
    [
      'a tab',
      good.replace('  title', '\ttitle'),
      ':5: is not YAML: lines begin with spaces, not tabs',
    ],
    [
      'a sign that begins no text',
      good.replace('Name', '@Name'),
      ':5: is not YAML: put a text that begins with @ in quotes',
    ],
    [
      'a text that begins with a brace',
      good.replace('Name', '{Make} {Model}'),
      ':5: is not YAML: more stands behind a value that has ended; put the whole text in quotes',
    ],
    [
      'a second document',
      `${good}---\n${good}`,
      ':8: is not YAML: a second mapping begins here, behind ---; each has a file of its own',
    ],
    [
      'a list of codes',
      good.replace('Name', '{ from: Name, values: [a, b] }'),
      ':5: fields.title.values: must be keys with their values, not a list',
    ],
    [
      'a path with slashes',
      good.replace('csv', 'json').replace('Name', '/unit/title'),
      ':5: fields.title: "/unit/title" is not a path. Write unit.title; a key that is called so is written ["/unit/title"]',
    ],
    [
      'a path with slashes in XML',
      good.replace('csv', 'xml\nrecords: unit').replace('Name', 'unit/title'),
      ':6: fields.title: "unit/title" is not a path. Write unit.title',
    ],
    [
      'slashes for the records',
      good.replace('csv', 'json\nrecords: /data/units'),
      ':3: records: "/data/units" is not a path. Write data.units',
    ],
    [
      'slashes for the records of XML',
      good.replace('csv', 'xml\nrecords: /feed/unit'),
      ':3: records: "/feed/unit" is not a path. Write feed.unit',
    ],
    [
      'JSONPath for the records',
      good.replace('csv', 'json\nrecords: $.data[*]'),
      ':3: records: "$.data[*]" is not a path: it begins in the record, without $. Write data[*]',
    ],
    [
      'JSONPath for a field',
      good.replace('csv', 'json').replace('Name', '$.data.title'),
      ':5: fields.title: "$.data.title" is not a path: it begins in the record, without $. Write data.title',
    ],
    [
      'a template that does not close a name',
      good.replace('Name', "{ template: '{Make} {Model' }"),
      ':5: fields.title.template: "{Model" is not closed with a }',
    ],
    [
      'a template with a brace too many',
      good.replace('Name', "{ template: '{Make}} {Model}' }"),
      ':5: fields.title.template: has a } that closes no name',
    ],
    [
      'a day for the instant',
      good.replace('Seen', '2026-11-01'),
      ':7: observedAt: is a day, not the name of what holds it: write $option and give --observed-at 2026-11-01',
    ],
    ['an empty file', '', 'corner-rv.yaml:1: is empty'],
    ['a file of comments', '# later\n', 'corner-rv.yaml:1: is empty'],
    [
      'an id that is no list',
      good.replace('[Stock]', 'Stock'),
      ':3: id: must be a list, such as [Stock]',
    ],
  ])('with %s is refused where it stands', (_what, yaml, expected) => {
    expect(faultsOf(yaml).join('\n')).toContain(expected);
  });

  it.each([
    ['csv', '[$3, $file, $nothing, $ Price, $]'],
    ['fixed\nfixed: { columns: { a: 1-2 } }', '[$1, a]'],
    ['json', '[$key, $parent.x, $parent.$parent.$key, $root.x, \'["$oid"]\', a.$b]'],
    ['ndjson', '[$parent.x, $root.x]'],
    ['html\nrecords: Car', '[$url, $title, $parent.x, $root.x]'],
    ['html-elements\nrecords: li', '[$url, $title, $text]'],
  ])('may have the names with a dollar of its format: %s', (format, names) => {
    const yaml = good.replace('csv', format).replace('Name', names);
    expect(faultsOf(yaml.replace('[Sale Price, Price]', 'a').replace('[Stock]', '[a]'))).toEqual(
      [],
    );
  });

  it('is told all its faults at once, in the order of its lines', () => {
    const faults = faultsOf(`format: sgml\nid: []\nfields: { prize: a, title: '' }\nextra: 1\n`);
    expect(faults.map((fault) => fault.split(': ').slice(0, 2).join(': '))).toEqual([
      'corner-rv.yaml:1: source',
      'corner-rv.yaml:1: format',
      'corner-rv.yaml:1: observedAt',
      'corner-rv.yaml:2: id',
      'corner-rv.yaml:3: fields.title',
      'corner-rv.yaml:3: fields.prize',
      'corner-rv.yaml:4: extra',
    ]);
  });

  it('that is no YAML is told so in one line', () => {
    expect(faultsOf(`${good}x: ${'['.repeat(2_000)}`)).toHaveLength(1);
  });

  it('gives the line of a fault behind an anchor', () => {
    const yaml = good
      .replace('Name', "&x { from: Name, pattern: '(?<year>\\d+)' }")
      .replace('[Sale Price, Price]', '*x');
    expect(faultsOf(yaml)).toEqual([
      expect.stringContaining(':5: fields.title.pattern: '),
      expect.stringContaining('fields.price.pattern: '),
    ]);
  });

  it('must be named as its file is', () => {
    expect(faultsOf(good, 'other')).toEqual([
      'corner-rv.yaml:1: source: is "corner-rv", and the file is named other: they must be the same',
    ]);
  });

  it('that is not there is refused with the names there are', async () => {
    await expect(loadMapping('nobody')).rejects.toThrow(
      /no such file\. Known sources: bluecompass, campingworld/,
    );
    await expect(loadMapping('./nowhere.yaml')).rejects.toThrow(
      './nowhere.yaml:1: there is no such file',
    );
  });
});

it('every mapping that comes with RigWorth is valid and named as its file', async () => {
  const names = await knownSources();
  expect(names).toEqual(
    expect.arrayContaining([
      'bluecompass',
      'campingworld',
      'matchrv',
      'matchrv-dealers',
      'rvtrader',
      'simulator',
    ]),
  );
  for (const name of names) expect((await loadMapping(name)).source).toBe(name);
});
