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
const SCRIPT_OR_STYLE = /<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** What is struck through is said no more: `<s>$49,995</s> $44,995`. */
const STRUCK = /<(s|del|strike)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** A tag starts with a letter, `/` or `!`: "length < 30 ft" is no tag. One cut off at the end is. */
const TAG = /<[a-z/!][^<>]*(?:>|$)/gi;
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\uFFFD]/gu;
const TRADE_MARKS = /[\u00AE\u2122\u2120\u00A9]/g;
const WHITE_SPACE = /\s+/g;

function withoutMarkup(text: string): string {
  return withoutTags(decodeEntities(withoutTags(text)))
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
    const after = before
      .replace(SCRIPT_OR_STYLE, ' ')
      .replace(COMMENT, ' ')
      .replace(STRUCK, ' ')
      .replace(TAG, ' ');
    if (after === before) return after;
    before = after;
  }
  return before;
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
