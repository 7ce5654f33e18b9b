import { access, constants, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { SourceFileError } from './bytes.ts';
import { placeInMapping } from './load-mapping.ts';
import type { Mapping } from './mapping.ts';
import { columnKey } from './names.ts';
import { RecordsNotFound } from './read-json.ts';
import type { RecordData, SourceRecord } from './record.ts';
import { readRecords } from './read-records.ts';
import { compileFields } from './take-fields.ts';
import { compileInstant } from './take-instant.ts';
import { canFill, compileValue } from './value.ts';

/** How many records of each file are looked at before anything is published, and how many bytes. */
const lookedAt = 200;
const lookedAtBytes = 16 * 1024 * 1024;

/** Files and mapping do not go together, or a file is not there. Nothing has been published. */
export class FilesRefused extends Error {
  readonly code = 'files_refused';
  /** One message for each fault. */
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/**
 * Looks at the beginning of each file: whether it is there, whether the mapping finds anything in
 * it, and whether anything says when it was observed. Throws FilesRefused with all that is wrong.
 * Returns the bytes of all files together.
 */
export async function checkFiles(
  mapping: Mapping,
  files: readonly string[],
  observedAt: string | undefined,
): Promise<number> {
  const faults: string[] = [];
  const headers: (readonly string[])[] = [];
  let bytes = 0;
  for (const path of files) {
    try {
      const found = await stat(path);
      await access(path, constants.R_OK);
      if (found.isDirectory()) faults.push(`${path}: is a folder; name its files`);
      else if (!found.isFile()) faults.push(`${path}: is not a file, which can be read again`);
      else {
        bytes += found.size;
        const records = await firstRecords(mapping, path);
        const first = records.find(({ data }) => data !== undefined)?.data;
        if (first?.kind === 'row') headers.push(first.header);
        faults.push(...faultsOf(mapping, path, records, observedAt));
      }
    } catch (error) {
      if (error instanceof RecordsNotFound) {
        faults.push(nothingAtRecords(mapping, path, error));
        continue;
      }
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      faults.push(`${path}: ${missing ? 'there is no such file' : (error as Error).message}`);
    }
  }
  if (faults.length === 0 && headers.length > 0) faults.push(...absentColumns(mapping, headers));
  if (faults.length > 0) throw new FilesRefused(faults);
  return bytes;
}

/** A field that no column of any file can fill is a name misspelt; one file of several may lack it. */
function absentColumns(mapping: Mapping, headers: readonly (readonly string[])[]): string[] {
  const columns = headers.map((header) => new Set(header.map(columnKey)));
  return Object.entries(mapping.fields).flatMap(([field, value]) => {
    // What a partner may give need not be in the record's own file.
    const given = mapping.join !== undefined && field in mapping.join.take;
    if (value === undefined || given || columns.some((names) => canFill(value, names))) return [];
    return `${placeInMapping(mapping, ['fields', field])}: no file has a column ${JSON.stringify(value)}. Columns: ${[...new Set(headers.flat())].join(', ')}`;
  });
}

function faultsOf(
  mapping: Mapping,
  path: string,
  records: readonly SourceRecord[],
  observedAt: string | undefined,
): string[] {
  const readable = records.filter(({ data }) => data !== undefined);
  const first = readable[0]?.data;
  if (first === undefined) return [];
  const fieldsOf = compileFields(mapping.fields, mapping.format);
  const instantOf = compileInstant(mapping.observedAt, mapping.format);
  const faults: string[] = [];
  const some = readable.some(
    ({ data, file }) => data && Object.keys(fieldsOf(data, file)).length > 0,
  );
  if (!some)
    faults.push(
      `${path}: the mapping finds none of its fields in the first ${readable.length} records. ${whatIsThere(first)}`,
    );
  for (const id of mapping.id ?? []) {
    const takeId = compileValue(id, 'id', mapping.format);
    if (some && !readable.some(({ data, file }) => data && takeId(data, file).trim() !== ''))
      faults.push(
        `${path}: the mapping finds nothing for id ${JSON.stringify(id)} in the first ${readable.length} records. ${whatIsThere(first)}`,
      );
  }
  const dated = readable.some(({ data, file }) => data && instantOf(data, file) !== undefined);
  if (!dated && observedAt === undefined)
    faults.push(
      `${path}: nothing says when it was observed: ${JSON.stringify(mapping.observedAt)} (observedAt of the mapping) gives no instant in ${basename(path)}. ` +
        'Give --observed-at YYYY-MM-DD, or mend observedAt or its format in the mapping.',
    );
  return faults;
}

/** The beginning of a file, as far as it can be read: a file that breaks off is publishing's to report. */
async function firstRecords(mapping: Mapping, path: string): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  let bytes = 0;
  try {
    for await (const record of readRecords(path, mapping)) {
      records.push(record);
      bytes += record.bytes.length;
      if (records.length === lookedAt || bytes >= lookedAtBytes) break;
    }
  } catch (error) {
    if (!(error instanceof SourceFileError) || error instanceof RecordsNotFound) throw error;
  }
  return records;
}

function nothingAtRecords(mapping: Mapping, path: string, { rootKeys }: RecordsNotFound): string {
  const place = placeInMapping(mapping, ['records']);
  const there =
    rootKeys.length > 0 ? `its keys: ${rootKeys.join(', ')}` : 'it has no keys at the top';
  return `${place} ${JSON.stringify(mapping.records?.[0])} finds nothing in ${path}; ${there}`;
}

function whatIsThere(data: RecordData): string {
  const [what, names] =
    data.kind === 'row'
      ? ['Its columns', data.header]
      : data.kind === 'element'
        ? ['The attributes of the first', [...data.element.attributes.keys()]]
        : ['The keys of the first', Object.keys(Object(data.value) as object)];
  return `${what}: ${names.slice(0, 40).join(', ')}`;
}
