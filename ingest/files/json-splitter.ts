import type { Around } from './around.ts';
import { SourceFileError } from './bytes.ts';
import type { Step } from './names.ts';
import { maxRecordBytes } from './record.ts';

/** Longest value beside the records that is kept for `$parent` and `$root`. */
const maxMemberBytes = 16 * 1024;
/** How many keys of the outermost object are kept for a message. */
const maxRootKeys = 40;

const code = (mark: string): number => mark.charCodeAt(0);
const [openObject, closeObject, openArray, closeArray] = ['{', '}', '[', ']'].map(code);
const [quote, backslash, comma, colon] = ['"', '\\', ',', ':'].map(code);
const [lineFeed, carriageReturn, space, tab] = ['\n', '\r', ' ', '\t'].map(code);

export interface JsonRecord<T> {
  bytes: Buffer;
  /** Where it begins in the text. */
  start: number;
  /** Its key in an object, its index in an array. */
  key: string;
  /** The objects around it, outermost first. */
  within: Around[];
  /** What `parse` made of it, or why it cannot be read. */
  outcome: { value: T } | { fault: string };
}

export interface SplitOptions<T> {
  path: readonly Step[];
  parse: (bytes: Buffer) => { value: T } | { fault: string };
  /** Hears of every small value beside the records: the start of its object, its key, its bytes. */
  onMember?: (objectStart: number, key: string, bytes: Buffer) => void;
}

/** A container on the way to the records. */
interface Frame {
  isObject: boolean;
  start: number;
  /** How many steps of the path lead here. */
  steps: number;
  /** Its elements are the records. */
  holdsRecords: boolean;
  key: string | undefined;
  index: number;
}

/**
 * Cuts a JSON text of any size into the records a path leads to, without parsing what lies around
 * them: it follows brackets and strings, byte by byte, and holds one record at a time. What is
 * broken inside a record's brackets is that record's fault alone. Where a bracket or a quote is
 * missing, the record is given up at the next line that begins as it did (the same indent and `{`).
 */
export class JsonSplitter<T> {
  readonly #options: SplitOptions<T>;
  readonly #frames: Frame[] = [];
  #pending: Buffer = Buffer.alloc(0);
  #foundPath = false;
  readonly #rootKeys: string[] = [];
  /** Where `#pending` begins in the text. */
  #base = 0;
  #at = 0;
  /** White space since the last line feed, -1 after anything else. */
  #indent = 0;
  /** The value being passed over. */
  #value:
    | {
        isRecord: boolean;
        cursor: number;
        depth: number;
        inString: boolean;
        given: boolean;
        indent: number;
      }
    | undefined;

  constructor(options: SplitOptions<T>) {
    this.#options = options;
  }

  /** The path led somewhere: to a record, or to a list or an object that holds none. */
  get foundPath(): boolean {
    return this.#foundPath;
  }

  /** The first keys of the text's object; none where it is a list. */
  get rootKeys(): readonly string[] {
    return this.#rootKeys;
  }

  /** The text ended inside a record that was given up for its length: what came after it is not read. */
  get lostTheRest(): boolean {
    return this.#value?.given === true;
  }

  /** The text ended before what stands around its records did, or within the one record that it is. */
  get isOpen(): boolean {
    return this.#frames.length > 0 || this.#value !== undefined;
  }

  /** Takes the next bytes and yields the records they complete. */
  *push(chunk: Buffer): Generator<JsonRecord<T>> {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    yield* this.#drain(false);
    this.#forget(this.#at);
  }

  /** The text is at its end. */
  *end(): Generator<JsonRecord<T>> {
    yield* this.#drain(true);
  }

  *#drain(atEnd: boolean): Generator<JsonRecord<T>> {
    while (this.#at < this.#pending.length) {
      if (this.#value) {
        const end = this.#valueEnd(atEnd);
        if (end !== -1) yield* this.#finish(end);
        else if (this.#pending.length - this.#at > maxRecordBytes || atEnd) {
          yield* this.#giveUp(atEnd);
          if (!atEnd && this.#value && this.#value.cursor >= this.#pending.length) return;
        } else return;
      } else if (!this.#structure(atEnd)) return;
    }
  }

  /** Passes over one piece of structure. False where more bytes are needed first. */
  #structure(atEnd: boolean): boolean {
    const byte = this.#pending[this.#at];
    const frame = this.#frames.at(-1);
    if (byte === lineFeed) this.#indent = 0;
    else if (byte === space || byte === tab) this.#indent += this.#indent < 0 ? 0 : 1;
    else if (byte === comma || byte === colon || byte === carriageReturn) this.#indent = -1;
    else if (byte === closeObject || byte === closeArray) {
      this.#indent = -1;
      // A bracket of the other kind belongs to a broken record before it.
      if (frame && frame.isObject === (byte === closeObject)) {
        this.#frames.pop();
        if (frame.index === 0 && isAsked(frame, this.#options.path)) this.#foundPath = true;
        this.#afterValue();
      }
    } else if (frame?.isObject && frame.key === undefined) {
      this.#indent = -1;
      if (byte === quote) {
        const end = stringEnd(this.#pending, this.#at + 1);
        if (end === -1 && this.#pending.length - this.#at > maxRecordBytes)
          throw new SourceFileError(
            `a key is longer than ${maxRecordBytes} bytes; nothing after it could be read`,
          );
        if (end === -1 && !atEnd) return false;
        frame.key = keyText(this.#pending.subarray(this.#at, end === -1 ? undefined : end + 1));
        if (this.#frames.length === 1 && this.#rootKeys.length < maxRootKeys)
          this.#rootKeys.push(frame.key);
        this.#at = end === -1 ? this.#pending.length : end;
      }
    } else {
      this.#valueStart(byte, frame);
      return true;
    }
    this.#at += 1;
    return true;
  }

  #valueStart(byte: number | undefined, frame: Frame | undefined): void {
    const { path } = this.#options;
    const steps = frame === undefined ? 0 : stepsTo(frame, path);
    const atTarget = steps === path.length;
    const enters =
      !frame?.holdsRecords &&
      (atTarget ? byte === openArray : steps >= 0 && (byte === openObject || byte === openArray));
    const indent = this.#indent;
    this.#indent = -1;
    const isAmongRecords =
      frame?.holdsRecords === true || (atTarget && path.at(-1)?.kind === 'every');
    if (atTarget && (isAmongRecords || byte === openObject || byte === openArray))
      this.#foundPath = true;
    if (enters) {
      this.#frames.push({
        isObject: byte === openObject,
        start: this.#base + this.#at,
        steps,
        holdsRecords: atTarget,
        key: undefined,
        index: 0,
      });
      this.#at += 1;
      return;
    }
    // Whatever stands where records are asked for is one: what is no object is told with its bytes.
    const isRecord = isAmongRecords || (atTarget && byte === openObject);
    this.#value = { isRecord, cursor: this.#at, depth: 0, inString: false, given: false, indent };
  }

  /** The index after the value, or -1 where its end is not there yet. Goes on where it stopped. */
  #valueEnd(atEnd: boolean): number {
    const bytes = this.#pending;
    const value = this.#value;
    if (!value) return -1;
    let { cursor, depth, inString } = value;
    while (cursor < bytes.length) {
      if (inString) {
        const end = stringEnd(bytes, cursor);
        if (end === -1) {
          cursor = bytes.length;
          break;
        }
        cursor = end + 1;
        inString = false;
        if (depth === 0) return cursor;
        continue;
      }
      const byte = bytes[cursor];
      if (byte === quote) inString = true;
      else if (byte === openObject || byte === openArray) depth += 1;
      else if (byte === closeObject || byte === closeArray) {
        if (depth === 0) return cursor;
        depth -= 1;
        if (depth === 0) return cursor + 1;
      } else if (
        depth === 0 &&
        (byte === comma || byte === lineFeed || byte === carriageReturn || byte === space)
      )
        return cursor;
      cursor += 1;
    }
    Object.assign(value, { cursor, depth, inString });
    return atEnd && depth === 0 && !inString ? cursor : -1;
  }

  *#finish(end: number): Generator<JsonRecord<T>> {
    const value = this.#value;
    const frame = this.#frames.at(-1);
    const bytes = this.#pending.subarray(this.#at, end);
    if (value?.isRecord && !value.given) {
      const outcome = this.#options.parse(bytes);
      const next = 'fault' in outcome ? this.#nextStart(end) : -1;
      if (next !== -1) {
        yield this.#broken(next);
        return;
      }
      yield this.#record(bytes, outcome);
    } else if (frame?.key !== undefined && bytes.length <= maxMemberBytes)
      this.#options.onMember?.(frame.start, frame.key, bytes);
    this.#at = end;
    this.#value = undefined;
    this.#afterValue();
  }

  /** A value whose end does not come, within the longest a record may be or before the file's end. */
  *#giveUp(atEnd: boolean): Generator<JsonRecord<T>> {
    const value = this.#value;
    if (value?.isRecord && !value.given) {
      const next = this.#nextStart(this.#pending.length);
      if (next !== -1) {
        yield this.#broken(next);
        return;
      }
      const fault = atEnd
        ? 'the file ends within it: a bracket or a quote is not closed'
        : `is longer than ${maxRecordBytes} bytes, or a bracket or a quote is not closed`;
      yield this.#record(this.#pending.subarray(this.#at, this.#at + maxRecordBytes), { fault });
      value.given = !atEnd;
    }
    if (atEnd) this.#at = this.#pending.length;
    else {
      // Its bytes are given or not wanted; a few are kept for a backslash before a quote.
      this.#forget(Math.max(this.#at, this.#pending.length - 1024));
    }
  }

  /** Gives up the record in hand where the next one begins, and goes on there. */
  #broken(next: number): JsonRecord<T> {
    const bytes = this.#pending.subarray(this.#at, this.#pending.lastIndexOf(lineFeed ?? 0, next));
    const record = this.#record(bytes, { fault: 'a bracket or a quote is not closed' });
    this.#indent = this.#value?.indent ?? -1;
    this.#at = next;
    this.#value = undefined;
    this.#afterValue();
    return record;
  }

  /** Where, before `end`, a line begins as the record in hand did; -1 where none does. */
  #nextStart(end: number): number {
    const indent = this.#value?.indent ?? -1;
    if (indent < 0 || this.#pending[this.#at] !== openObject) return -1;
    const bytes = this.#pending;
    for (
      let at = bytes.indexOf('\n', this.#at);
      at !== -1 && at < end;
      at = bytes.indexOf('\n', at + 1)
    ) {
      const start = at + 1 + indent;
      const blank = bytes.subarray(at + 1, start).every((byte) => byte === space || byte === tab);
      if (blank && start < end && bytes[start] === openObject) return start;
    }
    return -1;
  }

  #record(bytes: Buffer, outcome: JsonRecord<T>['outcome']): JsonRecord<T> {
    const frame = this.#frames.at(-1);
    const within = this.#frames
      .filter(({ isObject }) => isObject)
      .map(({ start, key = '' }) => ({ start, inner: key }));
    const start = this.#base + this.#at;
    return { bytes, start, key: frame ? (frame.key ?? String(frame.index)) : '', within, outcome };
  }

  #afterValue(): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    frame.key = undefined;
    frame.index += 1;
  }

  #forget(before: number): void {
    this.#pending = this.#pending.subarray(before);
    this.#base += before;
    this.#at = Math.max(0, this.#at - before);
    if (this.#value) this.#value.cursor -= before;
  }
}

/** How many steps lead to the next value of a container on the way; -1 where it is off the path. */
function stepsTo(frame: Frame, path: readonly Step[]): number {
  const step = path[frame.steps];
  if (step === undefined) return -1;
  if (step.kind === 'every') return frame.steps + 1;
  if (step.kind !== 'key') return -1;
  // A key asked of a list is asked of each element.
  if (!frame.isObject && !/^\d+$/.test(step.key)) return frame.steps;
  return step.key === (frame.isObject ? frame.key : String(frame.index)) ? frame.steps + 1 : -1;
}

/** Whether the path asks each element of a container, so that an empty one is an answer. */
function isAsked(frame: Frame, path: readonly Step[]): boolean {
  const step = path[frame.steps];
  return step?.kind === 'every' || (!frame.isObject && step?.kind === 'key');
}

/** The index of the quote that ends a string, from inside it; -1 where it is not there yet. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf('"', from); end !== -1; end = bytes.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

function keyText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}
