import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createPause } from './pause.ts';

/** A file that cannot be opened or read to its end. */
export class SourceFileError extends Error {
  readonly code = 'source_file_unreadable';
}

/**
 * The bytes of a file, unpacked where its first two bytes say gzip (its name does not matter), and
 * in UTF-8 where a byte order mark says UTF-16; a UTF-8 mark is taken off. `onBytes` hears how many
 * bytes of the file itself have been read.
 */
export async function* readBytes(
  path: string,
  onBytes?: (count: number) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* withoutMark(unpacked(path, await startsWithGzip(path), onBytes));
  } catch (error) {
    throw new SourceFileError((error as Error).message, { cause: error });
  }
}

async function startsWithGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

async function* unpacked(
  path: string,
  gzip: boolean,
  onBytes?: (count: number) => void,
): AsyncGenerator<Buffer> {
  const file = counted(createReadStream(path, { highWaterMark: 256 * 1024 }), onBytes);
  if (!gzip) {
    yield* file;
    return;
  }
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  const unpacking = pipeline(file, gunzip);
  // Its error reaches the reader through the stream; awaited below for a file that ends well.
  unpacking.catch(() => undefined);
  yield* gunzip as AsyncIterable<Buffer>;
  await unpacking;
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes?: (count: number) => void,
): AsyncGenerator<Buffer> {
  const pause = createPause();
  for await (const chunk of chunks) {
    onBytes?.(chunk.length);
    yield chunk;
    await pause();
  }
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    let rest = chunk;
    if (head) {
      rest = Buffer.concat([head, chunk]);
      if (rest.length < 3) {
        head = rest;
        continue;
      }
      head = undefined;
      if (rest[0] === 0xff && rest[1] === 0xfe) decoder = new TextDecoder('utf-16le');
      else if (rest[0] === 0xfe && rest[1] === 0xff) decoder = new TextDecoder('utf-16be');
      else if (rest[0] === 0xef && rest[1] === 0xbb && rest[2] === 0xbf) rest = rest.subarray(3);
    }
    const bytes = decoder ? Buffer.from(decoder.decode(rest, { stream: true })) : rest;
    if (bytes.length > 0) yield bytes;
  }
  if (head && head.length > 0) yield head;
  if (decoder) yield Buffer.from(decoder.decode());
}
