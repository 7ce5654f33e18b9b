import { textOf } from '../../files/names.ts';
import { isObject, listOf, type JsonObject } from './json.ts';
import { plainText } from './text.ts';

/** The first object that stands under a name. */
export const first = (node: JsonObject, name: string): JsonObject | undefined =>
  listOf(node[name]).find(isObject);

/** The first of these names that says something: its text, or the name of what it is. */
export function said(node: JsonObject, ...names: readonly string[]): string {
  for (const name of names)
    for (const value of listOf(node[name])) {
      const text = plainText(isObject(value) ? nameOf(value) : textOf(value));
      if (text !== '') return text;
    }
  return '';
}

const nameOf = (node: JsonObject): string =>
  textOf(node['name']) || textOf(node['@value']) || textOf(node['value']);

/** Codes of units as UN/CEFACT has them; another unit is written as the page writes it. */
const units: Readonly<Record<string, string>> = {
  SMI: 'mi', KMT: 'km', LBR: 'lb', KGM: 'kg', FOT: 'ft', INH: 'in', MTR: 'm', CMT: 'cm',
}; // prettier-ignore

/** A number with its unit as one text; '' without a number. */
export function measure(value: JsonObject): string {
  const number = said(value, 'value');
  const code = said(value, 'unitCode', 'unitText');
  return number === '' ? '' : `${number} ${units[code.toUpperCase()] ?? code}`.trim();
}

/** The first of these names that gives a measure, alone or with its unit. */
export function quantity(item: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const value = first(item, name);
    const text = value ? measure(value) : said(item, name);
    if (text !== '') return text;
  }
  return '';
}
