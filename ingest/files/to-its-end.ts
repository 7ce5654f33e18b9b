import { SourceFileError } from './bytes.ts';
import { compilePattern } from './pattern.ts';
import type { SourceRecord } from './record.ts';
import { decode, type Encoding } from './text.ts';

/** A last line by which a file tells its end. */
export interface Trailer {
  /** How it begins, and no row does. */
  begins: string;
  /** A pattern whose group `count` is how many rows are before it. */
  count?: string | undefined;
}

export interface Ending {
  trailer?: Trailer | undefined;
  encoding: Encoding;
  /** Rows before those given, where reading the file goes on. */
  rowsBefore: number;
}

/** As much of a line as a message shows. */
const SHOWN = 60;

/**
 * The records of a file, which breaks off where nothing after its last readable record shows that it was read to its
 * end: in a record that has none of its own, or without the trailer that its mapping names. The trailer is no record.
 * @throws SourceFileError after the last record
 */
export async function* toItsEnd(
  records: AsyncIterable<SourceRecord>,
  { trailer, encoding, rowsBefore }: Ending = { encoding: 'utf-8', rowsBefore: 0 },
): AsyncGenerator<SourceRecord> {
  let rows = rowsBefore;
  let open: string | undefined;
  let last: string | undefined;
  let ending: string | undefined;
  for await (const record of records) {
    if (ending !== undefined)
      throw new SourceFileError(`goes on after its trailer ${shown(ending)}`);
    if (trailer !== undefined) {
      last = textOf(record.bytes, encoding);
      if (last.startsWith(trailer.begins)) {
        ending = last;
        continue;
      }
    }
    rows += 1;
    if (record.data !== undefined) open = undefined;
    else if (record.isOpen === true)
      open ??= `${shown(textOf(record.bytes, encoding))}: ${record.unreadable}`;
    yield record;
  }
  if (ending !== undefined) checkCount(ending, trailer?.count, rows);
  else if (open !== undefined) throw new SourceFileError(`breaks off in ${open}`);
  else if (trailer !== undefined)
    throw new SourceFileError(
      `breaks off: it has no last line that begins with ${JSON.stringify(trailer.begins)}, as its mapping's trailer does${last === undefined ? '' : `; its last line is ${shown(last)}`}`,
    );
}

function checkCount(ending: string, pattern: string | undefined, rows: number): void {
  if (pattern === undefined) return;
  const matcher = compilePattern(pattern).matcher(ending);
  const written = matcher.find() ? (matcher.group('count') ?? '') : '';
  const digits = written.replaceAll(/[\s,.]/g, '');
  if (!/^\d+$/.test(digits))
    throw new SourceFileError(
      `does not say in its trailer ${shown(ending)} how many rows it has, where its mapping's trailer.count looks`,
    );
  if (Number(digits) !== rows)
    throw new SourceFileError(
      `breaks off: its trailer ${shown(ending)} counts ${Number(digits)} rows, and it has ${rows}`,
    );
}

const textOf = (bytes: Buffer, encoding: Encoding): string =>
  decode(bytes, encoding) ?? bytes.toString('latin1');

const shown = (line: string): string =>
  JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line);
