import type { Catalogue, Line, Make } from '../catalogue/catalogue.ts';
import type { FloorplanMatch } from './floorplan.ts';
import { longestMatch, mostLike } from './find-make.ts';
import { COMPANY, END_OF_NAME, NEVER_IN_A_LINE } from './noise.ts';
import { keyOf, oneSpelling, words as wordsOf } from './text.ts';

export interface LineMatch {
  line: Line;
  /** Index of the first word behind the line. */
  end: number;
}

/** No line in any catalogue or listing seen needs more words. */
const MOST_WORDS = 3;

/** Index of the first word behind the company words that follow a make ("RV", "Inc"). */
export function skipCompany(words: readonly string[], start: number): number {
  let at = start;
  while (at < words.length && COMPANY.has(words[at] ?? '')) at++;
  return at;
}

/** The catalogue line that begins at `start`. */
export function lineAt(
  catalogue: Catalogue,
  make: Make,
  words: readonly string[],
  start: number,
): LineMatch | undefined {
  const match = longestMatch(catalogue, words, start, (key) => catalogue.lineByKey(make, key));
  return match && { line: match.found, end: match.end };
}

/** The catalogue line that begins behind words the catalogue does not know, before the code. */
export function lineFurtherOn(
  catalogue: Catalogue,
  make: Make,
  words: readonly string[],
  start: number,
  end: number,
): LineMatch | undefined {
  for (let at = start + 1; at < end && !END_OF_NAME.has(words[at] ?? ''); at++) {
    const match = lineAt(catalogue, make, words, at);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The line a brand of the same family owns: "Forest River | Catalina" is Coachmen's Catalina. */
export function familyLineAt(
  catalogue: Catalogue,
  make: Make,
  words: readonly string[],
  start: number,
): LineMatch | undefined {
  const family = catalogue.family(make);
  if (family.length === 1) return undefined;
  const match = longestMatch(catalogue, words, start, (key) => {
    const lines = catalogue
      .linesByKey(key)
      .filter((line) => family.some((other) => other.id === line.makeId));
    return lines.length === 1 ? lines[0] : undefined;
  });
  return match && { line: match.found, end: match.end };
}

/** A misspelt line of this make: the library proposes, the bound of `mostLike` decides. */
export function createMisspeltLineFinder(catalogue: Catalogue) {
  const entries = new Map(
    catalogue.makes.map((make) => [
      make.id,
      make.lines.flatMap((line) =>
        [line.name, ...line.aliases].map((name) => [keyOf(wordsOf(name)), line] as const),
      ),
    ]),
  );
  return function misspeltLineAt(
    make: Make,
    words: readonly string[],
    start: number,
    end: number,
  ): LineMatch | undefined {
    const own = entries.get(make.id) ?? [];
    if (own.length === 0) return undefined;
    for (let length = Math.min(MOST_WORDS, end - start); length > 0; length--) {
      const line = mostLike(keyOf(words.slice(start, start + length)), own);
      if (line !== undefined) return { line, end: start + length };
    }
    return undefined;
  };
}

/** The line a code's letters stand for, where the make has such codes: Brinkley's `Z3610` is Model Z. */
export function lineOfPrefix(make: Make, code: string): { line: Line; code: string } | undefined {
  const prefix = /^[A-Z]+(?=\d)/.exec(code)?.[0].toLowerCase();
  if (prefix === undefined) return undefined;
  const line = make.lines.find((candidate) => candidate.prefix === prefix);
  return line && { line, code: code.slice(prefix.length) };
}

/** The line that letters stand for where they stand apart from the code: Brinkley's `Z 3610`. */
export const lineOfLetters = (make: Make, letters: string): Line | undefined =>
  make.lines.find(({ prefix }) => prefix !== '' && prefix === letters);

/** A series behind a known line has at most this many words of its own. */
const MOST_SERIES_WORDS = 2;

/**
 * The words between a known line and the code that name a series of it: `Transcend | Xplor | 24BHX`.
 * Series of one line are sold at different prices, so they are lines of their own. Initials of the line
 * (`R-Pod RP 171`) name nothing new, but a class does (`Solitude S-Class`).
 */
export function seriesWords(
  words: readonly string[],
  start: number,
  end: number,
  line: Line,
): string[] {
  const own = wordsOf(line.name).map(oneSpelling);
  const key = keyOf(own);
  return firstNames(
    derivedLineWords(words, start, end).filter(
      (word, at, all) => !own.includes(word) && (!isInitials(word, key) || all[at + 1] === 'class'),
    ),
    MOST_SERIES_WORDS,
  );
}

/** The first `count` words; "lite" belongs to the word before it, since Ultra Lite is also written Ultralite. */
function firstNames(words: readonly string[], count: number): string[] {
  let names = 0;
  const end = words.findIndex((word) => {
    if (word !== 'lite') names++;
    return names > count;
  });
  return end < 0 ? [...words] : words.slice(0, end);
}

/**
 * The code with the letters that stand apart in front of it: the `RP` of `R-Pod RP-171`, initials of the line;
 * the `HQ` of a make without lines (`HQ 19`), where no other word says a line.
 */
export function withLeadingLetters(
  code: FloorplanMatch,
  words: readonly string[],
  from: number,
  line: Line | undefined,
): FloorplanMatch {
  const before = words[code.start - 1] ?? '';
  // Elevation 5-113, not the 113 of another series.
  if (
    line === undefined &&
    code.start - 1 === from &&
    /^\d$/.test(before) &&
    /^\d{3}$/.test(code.code)
  )
    return { ...code, code: before + code.code, start: from };
  if (code.start <= from || !/^[a-z]{2,3}$/.test(before) || !/^\d/.test(code.code)) return code;
  const belongs =
    line === undefined
      ? code.start - 1 === from && before.length === 2 && !/[aeiouy]/.test(before)
      : isInitials(before, keyOf(wordsOf(line.name)));
  return belongs
    ? { ...code, code: before.toUpperCase() + code.code, start: code.start - 1 }
    : code;
}

function isInitials(word: string, key: string): boolean {
  if (word.length > 3 || word[0] !== key[0]) return false;
  let from = 0;
  for (const letter of word) {
    const at = key.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

/**
 * The words that make up a line the catalogue does not have: what is left between make and code,
 * without kinds, companies, conditions and repetitions, three words at most. Empty where nothing is left.
 */
export function derivedLineWords(words: readonly string[], start: number, end: number): string[] {
  const kept: string[] = [];
  for (let at = start; at < end && kept.length <= MOST_WORDS; at++) {
    const word = oneSpelling(words[at] ?? '');
    if (END_OF_NAME.has(word)) break;
    if (NEVER_IN_A_LINE.has(word) || /^\d/.test(word) || kept.includes(word)) continue;
    kept.push(word);
  }
  return firstNames(kept, MOST_WORDS);
}

/** What makers call the variants of a line; written behind its name, with or without a space. */
const TRIM =
  /^(.{4,}?)((?:(?:ultra|super|hyper|x)?lite|ultra|super|classic|sport|select|elite|touring|xls|xlt|xl)+)$/;

const INITIALS = /^[b-df-hj-np-tv-xz]{2,4}$/;

/**
 * The id's part for words the catalogue does not have: the same for `Sport Trek Touring` and `SportTrek Touring`.
 * Spaces are forgotten, since no two writers set them alike, but a trim and the initials at the end (Plateau TS)
 * stay apart, so that a variant stands in the family of its line.
 */
export function derivedSlug(words: readonly string[]): string {
  const initialsFrom = words.findLastIndex((word) => !INITIALS.test(word)) + 1;
  const key = keyOf(initialsFrom === 0 ? words : words.slice(0, initialsFrom)).replaceAll('.', '');
  const initials = initialsFrom === 0 ? [] : words.slice(initialsFrom);
  const [, name = key, trim] = TRIM.exec(key) ?? [];
  return [name, trim, ...initials].filter((part) => part !== undefined).join('-');
}

/** `ImagineXLS` as the two words it means, where the make has a line of the first; else the words as they are. */
export function withTrimApart(
  catalogue: Catalogue,
  make: Make,
  words: readonly string[],
  at: number,
): readonly string[] {
  const [, name, trim] = TRIM.exec(oneSpelling(words[at] ?? '')) ?? [];
  if (name === undefined || trim === undefined) return words;
  return catalogue.lineByKey(make, name) === undefined ? words : words.toSpliced(at, 1, name, trim);
}

/** `wolf pup` is `Wolf Pup`, `xlr boost` is `XLR Boost`: words without a vowel are initials. */
export function titleOf(words: readonly string[]): string {
  return words
    .map((word) =>
      /[aeiouy]/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word.toUpperCase(),
    )
    .join(' ');
}
