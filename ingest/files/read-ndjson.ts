import { lines } from './lines.ts';
import { parseObject } from './read-json.ts';
import { tooLong, type SourceRecord } from './record.ts';
import type { Encoding } from './text.ts';

/** The records of a file with one JSON object per line. A record's bytes are its line without the line end. */
export async function* readNdjson(
  chunks: AsyncIterable<Buffer>,
  name: string,
  encoding: Encoding,
): AsyncGenerator<SourceRecord> {
  const file = { name };
  let position = 0;
  for await (const { bytes, isCut, isOpen, start, next } of lines(chunks)) {
    position += 1;
    if (!isCut && bytes.every((byte) => byte <= 0x20)) continue;
    const parsed = isCut ? { fault: tooLong } : parseObject(bytes, encoding);
    const place = { file, bytes, position, start, next };
    if ('fault' in parsed) yield { ...place, unreadable: parsed.fault, isOpen };
    else
      yield {
        ...place,
        data: { kind: 'tree', value: parsed.value, key: '', parents: [] },
      };
  }
}
