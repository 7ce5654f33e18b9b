import { SourceFileError } from './bytes.ts';
import { findNodes, parseNodePath, readPage } from './json-ld.ts';
import type { SourceRecord } from './record.ts';

/** Longest page that is read. */
const maxPageBytes = 32 * 1024 * 1024;

/**
 * The listings of a page, from its JSON-LD. A page is text around them, so a record's bytes are the
 * JSON of its node alone, written anew without spaces and with every number as it stood. A script
 * that is not JSON is one unreadable record; so is the whole page where nothing in it is a listing,
 * with its title, which tells a challenge page.
 */
export async function* readHtml(
  chunks: AsyncIterable<Buffer>,
  name: string,
  records: readonly string[],
): AsyncGenerator<SourceRecord> {
  const bytes = await wholePage(chunks);
  const page = readPage(bytes);
  const file = { name, url: page.url, title: page.title };
  const paths = records.map(parseNodePath);
  let position = 0;
  for (const script of page.scripts) {
    if ('fault' in script) {
      position += 1;
      yield { file, position, bytes: Buffer.from(script.text), unreadable: script.fault };
      continue;
    }
    for (const { value, parents } of findNodes(script.value, paths)) {
      position += 1;
      const node = Buffer.from(JSON.stringify(value));
      yield { file, position, bytes: node, data: { kind: 'tree', value, key: '', parents } };
    }
  }
  if (position === 0)
    yield {
      file,
      position: 1,
      bytes,
      unreadable: `the page has no JSON-LD of ${records.join(' or ')}`,
    };
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
