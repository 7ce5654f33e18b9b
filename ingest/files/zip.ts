import { crc32 } from 'node:zlib';
import { open, type Entry, type ZipFile } from 'yauzl';

/** `PK\3\4`, with which a zip file begins. */
export const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(zipMark);
const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * The bytes of the one file that a zip file holds, streamed. Throws where it holds none or several, or
 * where what is unpacked is not what was packed. `onBytes` hears of the packed bytes at the end.
 */
export async function* readZip(
  path: string,
  onBytes: ((count: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    const [entry] = entries;
    if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml'))
      throw new Error('is an Excel workbook; save its sheet as CSV');
    if (entry === undefined || entries.length > 1)
      throw new Error(
        `is a zip file of ${entries.length} files (${entries.map(({ fileName }) => fileName).join(', ')}); give it with one, or unpack it`,
      );
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

/** Most files that a zip file is asked for: the message names them. */
const maxEntries = 20;

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const found: Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const isData = !/\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(entry.fileName);
      if (isData) found.push(entry);
      if (found.length >= maxEntries) resolve(found);
      else zip.readEntry();
    });
    zip.on('end', () => resolve(found));
    zip.on('error', reject);
    zip.readEntry();
  });
}
