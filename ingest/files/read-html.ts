import { recordsOfPage } from '../scraper/extract/page-records.ts';
import { decodePage, readPage } from '../scraper/extract/page.ts';
import { SourceFileError } from './bytes.ts';
import type { Mapping } from './mapping.ts';
import type { SourceRecord } from './record.ts';

/** Longest page that is read. */
const maxPageBytes = 32 * 1024 * 1024;

/**
 * The listings of a saved page. The whole page is one unreadable record where nothing in it is one,
 * with its title, which tells a challenge page.
 */
export async function* readHtml(
  chunks: AsyncIterable<Buffer>,
  name: string,
  mapping: Pick<Mapping, 'format' | 'records'>,
): AsyncGenerator<SourceRecord> {
  const bytes = await wholePage(chunks);
  yield* recordsOfPage(readPage(decodePage(bytes)), mapping, name, bytes).records;
}

async function wholePage(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > maxPageBytes)
      throw new SourceFileError(`is longer than ${maxPageBytes} bytes, which is no page`);
  }
  return Buffer.concat(parts);
}
