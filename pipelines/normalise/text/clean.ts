/**
 * Text of a listing as plain text on one line: tags, entities and control characters gone, white
 * space collapsed, length capped. What comes out is text only, never HTML (it is shown in a browser).
 */
export function cleanText(text: string | undefined, maxLength: number): string {
  if (text === undefined || text === '') return '';
  let clean = text.length > maxLength * 8 ? text.slice(0, maxLength * 8) : text;
  if (NEEDS_WORK.test(clean)) clean = withoutMarkup(clean);
  clean = clean.trim();
  return clean.length > maxLength ? wholeCharacters(clean.slice(0, maxLength)).trimEnd() : clean;
}

/** Anything but printable ASCII with single spaces, or a character that starts markup. */
const NEEDS_WORK = /[^ -~]| {2}|[<&]/;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
/** One that has no end tag goes on to the end of the text. */
const SCRIPT_OR_STYLE = /<(script|style)\b/gi;
/** What is struck through is said no more: `<s>$49,995</s> $44,995`. Without an end tag nothing is. */
const STRUCK = /<(s|del|strike)\b(?=[^<>]*>)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** A tag starts with a letter, `/` or `!`: "length < 30 ft" is no tag. One cut off at the end is. */
const TAG = /<[a-z/!][^<>]*(?:>|$)/gi;
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\uFFFD]/gu;
/** Wide letters, and the bold ones of mathematics that sellers set titles in; other signs may mean something else. */
const SHAPED = /[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu;
const TRADE_MARKS = /[\u00AE\u2122\u2120\u00A9]/g;
const WHITE_SPACE = /\s+/g;

function withoutMarkup(text: string): string {
  const decoded = decodeEntities(withoutTags(text));
  return withoutTags(decoded.replace(SHAPED, (sign) => sign.normalize('NFKC')))
    .replace(CONTROL, ' ')
    .replace(TRADE_MARKS, '')
    .replace(/[\u2018\u2019\u02BC\u2032]/g, "'")
    .replace(/[\u201C\u201D\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(WHITE_SPACE, ' ');
}

/** Again until nothing is left: what one pass removes may have split another tag. */
function withoutTags(text: string): string {
  let before = text;
  for (let pass = 0; pass < 5 && before.includes('<'); pass++) {
    const unscripted = withoutElements(before, SCRIPT_OR_STYLE, true).replace(COMMENT, ' ');
    const after = withoutElements(unscripted, STRUCK, false).replace(TAG, ' ');
    if (after === before) return after;
    before = after;
  }
  return before;
}

/**
 * The text without the elements that begin as `start` says, each up to its end tag. Goes forward only: an expression
 * that finds both ends would look through the rest of the text at every start that has no end.
 */
function withoutElements(text: string, start: RegExp, toTheEnd: boolean): string {
  let kept = '';
  let from = 0;
  const unclosed = new Set<string>();
  for (const match of text.matchAll(start)) {
    const name = (match[1] ?? '').toLowerCase();
    if (match.index < from || unclosed.has(name)) continue;
    const inside = text.indexOf('>', match.index);
    if (inside === -1) break;
    const endTag = new RegExp(`</${name}\\s*>`, 'gi');
    endTag.lastIndex = inside;
    const isClosed = endTag.test(text);
    if (!isClosed && !toTheEnd) {
      unclosed.add(name);
      continue;
    }
    kept += `${text.slice(from, match.index)} `;
    from = isClosed ? endTag.lastIndex : text.length;
  }
  return kept + text.slice(from);
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '-',
  mdash: '-',
  rsquo: "'",
  lsquo: "'",
  rdquo: '"',
  ldquo: '"',
  reg: '',
  trade: '',
  copy: '',
  frac12: '1/2',
  euro: '€',
  pound: '£',
};

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

/** A cut may fall between the two halves of a character. */
const wholeCharacters = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
