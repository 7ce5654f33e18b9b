import { PackRefused, SourceFileError } from '../files/bytes.ts';
import { absentColumns, columnsTwice, headerFaults } from '../files/check-columns.ts';
import { FilesRefused, nothingAtRecords } from '../files/check-files.ts';
import { isTable } from '../files/format.ts';
import { ENOUGH_TO_TELL, KeysSought, seekKeys } from '../files/keys-sought.ts';
import { lineEndFault, looksLike, noneReadable } from '../files/looks-like.ts';
import { RecordsNotFound } from '../files/read-json.ts';
import { columnNames, readFrom } from '../files/read-records.ts';
import type { SourceRecord } from '../files/record.ts';
import { toItsEnd } from '../files/to-its-end.ts';
import type { RegistrationMapping } from './mapping.ts';
import { compileRegistrations } from './to-event.ts';

/** How many rows are looked at before anything is published. */
const LOOKED_AT = 100;
/** What rows are counted by: where it has another name the counts would be lost, or wrong, without a word. */
const COUNTED_BY = ['state', 'month', 'make', 'count'] as const;
/** The same, but of a few rows all may leave it out: it is often not known. */
const OFTEN_UNKNOWN = ['type', 'condition'] as const;

/**
 * Looks at the beginning of a file: whether any row can be read, and whether the mapping finds a state
 * and a month in it, every column it names, and every key that rows are counted by. A file that breaks off, or has no
 * rows, is publishing's to report.
 * @throws FilesRefused
 */
export async function checkRows(mapping: RegistrationMapping, file: string): Promise<void> {
  const fault = await lineEndFault(file, mapping);
  if (fault !== undefined) throw new FilesRefused([fault]);
  const toEvent = compileRegistrations(mapping);
  const take = { take: '', runId: '', observedAt: '', fileName: '' };
  const has = { state: 0, month: 0 };
  let rows = 0;
  let names: readonly string[] = [];
  let header: readonly string[] | undefined;
  const broken: Pick<SourceRecord, 'position' | 'unreadable'>[] = [];
  const ending = { ...mapping, rowsBefore: 0 };
  try {
    for await (const record of toItsEnd(readFrom(file, mapping, 0), ending)) {
      if (rows + broken.length === LOOKED_AT) break;
      if (record.data === undefined) {
        broken.push({ position: record.position, unreadable: record.unreadable });
        continue;
      }
      if (record.data.kind === 'row') names = header = record.data.header;
      else if (record.data.kind === 'tree')
        names = Object.keys(Object(record.data.value) as object);
      const { fields } = toEvent(record, take);
      if (fields.state !== undefined) has.state += 1;
      if (/^\d{4}-\d\d$/.test(fields.month ?? '')) has.month += 1;
      rows += 1;
    }
  } catch (error) {
    if (error instanceof RecordsNotFound)
      throw new FilesRefused([await nothingAtRecords(mapping, file, error)]);
    if (error instanceof PackRefused) throw new FilesRefused([`${file}: ${error.message}`]);
    if (!(error instanceof SourceFileError)) throw error;
  }
  if (rows === 0 && broken.length > 0)
    throw new FilesRefused([await noneReadable(file, mapping, broken)]);
  const hint = await looksLike(file, mapping);
  const faults = Object.entries(has)
    .filter(([, count]) => rows > 0 && count === 0)
    .map(
      ([field]) =>
        `${file}: the mapping finds no ${field} in the first ${rows} rows. Correct fields.${field}, or the format of a month. There is: ${names.slice(0, 40).join(', ')}.${hint}`,
    );
  if (rows === 0) faults.push(...(await faultsWithoutRows(mapping, file, hint)));
  if (header !== undefined) faults.push(...columnsTwice(mapping, file, header));
  if (faults.length === 0 && header !== undefined) faults.push(...absentColumns(mapping, [header]));
  if (faults.length === 0 && header === undefined && rows > 0)
    faults.push(...(await keysAbsent(mapping, file)));
  if (faults.length > 0) throw new FilesRefused(faults);
}

/** What is wrong with a table that is a header alone: another file, perhaps what a server says in its place. */
async function faultsWithoutRows(
  mapping: RegistrationMapping,
  file: string,
  hint: string,
): Promise<string[]> {
  if (!isTable(mapping.format)) return [];
  try {
    const header = await columnNames(file, mapping, LOOKED_AT);
    if (header === undefined) return [];
    const foreign = headerFaults(mapping, file, header).map((said) => `${said}.${hint}`);
    return foreign.length > 0 ? foreign : absentColumns(mapping, [header]);
  } catch (error) {
    if (error instanceof SourceFileError) return [];
    throw error;
  }
}

/** Keys that no row has, in a file whose rows have keys of their own. */
async function keysAbsent(mapping: RegistrationMapping, file: string): Promise<string[]> {
  const sure = new KeysSought(mapping, COUNTED_BY);
  const likely = new KeysSought(mapping, OFTEN_UNKNOWN);
  const seen = await seekKeys(readFrom(file, mapping, 0), sure, likely);
  return [...sure.absent, ...(seen < ENOUGH_TO_TELL ? [] : likely.absent)];
}
