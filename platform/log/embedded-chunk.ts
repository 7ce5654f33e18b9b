import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdDecompress } from 'node:zlib';
import { EventLogUnavailable, type LogMessage } from './port.ts';
import type { Entry } from './publish-queue.ts';

/**
 * Messages that were appended together are stored as one value of the database. Per message it costs
 * a fraction of a page and of a write, and compressed the log takes about a third of the space, on
 * the disk and in the memory map.
 *
 * Layout, integers little endian: format (u8), codec (u8: 0 as is, 1 zstd), two bytes 0, number of
 * messages (u32), time of the append (f64, milliseconds since the epoch), CRC-32 of all before it and of
 * the stored body (u32; in format 1 of the body alone), then the body: per message key length (u32), value
 * length (u32), key, value.
 */
const HEADER = 20;
const CHECKSUM_AT = 16;
const FORMAT = 2;
/** Written before November 2026; such folders are still read. */
const BODY_ALONE = 1;
const AS_IS = 0;
const ZSTD = 1;
/** Below this size compressing costs more than it saves. */
const WORTH_COMPRESSING = 512;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export interface Chunk {
  bytes: Buffer;
  count: number;
}

/** Cuts entries into runs of about `targetBytes`; an entry larger than that has a run of its own. */
export function cutIntoRuns(entries: readonly Entry[], targetBytes: number): Entry[][] {
  const runs: Entry[][] = [];
  let run: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = entry.key.length + entry.value.length;
    if (run.length > 0 && bytes + size > targetBytes) {
      runs.push(run);
      run = [];
      bytes = 0;
    }
    run.push(entry);
    bytes += size;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** One chunk of these entries. Compression runs on the thread pool, not on the event loop. */
export async function encodeChunk(entries: readonly Entry[], timestamp: number): Promise<Chunk> {
  const size = entries.reduce((sum, { key, value }) => sum + 8 + key.length + value.length, 0);
  const plain = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { key, value } of entries) {
    at = plain.writeUInt32LE(key.length, at);
    at = plain.writeUInt32LE(value.length, at);
    plain.set(key, at);
    plain.set(value, at + key.length);
    at += key.length + value.length;
  }
  const packed = size < WORTH_COMPRESSING ? plain : await compress(plain, fast);
  const smaller = packed.length < size;
  const body = smaller ? packed : plain;
  const bytes = Buffer.alloc(HEADER + body.length);
  bytes.writeUInt8(FORMAT, 0);
  bytes.writeUInt8(smaller ? ZSTD : AS_IS, 1);
  bytes.writeUInt32LE(entries.length, 4);
  bytes.writeDoubleLE(timestamp, 8);
  bytes.set(body, HEADER);
  bytes.writeUInt32LE(checksumOf(bytes), CHECKSUM_AT);
  return { bytes, count: entries.length };
}

function checksumOf(bytes: Buffer): number {
  const head = bytes.readUInt8(0) === BODY_ALONE ? 0 : crc32(bytes.subarray(0, CHECKSUM_AT));
  return crc32(bytes.subarray(HEADER), head);
}

/** When the chunk was appended, without reading its body. */
export function chunkTimestamp(bytes: Buffer): number {
  return bytes.readDoubleLE(8);
}

/**
 * The chunk's messages; `lastOffset` is the offset of the last one.
 * @throws EventLogUnavailable when the bytes are not what was written.
 */
export async function decodeChunk(bytes: Buffer, lastOffset: number): Promise<LogMessage[]> {
  const body = bytes.subarray(HEADER);
  const format = bytes.readUInt8(0);
  const isKnown = format === FORMAT || format === BODY_ALONE;
  if (!isKnown || checksumOf(bytes) !== bytes.readUInt32LE(CHECKSUM_AT))
    throw new EventLogUnavailable(
      `The chunk that ends at offset ${lastOffset} is damaged (its checksum does not match). Restore the log's folder from a copy.`,
    );
  const plain = bytes.readUInt8(1) === ZSTD ? await decompress(body, roomFor(body)) : body;
  const count = bytes.readUInt32LE(4);
  const timestamp = bytes.readDoubleLE(8);
  const messages: LogMessage[] = [];
  let at = 0;
  for (let offset = lastOffset - count + 1; offset <= lastOffset; offset++) {
    const keyEnd = at + 8 + plain.readUInt32LE(at);
    const valueEnd = keyEnd + plain.readUInt32LE(at + 4);
    messages.push({
      offset,
      key: plain.toString('utf8', at + 8, keyEnd),
      value: plain.subarray(keyEnd, valueEnd),
      timestamp,
    });
    at = valueEnd;
  }
  return messages;
}

/**
 * Room for what listings unpack to, about three times as many bytes: in the usual 16 KB at a time the
 * thread pool is asked anew for each piece, which took a tenth of loading. What needs more gets more.
 */
function roomFor(packed: Buffer): { chunkSize: number } {
  return { chunkSize: Math.max(4_096, packed.length * 4) };
}
