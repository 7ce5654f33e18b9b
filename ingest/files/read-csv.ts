import type { CsvSettings } from './mapping.ts';
import { columnKey } from './names.ts';
import { maxRecordBytes, tooLong, type SourceRecord } from './record.ts';
import { decode, notInEncoding, type Encoding } from './text.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Most lines of a row, a long text that begins in its first line apart. A row given up is read anew
 * from its second line on: without a bound, quotes that open in every line would cost the square of
 * their number. Within a long text no line leaves a quote open, so that it is looked at once.
 */
const maxRowLines = 256;

export interface TableSettings extends CsvSettings {
  delimiter: string;
  encoding: Encoding;
  /** A blank line is a row of one cell, instead of being left out. */
  blankRows?: boolean;
}

/**
 * The rows of a comma or tab separated file. A record's bytes are those of its row without the line
 * end. Rows are told apart on bytes and cells on text, so that a row that is not in the encoding is
 * one unreadable record.
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  name: string,
  settings: TableSettings,
): AsyncGenerator<SourceRecord> {
  const file = { name };
  let columns: ReadonlyMap<string, number> | undefined =
    settings.header && columnsOf(settings.header);
  let header: readonly string[] = settings.header ?? [];
  for await (const row of readRows(
    chunks,
    settings,
    (cells) => columns === undefined || fits(cells, header.length),
  )) {
    const { bytes, line: position, start, next } = row;
    const place = { file, bytes, position, start, next };
    if (row.cells === undefined) {
      yield { ...place, unreadable: row.fault, isOpen: row.isOpen === true };
    } else if (columns === undefined) {
      columns = columnsOf(row.cells);
      header = row.cells.map((name) => name.trim());
    } else {
      yield { ...place, data: { kind: 'row', columns, header, cells: row.cells } };
    }
  }
}

/** Cells past the header's width may be there if they are empty: a delimiter at the line's end. */
const fits = (cells: readonly string[], width: number): boolean =>
  cells.length === width ||
  (cells.length > width && cells.slice(width).every((cell) => cell.trim() === ''));

function columnsOf(header: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [index, column] of header.entries())
    if (!columns.has(columnKey(column))) columns.set(columnKey(column), index);
  return columns;
}

/** `start` and `next`: where it and what follows it begin in what was read. */
export type Row = Unplaced & { start: number; next: number };

/**
 * The rows of a file with the cells they have, or why they have none. A row
 * of several lines that does not come out right is given up at its first line end: a stray quote costs
 * its own line, not the rest of the file. Of a line that is too long the rest is passed over.
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  settings: TableSettings,
  wellFormed: (cells: readonly string[]) => boolean,
): AsyncGenerator<Row> {
  const delimiter = settings.delimiter.charCodeAt(0);
  const quote = settings.quote === 'none' ? -1 : settings.quote.charCodeAt(0);
  let pending: Buffer = Buffer.alloc(0);
  /** Where `pending` begins in what was read. */
  let base = 0;
  let line = 1;
  let skip = settings.skipLines;
  let passingOver = false;
  /** The beginning of a row whose line is too long, until its end has been passed over. */
  let cut: (Unplaced & { start: number }) | undefined;

  function* take(atEnd: boolean): Generator<Row> {
    let at = 0;
    while (at < pending.length) {
      if (passingOver) {
        const lineEnd = pending.indexOf(lineFeed, at);
        passingOver = lineEnd === -1;
        line += passingOver ? 0 : 1;
        at = passingOver ? pending.length : lineEnd + 1;
        if (cut && !passingOver) {
          yield { ...cut, next: base + at };
          cut = undefined;
        }
        continue;
      }
      const end = skip > 0 ? pending.indexOf(lineFeed, at) : rowEnd(pending, at, delimiter, quote);
      const isCut =
        end === tooManyLines || (end === notYet && !atEnd && pending.length - at > maxRecordBytes);
      if (end === notYet && !atEnd && !isCut) break;
      passingOver = isCut && pending.indexOf(lineFeed, at) === -1;
      let next = (end < 0 ? pending.length : end) + 1;
      const bytes = withoutReturn(pending.subarray(at, next - 1));
      if (skip > 0) skip -= 1;
      else if (isCut || settings.blankRows || !isBlank(bytes)) {
        let row: Unplaced = isCut
          ? {
              bytes: bytes.subarray(0, maxRecordBytes),
              line,
              fault: passingOver
                ? tooLong
                : `a quote is not closed within ${maxRowLines} lines or ${maxRecordBytes} bytes`,
            }
          : readRow(bytes, line, settings, wellFormed);
        const firstEnd = pending.indexOf(lineFeed, at);
        if (row.cells === undefined && firstEnd !== -1 && firstEnd < next - 1) {
          next = firstEnd + 1;
          const first = withoutReturn(pending.subarray(at, firstEnd));
          row = { bytes: first, line, fault: `makes no row with the lines after it: ${row.fault}` };
        }
        if (row.cells === undefined && end === notYet && atEnd) row.isOpen = true;
        if (passingOver) cut = { ...row, start: base + at };
        else yield { ...row, start: base + at, next: base + Math.min(next, pending.length) };
      }
      line += lineFeeds(pending, at, next);
      at = next;
    }
    const taken = Math.min(at, pending.length);
    pending = pending.subarray(taken);
    base += taken;
  }

  for await (const chunk of chunks) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    yield* take(false);
  }
  yield* take(true);
  if (cut) yield cut.cells ? { ...cut, next: base } : { ...cut, isOpen: true, next: base };
}

type Unplaced = { bytes: Buffer; line: number } & (
  | { cells: string[]; fault?: undefined; isOpen?: undefined }
  /** `isOpen`: the file ends within it. */
  | { cells?: undefined; fault: string; isOpen?: boolean }
);

function readRow(
  bytes: Buffer,
  line: number,
  settings: TableSettings,
  wellFormed: (cells: readonly string[]) => boolean,
): Unplaced {
  const text = decode(bytes, settings.encoding);
  if (text === undefined) return { bytes, line, fault: notInEncoding };
  const cells = cellsOf(text, settings.delimiter, settings.quote);
  if (cells === undefined)
    return { bytes, line, fault: 'a quote is not closed where its cell ends' };
  if (!wellFormed(cells))
    return {
      bytes,
      line,
      fault: `has ${cells.length} cells, which is not as many as the header has`,
    };
  if (holdsRows(text, settings, wellFormed))
    return {
      bytes,
      line,
      fault: `a quote closes after ${maxRowLines} lines, most of which are rows`,
    };
  return { bytes, line, cells };
}

/**
 * Whether a row of a great many lines is a stray quote and the rows up to the next quote. Lines of a
 * text seldom have the header's number of cells; that one of them does makes it no row.
 */
function holdsRows(
  text: string,
  { delimiter, quote }: TableSettings,
  wellFormed: (cells: readonly string[]) => boolean,
): boolean {
  const within = text.split('\n').slice(1, -1);
  if (within.length + 2 <= maxRowLines) return false;
  const isRow = (line: string): boolean => {
    const cells = cellsOf(line, delimiter, quote);
    return cells !== undefined && wellFormed(cells);
  };
  return within.filter(isRow).length * 2 >= within.length;
}

const notYet = -1;
const tooManyLines = -2;

/** Where the row that begins at `at` ends: its line feed, or why it is not known. */
function rowEnd(bytes: Buffer, at: number, delimiter: number, quote: number): number {
  const firstEnd = bytes.indexOf(lineFeed, at);
  if (quote === -1) return firstEnd;
  if (firstEnd !== -1 && !bytes.subarray(at, firstEnd).includes(quote)) return firstEnd;
  let lastAllowed: number | undefined;
  let cellStarts = true;
  for (let index = at; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote && cellStarts) {
      const closing = closingQuote(bytes, index + 1, quote);
      if (closing === -1) return notYet;
      if (firstEnd !== -1 && closing > firstEnd) {
        lastAllowed ??= nthLineFeed(bytes, at, maxRowLines);
        if (closing > lastAllowed) {
          if (index > firstEnd) return tooManyLines;
          // A long text: what follows it stands in its last line.
          lastAllowed = nthLineFeed(bytes, closing, 1);
        }
      }
      index = closing;
    } else if (byte === lineFeed) return index;
    cellStarts = byte === delimiter;
  }
  return notYet;
}

/** Where the line ends that is so many lines on; the end of the bytes where they have fewer. */
function nthLineFeed(bytes: Buffer, from: number, count: number): number {
  let at = from - 1;
  for (let found = 0; found < count; found += 1) {
    at = bytes.indexOf(lineFeed, at + 1);
    if (at === -1) return bytes.length;
  }
  return at;
}

/** The quote that ends a quoted cell; two in a row stand for one within it. */
function closingQuote(bytes: Buffer, from: number, quote: number): number {
  let at = bytes.indexOf(quote, from);
  while (at !== -1 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  return at;
}

/**
 * The cells of a row's text, or undefined where a quote stays open. A quote counts at the start of a
 * cell only. What stands between a closing quote and the next delimiter is kept as it is, but not in
 * a row of several lines: there the quotes of two rows have met, and taking it would lose a row.
 */
export function cellsOf(text: string, delimiter: string, quote: string): string[] | undefined {
  if (quote === 'none' || !text.includes(quote)) return text.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    const quoted = text.startsWith(quote, at);
    if (quoted) {
      at += 1;
      for (;;) {
        const closing = text.indexOf(quote, at);
        if (closing === -1) return undefined;
        cell += text.slice(at, closing);
        at = closing + 1;
        if (text[at] !== quote) break;
        cell += quote;
        at += 1;
      }
    }
    const end = text.indexOf(delimiter, at);
    const strayAfterQuote = quoted && at !== (end === -1 ? text.length : end);
    if (strayAfterQuote && text.includes('\n')) return undefined;
    cells.push(cell + text.slice(at, end === -1 ? undefined : end));
    if (end === -1) return cells;
    at = end + 1;
  }
}

function lineFeeds(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (
    let at = bytes.indexOf(lineFeed, from);
    at !== -1 && at < to;
    at = bytes.indexOf(lineFeed, at + 1)
  )
    count += 1;
  return count;
}

const withoutReturn = (bytes: Buffer): Buffer =>
  bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;

/** Blanks, and signs that end a file of DOS (0x1A) or fill one up (NUL). */
const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte <= 0x20);
