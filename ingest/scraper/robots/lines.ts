/** As much of a file as is read: RFC 9309 (2.5) asks for 500 KiB at least. */
export const maxRobotsBytes = 500 * 1024;

/** A line that says something; its value one character an octet. */
export interface RobotsLine {
  kind: 'agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';
  /** Of an agent: the product token in lower case, or `*`. */
  value: string;
}

/** How the name of a line begins, with the misspellings that are common enough to be meant. */
const agentName = /^user[- ]?agent/i;
const allowName = /^allow/i;
const disallowName = /^dis?s?all?[oa]w|^diasllow/i;
const otherName = /^(crawl-delay|site-?map)/i;

/** The lines of a robots.txt that say something. A line that the limit cuts through is left out. */
export function* readLines(bytes: Uint8Array): Generator<RobotsLine> {
  const text = octetsOf(bytes.subarray(0, maxRobotsBytes)).replaceAll('\r', '\n');
  const behind = bytes[maxRobotsBytes];
  const isCut = behind !== undefined && behind !== 0x0a && behind !== 0x0d;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    if (end === -1 && isCut) return;
    const stop = end === -1 ? text.length : end;
    const line = stop > start ? readLine(text.slice(start, stop)) : undefined;
    if (line !== undefined) yield line;
    start = stop + 1;
  }
}

/** A byte order mark is taken off, also a UTF-8 one that is cut short; UTF-16 is read as such. */
function octetsOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return reread('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return reread('utf-16be', bytes);
  let mark = 0;
  for (const octet of [0xef, 0xbb, 0xbf]) if (bytes[mark] === octet) mark += 1;
  return Buffer.from(bytes.subarray(mark)).toString('latin1');
}

const reread = (encoding: string, bytes: Uint8Array): string =>
  Buffer.from(new TextDecoder(encoding).decode(bytes), 'utf8').toString('latin1');

/** `Disallow: /x # why` as its kind and `/x`; blanks may stand for a colon that was forgotten. */
function readLine(line: string): RobotsLine | undefined {
  const hash = line.indexOf('#');
  const text = trim(hash === -1 ? line : line.slice(0, hash));
  let split = text.indexOf(':');
  if (split === -1) {
    split = text.search(/[ \t]/);
    if (split === -1 || /[ \t]/.test(trim(text.slice(split)))) return undefined;
  }
  const kind = kindOf(text.slice(0, split));
  if (kind === undefined) return undefined;
  const value = trim(text.slice(split + 1));
  if (kind === 'agent') return { kind, value: productToken(value) };
  return kind === 'sitemap' && value === '' ? undefined : { kind, value };
}

function kindOf(name: string): RobotsLine['kind'] | undefined {
  if (disallowName.test(name)) return 'disallow';
  if (allowName.test(name)) return 'allow';
  if (agentName.test(name)) return 'agent';
  const other = otherName.exec(name)?.[1]?.toLowerCase();
  return other === undefined ? undefined : other === 'crawl-delay' ? other : 'sitemap';
}

/** The product token of `FooBot` and of `FooBot/1.2 (+https://…)`; '' where there is none. */
const productToken = (value: string): string =>
  /^\*(?:[ \t]|$)/.test(value) ? '*' : (/^[A-Za-z_-]+/.exec(value)?.[0] ?? '').toLowerCase();

/** Without blanks at either end. A pattern for those at the end would look anew at each blank. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Space, tab, vertical tab, form feed; NUL too, which editors leave. */
const isBlank = (octet: number): boolean =>
  octet === 0x20 || octet === 0x09 || octet === 0x0b || octet === 0x0c || octet === 0;
