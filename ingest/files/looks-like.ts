import { SourceFileError, readBytes } from './bytes.ts';
import { columnsInWords } from './check-columns.ts';
import type { Reading } from './read-records.ts';
import type { SourceRecord } from './record.ts';
import { isPage, isTable } from './format.ts';

/** As much of a file as is looked at for what it is. */
const lookedAtBytes = 64 * 1024;

/** What binary files of other programs begin with. */
const programs: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['\xd0\xcf\x11\xe0', 'an old Excel file (.xls)'],
  ['SQLite format 3', 'an SQLite database'],
  ['PAR1', 'a Parquet file'],
];

const settings: Record<string, string> = {
  ',': 'format: csv',
  '\t': 'format: tsv',
  ';': "format: csv with csv: { delimiter: ';' }",
  '|': "format: csv with csv: { delimiter: '|' }",
};

/**
 * What a file looks like by its beginning, and what to do, as a sentence after a space; '' where it looks
 * like what the mapping takes it for, or like nothing known.
 */
export async function looksLike(path: string, mapping: Reading): Promise<string> {
  const bytes = await beginning(path);
  const head = bytes.toString('latin1');
  const [, program] = programs.find(([mark]) => head.startsWith(mark)) ?? [];
  if (program !== undefined || bytes.includes(0))
    return ` It looks like ${program ?? 'a binary file'}: save it as CSV or JSON.`;
  const setting = settingOf(head, mapping);
  if (setting === undefined || setting === settingIn(mapping)) return '';
  return ` It looks like ${setting}: correct the mapping, or leave the file out.`;
}

/** Says of a file that none of its first records, at least one, can be read, why, and what it looks like. */
export async function noneReadable(
  path: string,
  mapping: Reading,
  records: readonly Pick<SourceRecord, 'position' | 'unreadable'>[],
  header?: readonly string[],
): Promise<string> {
  const { format } = mapping;
  const place = isTable(format) || format === 'ndjson' ? 'line' : 'record';
  const why = `${place} ${records[0]?.position}: ${records[0]?.unreadable}.`;
  const columns = header === undefined ? '' : ` ${columnsInWords(header)}.`;
  const hint = await looksLike(path, mapping);
  return `${path}: none of its first ${records.length} records can be read as ${format}; ${why}${columns}${hint || ' Correct the mapping, or leave the file out.'}`;
}

/**
 * Says of a file of lines that they end with a carriage return alone, as on old Macs: all of them would be read as
 * one, of a table as a header without rows.
 */
export async function lineEndFault(path: string, { format }: Reading): Promise<string | undefined> {
  if (!isTable(format) && format !== 'ndjson') return undefined;
  const head = (await beginning(path)).toString('latin1');
  return head.includes('\n') || !/\r./.test(head)
    ? undefined
    : `${path}: its lines end with a carriage return alone. Save it with line feeds.`;
}

/** What is said of such a file. */
export const EMPTY_FILE = 'is empty; nothing was read from it';

/** Whether a file has nothing in it, or only white space. */
export async function isBlankFile(path: string): Promise<boolean> {
  for await (const chunk of readBytes(path)) if (/\S/.test(chunk.toString('latin1'))) return false;
  return true;
}

async function beginning(path: string): Promise<Buffer> {
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of readBytes(path)) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= lookedAtBytes) break;
    }
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
  }
  return head.subarray(0, lookedAtBytes);
}

/** What the mapping says of its files, in the words of `settingOf`. */
function settingIn({ format, csv }: Reading): string {
  if (format !== 'csv' && format !== 'tsv') return `format: ${format}`;
  return settings[csv?.delimiter ?? (format === 'tsv' ? '\t' : ',')] ?? `format: ${format}`;
}

function settingOf(head: string, mapping: Reading): string | undefined {
  const text = head.trimStart();
  if (/^<!doctype html|^<html/i.test(text) || (text.startsWith('<') && isPage(mapping.format)))
    return isPage(mapping.format) ? settingIn(mapping) : 'format: html';
  if (text.startsWith('<')) return 'format: xml';
  const lines = head.split('\n').slice(mapping.csv?.skipLines ?? 0);
  const [first = '', second] = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (first.startsWith('{') || first.startsWith('['))
    return isObject(first) && isObject(second ?? '') ? 'format: ndjson' : 'format: json';
  const marks = Object.keys(settings).filter((mark) => second?.includes(mark) ?? true);
  const count = (mark: string) => first.split(mark).length - 1;
  const [most] = marks.toSorted((a, b) => count(b) - count(a));
  return most === undefined || count(most) === 0 ? undefined : settings[most];
}

function isObject(line: string): boolean {
  try {
    return line.startsWith('{') && typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
