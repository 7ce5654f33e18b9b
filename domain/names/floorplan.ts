import { END_OF_NAME, looksLikeYear, MEASURES, NOT_A_SUFFIX } from './noise.ts';
import { LAYOUT } from './text.ts';

/** A floorplan code found among words. */
export interface FloorplanMatch {
  /** Upper case, no spaces: `264BHX`. */
  code: string;
  /** Index of its first word and of the word behind its last. */
  start: number;
  end: number;
}

const DIGIT = /\d/;
const LETTER = /[a-z]/;
/** Up to five letters, at most five digits, then letters and a closing digit: 16bhx, rf316rls, hq19, dbrs3. */
const MIXED = /^[a-z]{0,5}\d{1,5}(?:\.\d{1,2})?[a-z]{0,6}\d{0,2}[a-z]?$/;
const CERTAIN_CODE = /^[a-z]{0,3}\d{2,4}[a-z]{2,6}$/;
const DECIMAL = /^\d{2}\.\d$/;
/**
 * A measure, the size of a box (of which one side is wide enough), an ordinal or a chassis: looks like a code
 * and is none.
 */
const NOT_A_CODE =
  /^(?:\d{1,3}(?:ft|foot)|\d+(?:hp|amp|gal|lbs?|wd|mi|miles|nd|dr)|[15]st|[45]th|\d{1,2}x(?:\d\d|[6-9])|[4-9]x\d|[ef](?:53|\d50|600)|[123]500(?:hd|xd)?|v1?[0-9]|\d+km|\dm)$/;
/** Few letters and one digit name a line (DX3, FR3, GH1), not a layout of it. */
const NAME_WITH_DIGIT = /^[a-z]{1,3}\d$/;
const SUFFIX = /^[a-z]{1,5}\d?$/;
const VOWEL = /[aeiou]/;
/** Longer suffixes with a vowel that makers do write: a layout, and an outside kitchen, an edition, a loft. */
const KNOWN_SUFFIX = /^(?:loft|[b-df-hj-np-tv-z]{2}(?:ok|ole|be|se))$/;
/** Letters that stand alone behind a code: 310GK-R, 16RB S. Others begin a phrase ("w/ slide", "a"). */
const LONE_SUFFIX = /^[bdefghklmprstxz]$/;

/**
 * The floorplan among `words[from..to)`, by shape alone: never compared with a list, never corrected.
 * A code with letters or three and more digits is certain enough wherever it stands; a number of two digits
 * (`Interstate 19`) counts only behind a name. `yearIsKnown`: a number like 1995 cannot be the model year.
 */
export function findFloorplan(
  words: readonly string[],
  from: number,
  to: number,
  yearIsKnown: boolean,
): FloorplanMatch | undefined {
  for (let i = from; i < to; i++) {
    const word = words[i] ?? '';
    const next = words[i + 1] ?? '';
    const isBeside = isBesideTheCode(word, next) || isYearBefore(word, next);
    if (isBeside || !isCode(word, yearIsKnown && i === from)) {
      const joined = spacedCode(words, i, to);
      if (joined !== undefined) return joined;
      if (END_OF_NAME.has(word)) return shortNumber(words, from, i);
      continue;
    }
    return withSuffix(words, i, to, i > from ? leadingNumber(words[i - 1] ?? '', word) : '');
  }
  return shortNumber(words, from, to);
}

/** `Puma w/Loft 403LFT`: where a field's name goes on with what the unit has, a code that can be nothing else. */
export function findLaterCode(words: readonly string[], from: number): FloorplanMatch | undefined {
  const at = words.findIndex(
    (word, i) => i >= from && CERTAIN_CODE.test(word) && isCode(word, false),
  );
  return at < 0 ? undefined : { code: (words[at] ?? '').toUpperCase(), start: at, end: at + 1 };
}

/** Of solar panels, batteries and slides: what stands behind a code, and is none. */
const EQUIPMENT = /^\d+(?:w|watts?|ah|v|slides?)$/;

/** `2022 27A`: in front of a code of digits and letters stands the model year, once more or alone. */
function isYearBefore(word: string, next: string): boolean {
  const isLayout = LETTER.test(next) && isCode(next, false) && !EQUIPMENT.test(next);
  return looksLikeYear(word) && isLayout;
}

/** A line has at most this many words of its own before a code. */
const MOST_BEFORE_A_NUMBER = 3;

/** The `2 ex` of `10-2 EX`; the `2 slides` of another are a count. */
function isSpacedInches(words: readonly string[], at: number): boolean {
  const letters = words[at + 1] ?? '';
  const isMeant = !NOT_A_SUFFIX.has(letters);
  return /^\d$/.test(words[at] ?? '') && /^[a-z]{2}$/.test(letters) && isMeant;
}

/** `Interstate 19`, `Spirit Deluxe 17`: two digits behind nothing but a name, which are no measure and no series. */
function shortNumber(
  words: readonly string[],
  from: number,
  to: number,
): FloorplanMatch | undefined {
  for (let at = from; at < Math.min(to, from + MOST_BEFORE_A_NUMBER + 1); at++) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    if (/^[1-4]\d$/.test(word) && !MEASURES.has(next) && next !== 'series') {
      // Grande Ronde 28-5C, Wolf Pack 21-14, and with letters apart 10-2 EX.
      const joined = /^(?:\d[a-z]{1,2}|\d\d)$/.test(next)
        ? 1
        : isSpacedInches(words, at + 1)
          ? 2
          : 0;
      const end = Math.min(to, at + 1 + joined);
      return { code: words.slice(at, end).join('').toUpperCase(), start: at, end };
    }
    if (END_OF_NAME.has(word) || DIGIT.test(word)) return undefined;
  }
  return undefined;
}

function isCode(word: string, yearIsKnown: boolean): boolean {
  if (!DIGIT.test(word) || NOT_A_CODE.test(word) || NAME_WITH_DIGIT.test(word)) return false;
  if (DECIMAL.test(word)) return true;
  if (LETTER.test(word)) return word.length > 2 && MIXED.test(word);
  return (word.length === 3 || word.length === 4) && (yearIsKnown || !looksLikeYear(word));
}

/** `38.5 ft` is a length, and the `2.0` of `Falcon 2.0 21RB` its line's; alone (`Ontour 2.2`) it is the code. */
const isBesideTheCode = (word: string, next: string): boolean =>
  /^\d\d?\.\d$/.test(word) &&
  (next === 'm' ||
    MEASURES.has(next) ||
    (word.length === 3 && LETTER.test(next) && isCode(next, false)));

const IS_LAYOUT = new RegExp(`^${LAYOUT}$`);

/**
 * `28 rl`, `39 dbrs3`: a number of two digits that is a code only with the letters behind it, at the very end with
 * any letter (`31 w`); and `2500 rl`, a number that is a chassis without them.
 */
function spacedCode(words: readonly string[], i: number, to: number): FloorplanMatch | undefined {
  const word = words[i] ?? '';
  const next = words[i + 1] ?? '';
  if (i + 1 >= to) return undefined;
  const isShort = /^\d\d(?:\.\d)?$/.test(word);
  if (isShort && i + 2 === words.length && /^[a-z]$/.test(next))
    return { code: (word + next).toUpperCase(), start: i, end: i + 2 };
  if (!isShort && !(/^[123]500$/.test(word) && IS_LAYOUT.test(next))) return undefined;
  const match = withSuffix(words, i, to);
  return match.end > i + 1 ? match : undefined;
}

/** The `10` of `10-2EX`, ten feet two inches: the `3` of `Isata 3 24FW` is the line's, as no foot has 24 inches. */
function leadingNumber(before: string, code: string): string {
  return /^\d\d?$/.test(before) && /^(?:\d|1[01])[a-z]/.test(code) ? before : '';
}

function withSuffix(
  words: readonly string[],
  start: number,
  to: number,
  lead = '',
): FloorplanMatch {
  let code = lead + (words[start] ?? '');
  let end = start + 1;
  while (end < to && end < start + 3 && isSuffix(words[end] ?? '', code)) code += words[end++];
  return { code: code.toUpperCase(), start, end };
}

function isSuffix(word: string, code: string): boolean {
  if (word.length === 1) return LONE_SUFFIX.test(word);
  if (LETTER.test(code)) return false;
  if (!SUFFIX.test(word) || NOT_A_SUFFIX.has(word)) return false;
  return !VOWEL.test(word) || word.length <= 3 || KNOWN_SUFFIX.test(word);
}

/** Makes whose RVs are called by their length: `Scamp 13'`. */
const CALLED_BY_LENGTH: ReadonlySet<string> = new Set([
  'airstream',
  'bowlus',
  'casita',
  'escape',
  'oliver',
  'scamp',
]);

/** The whole feet that a text gives as a length, where RVs of the make are called by them; else ''. */
export const codeOfLength = (makeId: string, text: string): string =>
  CALLED_BY_LENGTH.has(makeId) ? (/(?<![\w.])(\d\d)'/.exec(text)?.[1] ?? '') : '';

/** A code as somebody wrote it in a field of its own, in the one form: upper case, no spaces, no hyphens. */
export function canonicalFloorplan(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9.]/g, '');
}
