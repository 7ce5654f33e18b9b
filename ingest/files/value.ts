import { elementTexts, parseElementName } from '../scraper/extract/selector.ts';
import { plainText } from '../scraper/extract/text.ts';
import { isTable, traitsOf, type Format } from './format.ts';
import { compileColumn, compilePath, textOf } from './names.ts';
import { compilePattern } from './pattern.ts';
import type { FileFacts, RecordData } from './record.ts';

/** How a mapping says where a value comes from; `ingest/sources/README.md` explains each form. */
export type Value = string | Value[] | DetailedValue;
export interface DetailedValue {
  from?: Value;
  template?: string;
  pattern?: string;
  replace?: Record<string, string>;
  values?: Record<string, string>;
  /** Of instants only: how the text is to be read. */
  format?: string;
}

/** Takes a value's text from a record; '' where the record has none. */
export type Take = (data: RecordData, file: FileFacts) => string;

/** As much of a text as a pattern sees: what it costs grows with it. */
const maxPatternInput = 2_000;

const present = (text: string): boolean => text.trim() !== '';

/**
 * Compiles a value once per mapping. `target` is the field it is for: a pattern's text is its group
 * of that name, or the group `value`.
 */
export function compileValue(value: Value, target: string, format: Format): Take {
  if (typeof value === 'string') return compileName(value, format);
  if (Array.isArray(value)) {
    const takes = value.map((alternative) => compileValue(alternative, target, format));
    return (data, file) => {
      for (const take of takes) {
        const text = take(data, file);
        if (present(text)) return text;
      }
      return '';
    };
  }
  const take =
    value.template === undefined
      ? compileValue(value.from ?? [], target, format)
      : compileTemplate(value.template, format);
  const steps = [
    ...(value.pattern === undefined ? [] : [compilePart(value.pattern, target)]),
    ...(value.replace === undefined ? [] : [compileReplace(value.replace)]),
    ...(value.values === undefined ? [] : [compileValues(value.values)]),
  ];
  return (data, file) => steps.reduce((text, step) => step(text), take(data, file));
}

/** The names in braces of a template: `https://example.com/rv/{id}` has `id`. */
export const templateNames = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '');

/** What stands between the names of a template, before the first and behind the last. */
export const templateTexts = (template: string): string[] => template.split(/\{[^{}]+\}/);

/** The names a value is made of, in their order. */
export function namesOf(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesOf);
  return value.template === undefined ? namesOf(value.from ?? []) : templateNames(value.template);
}

/** Whether what has such names, a table of columns or records with keys, has what a value is made of. */
export function canFill(value: Value, has: (name: string) => boolean): boolean {
  const isThere = (name: string) => isDollarName(name) || has(name);
  if (typeof value === 'string') return isThere(value);
  if (Array.isArray(value)) return value.some((alternative) => canFill(alternative, has));
  return value.template === undefined
    ? canFill(value.from ?? [], has)
    : templateNames(value.template).every(isThere);
}

/**
 * Whether a name speaks of something else than what a column or a key of that name holds: `$file`, `$3`.
 * `$` alone, or before a space, is a part of a name like any other.
 */
export const isDollarName = (name: string): boolean => /^\$(?:\d+|[A-Za-z].*)$/s.test(name);

function compileName(name: string, format: Format): Take {
  if (name === '$file') return (_data, file) => file.name;
  if (name === '$url') return (_data, file) => file.url ?? '';
  if (name === '$title') return (_data, file) => file.title ?? '';
  if (isTable(format)) return compileColumn(name);
  if (traitsOf(format).names === 'element') return compileElementName(name);
  const valuesOf = compilePath(name);
  return (data) => {
    for (const found of valuesOf(data)) {
      const text = textOf(found);
      if (present(text)) return text;
    }
    return '';
  };
}

function compileElementName(name: string): Take {
  if (name === '$nothing' || name === '$option') return () => '';
  const parsed = parseElementName(name);
  return (data) => {
    if (data.kind !== 'element') return '';
    for (const found of elementTexts(data.element, parsed)) {
      const text = plainText(found);
      if (present(text)) return text;
    }
    return '';
  };
}

/** Nothing comes of a template as soon as one of its names gives nothing. */
function compileTemplate(template: string, format: Format): Take {
  const parts = templateTexts(template);
  const takes = templateNames(template).map((name) => compileName(name, format));
  return (data, file) => {
    let text = parts[0] ?? '';
    for (const [index, take] of takes.entries()) {
      const taken = take(data, file);
      if (!present(taken)) return '';
      text += taken + (parts[index + 1] ?? '');
    }
    return text;
  };
}

/** In JavaScript's patterns `\s` takes every white space of Unicode, in RE2's that of ASCII only. */
const plainSpaces = (text: string): string => text.replaceAll(/[^\S\n\r\t]/g, ' ');

function compilePart(source: string, target: string): (text: string) => string {
  const pattern = compilePattern(source);
  return (text) => {
    const found = pattern.matcher(plainSpaces(text.slice(0, maxPatternInput)));
    if (!found.find()) return '';
    const group = (name: string) => (name in pattern.namedGroups() ? found.group(name) : undefined);
    return group(target) ?? group('value') ?? '';
  };
}

function compileReplace(replace: Record<string, string>): (text: string) => string {
  const pairs = Object.entries(replace);
  return (text) => pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

/** Codes into words; a text that is none of the codes stays as it is. */
function compileValues(values: Record<string, string>): (text: string) => string {
  const key = (text: string) => text.trim().toLowerCase();
  const words = new Map(Object.entries(values).map(([code, word]) => [key(code), word]));
  return (text) => words.get(key(text)) ?? text;
}
