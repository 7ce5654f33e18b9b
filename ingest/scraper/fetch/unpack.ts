import { isUtf8 } from 'node:buffer';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { decodeBuffer } from 'encoding-sniffer';

/** An answer that cannot be used: too large, cut off, packed wrongly. `reason` is counted by. */
export class AnswerUnusable extends Error {
  readonly code = 'answer_unusable';
  readonly reason: 'too_large' | 'broken';
  constructor(reason: AnswerUnusable['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const unpackers: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};
/** What is asked for; the others are read where a server sends them unasked. Deflate comes in two forms, of which servers send either. */
export const acceptedEncodings = 'gzip, br';
/** Encodings around each other: more than one is a trap, not a page. */
const maxEncodings = 2;

/**
 * The bytes of a body, unpacked. It is read no further than `maxBytes`, packed or unpacked: of a bomb
 * no more is ever held than that and one chunk. A longer body is refused, or cut where that is asked.
 * An empty one stays empty, whatever it says: answers of 304 keep the header of the page they stand for.
 * @throws AnswerUnusable
 */
export async function unpack(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  { cut = false }: { cut?: boolean } = {},
): Promise<Buffer> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > maxEncodings)
    throw new AnswerUnusable('broken', `the answer is packed ${encodings.length} times`);
  const steps = encodings.toReversed().map((name) => {
    const make = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
    if (make === undefined)
      throw new AnswerUnusable('broken', `the answer is packed as ${name.slice(0, 50)}`);
    return make();
  });
  const parts: Buffer[] = [];
  let length = 0;
  const collect = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      parts.push(chunk);
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
    }
  };
  const within = (chunks: AsyncIterable<Buffer>) => withinLimit(chunks, maxBytes);
  let isEmpty = true;
  const noticed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (chunk.length > 0) isEmpty = false;
      yield chunk;
    }
  };
  try {
    const packed = Readable.from(within(noticed(body)));
    const [first, second] = steps;
    if (first === undefined) await collect(packed);
    else if (second === undefined) await pipeline(packed, first, collect);
    else await pipeline(packed, first, within, second, collect);
  } catch (error) {
    const fault = unpackFault(error);
    const isUnpacked = isEmpty && fault instanceof AnswerUnusable;
    if (!isUnpacked && (!cut || length <= maxBytes)) throw fault;
  } finally {
    body.destroy();
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

async function* withinLimit(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    yield chunk;
    // After the chunk, so that what is cut has all that it may have.
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
  }
}

export const tooLarge = (maxBytes: number): AnswerUnusable =>
  new AnswerUnusable('too_large', `the answer is longer than ${maxBytes} bytes`);

/** What zlib says of bytes it cannot unpack; anything else is the connection's. */
const unpackFault = (error: unknown): unknown =>
  error instanceof Error &&
  'code' in error &&
  /^(?:Z_|ERR_(?:_ERROR_FORMAT|BROTLI|ZSTD)|ZSTD_)/.test(String(error.code))
    ? new AnswerUnusable('broken', `the answer is packed wrongly or cut off: ${error.message}`, {
        cause: error,
      })
    : error;

/** The bytes of a file that is packed itself, as sitemaps are; others as they are. @throws AnswerUnusable */
export async function gunzipped(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return unpack(Readable.from([bytes]), 'gzip', maxBytes);
}

/**
 * The text of bytes: in the charset the answer names, else UTF-8, else as the page itself says, else
 * as Windows-1252. A charset that cannot be read, named by the answer or the page, counts as none.
 */
export function textOfBytes(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? '';
  const named =
    charset === '' ? undefined : decoded(bytes, { transportLayerEncodingLabel: charset });
  if (named !== undefined) return named;
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  return decoded(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

function decoded(bytes: Buffer, options?: { transportLayerEncodingLabel: string }) {
  try {
    // What is no charset at all would be passed over without a word.
    if (options !== undefined) void new TextDecoder(options.transportLayerEncodingLabel);
    return decodeBuffer(bytes, options);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
