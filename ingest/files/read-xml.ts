import { Tokenizer } from 'htmlparser2';
import { SourceFileError } from './bytes.ts';
import { maxRecordBytes, tooLong, type SourceRecord } from './record.ts';
import { decode, notInEncoding, type Encoding } from './text.ts';
import { readElement, xmlHandlers } from './xml-element.ts';
import { XmlProlog } from './xml-prolog.ts';

/** How deep elements may stand around the records. */
const maxAround = 1_000;
/** As much of a tag as is looked at for its name. */
const maxNameBytes = 1_024;

/**
 * The elements of an XML file that `path` names (`unit`, or with those around it `feed.unit`), one record
 * each, streamed. A record's bytes are its element as it stands. Its value has the elements in it by name,
 * several of one name as a list, and its attributes as `@name`; an element with text alone is that text.
 * A file that ends inside an element breaks off.
 */
export async function* readXml(
  chunks: AsyncIterable<Buffer>,
  name: string,
  { path, encoding }: { path: string; encoding: Encoding },
): AsyncGenerator<SourceRecord> {
  const file = { name };
  const splitter = new XmlSplitter(path.split('.').map(localName));
  let position = 0;
  for await (const chunk of chunks)
    for (const { bytes, start, next, isCut } of splitter.push(chunk)) {
      position += 1;
      const place = { file, bytes, position, start, next };
      const text = isCut ? undefined : decode(bytes, encoding);
      if (text === undefined) yield { ...place, unreadable: isCut ? tooLong : notInEncoding };
      else {
        const read = readElement(text);
        if ('fault' in read) yield { ...place, unreadable: read.fault };
        else yield { ...place, data: { kind: 'tree', value: read.value, key: '', parents: [] } };
      }
    }
  splitter.end();
}

/** A name without its namespace. */
const localName = (name: string): string => name.replace(/^.*:/, '');

interface Piece {
  bytes: Buffer;
  start: number;
  next: number;
  isCut: boolean;
}

/** Cuts the elements out, on bytes: each as one character, they stand where the tokens say. */
class XmlSplitter {
  readonly #path: readonly string[];
  readonly #tokens: Tokenizer;
  readonly #prolog = new XmlProlog();
  #kept: Buffer = Buffer.alloc(0);
  /** Where `#kept` begins in what was read. */
  #base = 0;
  readonly #around: string[] = [];
  #record: { start: number; depth: number; cut?: Buffer } | undefined;
  #tag = { name: '', start: 0 };
  #found: Piece[] = [];

  constructor(path: readonly string[]) {
    this.#path = path;
    this.#tokens = new Tokenizer(
      { xmlMode: true, decodeEntities: false },
      xmlHandlers({
        onopentagname: (start, end) => {
          this.#tag = { name: this.#nameAt(start, end), start: start - 1 };
        },
        onopentagend: () => this.#opened(),
        onselfclosingtag: (end) => {
          this.#opened();
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

  end(): void {
    this.#tokens.end();
    if (this.#prolog.isOpen)
      throw new SourceFileError('breaks off: its document type is not closed where the file ends');
    const open = this.#record ? this.#path.at(-1) : this.#around.at(-1);
    if (open !== undefined)
      throw new SourceFileError(`breaks off: <${open}> is not closed where the file ends`);
  }

  #opened(): void {
    const { name, start } = this.#tag;
    if (this.#record) {
      if (name === this.#path.at(-1)) this.#record.depth += 1;
      return;
    }
    this.#around.push(name);
    if (this.#around.length > maxAround)
      throw new SourceFileError(`elements are nested deeper than ${maxAround} levels`);
    const from = this.#around.length - this.#path.length;
    if (from >= 0 && this.#path.every((step, at) => this.#around[from + at] === step))
      this.#record = { start, depth: 0 };
  }

  /** Elements within a record count by its own name only: another that is not closed is its own fault. */
  #closed(name: string, end: number): void {
    const record = this.#record;
    if (record === undefined) {
      const at = this.#around.lastIndexOf(name);
      if (at !== -1) this.#around.length = at;
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
    this.#found.push({ bytes, start, next: end, isCut });
    this.#record = undefined;
    this.#around.pop();
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
    const inTag = Math.max(this.#base, end - 2 * maxNameBytes);
    const whole = this.#record && this.#record.cut === undefined ? this.#record.start : inTag;
    const from = Math.min(whole, inTag) - this.#base;
    this.#kept = this.#kept.subarray(from);
    this.#base += from;
  }
}
