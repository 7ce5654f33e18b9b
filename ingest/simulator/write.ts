import { createWholeFile, type WholeFile } from '#platform/whole-file.ts';
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

/** Text on its way into a file. */
class TextFile {
  bytes = 0;
  readonly #file: WholeFile;
  #pieces: string[] = [];
  #waiting = 0;

  constructor(file: WholeFile) {
    this.#file = file;
  }

  static async create(path: string): Promise<TextFile> {
    return new TextFile(await createWholeFile(path));
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
    await this.#file.write(bytes);
    this.bytes += bytes.length;
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#file.finish();
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }
}
