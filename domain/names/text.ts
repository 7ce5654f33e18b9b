/**
 * How every name is read before it is compared: one spelling for case, accents, ampersands and punctuation.
 * The catalogue's names and the listings' names go through the same functions; if they did not, a name would
 * be found by one writer and missed by the other.
 */

const APOSTROPHES = /['’‘`´]/g;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
const NON_ASCII = /[^\x20-\x7e]/;
/** Words and codes; a decimal point between digits belongs to the code ("28.5RSTS", "24.1"). */
const WORD = /[a-z0-9]+(?:\.\d+[a-z0-9]*)?/g;

/** Words that are written two ways and mean one. Applied to comparison only, never to what is shown. */
const ONE_SPELLING: ReadonlyMap<string, string> = new Map([
  ['light', 'lite'],
  ['lyte', 'lite'],
  ['ultralight', 'ultralite'],
  ['ultralyte', 'ultralite'],
  ['superlight', 'superlite'],
  ['hyperlight', 'hyperlite'],
  ['hyperlyte', 'hyperlite'],
  ['wheeler', 'wheel'],
]);

/** A URL's own spelling of a character: `t%40b` is `t@b`. Text that is no valid escape stays as it is. */
function unescapeUrl(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text with one space between its words. */
export const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Lower case, no accents, no apostrophes, `&` as "and", `T@B` as "tab". Text that is plain ASCII takes the short way. */
export function fold(text: string): string {
  const unescaped = text.includes('%') ? unescapeUrl(text) : text;
  const plain = NON_ASCII.test(unescaped)
    ? unescaped.normalize('NFKD').replace(COMBINING_MARKS, '')
    : unescaped;
  return plain.toLowerCase().replace(APOSTROPHES, '').replaceAll('@', 'a').replaceAll('&', ' and ');
}

/**
 * A sum, a mileage or a number that counts, whose digits would look like a code: `$89,995`, `31,200 miles`, `#1234`.
 * No code has a comma.
 */
const NUMBERS = /#\s?\d+\b|\$\s?\d[\d,]*(?:\.\d+)?|(?<![\w.])\d{1,3}(?:,\d{3})+(?![\d,])/g;

/** Letters of a layout that stand behind a number: where beds, kitchen and lounge are. No chassis has them. */
export const LAYOUT = '(?:[bfr][bhkl]s?|rds?)';

/** `31'`, `31'8"`, `400 sq ft`: a length or an area, whose digits would look like a code too; those of `25' FB` are one. */
const MEASURED = new RegExp(
  String.raw`(?<![\w.])\d\d(?:\.\d)?'(?:\s?\d\d?(?:"|''))?(?!\w|\s${LAYOUT}\b)|\b\d{3}\s?(?:sq\b\.?|square)\s?f(?:ee|oo)?t\b`,
  'gi',
);

/** An address spells out what it cannot hold: `28-dot-5rsts` is 28.5RSTS. */
const SPELT_POINT = /(?<=\d)[ -]dot[ -](?=\d)/gi;

/** The words of a folded or raw text, in order: `Jay-Flight SLX 264BH` is `jay`, `flight`, `slx`, `264bh`. */
export function words(text: string): string[] {
  const counted = /[$,#]/.test(text) ? text.replace(NUMBERS, ' ') : text;
  const named = /'| sq/i.test(counted) ? counted.replace(MEASURED, ' ') : counted;
  return fold(named.replace(SPELT_POINT, '.')).match(WORD) ?? [];
}

const YEAR_IN_FRONT = /^((?:19|20)\d\d)([a-z]{3,})$/;
const NUMBER_BEHIND = /^([a-z]{4,})(\d\d.*)$/;
/** No code has so many letters in a row. */
const SURELY_A_NAME = 6;

/**
 * Words of which a name and a year or code were written as one: `2019jayco` is `2019 jayco`. `isName` decides
 * whether a few letters are a name; they may belong to a code.
 */
export function apart(words: readonly string[], isName: (letters: string) => boolean): string[] {
  return words.flatMap((word) => {
    const [, year, behind = ''] = YEAR_IN_FRONT.exec(word) ?? [];
    const [, front = '', number] = NUMBER_BEHIND.exec(word) ?? [];
    const letters = behind || front;
    if (letters === '' || (letters.length < SURELY_A_NAME && !isName(letters))) return [word];
    return year === undefined ? [front, number ?? ''] : [year, behind];
  });
}

/** One word in the spelling used for comparison. */
export function oneSpelling(word: string): string {
  return ONE_SPELLING.get(word) ?? word;
}

/**
 * What two spellings of one name have in common: no spaces, no hyphens, one spelling per word.
 * `R-Pod`, `R Pod` and `RPOD` are all `rpod`; `Ultra Light` and `Ultra-Lite` are both `ultralite`.
 */
export function keyOf(parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += oneSpelling(part);
  return key;
}

/** Lower-case words joined by hyphens, safe in an id and a URL. */
export function slugOf(text: string): string {
  return words(text).join('-').replaceAll('.', '-');
}
