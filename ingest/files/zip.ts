import { crc32 } from 'node:zlib';
import { open, type Entry, type ZipFile } from 'yauzl';

/** How a zip file begins; the second is one without a file in it. */
export const isZip = (head: Buffer): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(head.subarray(0, 4).toString('latin1'));

/** A zip file, whole, that does not hold one file that can be read. */
export class ZipContents extends Error {
  readonly code = 'zip_contents';
}

/**
 * The bytes of the one file of data that a zip file holds, streamed. `onBytes` hears of the packed bytes at the end.
 * @throws ZipContents before the first byte where it holds none or several, or one that cannot be unpacked; another
 * error where it breaks off, or what is unpacked is not what was packed
 */
export async function* readZip(
  path: string,
  onBytes: ((count: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  const zip = await openZip(path);
  try {
    const entry = onlyEntry(await entriesOf(zip));
    let sum = 0;
    let told = 0;
    let unpacked = 0;
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => {
        if (error) reject(error);
        else resolve(opened);
      });
    });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      unpacked += chunk.length;
      const packed = Math.floor((unpacked / entry.uncompressedSize) * entry.compressedSize);
      onBytes?.(packed - told);
      told = packed;
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error('is a zip file whose content is damaged');
  } finally {
    zip.close();
  }
}

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(new Error(`begins as a zip file and is none: ${error.message}`));
      else resolve(zip);
    });
  });

/** What programs put into a zip file by themselves. */
const byProgram = /\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/;
/** What tells people of the data, in a name or a format that no mapping reads; a text of another name may be data. */
const aboutData =
  /(?:^|\/)(?:read[ _-]?me|licen[cs]e|copying|notice)(?![^/]*\.(?:csv|tsv|xml|json|ndjson)$)[^/]*$|\.(?:md|pdf|rtf|docx?|xlsx?)$/i;

/** @throws ZipContents */
function onlyEntry(entries: readonly Entry[]): Entry {
  if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml'))
    throw new ZipContents('is an Excel workbook; save its sheet as CSV');
  const data = entries.filter(({ fileName }) => !aboutData.test(fileName));
  const taken = data.length > 0 ? data : entries;
  const [entry] = taken;
  if (entry === undefined) throw new ZipContents('is a zip file without a file in it');
  if (taken.length > 1) {
    const names = taken.map(({ fileName }) => fileName);
    const named = names.slice(0, MOST_NAMED).join(', ');
    const more = names.length > MOST_NAMED ? ', …' : '';
    throw new ZipContents(
      `is a zip file of ${names.length} files (${named}${more}); give it with one, or unpack it`,
    );
  }
  if (!entry.canDecodeFileData())
    throw new ZipContents(
      `is a zip file whose ${entry.fileName} is ${entry.isEncrypted() ? 'locked with a password' : 'packed in a way that is not known here'}; unpack it`,
    );
  return entry;
}

/** Most files that a message names. */
const MOST_NAMED = 20;
/** Most files that a zip file is asked for: with so many it is no feed packed with a word about it. */
const MOST_ENTRIES = 10_000;

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const found: Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (!byProgram.test(entry.fileName)) found.push(entry);
      if (found.length >= MOST_ENTRIES) resolve(found);
      else zip.readEntry();
    });
    zip.on('end', () => resolve(found));
    zip.on('error', reject);
    zip.readEntry();
  });
}
