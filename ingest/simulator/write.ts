import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { simulateMarket, type MarketOptions } from './market.ts';

export interface Written {
  listings: number;
  records: number;
  recordBytes: number;
}

/** Text is handed to the disk in pieces of about this many characters; so much of a market is in memory. */
const PIECE = 1 << 20;

/**
 * Writes a market as NDJSON: its records to `out`, and to `truth` (where given) one line per listing.
 * Each file appears under its name only when it is whole. `onProgress` is told the listings written so
 * far. Rejects with the file system's error; what was begun is then taken away.
 */
export async function writeMarket(
  options: MarketOptions,
  files: { out: string; truth?: string | undefined },
  onProgress: (listings: number) => void = () => undefined,
): Promise<Written> {
  const out = await TextFile.create(files.out);
  let truth: TextFile | undefined;
  try {
    truth = files.truth === undefined ? undefined : await TextFile.create(files.truth);
    const written = { listings: 0, records: 0 };
    for (const listing of simulateMarket(options)) {
      for (const record of listing.records) out.append(`${JSON.stringify(record)}\n`);
      truth?.append(`${JSON.stringify(listing.truth)}\n`);
      written.listings += 1;
      written.records += listing.records.length;
      if (!out.full && truth?.full !== true) continue;
      await out.flush();
      await truth?.flush();
      onProgress(written.listings);
    }
    await out.finish();
    await truth?.finish();
    onProgress(written.listings);
    return { ...written, recordBytes: out.bytes };
  } catch (error) {
    await Promise.all([out.discard(), truth?.discard()]);
    throw error;
  }
}

/** A text file that is written beside its name and takes it when it is whole. */
class TextFile {
  bytes = 0;
  readonly #path: string;
  readonly #handle: FileHandle;
  #pieces: string[] = [];
  #waiting = 0;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<TextFile> {
    return new TextFile(path, await open(unfinished(path), 'w'));
  }

  get full(): boolean {
    return this.#waiting >= PIECE;
  }

  append(text: string): void {
    this.#pieces.push(text);
    this.#waiting += text.length;
  }

  async flush(): Promise<void> {
    const bytes = Buffer.from(this.#pieces.join(''));
    this.#pieces = [];
    this.#waiting = 0;
    await this.#handle.writeFile(bytes);
    this.bytes += bytes.length;
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#handle.close();
    await rename(unfinished(this.#path), this.#path);
  }

  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(unfinished(this.#path), { force: true });
  }
}

function unfinished(path: string): string {
  return `${path}.part`;
}
