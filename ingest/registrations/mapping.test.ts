import { describe, expect, it } from 'vitest';
import { MappingError } from '../files/load-mapping.ts';
import { parseRegistrationMapping } from './mapping.ts';
import { YAML } from './testing/taking.ts';

describe('a mapping of registrations', () => {
  it.each([
    [YAML.replace('  state: ST\n', ''), ':4: fields: must say the state, or constants must'],
    [
      YAML.replace('state: ST', 'stat: ST'),
      ':5: fields.stat: there is no such key; allowed: state, month',
    ],
    [
      YAML.replace('format: csv', 'format: html'),
      ':3: format: is "html"; must be one of csv, tsv, fixed, ndjson, xml',
    ],
    [
      YAML.replace('MM/YYYY', 'MM/DD'),
      ':6: fields.month.format: "MM/DD" is not a date format: it has no YYYY',
    ],
    [
      YAML.replace('kind: registrations', 'kind: registration').replace('format: csv', 'format: x'),
      /^m\.yaml:2: kind: "registration" is no kind of mapping: write registrations, or leave kind out where the records are listings$/,
    ],
    [`${YAML}records: a\n`, 'records: belongs to xml'],
    [`${YAML}trailer: TRL\n`, ':12: trailer: must be'],
    [`${YAML}trailer: { begins: '' }\n`, ':12: trailer.begins: must be how the last line begins'],
    [`${YAML}trailer: { count: '(?<count>.+)' }\n`, ':12: trailer.begins: '],
    [
      `${YAML}trailer: { begins: T, counts: x }\n`,
      'trailer.counts: there is no such key; allowed: begins, count',
    ],
    [
      `${YAML}trailer: { begins: T, count: '\\d+' }\n`,
      'trailer.count: must name the part it is after, (?<count>…)',
    ],
    [
      `${YAML.replace('format: csv', 'format: xml')}records: a\ntrailer: { begins: T }\n`,
      'trailer: belongs to csv, tsv, fixed and ndjson',
    ],
  ])('that is wrong is refused with its line', (text, message) => {
    expect(() => parseRegistrationMapping(text, 'm.yaml')).toThrow(MappingError);
    expect(() => parseRegistrationMapping(text, 'm.yaml')).toThrow(message);
  });
});
