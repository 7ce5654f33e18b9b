import { lines } from './lines.ts';
import type { FixedSettings } from './mapping.ts';
import { columnKey } from './names.ts';
import { tooLong, type SourceRecord } from './record.ts';
import { decode, notInEncoding, type Encoding } from './text.ts';

/**
 * The rows of a file whose columns stand at fixed places of each line. A record's bytes are its line
 * without the line end. Blank lines are left out. A line may be short where blanks at its end are left out, but for
 * one that the file ends in before its last column.
 */
export async function* readFixed(
  chunks: AsyncIterable<Buffer>,
  name: string,
  { columns: places, length, skipLines, encoding }: FixedSettings & { encoding: Encoding },
): AsyncGenerator<SourceRecord> {
  const file = { name };
  const header = Object.keys(places);
  const columns = new Map(header.map((column, at) => [columnKey(column), at]));
  const ranges = Object.values(places);
  const lastBegins = Math.max(...ranges.map(({ from }) => from));
  let position = 0;
  for await (const { bytes, isCut, isOpen, start, next } of lines(chunks)) {
    position += 1;
    if (position <= skipLines || (!isCut && bytes.every((byte) => byte <= 0x20))) continue;
    const place = { file, bytes, position, start, next };
    const text = isCut ? undefined : decode(bytes, encoding);
    if (text === undefined) yield { ...place, unreadable: isCut ? tooLong : notInEncoding, isOpen };
    else if (length !== undefined && text.length !== length)
      yield { ...place, unreadable: `has ${text.length} characters, not ${length}`, isOpen };
    else if (isOpen && text.length < lastBegins)
      yield { ...place, unreadable: `has ${text.length} characters, and no last column`, isOpen };
    else {
      const cells = ranges.map(({ from, to }) => text.slice(from - 1, to).trim());
      yield { ...place, data: { kind: 'row', columns, header, cells } };
    }
  }
}
