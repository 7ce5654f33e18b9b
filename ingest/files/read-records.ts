import { basename } from 'node:path';
import { readBytes } from './bytes.ts';
import type { Mapping } from './mapping.ts';
import { readCsv } from './read-csv.ts';
import { readHtml } from './read-html.ts';
import { readJson } from './read-json.ts';
import { readNdjson } from './read-ndjson.ts';
import type { SourceRecord } from './record.ts';

/**
 * The records of one file as its mapping reads it, streamed. `onBytes` hears how many more bytes of
 * the file have been read. Throws a SourceFileError where the file cannot be read to its end.
 */
export function readRecords(
  path: string,
  mapping: Mapping,
  onBytes?: (count: number) => void,
): AsyncGenerator<SourceRecord> {
  const name = basename(path);
  const { encoding } = mapping;
  const bytes = () => readBytes(path, onBytes);
  switch (mapping.format) {
    case 'html':
    case 'html-elements':
      return readHtml(bytes(), name, mapping);
    case 'ndjson':
      return readNdjson(bytes(), name, encoding);
    case 'json': {
      const wantsParents = /\$(parent|root)\b/.test(JSON.stringify(mapping));
      return readJson(bytes, name, { encoding, records: mapping.records?.[0] ?? '', wantsParents });
    }
    default: {
      const csv = mapping.csv ?? { quote: '"', skipLines: 0 };
      const delimiter = csv.delimiter ?? (mapping.format === 'tsv' ? '\t' : ',');
      return readCsv(bytes(), name, { ...csv, delimiter, encoding });
    }
  }
}
