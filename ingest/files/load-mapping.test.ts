import { describe, expect, it } from 'vitest';
import { knownSources, loadMapping, parseMapping } from './load-mapping.ts';
import { faultsOf, MAPPING } from './testing/mapping.ts';

describe('a mapping', () => {
  it('is read with its defaults', () => {
    expect(parseMapping(MAPPING, 'corner-rv.yaml')).toMatchObject({
      source: 'corner-rv',
      encoding: 'utf-8',
      coverage: 'partial',
    });
  });

  it.each([
    [
      'an unknown field',
      MAPPING.replace('price:', 'prize:'),
      ':6: fields.prize: there is no such key; allowed: title, ',
    ],
    [
      'an unknown key',
      `${MAPPING}colour: red\n`,
      ':8: colour: there is no such key; allowed: source, category, format, ',
    ],
    [
      'an unknown format',
      MAPPING.replace('csv', 'sgml'),
      ':2: format: is "sgml"; must be one of csv, tsv, fixed, json, ndjson, xml, html, html-elements',
    ],
    [
      'no format',
      MAPPING.replace('format: csv\n', ''),
      ':1: format: is missing; one of csv, tsv, fixed, json, ndjson, xml, html',
    ],
    ['no observedAt', MAPPING.replace('observedAt: Seen\n', ''), ':1: observedAt: is missing'],
    [
      'a source name with a space',
      MAPPING.replace('corner-rv', 'Corner RV'),
      ':1: source: must be lower-case',
    ],
    [
      'a pattern without a group',
      MAPPING.replace('Name', "{ from: Name, pattern: '\\d+' }"),
      ':5: fields.title.pattern: must name the part it is after, (?<title>…) or (?<value>…)',
    ],
    [
      'a broken pattern',
      MAPPING.replace('Name', "{ from: Name, pattern: '(?<title>' }"),
      ':5: fields.title.pattern: is not a regular expression',
    ],
    [
      'neither from nor template',
      MAPPING.replace('Name', '{ values: { a: b } }'),
      ':5: fields.title: needs one of `from`',
    ],
    [
      'an unknown key of a value',
      MAPPING.replace('Name', '{ from: Name, trim: true }'),
      ':5: fields.title.trim: there is no such key; allowed: from, template',
    ],
    [
      'a date format for a price',
      MAPPING.replace('title: Name', 'title: { from: Name, format: YYYY }'),
      ':5: fields.title.format: there is no such key',
    ],
    [
      'a date format without a year',
      MAPPING.replace('Seen', '{ from: Seen, format: DD/MM }'),
      ':7: observedAt.format: "DD/MM" is not a date format: it has no YYYY',
    ],
    [
      'a date format with a part twice',
      MAPPING.replace('Seen', '{ from: Seen, format: YYYY-MM-DD YY }'),
      ':7: observedAt.format: "YYYY-MM-DD YY" is not a date format: it has one part twice',
    ],
    [
      'a date format with a month twice',
      MAPPING.replace('Seen', '{ from: Seen, format: YYYY-MM-DD MM }'),
      'it has one part twice',
    ],
    [
      'an empty list of names',
      MAPPING.replace('Name', '[]'),
      ':5: fields.title: must list at least one name',
    ],
    ['an empty name', MAPPING.replace('Name', "''"), ':5: fields.title: must not be empty'],
    [
      'a number for a name',
      MAPPING.replace('Name', '3'),
      ':5: fields.title: must be a name, a list of names, or an object',
    ],
    ['an empty id', MAPPING.replace('[Stock]', '[]'), ':3: id: must list at least one name'],
    [
      'no field',
      MAPPING.replace(/fields:[^]*(?=observed)/, 'fields: {}\n'),
      ':4: fields: must name at least one field',
    ],
    [
      'a unit that is none',
      `${MAPPING}units: { length: feet }\n`,
      ':8: units.length: is "feet"; must be one of ft, ',
    ],
    [
      'records in csv',
      `${MAPPING}records: a.b\n`,
      ':8: records: belongs to json, xml, html and html-elements',
    ],
    [
      'history in csv',
      `${MAPPING}history: { path: a }\n`,
      ':8: history: belongs to json, ndjson, xml and html',
    ],
    [
      'csv settings in json',
      `${MAPPING.replace('csv', 'json')}csv: { delimiter: ';' }\n`,
      ':8: csv: belongs to csv and tsv',
    ],
    [
      'a delimiter of two characters',
      `${MAPPING}csv:\n  delimiter: '||'\n`,
      ':9: csv.delimiter: must be one character',
    ],
    [
      'html without records',
      MAPPING.replace('csv', 'html'),
      ':1: records: must name the JSON-LD types',
    ],
    [
      'a path that is none',
      MAPPING.replace('csv', 'json').replace('Name', 'a[[0'),
      ':5: fields.title: "a[[0" is not a path',
    ],
    [
      'an alternative that is none',
      MAPPING.replace('[Sale Price, Price]', '[Sale Price, 7]'),
      ':6: fields.price.1: must be a name',
    ],
    [
      'a history of both kinds',
      `${MAPPING.replace('csv', 'json')}history:\n  path: h\n  observedAt: at\n`,
      ':8: history: needs one of `fields`',
    ],
    [
      'a join on a broken pattern',
      `${MAPPING}join:\n  from: '('\n  on: Stock\n  take: { title: Name }\n`,
      ':9: join.from: is not a regular expression',
    ],
    [
      'a join for an unknown field',
      `${MAPPING}join:\n  from: x\n  on: Stock\n  take: { name: Name }\n`,
      ':11: join.take.name: there is no such key; allowed: title',
    ],
    [
      'a pattern that looks ahead',
      MAPPING.replace('Name', "{ from: Name, pattern: '(?!x)(?<title>.+)' }"),
      ':5: fields.title.pattern: is not a regular expression that can be matched in linear time (RE2 syntax, without lookaround and back references): ',
    ],
    [
      'a join on a pattern that refers back',
      `${MAPPING}join:\n  from: '(a)\\1'\n  on: Stock\n  take: { title: Name }\n`,
      ':9: join.from: is not a regular expression that can be',
    ],
    [
      'a pattern that repeats too much',
      MAPPING.replace('Name', "{ from: Name, pattern: '(?<title>[^x]{1000})' }"),
      ':5: fields.title.pattern: is a regular expression too large to match: 1',
    ],
    [
      'a dollar name that is none',
      MAPPING.replace('title: Name', 'title: Name\n  year: $yera'),
      ':6: fields.year: "$yera" is not one of the names with a dollar that csv has: $file, $nothing, $1 (the first cell of a row). A column that is called so is written by its place',
    ],
    [
      'a dollar name of another format',
      MAPPING.replace('[Stock]', '[$key]'),
      ':3: id.0: "$key" is not one of',
    ],
    [
      'a dollar name that is none in a template',
      MAPPING.replace('Name', "{ template: '{$fille}-{Stock}' }"),
      ':5: fields.title.template: "$fille" is not one of',
    ],
    [
      'the option where it is no instant',
      MAPPING.replace('Name', '$option'),
      ':5: fields.title: "$option" is not one of',
    ],
    [
      'a dollar name that is none in json',
      MAPPING.replace('csv', 'json').replace('Name', '$keyy'),
      ':5: fields.title: "$keyy" is not one of the names with a dollar that json has: $file, $nothing, $key, $parent.x, $root.x. A key that is called so is written ["$keyy"]',
    ],
    [
      'a dollar name that leads nowhere',
      MAPPING.replace('csv', 'json').replace('Name', '$parent'),
      ':5: fields.title: "$parent" is not one of',
    ],
    [
      'a dollar name that is none of an element',
      MAPPING.replace('csv', 'html-elements\nrecords: li').replace('Name', '$txt'),
      ':6: fields.title: "$txt" is not one of the names with a dollar that html-elements has: $file, $nothing, $url, $title, $text',
    ],
    [
      'a history whose path is none',
      `${MAPPING.replace('csv', 'json')}history: { path: 'a[[0', observedAt: at, fields: { price: p } }\n`,
      ':8: history.path: "a[[0" is not a path',
    ],
    ['a list', '- a\n- b\n', 'corner-rv.yaml:1: must be keys with their values, not a list'],
    ['a text', 'corner\n', 'corner-rv.yaml:1: must be keys with their values, not text'],
    [
      'a list for its fields',
      MAPPING.replace(/fields:[^]*(?=observed)/, 'fields: [a]\n'),
      ':4: fields: must be keys with their values, not a list',
    ],
    [
      'a text for a number',
      `${MAPPING}csv: { skipLines: x }\n`,
      ':8: csv.skipLines: must be a whole number, not text',
    ],
    ['a sample mark', `${MAPPING}sample: true\n`, ':8: sample: there is no such key'],
    [
      'a list of codes',
      MAPPING.replace('Name', '{ from: Name, values: [a, b] }'),
      ':5: fields.title.values: must be keys with their values, not a list',
    ],
    [
      'a path with slashes',
      MAPPING.replace('csv', 'json').replace('Name', '/unit/title'),
      ':5: fields.title: "/unit/title" is not a path. Write unit.title; a key that is called so is written ["/unit/title"]',
    ],
    [
      'a path with slashes in XML',
      MAPPING.replace('csv', 'xml\nrecords: unit').replace('Name', 'unit/title'),
      ':6: fields.title: "unit/title" is not a path. Write unit.title',
    ],
    [
      'slashes for the records',
      MAPPING.replace('csv', 'json\nrecords: /data/units'),
      ':3: records: "/data/units" is not a path. Write data.units',
    ],
    [
      'slashes for the records of XML',
      MAPPING.replace('csv', 'xml\nrecords: /feed/unit'),
      ':3: records: "/feed/unit" is not a path. Write feed.unit',
    ],
    [
      'JSONPath for the records',
      MAPPING.replace('csv', 'json\nrecords: $.data[*]'),
      ':3: records: "$.data[*]" is not a path: it begins in the record, without $. Write data[*]',
    ],
    [
      'JSONPath for a field',
      MAPPING.replace('csv', 'json').replace('Name', '$.data.title'),
      ':5: fields.title: "$.data.title" is not a path: it begins in the record, without $. Write data.title',
    ],
    [
      'a template that does not close a name',
      MAPPING.replace('Name', "{ template: '{Make} {Model' }"),
      ':5: fields.title.template: "{Model" is not closed with a }',
    ],
    [
      'a template with a brace too many',
      MAPPING.replace('Name', "{ template: '{Make}} {Model}' }"),
      ':5: fields.title.template: has a } that closes no name',
    ],
    [
      'a day for the instant',
      MAPPING.replace('Seen', '2026-11-01'),
      ':7: observedAt: is a day, not the name of what holds it: write $option and give --observed-at 2026-11-01',
    ],
    ['an empty file', '', 'corner-rv.yaml:1: is empty'],
    ['a file of comments', '# later\n', 'corner-rv.yaml:1: is empty'],
    [
      'an id that is no list',
      MAPPING.replace('[Stock]', 'Stock'),
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
    const yaml = MAPPING.replace('csv', format).replace('Name', names);
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

  it('must be named as its file is', () => {
    expect(faultsOf(MAPPING, 'other')).toEqual([
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
