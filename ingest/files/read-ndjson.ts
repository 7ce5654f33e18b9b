import { maxRecordBytes } from './json-splitter.ts';
import { parseObject } from './read-json.ts';
import type { SourceRecord } from './record.ts';
import type { Encoding } from './text.ts';

/** The records of a file with one JSON object per line. A record's bytes are its line without the line end. */
export async function* readNdjson(
  chunks: AsyncIterable<Buffer>,
  name: string,
  encoding: Encoding,
): AsyncGenerator<SourceRecord> {
  const file = { name };
  let position = 0;
  for await (const { bytes, tooLong } of lines(chunks)) {
    position += 1;
    if (bytes.every((byte) => byte <= 0x20)) continue;
    const parsed = tooLong
      ? { fault: `is longer than ${maxRecordBytes} bytes; the first of them are kept` }
      : parseObject(bytes, encoding);
    if ('fault' in parsed) yield { file, bytes, position, unreadable: parsed.fault };
    else
      yield {
        file,
        bytes,
        position,
        data: { kind: 'tree', value: parsed.value, key: '', parents: [] },
      };
  }
}

async function* lines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ bytes: Buffer; tooLong: boolean }> {
  let pending: Buffer = Buffer.alloc(0);
  let skipping = false;
  for await (const chunk of chunks) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n', at)) {
      if (!skipping) yield { bytes: withoutReturn(pending.subarray(at, end)), tooLong: false };
      skipping = false;
      at = end + 1;
    }
    pending = pending.subarray(at);
    if (pending.length <= maxRecordBytes) continue;
    if (!skipping) yield { bytes: pending.subarray(0, maxRecordBytes), tooLong: true };
    skipping = true;
    pending = Buffer.alloc(0);
  }
  if (pending.length > 0 && !skipping) yield { bytes: withoutReturn(pending), tooLong: false };
}

const withoutReturn = (bytes: Buffer): Buffer =>
  bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
