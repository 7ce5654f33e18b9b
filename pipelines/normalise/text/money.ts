import { MOST_BY_MONTH, withRoles, type Found, type Sum } from './sum-roles.ts';

/**
 * Every sum in a text, in order: `Sale Price: $44,995 MSRP $60,000` gives an ask and a reference.
 * Separators are read as Americans write them; European ones where they cannot be American
 * (`44.995,00`). A dot before exactly three digits groups, where no more than three stand before it.
 */
export function readSums(written: string): Sum[] {
  const simple = SIMPLE.exec(written);
  if (simple !== null) {
    const amount = Number((simple[2] ?? '').replaceAll(',', ''));
    const currency = simple[1] === '$' ? 'dollar' : '';
    return [{ amount, currency, role: 'plain', rangeEnd: false }];
  }
  const text = written.replace(PERCENT, ' ').replace(PHONE, ' ').replace(COUNTED, ' ');
  if (!/\d/.test(text)) return [];
  const found: Found[] = [];
  for (const match of text.matchAll(SUM)) {
    const number = match.groups?.['number'];
    if (number === undefined || isStuckToWord(text, match) || isTerm(text, match)) continue;
    const amount = isMistyped(text, match) ? Number.NaN : amountOf(match.groups ?? {}, number);
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      amount,
      currency: currencyOf(match.groups ?? {}),
      behind: behindOf(match.groups ?? {}, amount),
    });
  }
  return found.length === 0 ? [] : withRoles(text, found);
}

/** `800-555-0150`, `1 (800) 555-0150`: whom to ask, not what. */
const PHONE = /(?<![\d$,.])(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}(?!\d)/g;

/** `Save 20%`, `10% off MSRP!`, `10% down`: a part, which names no sum beside it. */
const PERCENT =
  /(?:\bsave\s+)?\d+(?:\.\d+)?\s?%(?:\s+(?:off|down|deposit)\b(?:\s+(?:msrp|retail|list)\b(?!\s*:?\s*[$\d]))?)?/gi;

/** `12,345 miles`, `Mileage: 12k`, `Stock #: 44321`: of the unit, not of its price. */
const COUNTED =
  /(?<![$\d,.])\d[\d,.]*\s?k?\s?mi(?:les?)?\b|\b(?:mileage|miles|odometer)\b\s*:?\s*\d[\d,.]*k?\b|\b(?:stock|stk|vin)\b\.?\s*(?:no\.?|number)?\s*[#:][\s#:]*[\w-]{0,20}\d[\w-]{0,20}(?![\w-]|[,.]\d)/gi;

/** What nearly every price is; the rest of this file reads the others. */
const SIMPLE = /^(\$)?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?)$/;

/** Currency of a text without a number: a field that holds `USD`, `CAD`, `C$`. Three letters are a code, known or not. */
export function readCurrency(text: string): Sum['currency'] {
  if (text === '') return '';
  if (FOREIGN_WORD.test(text)) return 'foreign';
  if (US.test(text)) return 'USD';
  if (/\$|\bdollars?\b/i.test(text)) return 'dollar';
  return /^[A-Z]{3}$/i.test(text) || FOREIGN_NAME.test(text) ? 'foreign' : '';
}

/** Codes of money that is written without a dollar sign. */
const SIGNLESS = 'eur|gbp|chf|sek|nok|dkk|jpy|cny|inr|pln|czk|huf|ils|krw|aed|rub|zar';
const CODE_OF_SUM = new RegExp(
  `(?<![A-Za-z])(?:${SIGNLESS})\\s{0,2}(?=\\d)|(?<=\\d\\s{0,2})(?:${SIGNLESS})(?![a-z])`,
  'gi',
);

/** Without the codes that are a sum's own: that of `EUR 12,000 / $13,000` says nothing of the dollars. */
export const withoutCodesOfSums = (text: string): string => text.replace(CODE_OF_SUM, ' ');

/** Money of another country anywhere in the text of a price: `Price (CAD): $54,995`, `54 995 kr`. */
export const namesForeignMoney = (text: string): boolean =>
  FOREIGN_CODE.test(text) ||
  CANADIAN.test(text) ||
  /\bpesos\b/i.test(text) ||
  TAX_ABROAD.test(text) ||
  (text.match(/\b[A-Z]{3}\b/g) ?? []).some((code) => RARER_CODES.has(code)) ||
  (!text.includes('$') && FOREIGN_NAME.test(text));

/** With the one that Canadian dealers write for CAD. */
const ISO =
  'usd|cad|cdn|eur|gbp|aud|nzd|mxn|chf|sek|nok|dkk|jpy|cny|brl|inr|zar|sgd|hkd|pln|czk|huf|ils|krw|aed|rub';
const SIGN = '[€£¥₤₩₪₽₹฿₫₱₴₺₿]';
/**
 * What tells the dollars, and the pesos with the same sign, of other countries: before the sign, perhaps with a blank
 * (`CAD $`), right before it (`C$`; "a $500 rebate" and "Class C $89,995" have none, but eBay begins with `C $`), and
 * right behind it (`$CA`, and Uruguay's `$U`).
 */
const CODED_DOLLAR =
  'CAD|CDN|CAN|CA|AUD|AU|NZD|NZ|HKD|HK|SGD|SG|TWD|NT|MXN|MEX|MX|ARS|CLP|COP|UYU|DOP|BBD|BZD|XCD|JMD|TTD|FJD|NAD|BND';
const LETTERED_DOLLAR =
  'A|AR|ARG|B|BD|BDS|BZ|C|CI|CL|CO|COL|CV|D|EC|ESC|FJ|G|GY|J|JA|L|LD|M|MOP|N|NA|R|RD|S|SI|SR|T|TT|WS|Z|ZW';
const FOREIGN_DOLLAR = `(?<![A-Za-z])(?:(?:${CODED_DOLLAR})\\s?|${LETTERED_DOLLAR}|^C\\s)\\$`;
const BEHIND_DOLLAR = `\\$(?:${CODED_DOLLAR}|U|B)(?![A-Za-z])`;
const US_DOLLAR = '(?<![A-Za-z])(?:USD|US|U\\.S\\.)\\s?\\$';

/** Behind a number: `84 mo.`, `84 months`, `84-mth`. */
const MONTHS = '[\\s-]?m(?:o(?:nth)?|th)s?\\b';

const SUM = new RegExp(
  [
    `(?<before>${FOREIGN_DOLLAR}|${US_DOLLAR}|${BEHIND_DOLLAR}|\\$|${SIGN}|(?<![A-Za-z])(?:${ISO}|us)(?![a-z]))?`,
    // "US$:12.99", "$.75,333": a stop between sign and number is noise, unless ".75" is all there is.
    '\\s?:?\\s{0,2}(?<minus>(?<!\\d\\s?)-\\s?)?(?:\\.(?=\\.|\\d{3}|\\d{1,3},\\d{3}))?',
    `(?<number>\\d{1,3}(?:[\\s']\\d{3})+(?:[.,]\\d\\d?)?(?!\\d|[.,]\\d)|\\d[\\d,.]*(?:(?:(?<=\\.)\\s(?=\\d\\d(?!\\d))|\\s(?=\\.\\d\\d(?!\\d))|(?<=,)\\s(?=\\d{3}(?!\\d))|\\s(?=,\\d{3}(?!\\d)))[\\d,.]*)?|\\.\\d{1,2}(?!\\d))`,
    '(?<power>e\\+?\\d+)?(?<scale>\\s?(?:k|thousand)(?![a-zč])|\\s?m(?:il(?:lion)?|m)?(?!\\.?[a-z]))?',
    `(?<after>\\s{0,2}(?:(?:${FOREIGN_DOLLAR}|${US_DOLLAR}|${BEHIND_DOLLAR}|\\$)(?!\\s?[\\d.])|${SIGN}|(?:${ISO}|canadian|u\\.?s\\.?)(?![a-z])))?`,
    '(?<each>\\s{0,2}(?:(?:/|per\\b|a\\b|each\\b)\\s{0,2}(?:mo(?:nth|s)?|mth|wk|week|day|night|y(?:ea)?r)\\b|(?:bi-?)?(?:month|week)ly|mo\\b|p[./]?m\\b))?',
    `(?<term>\\s{0,2}(?:x|×|@|at|for|over)\\s?\\d{2,3}${MONTHS})?`,
    '(?<cut>\\s{0,2}(?:off|down|deposit|rebates?|savings?|discount|below(?=\\s+(?:msrp|retail|list|nada|book)\\b))\\b(?!\\s*(?:to|from|payments?|price)\\b|\\s*[:=-]?\\s*[$\\d]))?',
  ].join(''),
  'gi',
);

/** `337QSTS` and `F350` are no sums: a number without a currency may not touch a letter. */
function isStuckToWord(text: string, match: RegExpExecArray): boolean {
  const { before, after, power, scale } = match.groups ?? {};
  if (before !== undefined || after !== undefined) return false;
  if (/[\p{L}\d#]/u.test(text.charAt(match.index - 1)) && !/^[\s:]/.test(match[0])) return true;
  const next = text.charAt(match.index + match[0].length);
  return power === undefined && scale === undefined && /\p{L}/u.test(next);
}

const TERM = new RegExp(`^\\s*\\d{2,3}${MONTHS}`, 'i');

/** For how many months is paid: `84 mo. at $599`. */
const isTerm = (text: string, { index, groups = {} }: RegExpExecArray): boolean =>
  groups['before'] === undefined && TERM.test(text.slice(index));

/** `O`, `l` or `I` beside a digit, unless a word begins or ends with it: `5lbs`, `$45,995OBO`, `$45,995O.B.O.` */
const LETTER_FOR_DIGIT = /(?<![A-Za-z])[OolIS]+[.,]?\d|\d[.,]?[OolIS]+(?!\.?[A-Za-z])/;

/** A letter was typed for a digit (`31,2OO`, `l2,345`), so that what can be read is another number. */
export const hasLetterForDigit = (text: string): boolean => LETTER_FOR_DIGIT.test(text);

/** Digits that are not told: `$44,9xx`, `$44,XXX`, `$4x,xxx`, `$44,***`. Behind whole groups it is a footnote: `$44,995*`. */
const MASKED = /\d[.,]?x{2,}|,\d{0,2}x|\dx+[.,]x|,\d{0,2}(?:[*?#_]|--)/i;

/** Such a letter in the sum itself or right behind it, or digits masked. */
function isMistyped(text: string, match: RegExpMatchArray): boolean {
  const [sum] = match;
  const from = (match.index ?? 0) + sum.length;
  const whole = sum + (/^\S*/.exec(text.slice(from))?.[0] ?? '');
  return hasLetterForDigit(whole) || MASKED.test(whole);
}

function behindOf(
  { each, term, cut }: Record<string, string | undefined>,
  amount: number,
): Found['behind'] {
  if (each !== undefined || (term !== undefined && amount < MOST_BY_MONTH)) return 'payment';
  return cut === undefined ? undefined : 'saving';
}

function amountOf(groups: Record<string, string | undefined>, number: string): number {
  // A float as wide as this was made by gluing digits, never by a price tag.
  if (groups['power'] !== undefined) return Number.NaN;
  const value = numberOf(number);
  const scale = groups['scale']?.trim().charAt(0).toLowerCase();
  const scaled =
    scale === 'k' || scale === 't' ? value * 1_000 : scale === 'm' ? value * 1_000_000 : value;
  return groups['minus'] === undefined ? scaled : -scaled;
}

/**
 * The value of digits with separators; NaN where no reading is certain.
 * `54,995` `44.995,00` `1 234 567` `54995.00` `54995.000` `54994.99999999` `175.43215300` (NaN: glued).
 */
export function numberOf(written: string): number {
  const text = written.replace(/[\s']/g, '').replace(/[.,]+$/, '');
  const lastComma = text.lastIndexOf(',');
  const lastDot = text.lastIndexOf('.');
  if (lastComma === -1 && lastDot === -1) return Number(text);
  const last = Math.max(lastComma, lastDot);
  const mark = text.charAt(last);
  const other = mark === ',' ? '.' : ',';
  const decimals = text.length - last - 1;
  const head = text.slice(0, last);
  const isOnlyMark = head.indexOf(mark) === -1;
  // Two marks: the last is the decimal one. One mark once: decimal unless exactly three digits follow; before a point
  // that parts groups stand three at most.
  const isFloat = mark === '.' && head.length > 3;
  const isDecimal =
    isOnlyMark && (head.includes(other) || decimals !== 3 || head === '0' || isFloat);
  if (!isDecimal) return groupsAreWhole(text) ? Number(text.replace(/[.,]/g, '')) : Number.NaN;
  const isGrouped = head.includes(other) && head.length > 3;
  if (isGrouped && !groupsAreWhole(head)) return Number.NaN;
  const value = Number(`${head.replace(/[.,]/g, '') || '0'}.${text.slice(last + 1)}`);
  const residue = Math.abs(value - Number(value.toFixed(2)));
  return decimals > 3 && residue > MOST_RESIDUE ? Number.NaN : value;
}

/** What arithmetic with floats leaves beyond the cents: `54994.99999999`. Digits that say more were glued on. */
const MOST_RESIDUE = 1e-6;

/** Every group after the first has three digits: `1,234,567`. */
const groupsAreWhole = (text: string): boolean =>
  /^\d{0,3}(?:[.,]\d{3})+$/.test(text) || /^\d+$/.test(text);

const FOREIGN_WORD = new RegExp(
  `${SIGN}|\\b(?:${ISO.replace('usd|', '')})\\b|${FOREIGN_DOLLAR}|${BEHIND_DOLLAR}|\\b(?:canadian|australian|new zealand)\\b|\\beuros?\\b|\\bpounds? sterling\\b|\\bpesos?\\b`,
  'i',
);

/**
 * `54 995 $ CAN`, `$54,995 CA`, as French Canada writes: in capitals right behind the sum and before no other word,
 * since "can" is one too and CA a state.
 */
const CANADIAN = /[$\d]\s?CAN?\b(?!\s+\w)|\bcanadiens?\b/;

/** Taxes of Canada and elsewhere that no state of the US has: `$54,995 plus GST`. */
const TAX_ABROAD = /\b(?:GST|HST|QST|TPS|TVQ|VAT)\b/;

const FOREIGN_CODE = new RegExp(`\\b(?:${ISO.replace('usd|', '')})\\b`, 'i');

/** Codes that are also words, names or trims dealers write in capitals. */
const WORDS = 'ALL BAM BOB COP CUP GEL MAD MOP NAD PEN RON SLE SOS SVC TOP TRY'.split(' ');
const RARER_CODES: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').filter((code) => code !== 'USD' && !WORDS.includes(code)),
);

/** What money is called where it is not dollars; in letters other than Latin ones it never is. */
const FOREIGN_NAME = /(?<!\p{L})(?:kr|kč|zł|lei|tl|rs|rp|fr)(?!\p{L})|(?!\p{Script=Latin})\p{L}/iu;

const US = /\bus(?:d|a\b|\b)|\bu\.s\.?/i;

function currencyOf(groups: Record<string, string | undefined>): Sum['currency'] {
  const before = groups['before'] ?? '';
  const after = groups['after'] ?? '';
  if (FOREIGN_WORD.test(before) || FOREIGN_WORD.test(after)) return 'foreign';
  if (US.test(before) || US.test(after)) return 'USD';
  return before !== '' || after !== '' ? 'dollar' : '';
}
