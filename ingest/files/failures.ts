import { basename } from 'node:path';
import { oneLine } from '../one-line.ts';

/** A file that could not be read to its end: what came before was published. */
export interface FileFailure {
  file: string;
  message: string;
}

const FILES_NAMED = 5;

/** Which files broke off, where, what was expected of them, and what to do. */
export function failuresInWords(failures: readonly FileFailure[]): string {
  const named = failures
    .slice(0, FILES_NAMED)
    .map(({ file, message }) => oneLine(`${basename(file)}: ${message}.`));
  const more = failures.length - named.length;
  if (more > 0)
    named.push(more === 1 ? '1 more file is not whole.' : `${more} more files are not whole.`);
  named.push(`Get ${failures.length === 1 ? 'it' : 'them'} whole and ingest again.`);
  return named.join(' ');
}

/** A failure's message with the last there was before it: `breaks off: … (read up to line 12)`. */
export const readUpTo = (message: string, unit: string, last: number | undefined): string =>
  last === undefined ? message : `${message} (read up to ${unit} ${last})`;

/** Says how many records could not be read, and why the first of them. */
export const unreadableInWords = (unreadable: number, read: number, first: string): string =>
  `Records that could not be read: ${unreadable} of ${read}, kept as dead letters. The first is ${first}.`;
