import { Tokenizer } from 'htmlparser2';
import { standingAround, type Around } from './around.ts';
import { SourceFileError } from './bytes.ts';
import { KEYS_SHOWN } from './check-columns.ts';
import { RecordsNotFound } from './read-json.ts';
import { maxRecordBytes, tooLong, type SourceRecord } from './record.ts';
import { notInEncoding, type Encoding } from './text.ts';
import { readElement, xmlHandlers } from './xml-element.ts';
import { XmlDecoder } from './xml-encoding.ts';
import { XmlProlog } from './xml-prolog.ts';

/** Longest tag, and longest element beside the records, that is kept for `$parent` and `$root`. */
const maxPartBytes = 16 * 1024;
/** As much as is kept of what stands directly in one element around the records. */
const maxPartsBytes = 256 * 1024;
/** How deep elements may stand around the records. */
const maxAround = 1_000;
/** As much of a tag as is looked at for its name. */
const maxNameBytes = 1_024;

export interface XmlSettings {
  path: string;
  encoding: Encoding;
  /** Whether the mapping asks for what stands around a record: then the file is read twice. */
  wantsParents?: boolean;
}

/**
 * The elements of an XML file that `path` names (`unit`, or with those around it `feed.unit`), one record
 * each, streamed. A record's bytes are its element as it stands. Its value has the elements in it by name,
 * several of one name as a list, and its attributes as `@name`; an element with text alone is that text.
 * A file that ends inside an element breaks off, after what there is of the record it ends in. What stands around the records may come after them, so it
 * is gathered in a first reading.
 */
export async function* readXml(
  open: () => AsyncIterable<Buffer>,
  name: string,
  { path, encoding, wantsParents = false }: XmlSettings,
): AsyncGenerator<SourceRecord> {
  const file = { name };
  const steps = path.split('.').map(localName);
  const around = wantsParents ? await gather(open(), steps, encoding) : new Map<number, unknown>();
  const splitter = new XmlSplitter(steps);
  const decoder = new XmlDecoder(encoding);
  let position = 0;
  for await (const chunk of open()) {
    decoder.push(chunk);
    for (const { bytes, start, next, isCut, within } of splitter.push(chunk)) {
      position += 1;
      const place = { file, bytes, position, start, next };
      const text = isCut ? undefined : decoder.decode(bytes);
      if (text === undefined) yield { ...place, unreadable: isCut ? tooLong : notInEncoding };
      else {
        const read = readElement(text);
        if ('fault' in read) yield { ...place, unreadable: read.fault };
        else {
          const parents = standingAround(within, around);
          yield { ...place, data: { kind: 'tree', value: read.value, key: '', parents } };
        }
      }
    }
  }
  const rest = splitter.rest;
  if (rest !== undefined) {
    const place = { file, bytes: rest.bytes, position: position + 1, start: rest.start };
    yield { ...place, next: rest.next, unreadable: 'the file ends within it', isOpen: true };
  }
  splitter.end();
}

/** The elements around the records, by where they begin, with their attributes and small elements. */
async function gather(
  chunks: AsyncIterable<Buffer>,
  steps: readonly string[],
  encoding: Encoding,
): Promise<Map<number, unknown>> {
  const around = new Map<number, unknown>();
  const decoder = new XmlDecoder(encoding);
  const splitter = new XmlSplitter(steps, ({ start, parts }) => {
    const text = decoder.decode(Buffer.concat(parts));
    const read = text === undefined ? undefined : readElement(text);
    if (read && 'value' in read) around.set(start, read.value);
  });
  for await (const chunk of chunks) {
    decoder.push(chunk);
    splitter.push(chunk);
  }
  splitter.end();
  return around;
}

/** A name without its namespace. */
const localName = (name: string): string => name.replace(/^.*:/, '');

interface Piece {
  bytes: Buffer;
  start: number;
  next: number;
  isCut: boolean;
  /** The elements around it, outermost first. */
  within: Around[];
}

/** An element around the records, or beside them. */
interface Open {
  name: string;
  start: number;
  hasRecords: boolean;
  /** Whether it was counted where a record is to be. */
  isCounted: boolean;
  /** Its tag, then the small elements in it: together an element that is not closed. */
  parts: Buffer[];
  /** Bytes of its parts. */
  size: number;
}

/** Cuts the elements out, on bytes: each as one character, they stand where the tokens say. */
class XmlSplitter {
  readonly #path: readonly string[];
  readonly #tokens: Tokenizer;
  readonly #prolog = new XmlProlog();
  #kept: Buffer = Buffer.alloc(0);
  /** Where `#kept` begins in what was read. */
  #base = 0;
  readonly #around: Open[] = [];
  readonly #onAround: ((element: Open) => void) | undefined;
  #record: { start: number; depth: number; cut?: Buffer } | undefined;
  #tag = { name: '', start: 0 };
  /** Whether there are records, or the element that is to hold them. */
  #hasPlace = false;
  #hasRecords = false;
  /** How many elements there are where records are to be that have elements in them, by name. */
  readonly #others = new Map<string, number>();
  /** Paths of the first elements there are. */
  readonly #paths = new Set<string>();
  #found: Piece[] = [];

  /** @param onAround hears of every element around records when it ends, with its parts */
  constructor(path: readonly string[], onAround?: (element: Open) => void) {
    this.#path = path;
    this.#onAround = onAround;
    this.#tokens = new Tokenizer(
      { xmlMode: true, decodeEntities: false },
      xmlHandlers({
        onopentagname: (start, end) => {
          this.#tag = { name: this.#nameAt(start, end), start: start - 1 };
        },
        onopentagend: (end) => this.#opened(end + 1),
        onselfclosingtag: (end) => {
          this.#opened(end + 1);
          this.#closed(this.#tag.name, end + 1);
        },
        onclosetag: (start, end) => this.#closed(this.#nameAt(start, end), end + 1),
      }),
    );
  }

  push(chunk: Buffer): Piece[] {
    this.#kept = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#found = [];
    this.#tokens.write(this.#prolog.blank(chunk.toString('latin1')));
    this.#forget();
    return this.#found;
  }

  /** What there is of a record that is not closed, or its beginning. */
  get rest(): Pick<Piece, 'bytes' | 'start' | 'next'> | undefined {
    if (this.#record === undefined) return undefined;
    const { start, cut } = this.#record;
    const next = this.#base + this.#kept.length;
    return {
      bytes: cut ?? this.#slice(start, Math.min(next, start + maxRecordBytes)),
      start,
      next,
    };
  }

  end(): void {
    this.#tokens.end();
    if (this.#prolog.isOpen)
      throw new SourceFileError('breaks off: its document type is not closed where the file ends');
    const open = this.#record ? this.#path.at(-1) : this.#around.at(-1)?.name;
    if (open !== undefined)
      throw new SourceFileError(`breaks off: <${open}> is not closed where the file ends`);
    if (this.#prolog.isAllThereIs)
      throw new SourceFileError('breaks off: it has no element where the file ends');
    const isElsewhere = !this.#hasPlace && this.#paths.size > 0;
    if (isElsewhere || this.#isCalledOtherwise) throw new RecordsNotFound([...this.#paths]);
  }

  /**
   * Several elements of one name stand where the records are to be. One of each is what a feed says of itself, and
   * one without elements is no record, as an Atom feed's links: an empty feed may have both.
   */
  get #isCalledOtherwise(): boolean {
    return !this.#hasRecords && [...this.#others.values()].some((count) => count > 1);
  }

  #opened(end: number): void {
    const { name, start } = this.#tag;
    if (this.#record) {
      if (name === this.#path.at(-1)) this.#record.depth += 1;
      return;
    }
    const element = { name, start, hasRecords: false, isCounted: false, parts: [], size: 0 };
    this.#keep(element, start, end);
    this.#around.push(element);
    if (this.#around.length > maxAround)
      throw new SourceFileError(`elements are nested deeper than ${maxAround} levels`);
    if (this.#paths.size < KEYS_SHOWN)
      this.#paths.add(this.#around.map((outer) => outer.name).join('.'));
    this.#hasPlace ||= this.#endsWith(this.#path.slice(0, -1));
    if (this.#endsWith(this.#path)) {
      this.#hasRecords = true;
      this.#around.pop();
      this.#record = { start, depth: 0 };
      for (const outer of this.#around) outer.hasRecords = true;
    } else if (!this.#hasRecords) this.#countOther();
  }

  /** Counts the element around the innermost, once, if it stands where a record is to be. */
  #countOther(): void {
    const depth = this.#around.length - 2;
    const element = this.#around[depth];
    if (element === undefined || element.isCounted || this.#others.size >= KEYS_SHOWN) return;
    const place = this.#path.slice(0, -1);
    // Where the path does not say in what the records stand, that is the outermost element.
    if (place.length === 0 ? depth !== 1 : !this.#endsWith(place, depth)) return;
    element.isCounted = true;
    this.#others.set(element.name, (this.#others.get(element.name) ?? 0) + 1);
  }

  /** Whether the innermost elements around are these, or those above that depth. */
  #endsWith(path: readonly string[], depth = this.#around.length): boolean {
    const from = depth - path.length;
    return from >= 0 && path.every((step, at) => this.#around[from + at]?.name === step);
  }

  /** Elements within a record count by its own name only: another that is not closed is its own fault. */
  #closed(name: string, end: number): void {
    const record = this.#record;
    if (record === undefined) {
      const at = this.#around.findLastIndex((element) => element.name === name);
      if (at !== -1) this.#endAround(at, end);
      return;
    }
    if (name !== this.#path.at(-1)) return;
    if (record.depth > 0) {
      record.depth -= 1;
      return;
    }
    const { start, cut } = record;
    const isCut = cut !== undefined || end - start > maxRecordBytes;
    const bytes = cut ?? this.#slice(start, Math.min(end, start + maxRecordBytes));
    const within = this.#around.map(({ start }, at) => ({
      start,
      inner: this.#around[at + 1]?.name ?? '',
    }));
    this.#found.push({ bytes, start, next: end, isCut, within });
    this.#record = undefined;
  }

  /** The element at that depth ends, and those in it that nothing closed. */
  #endAround(depth: number, end: number): void {
    const ended = this.#around.splice(depth);
    for (const element of ended) if (element.hasRecords) this.#onAround?.(element);
    const [outermost] = ended;
    const outer = this.#around.at(-1);
    if (outer && outermost && !outermost.hasRecords) this.#keep(outer, outermost.start, end);
  }

  #keep(element: Open, start: number, end: number): void {
    const length = end - start;
    if (this.#onAround === undefined || length > maxPartBytes) return;
    if (element.size + length > maxPartsBytes) return;
    element.parts.push(this.#slice(start, end));
    element.size += length;
  }

  #nameAt(start: number, end: number): string {
    return localName(this.#slice(start, Math.min(end, start + maxNameBytes)).toString('latin1'));
  }

  #slice(start: number, end: number): Buffer {
    const from = Math.max(0, start - this.#base);
    return this.#kept.subarray(from, Math.max(from, end - this.#base));
  }

  /** Keeps the record in hand, of one too long its beginning, and enough for a tag's name. */
  #forget(): void {
    if (this.#record && this.#record.cut === undefined) {
      const long = this.#base + this.#kept.length - this.#record.start > maxRecordBytes;
      if (long)
        this.#record.cut = this.#slice(this.#record.start, this.#record.start + maxRecordBytes);
    }
    const end = this.#base + this.#kept.length;
    const tail = this.#onAround ? maxPartBytes : 2 * maxNameBytes;
    const inTag = Math.max(this.#base, end - tail);
    const whole = this.#record && this.#record.cut === undefined ? this.#record.start : inTag;
    const from = Math.min(whole, inTag) - this.#base;
    this.#kept = this.#kept.subarray(from);
    this.#base += from;
  }
}
