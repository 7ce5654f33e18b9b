import { rawText } from './parse-json.ts';
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

/** The values a path leads to, in the order of the document. A key asked of a list is asked of each element. */
export function* follow(value: unknown, steps: readonly Step[], from = 0): Generator {
  const step = steps[from];
  if (step === undefined) {
    if (Array.isArray(value)) for (const element of value) yield* follow(element, steps, from);
    else yield value;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (step.kind === 'every') {
    for (const element of Object.values(value)) yield* follow(element, steps, from + 1);
  } else if (step.kind === 'where') {
    const elements: unknown[] = Array.isArray(value) ? value : [value];
    const found = elements.find((element) => textOf(member(element, step.key)) === step.equals);
    if (found !== undefined) yield* follow(found, steps, from + 1);
  } else if (Array.isArray(value) && !/^\d+$/.test(step.key)) {
    for (const element of value) yield* follow(element, steps, from);
  } else {
    const next = member(value, step.key);
    if (next !== undefined) yield* follow(next, steps, from + 1);
  }
}

/** A scalar as the source writes it; '' for nothing, for an object and for a list. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return rawText(value) ?? '';
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
  const relative = /^((?:\$parent\.)*)(\$root\.|\$key$)?(.*)$/s.exec(name);
  const up = (relative?.[1] ?? '').length / '$parent.'.length;
  const head = relative?.[2];
  const steps = parsePath(relative?.[3] ?? name);
  return function* valuesOf(data) {
    if (data.kind !== 'tree') return;
    if (head === '$key') yield data.key;
    else if (head === '$root.') yield* follow(data.parents[0] ?? data.value, steps);
    else if (up > 0) yield* follow(data.parents.at(-up), steps);
    else yield* follow(data.value, steps);
  };
}
