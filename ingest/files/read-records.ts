import { basename } from 'node:path';
import { readBytes } from './bytes.ts';
import { isPage } from './format.ts';
import type { Mapping } from './mapping.ts';
import { readCsv, readRows, type TableSettings } from './read-csv.ts';
import { readFixed } from './read-fixed.ts';
import { readHtml } from './read-html.ts';
import { readJson } from './read-json.ts';
import { readNdjson } from './read-ndjson.ts';
import { readXml } from './read-xml.ts';
import type { SourceRecord } from './record.ts';

/** What a mapping says of how its files are read. */
export type Reading = Pick<Mapping, 'format' | 'encoding' | 'csv' | 'fixed' | 'records'>;

/** Where reading a file goes on: at a byte of its content, behind so many lines. */
export interface Place {
  from: number;
  position: number;
}

export const BEGINNING: Place = { from: 0, position: 0 };

/** Where a record begins; undefined where its file cannot be read on from there. */
export function placeOf({ data, start, position }: SourceRecord): Place | undefined {
  return data === undefined || start === undefined
    ? undefined
    : { from: start, position: position - 1 };
}

/**
 * The records of one file as its mapping reads it, streamed. `onBytes` hears how many more bytes of
 * the file have been read. `place`: of a record, to go on with it. Throws a SourceFileError where the file
 * cannot be read to its end.
 */
export function readRecords(
  path: string,
  mapping: Reading,
  onBytes?: (count: number) => void,
  place: Place = BEGINNING,
): AsyncGenerator<SourceRecord> {
  const name = basename(path);
  const { encoding } = mapping;
  const bytes = () => readBytes(path, onBytes);
  if (isPage(mapping.format)) return readHtml(bytes(), name, mapping);
  switch (mapping.format) {
    case 'json': {
      const records = mapping.records?.[0] ?? '';
      const settings = { encoding, records, wantsParents: wantsParents(mapping) };
      return since(place.from, readJson(bytes, name, settings));
    }
    default:
      return readFrom(path, mapping, place.from, onBytes, place.position);
  }
}

/**
 * The records of a table, NDJSON or XML file from a byte of its content on, which must be where one
 * begins or ends; `start` and `next` of each are counted from the beginning of the content, and its
 * position from `position`: so many lines are before.
 */
export async function* readFrom(
  path: string,
  mapping: Reading,
  from: number,
  onBytes?: (count: number) => void,
  position = 0,
): AsyncGenerator<SourceRecord> {
  const place = { from, position };
  const name = basename(path);
  const { encoding, format } = mapping;
  const bytes = () => readBytes(path, onBytes, from);
  switch (format) {
    case 'ndjson':
      yield* counted(readNdjson(bytes(), name, encoding), place);
      return;
    case 'fixed': {
      const { columns = {}, length, skipLines = 0 } = mapping.fixed ?? {};
      const skip = from === 0 ? skipLines : 0;
      yield* counted(
        readFixed(bytes(), name, { columns, length, skipLines: skip, encoding }),
        place,
      );
      return;
    }
    case 'xml':
      yield* since(
        from,
        readXml(() => readBytes(path, onBytes), name, {
          path: mapping.records?.[0] ?? '',
          encoding,
          wantsParents: wantsParents(mapping),
        }),
      );
      return;
    default: {
      const settings = tableSettings(mapping);
      const header = from === 0 ? settings.header : await headerOf(path, settings);
      const skipLines = from === 0 ? settings.skipLines : 0;
      yield* counted(readCsv(bytes(), name, { ...settings, header, skipLines }), place);
    }
  }
}

/**
 * The records from a byte on, of a file that is read from its beginning all the same: what stands around its
 * records, and how many there are, is known from there only.
 */
async function* since(
  from: number,
  records: AsyncIterable<SourceRecord>,
): AsyncGenerator<SourceRecord> {
  for await (const record of records) if ((record.start ?? 0) >= from) yield record;
}

/** Whether a mapping asks for what stands around its records. */
const wantsParents = (mapping: Reading): boolean =>
  /\$(parent|root)\b/.test(JSON.stringify(mapping));

function tableSettings({ csv = { quote: '"', skipLines: 0 }, format, encoding }: Reading) {
  return { ...csv, delimiter: csv.delimiter ?? (format === 'tsv' ? '\t' : ','), encoding };
}

/** The names of a table's columns; undefined where none of its first `most` rows is one. */
export function columnNames(
  path: string,
  mapping: Reading,
  most: number,
): Promise<readonly string[] | undefined> {
  return mapping.format === 'fixed'
    ? Promise.resolve(Object.keys(mapping.fixed?.columns ?? {}))
    : headerOf(path, tableSettings(mapping), most);
}

/** The names of a table's columns, for reading it from its middle. */
async function headerOf(
  path: string,
  settings: TableSettings,
  most = Number.POSITIVE_INFINITY,
): Promise<string[] | undefined> {
  if (settings.header) return settings.header;
  let rows = 0;
  for await (const row of readRows(readBytes(path), settings, () => true)) {
    if (row.cells) return row.cells.map((name) => name.trim());
    rows += 1;
    if (rows === most) break;
  }
  return undefined;
}

async function* counted(
  records: AsyncIterable<SourceRecord>,
  { from, position }: Place,
): AsyncGenerator<SourceRecord> {
  if (from === 0) yield* records;
  else
    for await (const record of records)
      yield {
        ...record,
        position: record.position + position,
        start: (record.start ?? 0) + from,
        next: (record.next ?? 0) + from,
      };
}
