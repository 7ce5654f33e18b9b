import { inDecimals, rawText } from './parse-json.ts';
import type { RecordData } from './record.ts';

export type Step =
  { kind: 'key'; key: string } | { kind: 'every' } | { kind: 'where'; key: string; equals: string };

/** A name that cannot be read as a path. */
export class PathError extends Error {
  readonly code = 'path_invalid';
}

const stepPattern =
  /\.?(?:\[(\d+|\*)\]|\["((?:[^"\\]|\\.)*)"\]|\[([^=\]"]+)=([^\]]*)\]|([^.[\]]+))/y;

/**
 * Reads a path: `price`, `pricing.sale`, `photos[0].url`, `offers.*`, `["odd.name"]`,
 * `changes[field=price].new` (the first element whose `field` is `price`).
 */
export function parsePath(path: string): Step[] {
  const steps: Step[] = [];
  stepPattern.lastIndex = 0;
  let at = 0;
  while (at < path.length) {
    stepPattern.lastIndex = at;
    const match = stepPattern.exec(path);
    if (!match)
      throw new PathError(
        `"${path}" is not a path: cannot read "${path.slice(at)}". Write a.b, a[0], a.*, a[name=value] or ["odd.name"].`,
      );
    const [, index, quoted, whereKey, whereValue, plain] = match;
    if (whereKey !== undefined)
      steps.push({ kind: 'where', key: whereKey, equals: whereValue ?? '' });
    else if (index === '*' || plain === '*') steps.push({ kind: 'every' });
    else
      steps.push({ kind: 'key', key: index ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '' });
    at = stepPattern.lastIndex;
  }
  return steps;
}

/**
 * The values a path leads to, in the order of the document. A key asked of a list is asked of each element;
 * a list it leads to gives its elements, unless lists are wanted whole.
 */
export function* follow(
  value: unknown,
  steps: readonly Step[],
  from = 0,
  whole = false,
): Generator {
  const step = steps[from];
  if (step === undefined) {
    if (!whole && Array.isArray(value))
      for (const element of value) yield* follow(element, steps, from);
    else yield value;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (step.kind === 'every') {
    for (const element of Object.values(value)) yield* follow(element, steps, from + 1, whole);
  } else if (step.kind === 'where') {
    const elements: unknown[] = Array.isArray(value) ? value : [value];
    const found = elements.find((element) => textOf(member(element, step.key)) === step.equals);
    if (found !== undefined) yield* follow(found, steps, from + 1, whole);
  } else if (Array.isArray(value) && !/^\d+$/.test(step.key)) {
    for (const element of value) yield* follow(element, steps, from, whole);
  } else {
    const next = member(value, step.key);
    if (next !== undefined) yield* follow(next, steps, from + 1, whole);
  }
}

/** One of several things a record says: an element of a list, or of an object with its key. */
export interface PathEntry {
  key: string;
  value: unknown;
}

/**
 * The entries a path leads to: of a list its elements, with `.*` an object's values with their keys. A list
 * of bare values in it, such as `[date, price]`, is one entry.
 */
function* followEntries(value: unknown, steps: readonly Step[]): Generator<PathEntry> {
  const isEvery = steps.at(-1)?.kind === 'every';
  for (const found of follow(value, isEvery ? steps.slice(0, -1) : steps, 0, true))
    if (isEvery && !isBare(found) && !Array.isArray(found))
      for (const [key, one] of Object.entries(found ?? {})) yield* entriesIn(one, key, true);
    else yield* entriesIn(found, '', false);
}

function* entriesIn(value: unknown, key: string, isElement: boolean): Generator<PathEntry> {
  if (!Array.isArray(value) || (isElement && value.every(isBare))) yield { key, value };
  else for (const element of value) yield* entriesIn(element, key, true);
}

const isBare = (value: unknown): boolean => typeof value !== 'object' || textOf(value) !== '';

/** A scalar as the source writes it, a number without an exponent; '' for nothing, for an object and for a list. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return inDecimals(typeof value === 'number' ? String(value) : (rawText(value) ?? ''));
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** How a column's name is compared: spaces around it and its case do not count. */
export const columnKey = (name: string): string => name.trim().toLowerCase();

/** Compiles a name of a mapping for table rows: a column's name, or `$3` for the third cell. */
export function compileColumn(name: string): (data: RecordData) => string {
  const position = /^\$(\d+)$/.exec(name)?.[1];
  const key = columnKey(name);
  return (data) => {
    if (data.kind !== 'row') return '';
    const index = position === undefined ? data.columns.get(key) : Number(position) - 1;
    return index === undefined ? '' : (data.cells[index] ?? '');
  };
}

/** Compiles a path for JSON values, with `$key`, `$parent` and `$root` for where the value stood. */
export function compilePath(name: string): (data: RecordData) => Generator {
  const { from, steps } = startOf(name);
  return function* valuesOf(data) {
    if (name.endsWith('$key')) {
      if (data.kind === 'tree') yield data.key;
    } else yield* follow(from(data), steps);
  };
}

/** Compiles a path to the entries of a record. */
export function compileEntryPath(name: string): (data: RecordData) => Generator<PathEntry> {
  const { from, steps } = startOf(name);
  return (data) => followEntries(from(data), steps);
}

/** Where a path begins, and how it goes on from there. */
function startOf(name: string): { from: (data: RecordData) => unknown; steps: readonly Step[] } {
  const [, parents = '', root, path = name] =
    /^((?:\$parent\.)*)(\$root\.)?(.*)$/s.exec(name) ?? [];
  const up = parents.length / '$parent.'.length;
  const from = (data: RecordData): unknown => {
    if (data.kind !== 'tree') return undefined;
    if (root !== undefined) return data.parents[0] ?? data.value;
    return up > 0 ? data.parents.at(-up) : data.value;
  };
  return { from, steps: parsePath(path) };
}
