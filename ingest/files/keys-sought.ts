import { KEYS_SHOWN, isGiven, namesInWords, type FieldsOf, type Has } from './check-columns.ts';
import { SourceFileError } from './bytes.ts';
import { placeInMapping } from './load-mapping.ts';
import { compilePath, textOf } from './names.ts';
import type { RecordData, SourceRecord } from './record.ts';
import { canFill, namesOf, type Value } from './value.ts';

/** A record may leave out what it has nothing for: in so many one has each key, or it has another name. */
const KEYS_SOUGHT_IN = 10_000;
/** Of fewer records each may leave out what is often unknown. */
export const ENOUGH_TO_TELL = 20;

/** Where keys stand that other keys are taken for: an object within an object within the record. */
const DEEPEST = 3;
/** What a key that says the same as a field is called, and what it holds. */
const ALIKE: Readonly<Record<string, { called: RegExp; says: RegExp }>> = {
  year: { called: /year/i, says: /^(?:19|20)\d\d$/ },
  make: { called: /make|manufact|brand/i, says: /\p{L}/u },
  model: { called: /model/i, says: /\p{L}/u },
  title: { called: /title|headline/i, says: /\p{L}/u },
  price: { called: /pric|cost|asking/i, says: /^\D{0,5}\d[\d.,' ]*\D{0,5}$/ },
};

interface MappingOfRecords extends FieldsOf {
  history?: { path: string } | undefined;
}

/**
 * Looks at records, each with keys of its own, for those that hold what fields are made of. A key that is
 * there and says nothing is there.
 */
export class KeysSought {
  readonly #mapping: MappingOfRecords;
  readonly #unfound: Map<string, Value>;
  readonly #keys = new Set<string>();
  readonly #alike = new Map<string, string>();
  /** What the mapping makes something else of. */
  readonly #used: readonly string[];

  /** @param fields those of the mapping that are likely to be in one of so many records */
  constructor(mapping: MappingOfRecords, fields: readonly string[]) {
    this.#mapping = mapping;
    this.#unfound = new Map(
      fields.flatMap((field) => {
        const value = mapping.fields[field];
        return value === undefined || isGiven(mapping, field) ? [] : [[field, value] as const];
      }),
    );
    const values = Object.values(mapping.fields).filter((value) => value !== undefined);
    const listed = mapping.history === undefined ? [] : [mapping.history.path.replace('.*', '')];
    this.#used = [...values.flatMap(namesOf), ...listed];
  }

  lookAt(data: RecordData): void {
    if (data.kind !== 'tree') return;
    for (const key of Object.keys(Object(data.value) as object))
      if (this.#keys.size < KEYS_SHOWN) this.#keys.add(key);
    const has: Has = (name) => compilePath(name)(data).next().done !== true;
    for (const [field, value] of this.#unfound)
      if (canFill(value, has)) this.#unfound.delete(field);
      else if (!this.#alike.has(field)) this.#lookForOneAlike(field, data.value);
  }

  #lookForOneAlike(field: string, record: unknown): void {
    const alike = ALIKE[field];
    if (alike === undefined) return;
    for (const [key, text] of leavesOf(record))
      if (alike.called.test(key) && alike.says.test(text) && !this.#isUsed(key)) {
        this.#alike.set(field, key);
        return;
      }
  }

  #isUsed(key: string): boolean {
    return this.#used.some((name) => key === name || key.startsWith(`${name}.`));
  }

  get allFound(): boolean {
    return this.#unfound.size === 0;
  }

  /** What no record had. */
  get absent(): string[] {
    return [...this.#unfound].map(
      ([field, value]) => `${this.#notThere(field, value)}. Keys: ${[...this.#keys].join(', ')}`,
    );
  }

  /** What no record had by its name, and some by another as it seems. */
  get renamed(): string[] {
    return [...this.#unfound].flatMap(([field, value]) => {
      const alike = this.#alike.get(field);
      if (alike === undefined) return [];
      return `${this.#notThere(field, value)}, and ${JSON.stringify(alike)} looks like it. Write that; if it is something else, add $nothing to the names of ${field}: files may lack it.`;
    });
  }

  #notThere(field: string, value: Value): string {
    return `${placeInMapping(this.#mapping, ['fields', field])}: no file has a record with ${namesInWords(value)}`;
  }
}

/** Paths of a record's own to what is a text or a number; what stands in a list is one of several. */
function* leavesOf(value: unknown, path = '', depth = 0): Generator<[path: string, text: string]> {
  const text = textOf(value);
  if (text !== '') yield [path, text];
  else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEEPEST)
    for (const [key, inner] of Object.entries(value))
      yield* leavesOf(inner, path === '' ? key : `${path}.${key}`, depth + 1);
}

/**
 * Looks into a file for keys until all are found, or so many records had none of them. A file that breaks off
 * is publishing's to report.
 * @returns how many records were looked at
 */
export async function seekKeys(
  records: AsyncIterable<SourceRecord>,
  ...sought: readonly KeysSought[]
): Promise<number> {
  let seen = 0;
  if (sought.every(({ allFound }) => allFound)) return seen;
  try {
    for await (const { data } of records) {
      seen += 1;
      if (data !== undefined) for (const keys of sought) keys.lookAt(data);
      if (seen === KEYS_SOUGHT_IN || sought.every(({ allFound }) => allFound)) break;
    }
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
  }
  return seen;
}
