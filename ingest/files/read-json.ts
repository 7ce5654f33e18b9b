import { standingAround } from './around.ts';
import { SourceFileError } from './bytes.ts';
import { JsonSplitter, type JsonRecord, type SplitOptions } from './json-splitter.ts';
import { parsePath } from './names.ts';
import { parseJson } from './parse-json.ts';
import type { SourceRecord } from './record.ts';
import { decode, notInEncoding, type Encoding } from './text.ts';

/** A mapping's `records` that leads nowhere in a file: not even to an empty list. */
export class RecordsNotFound extends SourceFileError {
  readonly rootKeys: readonly string[];
  constructor(rootKeys: readonly string[]) {
    super('the path of `records` finds nothing in it');
    this.rootKeys = rootKeys;
  }
}

export interface JsonSettings {
  encoding: Encoding;
  /** Path to the records; '' where the file is one array, or one record. */
  records: string;
  /** Whether the mapping asks for what stands around a record: then the file is read twice. */
  wantsParents: boolean;
}

/**
 * The records of a JSON file of any size. A record's bytes are its JSON text as it stands in the
 * file. What stands around the records may come after them, so it is gathered in a first reading.
 */
export async function* readJson(
  open: () => AsyncIterable<Buffer>,
  name: string,
  settings: JsonSettings,
): AsyncGenerator<SourceRecord> {
  const file = { name };
  const path = parsePath(settings.records);
  const around = settings.wantsParents ? await gather(open(), path, settings.encoding) : new Map();
  const parse = (bytes: Buffer) => parseObject(bytes, settings.encoding);
  let position = 0;
  for await (const { bytes, start, key, within, outcome } of split(open(), { path, parse })) {
    position += 1;
    const record = { file, bytes, position, start };
    if ('fault' in outcome) yield { ...record, unreadable: outcome.fault };
    else {
      const parents = standingAround(within, around);
      yield { ...record, data: { kind: 'tree', value: outcome.value, key, parents } };
    }
  }
}

/** The objects around the records, by where they begin, with their small members. */
async function gather(
  chunks: AsyncIterable<Buffer>,
  path: SplitOptions<unknown>['path'],
  encoding: Encoding,
): Promise<Map<number, Record<string, unknown>>> {
  const around = new Map<number, Record<string, unknown>>();
  const onMember = (start: number, key: string, bytes: Buffer): void => {
    const parsed = parseAny(bytes, encoding);
    if ('fault' in parsed) return;
    const object = around.get(start) ?? {};
    around.set(start, object);
    object[key] = parsed.value;
  };
  const records = split(chunks, { path, parse: () => ({ value: undefined }), onMember });
  for await (const record of records) void record;
  return around;
}

async function* split<T>(
  chunks: AsyncIterable<Buffer>,
  options: SplitOptions<T>,
): AsyncGenerator<JsonRecord<T>> {
  const splitter = new JsonSplitter(options);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
  if (splitter.lostTheRest)
    throw new SourceFileError(
      'a bracket or a quote is not closed; nothing after its record could be read',
    );
  if (options.path.length > 0 && !splitter.foundPath) throw new RecordsNotFound(splitter.rootKeys);
  // What is gathered is for a second reading, which gives what records there are before it says so.
  if (splitter.isOpen && options.onMember === undefined)
    throw new SourceFileError('breaks off: its brackets are not closed where the file ends');
}

/** Parses the text of a record, which must be an object. */
export function parseObject(
  bytes: Buffer,
  encoding: Encoding,
): { value: object } | { fault: string } {
  const parsed = parseAny(bytes, encoding);
  if ('fault' in parsed) return parsed;
  return typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)
    ? { value: parsed.value }
    : { fault: 'is not an object' };
}

function parseAny(bytes: Buffer, encoding: Encoding): { value: unknown } | { fault: string } {
  const text = decode(bytes, encoding);
  if (text === undefined) return { fault: notInEncoding };
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { fault: `is not JSON: ${(error as Error).message}` };
  }
}
