import { parseObject } from './read-json.ts';
import { maxRecordBytes, tooLong, type SourceRecord } from './record.ts';
import type { Encoding } from './text.ts';

/** The records of a file with one JSON object per line. A record's bytes are its line without the line end. */
export async function* readNdjson(
  chunks: AsyncIterable<Buffer>,
  name: string,
  encoding: Encoding,
): AsyncGenerator<SourceRecord> {
  const file = { name };
  let position = 0;
  for await (const { bytes, isCut } of lines(chunks)) {
    position += 1;
    if (!isCut && bytes.every((byte) => byte <= 0x20)) continue;
    const parsed = isCut ? { fault: tooLong } : parseObject(bytes, encoding);
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

/** The lines of a file; of one too long its beginning, the rest of it is passed over. */
async function* lines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ bytes: Buffer; isCut: boolean }> {
  let pending: Buffer = Buffer.alloc(0);
  let skipping = false;
  for await (const chunk of chunks) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n', at)) {
      if (!skipping) yield { bytes: withoutReturn(pending.subarray(at, end)), isCut: false };
      skipping = false;
      at = end + 1;
    }
    pending = pending.subarray(at);
    if (!skipping && pending.length > maxRecordBytes) {
      yield { bytes: pending.subarray(0, maxRecordBytes), isCut: true };
      skipping = true;
    }
    if (skipping) pending = Buffer.alloc(0);
  }
  if (pending.length > 0) yield { bytes: withoutReturn(pending), isCut: false };
}

const withoutReturn = (bytes: Buffer): Buffer =>
  bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
