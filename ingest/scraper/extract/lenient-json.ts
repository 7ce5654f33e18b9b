import { exactNumber, maxDepth } from '../../files/parse-json.ts';

/** What a text that is not JSON says all the same, and what had to be mended to read it. */
export interface Mended {
  value: unknown;
  mended: readonly string[];
}

type Container =
  | { kind: 'object'; value: Record<string, unknown>; key: string | undefined }
  | {
      kind: 'array';
      value: unknown[];
    };

/** An HTML comment begins, and no JSON stands in it. */
const htmlComment = /(?:\/\/[ \t]*)?<!--(?!\s*(?:<!\[CDATA\[\s*)?[{[])/y;
const wrapping = /(?:\/\/[ \t]*)?(?:<!--|-->|<!\[CDATA\[|\]\]>)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y;
const comment = /\/[/*]|<!--|\]\]>|-->/y;
/** White space, and what nobody sees either: control and format characters, and what a reader makes of NUL. */
const blank = /[\s\p{Cc}\p{Cf}\ufffd]+/uy;
const unknownToJson = /[^ \t\r\n]/;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.$])/y;
/** A sum as people write it, which JSON knows only as text; digits before a colon are a key. */
const sum = /(?:\$\s?\d[\d,]*|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?=\s*[,}])/y;
/** A number that scripts write and JSON does not: `.5`, `+3`, `24995.` */
const scriptNumber = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.$])/y;
const zeros = /0\d+(?![\w.$])/y;
const word = /(?:true|false|null|undefined|[+-]?(?:NaN|Infinity)|None|True|False)(?![\w$])/y;
const bareKey = /[\w$@-]{1,100}(?=\s*:)/y;
/** What may follow a comma between two members: a quote, a bare key, another comma, the end, a comment. */
const nextMember = /["',}\]]|[\w$@-]{1,100}\s{0,20}:|\/[/*]|<!--|$/y;
/** A key after a value whose comma is missing: a quote within a text is not followed by this. */
const quotedKey = /"[\w@$:.-]{1,60}"\s{0,20}:/y;
const before = /^[\s\p{Cc}\p{Cf}\ufffd\w$.=(]{0,200}(?=[{[])/u;
const words: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
};

/**
 * Reads JSON that pages break: comments, CDATA marks and unseen characters around or within it, commas too many or
 * too few, raw line ends and quotes inside strings, single quotes, bare keys, values left out, escapes that
 * are none, entities, several values in a row, an end cut off (what is not whole is left out). Only what
 * has one meaning is mended; a bare word is not. One pass without turning back, in time that grows with
 * the length only: jsonrepair 3.15 takes a second for 90 KB of strings that do not end (measured).
 * @throws SyntaxError
 */
export function parseLenient(text: string): Mended {
  const mended = new Set<string>();
  let source = text;
  if (/^\s*[{[]\s*&(?:quot|#34|#822[01]|#8243|[lr]dquo);/.test(text)) {
    source = source
      .replaceAll(/&(?:quot|#34|#822[01]|#8243|[lr]dquo);/g, '"')
      .replaceAll('&amp;', '&');
    mended.add('entities');
  }
  if (/^\s*[{[]\s*[“”]/.test(source)) {
    source = source.replaceAll(/[“”″]/g, '"');
    mended.add('curly quotes');
  }
  const prefix = before.exec(source)?.[0] ?? '';
  const isText = /[\w$.=(]/.test(prefix);
  if (isText) mended.add('text before it');
  const values = new Reader(source, isText ? prefix.length : 0, mended).values();
  if (values.length > 1) mended.add('several values');
  return { value: values.length === 1 ? values[0] : values, mended: [...mended] };
}

class Reader {
  readonly #text: string;
  readonly #mended: Set<string>;
  #at: number;
  readonly #open: Container[] = [];
  readonly #values: unknown[] = [];
  /** A value has ended, and no comma has come since. */
  #afterValue = false;
  #commentsEnd = true;

  constructor(text: string, at: number, mended: Set<string>) {
    this.#text = text;
    this.#at = at;
    this.#mended = mended;
  }

  values(): unknown[] {
    for (;;) {
      this.#skip();
      if (this.#at >= this.#text.length) break;
      if (!this.#step()) break;
    }
    if (this.#open.length > 0) this.#mended.add('an end that is missing');
    if (this.#values.length === 0) throw new SyntaxError('it holds no value');
    return this.#values;
  }

  /** Reads one piece. False where what follows is no part of it. */
  #step(): boolean {
    const container = this.#open.at(-1);
    const mark = this.#text[this.#at];
    if (container === undefined && this.#values.length > 0 && mark !== '{' && mark !== '[') {
      if (mark !== ';' && mark !== ',' && mark !== ')') this.#mended.add('text after it');
      else this.#mended.add(`a "${mark}" too many`);
      this.#at += 1;
      return mark === ',' || mark === ';' || mark === ')';
    }
    if (mark === ',') {
      if (!this.#afterValue) this.#comma(container);
      this.#afterValue = false;
      this.#at += 1;
      this.#skip();
      if ('}]'.includes(this.#text[this.#at] ?? ' ')) this.#mended.add('a comma too many');
    } else if (mark === '}' || mark === ']') this.#close(mark);
    else {
      if (this.#afterValue && container) this.#mended.add('a comma too few');
      this.#afterValue = false;
      if (container?.kind === 'object' && container.key === undefined) this.#key(container);
      else this.#value();
    }
    return true;
  }

  #comma(container: Container | undefined): void {
    if (container?.kind === 'object' && container.key !== undefined) this.#leftOut();
    else this.#mended.add('a comma too many');
  }

  /** `"price": ,` says nothing of the price. */
  #leftOut(): void {
    this.#mended.add('a value left out');
    this.#put(null);
  }

  #close(mark: string): void {
    const kind = mark === '}' ? 'object' : 'array';
    const container = this.#open.at(-1);
    if (container?.kind === 'object' && container.key !== undefined) this.#leftOut();
    if (!this.#open.some((one) => one.kind === kind)) throw this.#unexpected();
    while (this.#open.pop()?.kind !== kind) this.#mended.add('an end that is missing');
    this.#afterValue = true;
    this.#at += 1;
  }

  #key(container: Container & { kind: 'object' }): void {
    const mark = this.#text[this.#at] ?? '';
    if (mark === '"' || mark === "'") {
      const key = this.#string(mark, ':');
      if (key === undefined) return;
      container.key = key;
    } else {
      const key = this.#match(bareKey);
      if (key === undefined) throw this.#unexpected();
      this.#mended.add('a key without quotes');
      container.key = key;
    }
    this.#skip();
    if (this.#text[this.#at] === ':') this.#at += 1;
    else if (this.#at < this.#text.length) throw this.#unexpected();
  }

  #value(): void {
    const mark = this.#text[this.#at] ?? '';
    if (mark === '{' || mark === '[') {
      if (this.#open.length >= maxDepth)
        throw new SyntaxError(`it is nested deeper than ${maxDepth} levels`);
      const container: Container =
        mark === '{' ? { kind: 'object', value: {}, key: undefined } : { kind: 'array', value: [] };
      this.#put(container.value);
      this.#open.push(container);
      this.#afterValue = false;
      this.#at += 1;
      return;
    }
    if (mark === '"' || mark === "'") {
      const text = this.#string(mark, ',}]');
      if (text !== undefined) this.#put(text);
      return;
    }
    const text = this.#textWithoutQuotes();
    if (text !== undefined) return this.#put(text);
    const digits = this.#match(number);
    const written = digits ?? this.#match(scriptNumber);
    if (written !== undefined) {
      if (digits === undefined) this.#mended.add('a number as scripts write it');
      // At the very end a number may be the beginning of one.
      if (this.#at < this.#text.length) this.#put(digits ? exactNumber(digits) : Number(written));
      return;
    }
    const name = this.#match(word);
    if (name === undefined) throw this.#unexpected();
    if (!['true', 'false', 'null'].includes(name)) this.#mended.add(name);
    this.#put(words[name] ?? null);
  }

  /** `139,900` and `007` as a member's value; in a list a comma parts two numbers. */
  #textWithoutQuotes(): string | undefined {
    if (this.#open.at(-1)?.kind !== 'object') return undefined;
    const asked = this.#match(sum);
    if (asked !== undefined) this.#mended.add('a sum without quotes');
    const code = asked ?? this.#match(zeros);
    if (asked === undefined && code !== undefined)
      this.#mended.add('a number with zeros before it');
    return code;
  }

  #put(value: unknown): void {
    const container = this.#open.at(-1);
    if (container === undefined) {
      if (typeof value !== 'object' || value === null) throw new SyntaxError('it is no object');
      this.#values.push(value);
    } else if (container.kind === 'array') container.value.push(value);
    else if (container.key !== undefined) {
      Object.defineProperty(container.value, container.key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      container.key = undefined;
    }
    this.#afterValue = true;
  }

  /**
   * A string from its opening quote. A quote inside it is told from its end by what follows: one of
   * `ends`, of an object's commas one before another member, a new line that begins with a quote, or a key. Undefined where the text is cut off in it.
   */
  #string(quote: string, ends: string): string | undefined {
    if (quote === "'") this.#mended.add('single quotes');
    let said = '';
    let from = this.#at + 1;
    for (let at = from; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === backslash) {
        const escape = escapeAt(this.#text, at);
        said += this.#text.slice(from, at) + escape.text;
        if (!escape.isKnown) this.#mended.add('an escape that is none');
        at += escape.length - 1;
        from = at + 1;
      } else if (this.#text[at] === quote) {
        if (this.#endsAt(at + 1, ends)) {
          this.#at = at + 1;
          return said + this.#text.slice(from, at);
        }
        this.#mended.add('a quote inside a string');
      } else if (code < 0x20)
        this.#mended.add(
          unknownToJson.test(this.#text[at] ?? '')
            ? 'a control character inside a string'
            : 'a line end or tab inside a string',
        );
    }
    this.#at = this.#text.length;
    return undefined;
  }

  #endsAt(at: number, ends: string): boolean {
    blank.lastIndex = at;
    const space = blank.exec(this.#text)?.[0] ?? '';
    const next = this.#text[at + space.length];
    if (next === ',' && this.#open.at(-1)?.kind === 'object')
      return this.#isMemberAt(at + space.length + 1);
    if (next === undefined || ends.includes(next)) return true;
    comment.lastIndex = at + space.length;
    if (comment.test(this.#text)) return true;
    if ((next === '"' || next === "'") && space.includes('\n')) return true;
    quotedKey.lastIndex = at + space.length;
    return space !== '' && ends !== ':' && quotedKey.test(this.#text);
  }

  /** Behind a comma: `35' 6", sleeps 4"` goes on as text. */
  #isMemberAt(at: number): boolean {
    blank.lastIndex = at;
    nextMember.lastIndex = at + (blank.exec(this.#text)?.[0].length ?? 0);
    return nextMember.test(this.#text);
  }

  #skip(): void {
    for (;;) {
      if (unknownToJson.test(this.#match(blank) ?? '')) this.#mended.add('an unseen character');
      if (!this.#skipHtmlComment() && this.#match(wrapping) === undefined) return;
      this.#mended.add('a comment');
    }
  }

  /** Of a comment that does not end the mark alone is passed over; then none that follows ends. */
  #skipHtmlComment(): boolean {
    htmlComment.lastIndex = this.#at;
    if (!this.#commentsEnd || !htmlComment.test(this.#text)) return false;
    const end = this.#text.indexOf('-->', this.#at);
    this.#commentsEnd = end !== -1;
    if (end !== -1) this.#at = end + '-->'.length;
    return end !== -1;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #unexpected(): SyntaxError {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 20));
    return new SyntaxError(`cannot read ${found} at position ${this.#at}`);
  }
}

const backslash = 0x5c;
const escapes: Readonly<Record<string, string>> = {
  '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t',
}; // prettier-ignore

function escapeAt(text: string, at: number): { text: string; length: number; isKnown: boolean } {
  const mark = text[at + 1] ?? '';
  // JSON has four digits; scripts have two as well.
  const digits = mark === 'u' ? 4 : mark === 'x' ? 2 : 0;
  const hex = text.slice(at + 2, at + 2 + digits);
  if (digits > 0 && hex.length === digits && /^[\da-f]+$/i.test(hex)) {
    const said = String.fromCharCode(Number.parseInt(hex, 16));
    return { text: said, length: 2 + digits, isKnown: digits === 4 };
  }
  const known = escapes[mark];
  return { text: known ?? mark, length: 2, isKnown: known !== undefined };
}
