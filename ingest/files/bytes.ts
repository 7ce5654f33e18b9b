import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { createPause } from './pause.ts';
import { isZip, readZip, ZipContents } from './zip.ts';

/** A file that cannot be opened or read to its end. */
export class SourceFileError extends Error {
  readonly code: string = 'source_file_unreadable';
}

/** A packed file that is whole and does not hold one file to read: no byte of it was read. */
export class PackRefused extends SourceFileError {
  override readonly code = 'pack_refused';
}

/**
 * The content of a file: unpacked where its first bytes say gzip or zip (its name does not matter), and
 * in UTF-8 where a byte order mark says UTF-16; a UTF-8 mark is taken off. `onBytes` hears how many
 * bytes of the file itself have been read. `from`: so many bytes of the content are passed over; a file
 * that is not packed is not read for that.
 */
export async function* readBytes(
  path: string,
  onBytes?: (count: number) => void,
  from = 0,
): AsyncGenerator<Buffer> {
  try {
    const head = await firstBytes(path);
    if (from > 0 && isPlain(head)) {
      const start = from + (isUtf8Mark(head) ? utf8Mark : 0);
      onBytes?.(start);
      yield* counted(createReadStream(path, { highWaterMark, start }), onBytes);
    } else yield* passedOver(withoutMark(unpacked(path, head, onBytes)), from);
  } catch (error) {
    const Fault = error instanceof ZipContents ? PackRefused : SourceFileError;
    throw new Fault(inWords(error as NodeJS.ErrnoException), { cause: error });
  }
}

/** zlib says only what is wrong with what it was given. */
const inWords = ({ code, message }: NodeJS.ErrnoException): string =>
  code?.startsWith('Z_') === true ? `cannot be unpacked to its end: ${message}` : message;

const highWaterMark = 256 * 1024;
const utf8Mark = 3;
const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;
const isUtf16 = (head: Buffer): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
const isUtf8Mark = (head: Buffer): boolean =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
/** Its content is its bytes, but for a mark. */
const isPlain = (head: Buffer): boolean => !isGzip(head) && !isZip(head) && !isUtf16(head);

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* passedOver(chunks: AsyncIterable<Buffer>, from: number): AsyncGenerator<Buffer> {
  let left = from;
  for await (const chunk of chunks) {
    const rest = left === 0 ? chunk : chunk.subarray(Math.min(left, chunk.length));
    left -= chunk.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

async function* unpacked(
  path: string,
  head: Buffer,
  onBytes?: (count: number) => void,
): AsyncGenerator<Buffer> {
  if (isZip(head)) {
    yield* readZip(path, onBytes);
    return;
  }
  const file = counted(createReadStream(path, { highWaterMark }), onBytes);
  if (!isGzip(head)) {
    yield* file;
    return;
  }
  yield* gunzipped(file);
}

/**
 * All that there is of a file, also of one that breaks off: zlib drops what it holds when it comes upon the
 * fault, so each piece is taken from it before the next goes in. Twice the same file is the same bytes.
 */
async function* gunzipped(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: highWaterMark });
  let fault: Error | undefined;
  gunzip.on('error', (error) => (fault = error));
  const put = async function* (give: (done: () => void) => void): AsyncGenerator<Buffer> {
    let isTaken = false;
    let wake = (): void => undefined;
    const stir = (): void => wake();
    gunzip.on('readable', stir);
    gunzip.once('close', stir);
    give(() => {
      isTaken = true;
      wake();
    });
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      for (let piece = read(); piece !== null; piece = read()) yield piece;
      if (isTaken || fault !== undefined || gunzip.closed) break;
      await woken;
    }
    gunzip.off('readable', stir);
    gunzip.off('close', stir);
  };
  const read = (): Buffer | null => gunzip.read() as Buffer | null;
  try {
    for await (const chunk of file) {
      yield* put((done) => gunzip.write(chunk, done));
      if (fault !== undefined) throw fault;
    }
    // Whether it is whole it says after its end is taken: with that it closes.
    yield* put(() => gunzip.end());
    if (fault !== undefined) throw fault;
  } finally {
    gunzip.destroy();
  }
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
      else if (isUtf8Mark(rest)) rest = rest.subarray(utf8Mark);
    }
    const bytes = decoder ? Buffer.from(decoder.decode(rest, { stream: true })) : rest;
    if (bytes.length > 0) yield bytes;
  }
  if (head && head.length > 0) yield head;
  if (decoder && decoder.decode() !== '') throw new Error('breaks off within a character');
}
