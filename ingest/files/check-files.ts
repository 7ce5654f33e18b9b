import { access, constants, stat } from 'node:fs/promises';
import type { Clock } from '#platform/clock.ts';
import { fileFault } from '#platform/file-fault.ts';
import { PackRefused, SourceFileError } from './bytes.ts';
import { oneLine } from '../one-line.ts';
import { absentColumns, columnsTwice, headerFaults, namesInWords } from './check-columns.ts';
import { isAhead } from './instant.ts';
import { ENOUGH_TO_TELL, KeysSought, seekKeys } from './keys-sought.ts';
import { placeInMapping } from './load-mapping.ts';
import { lineEndFault, looksLike, noneReadable } from './looks-like.ts';
import { allFields, type Mapping } from './mapping.ts';
import { RecordsNotFound } from './read-json.ts';
import type { RecordData, SourceRecord } from './record.ts';
import { columnNames, readRecords, type Reading } from './read-records.ts';
import { compileFields } from './take-fields.ts';
import { compileInstant } from './take-instant.ts';
import { isPage, isTable, traitsOf } from './format.ts';
import { compileValue, namesOf, type Value } from './value.ts';

/** How many records of each file are looked at before anything is published, and how many bytes. */
const LOOKED_AT = 200;
const LOOKED_AT_BYTES = 16 * 1024 * 1024;

/** Files and mapping do not go together, or a file is not there. Nothing has been published. */
export class FilesRefused extends Error {
  readonly code = 'files_refused';
  /** One message for each fault. */
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    const lines = faults.map(oneLine);
    super(lines.join('\n'));
    this.faults = lines;
  }
}

/**
 * Looks at the beginning of each file: whether it is there, whether it is of the mapping's format, whether
 * the mapping finds anything in it, and whether anything says when it was observed and not a time to come. Throws
 * FilesRefused with all that is wrong. Returns the bytes of all files together.
 */
export async function checkFiles(
  mapping: Mapping,
  files: readonly string[],
  observedAt: string | undefined,
  clock: Clock,
): Promise<number> {
  const faults: string[] = [];
  const looks: Look[] = [];
  let bytes = 0;
  for (const path of files) {
    try {
      bytes += await bytesOf(path);
      const look = await lookInto(mapping, path);
      looks.push(look);
      faults.push(...(await faultsOf(mapping, look, observedAt, clock())));
    } catch (error) {
      if (error instanceof FilesRefused) {
        faults.push(...error.faults);
        continue;
      }
      if (error instanceof RecordsNotFound) {
        faults.push(await nothingAtRecords(mapping, path, error));
        continue;
      }
      faults.push(`${path}: ${fileFault(error)}`);
    }
  }
  const headers = looks.flatMap(({ header }) => (header === undefined ? [] : [header]));
  if (faults.length === 0 && headers.length > 0) faults.push(...absentColumns(mapping, headers));
  if (faults.length === 0) faults.push(...(await keysRenamed(mapping, looks)));
  if (faults.length > 0) throw new FilesRefused(faults);
  return bytes;
}

/** The size of a file that can be read. @throws FilesRefused */
export async function bytesOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    await access(path, constants.R_OK);
    if (found.isDirectory()) throw new FilesRefused([`${path}: is a folder; name its files`]);
    if (!found.isFile())
      throw new FilesRefused([`${path}: is not a file, which can be read again`]);
    return found.size;
  } catch (error) {
    throw error instanceof FilesRefused
      ? error
      : new FilesRefused([`${path}: ${fileFault(error)}`]);
  }
}

/** What nearly every listing says: where none of many does, another key may say it. */
const SAID_BY_MOST = ['year', 'make', 'model', 'title', 'price'] as const;

/** Keys that were given another name, in files whose records have their own keys. */
async function keysRenamed(mapping: Mapping, looks: readonly Look[]): Promise<string[]> {
  const records = looks.flatMap(({ readable }) => readable);
  if (traitsOf(mapping.format).of !== 'tree' || records.length < ENOUGH_TO_TELL) return [];
  const sought = new KeysSought(mapping, SAID_BY_MOST);
  for (const { path } of looks) await seekKeys(readRecords(path, mapping), sought);
  return sought.renamed;
}

/** The beginning of a file. */
interface Look {
  path: string;
  records: readonly SourceRecord[];
  readable: readonly ReadableRecord[];
  /** Of a table that has one. */
  header: readonly string[] | undefined;
}
type ReadableRecord = SourceRecord & { data: RecordData };
const isReadable = (record: SourceRecord): record is ReadableRecord => record.data !== undefined;

/** A file that breaks off after its first records is publishing's to report. */
async function lookInto(mapping: Mapping, path: string): Promise<Look> {
  const records: SourceRecord[] = [];
  let bytes = 0;
  try {
    for await (const record of readRecords(path, mapping)) {
      records.push(record);
      bytes += record.bytes.length;
      if (records.length === LOOKED_AT || bytes >= LOOKED_AT_BYTES) break;
    }
  } catch (error) {
    const isRefused = error instanceof RecordsNotFound || error instanceof PackRefused;
    const isWhole = records.length === 0 && !isPage(mapping.format);
    if (!(error instanceof SourceFileError) || isRefused || isWhole) throw error;
  }
  const readable = records.filter(isReadable);
  const data = readable[0]?.data;
  const header =
    data === undefined && isTable(mapping.format)
      ? await columnNames(path, mapping, LOOKED_AT)
      : data?.kind === 'row'
        ? data.header
        : undefined;
  return { path, records, readable, header };
}

async function faultsOf(
  mapping: Mapping,
  look: Look,
  observedAt: string | undefined,
  now: Date,
): Promise<string[]> {
  const { path, readable, header } = look;
  const lineEnds = await lineEndFault(path, mapping);
  if (lineEnds !== undefined) return [lineEnds];
  const faults = header === undefined ? [] : columnsTwice(mapping, path, header);
  const [first] = readable;
  if (first === undefined) return [...faults, ...(await nothingReadable(mapping, look))];
  const some = findsFields(mapping, readable);
  if (!some) {
    const hint = await looksLike(path, mapping);
    faults.push(
      `${path}: the mapping finds none of its fields in the first ${readable.length} records. ${whatIsThere(first.data)}${recordsWithin(mapping, first.data)}${hint}`,
    );
  }
  for (const id of mapping.id ?? []) {
    const takeId = compileValue(id, 'id', mapping.format);
    if (some && !readable.some(({ data, file }) => takeId(data, file).trim() !== ''))
      faults.push(
        `${path}: the mapping finds nothing for id ${namesInWords(id)} in the first ${readable.length} records. ${whatIsThere(first.data)}`,
      );
  }
  faults.push(...misdated(mapping, look, observedAt, now));
  return faults;
}

const AROUND = /^\$(?:key$|file$|parent\.|root\.)/;
const isOwn = (value: Value): boolean => !namesOf(value).every((name) => AROUND.test(name));

/**
 * Whether records say something of themselves. What is around them is found of any: it counts where nothing else is
 * wanted, and beside an id of their own.
 */
function findsFields(mapping: Mapping, readable: readonly ReadableRecord[]): boolean {
  const finds = (fields: ReturnType<typeof allFields>): boolean => {
    const fieldsOf = compileFields(fields, mapping.format);
    return readable.some(({ data, file }) => Object.keys(fieldsOf(data, file)).length > 0);
  };
  const all = allFields(mapping);
  const own = Object.entries(all).filter(([, value]) => isOwn(value));
  if (own.length === 0) return finds(all);
  const hasOwnId = (mapping.id ?? []).some((id) => isOwn(id) && finds({ stockNumber: id }));
  return finds(Object.fromEntries(own)) || (hasOwnId && finds(all));
}

/** An object of records was taken for one of them. */
function recordsWithin({ format, records }: Mapping, data: RecordData): string {
  if (format !== 'json' || data.kind !== 'tree') return '';
  const values: unknown[] = Object.values(Object(data.value) as object);
  const isOfObjects = values.every((value) => typeof value === 'object' && value !== null);
  if (values.length === 0 || !isOfObjects) return '';
  const [path] = records ?? [];
  return ` Where each of them is a record, write records: ${path === undefined ? "'*'" : `${path}.*`}`;
}

/** What is wrong with when a file was observed: nothing says it, or all of it says a time to come. */
function misdated(
  mapping: Mapping,
  { path, readable }: Look,
  observedAt: string | undefined,
  now: Date,
): string[] {
  const value = mapping.observedAt;
  const instantOf = compileInstant(value, mapping.format);
  const instants = readable.flatMap(({ data, file }) => instantOf(data, file) ?? observedAt ?? []);
  if (instants.some((instant) => !isAhead(instant, now))) return [];
  const textOf = compileValue(value, 'observedAt', mapping.format);
  const written = readable
    .map(({ data, file }) => textOf(data, file).trim())
    .find((text) => text !== '');
  const format = typeof value === 'object' && !Array.isArray(value) ? value.format : undefined;
  const said =
    written === undefined
      ? ''
      : `; the first says ${JSON.stringify(written.slice(0, 100))}${format === undefined ? '' : `, read as ${format}`}`;
  const place = `${namesInWords(value)} (${placeInMapping(mapping, ['observedAt'])})`;
  const [first] = instants;
  if (first !== undefined)
    return [
      `${path}: was observed at ${first}, which has not come yet: ${place} gives no earlier instant${said}. ` +
        'Mend observedAt or its format in the mapping.',
    ];
  return [
    `${path}: nothing says when it was observed: ${place} gives no instant${said}. ` +
      'Give --observed-at YYYY-MM-DD, or mend observedAt or its format in the mapping.',
  ];
}

/** What is wrong with a file that has no record that can be read: of a page only that it is none. */
async function nothingReadable(mapping: Mapping, look: Look): Promise<string[]> {
  const { path, records, header } = look;
  const { format } = mapping;
  if (records.length > 0 && !isPage(format))
    return [await noneReadable(path, mapping, records, header)];
  const hint = await looksLike(path, mapping);
  if (isPage(format)) return hint === '' ? [] : [`${path}: is no page.${hint}`];
  if (header !== undefined) return headerFaults(mapping, path, header).map((said) => said + hint);
  return hint === '' ? [] : [`${path}: has no record that can be read as ${format}.${hint}`];
}

/** Where `records` of a mapping leads nowhere in a file, what the file has instead. */
export async function nothingAtRecords(
  mapping: Reading & Pick<Mapping, 'source'>,
  path: string,
  { rootKeys }: RecordsNotFound,
): Promise<string> {
  const place = placeInMapping(mapping, ['records']);
  const there =
    rootKeys.length > 0 ? `its keys: ${rootKeys.join(', ')}` : 'it has no keys at the top';
  const hint = await looksLike(path, mapping);
  return `${place} ${JSON.stringify(mapping.records?.[0])} finds nothing in ${path}; ${there}${hint === '' ? '' : `.${hint}`}`;
}

function whatIsThere(data: RecordData): string {
  const [what, names] =
    data.kind === 'row'
      ? ['Its columns', data.header]
      : data.kind === 'element'
        ? ['The attributes of the first', [...data.element.attributes.keys()]]
        : ['The keys of the first', Object.keys(Object(data.value) as object)];
  return `${what}: ${names.slice(0, 40).join(', ')}.`;
}
