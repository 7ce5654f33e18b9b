import { ratio } from 'fuzzball';
import { MOTORHOME_TYPES } from '#schemas/vocabulary.ts';
import type { Catalogue, Line, Make } from '../catalogue/catalogue.ts';
import { CARS, CHASSIS, COMPANY, LEADING, looksLikeYear, MEASURES, VANS, WORDS } from './noise.ts';
import { keyOf, oneSpelling, words as wordsOf } from './text.ts';

/** A make, and where the words behind it begin. */
export interface MakeMatch {
  make: Make;
  /** A year stood in front, so no later number is the model year. */
  yearSeen: boolean;
  /** Index of the first word that is not yet understood. A line that stood for the make is still to be read. */
  next: number;
}

type FoundMake = Pick<MakeMatch, 'make' | 'next'>;

/** A motorhome's code: feet or more, and letters. */
const CODE = /^\d{2,4}[a-z]{1,3}$/;
/** A make may stand behind a few words of a dealer's own. */
const FURTHEST_MAKE = 8;
/** Below these a likeness is an accident: Vista and Vita differ by one letter and are two lines. */
const LEAST_LENGTH = 6;
const LEAST_LIKENESS = 85;
const LEAST_LEAD = 4;

/** The longest run of words from `start` that `lookup` knows. */
export function longestMatch<T>(
  { longestName }: Pick<Catalogue, 'longestName'>,
  words: readonly string[],
  start: number,
  lookup: (key: string) => T | undefined,
): { found: T; end: number } | undefined {
  let best: { found: T; end: number } | undefined;
  let key = '';
  const last = Math.min(words.length, start + longestName);
  for (let end = start + 1; end <= last; end++) {
    // As `keyOf` all of them makes it.
    key += oneSpelling(words[end - 1] ?? '');
    const found = lookup(key);
    if (found !== undefined) best = { found, end };
  }
  return best;
}

/** How many words of a make may stand before a kind of RV in its name: Athens | Park Model. */
const MOST_BEFORE_A_KIND = 2;

/** Whether the two words from `at` on belong to a make's name: `park model` of Athens Park Model. */
export function belongToAMake(catalogue: Catalogue, words: readonly string[], at: number): boolean {
  for (let start = Math.max(0, at - MOST_BEFORE_A_KIND); start <= at; start++) {
    const match = longestMatch(catalogue, words, start, (key) => catalogue.makeByKey(key));
    if (match !== undefined && match.end >= at + 2) return true;
  }
  return false;
}

/** `MY19`, `MY2019` as one word. */
const MODEL_YEAR = /^my(?:20)?\d\d$/;

/**
 * Index of the first word that may belong to a name: conditions, years, lengths and kinds ("RV") in front are passed
 * over.
 */
function skipLeading(
  words: readonly string[],
  isMake: (at: number) => boolean,
): { start: number; yearSeen: boolean } {
  let start = 0;
  let yearSeen = false;
  for (; start < words.length; start++) {
    const word = words[start] ?? '';
    if (looksLikeYear(word) || MODEL_YEAR.test(word)) yearSeen = true;
    else if (/^\d\d$/.test(word)) {
      // "24 foot …" is a length, "05 Bounder" of 2005.
      if (MEASURES.has(words[start + 1] ?? '')) start++;
      else yearSeen = true;
    }
    // "New Horizons" is a make although "new" is a condition.
    else if (!(LEADING.has(word) || COMPANY.has(word)) || isMake(start)) break;
  }
  return { start, yearSeen };
}

/** Finds the make in words, by ever weaker evidence. Built once; `find` keeps no state between calls. */
export function createMakeFinder(catalogue: Catalogue) {
  const likely = createLikenessIndex(catalogue);
  const byFirstWord = Map.groupBy(catalogue.makes, (make) => wordsOf(make.name)[0] ?? '');

  /** `inFields`: the first word was given as a make, so half a make is more likely than a dealer's own word. */
  return function findMake(words: readonly string[], inFields: boolean): MakeMatch | undefined {
    const { start, yearSeen } = skipLeading(words, (at) => makeAt(words, at) !== undefined);
    const found =
      makeAt(words, start) ??
      (inFields ? twoWordMakeMisspelt(words, start) : undefined) ??
      makeOfLineAt(words, start) ??
      makeFurtherOn(words, start) ??
      makeOfLineOnChassis(words, start) ??
      makeOfLineBehindYear(words, start) ??
      makeInLetters(words, start) ??
      makeCutShort(words, start, inFields) ??
      makeMisspelt(words, start, inFields);
    return found && { ...found, yearSeen };
  };

  /** "Forest River …" */
  function makeAt(words: readonly string[], start: number): FoundMake | undefined {
    const match = longestMatch(catalogue, words, start, (key) => catalogue.makeByKey(key));
    return match && { make: match.found, next: match.end };
  }

  /** "Bontrger Outdoors": that its second word is a make too (Outdoors RV) is no accident, so the whole comes first. */
  function twoWordMakeMisspelt(words: readonly string[], start: number): FoundMake | undefined {
    const [first, second] = words.slice(start, start + 2);
    if (first === undefined || second === undefined) return undefined;
    const found = likely(keyOf([first, second]));
    if (found === undefined || found.line !== undefined) return undefined;
    return { make: found.make, next: start + 2 };
  }

  /** "Montana 3761FL": a line that only one make has says the make. */
  function makeOfLineAt(words: readonly string[], start: number): FoundMake | undefined {
    const first = words[start] ?? '';
    if (CHASSIS.has(first) || VANS.has(`${first} ${words[start + 1] ?? ''}`)) return undefined;
    const match = longestMatch(catalogue, words, start, (key) => theOneLine(catalogue, key));
    const make = match && catalogue.makeById(match.found.makeId);
    if (match === undefined || make === undefined) return undefined;
    // "Timber Ridge Outdoors RV" names its make behind it.
    const isNamed = makeAt(words, match.end)?.make === make;
    const isCompany = isEndOfCompany(words, match.end, match.end + 1);
    const isGroup = isOtherMakeWithLine(make, words, match.end);
    return (isCompany && !isNamed) || isGroup ? undefined : { make, next: start };
  }

  /** "REV Group Fleetwood Flair": behind what is also a line stands another make with a line of its own. */
  function isOtherMakeWithLine(make: Make, words: readonly string[], from: number): boolean {
    let at = from;
    while (COMPANY.has(words[at] ?? '')) at++;
    const named = makeAt(words, at);
    if (named === undefined || named.make.id === make.id) return false;
    return lineFrom(named.make, words, named.next) !== undefined;
  }

  /**
   * "Ford Sunseeker 2860DS": a motorhome's line with its code, behind its chassis. Without the code it may be a car:
   * Dodge makes a Challenger and a Journey.
   */
  function makeOfLineOnChassis(words: readonly string[], start: number): FoundMake | undefined {
    if (!CHASSIS.has(words[start] ?? '')) return undefined;
    for (let at = start + 1; at < Math.min(words.length, start + FURTHEST_MAKE); at++) {
      const match = longestMatch(catalogue, words, at, (key) => theOneLine(catalogue, key));
      const isMotorhome = match?.found.types.every((type) => MOTORHOME_TYPES.has(type));
      if (match !== undefined && isMotorhome === true && CODE.test(words[match.end] ?? ''))
        return makeOfLineAt(words, at);
    }
    return undefined;
  }

  function lineFrom(make: Make, words: readonly string[], from: number) {
    return longestMatch(catalogue, words, from, (key) => catalogue.lineByKey(make, key));
  }

  /** "Stock 2038: 2019 Rockwood …", where nothing before the year says a make. */
  function makeOfLineBehindYear(words: readonly string[], start: number): FoundMake | undefined {
    for (let at = start + 1; at < Math.min(words.length, start + FURTHEST_MAKE); at++) {
      const found = looksLikeYear(words[at - 1] ?? '') ? makeOfLineAt(words, at) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** "Mercedes-Benz Sprinter Airstream Interstate", "One owner! Keystone Cougar", "Mallard M33 by Heartland" */
  function makeFurtherOn(words: readonly string[], start: number): FoundMake | undefined {
    for (let at = start + 1; at < Math.min(words.length, start + FURTHEST_MAKE); at++) {
      const match = makeAt(words, at);
      if (match === undefined || isEndOfCompany(words, at, match.next)) continue;
      const before = words[at - 1] ?? '';
      const word = words[at] ?? '';
      const mayBeElse = (WORDS.has(word) && before !== 'by') || CARS.has(`${before} ${word}`);
      if (mayBeElse && lineFrom(match.make, words, match.next) === undefined) continue;
      return before === 'by'
        ? { ...match, next: start }
        : { ...match, next: lineBefore(match, words, start, at) ?? match.next };
    }
    return undefined;
  }

  /** "24RKS Timber Ridge Outdoors RV": where the line begins that stands before its make, if none stands behind. */
  function lineBefore(
    { make, next }: FoundMake,
    words: readonly string[],
    start: number,
    at: number,
  ): number | undefined {
    if (lineFrom(make, words, next) !== undefined) return undefined;
    for (let from = start; from < at; from++)
      if (lineFrom(make, words, from)?.end === at) return from;
    return undefined;
  }

  /** "FR Sunseeker", "G.D. Imagine": letters of a make, in its order, before a line of it. */
  function makeInLetters(words: readonly string[], start: number): FoundMake | undefined {
    const apart = words.slice(start).findIndex((word) => word.length > 1);
    const next = start + Math.max(1, apart);
    const letters = words.slice(start, next).join('');
    if (!LETTERS.test(letters) || CHASSIS.has(letters)) return undefined;
    const line = longestMatch(catalogue, words, next, (key) => {
      const theirs = catalogue
        .linesByKey(key)
        .filter(({ makeId }) => isShortFor(letters, catalogue.makeById(makeId)));
      return theirs.length === 1 ? theirs[0] : undefined;
    });
    const make = line && catalogue.makeById(line.found.makeId);
    return make && { make, next };
  }

  /** "Holiday Endeavor", "Grand": the first word of one make, or of several of which one has the line that follows. */
  function makeCutShort(
    words: readonly string[],
    start: number,
    inFields: boolean,
  ): FoundMake | undefined {
    const first = words[start];
    if (first === undefined || CHASSIS.has(first)) return undefined;
    const isALine = catalogue.linesByKey(keyOf([first])).length > 0;
    const candidates = (byFirstWord.get(first) ?? []).filter(
      (make) => wordsOf(make.name).length > 1,
    );
    const withLine = candidates.filter(
      (make) =>
        longestMatch(catalogue, words, start + 1, (key) => catalogue.lineByKey(make, key)) !==
        undefined,
    );
    const byWordAlone = inFields && !isALine && first.length > 3 ? candidates : [];
    const [make, ...others] = withLine.length > 0 ? withLine : byWordAlone;
    return make !== undefined && others.length === 0 ? { make, next: start + 1 } : undefined;
  }

  /** "Keystnoe Cougar", "REFELCTION 303RLS" */
  function makeMisspelt(
    words: readonly string[],
    start: number,
    inFields: boolean,
  ): FoundMake | undefined {
    for (const length of [2, 1]) {
      if (start + length > words.length) continue;
      const found = likely(keyOf(words.slice(start, start + length)));
      if (found === undefined) continue;
      if (found.line === undefined) return { make: found.make, next: start + length };
      // A title's first words may be anything; that a line stands alone there and is misspelt is too much to believe.
      if (inFields) return { make: found.make, next: start };
    }
    return undefined;
  }
}

const LETTERS = /^[a-z]{2,5}$/;

/** The first letter of the make's name and others of it in its order, perhaps with the `rv` of its company. */
function isShortFor(letters: string, make: Make | undefined): boolean {
  if (make === undefined) return false;
  const name = `${keyOf(wordsOf(make.name))}rv`;
  let from = 0;
  for (const letter of letters) {
    const at = name.indexOf(letter, from);
    if (at < 0 || (from === 0 && at > 0)) return false;
    from = at + 1;
  }
  return true;
}

/** "Imperial Outdoors" is a company of its own: neither Holiday Rambler's Imperial nor Outdoors RV. */
const isEndOfCompany = (words: readonly string[], at: number, end: number): boolean =>
  end === at + 1 && words[at] === 'outdoors';

/**
 * The line meant by a key that one make uses alone, or uses as the line's own name where others have it as an alias;
 * of a company and its brand that had the same line, the company's.
 */
function theOneLine(catalogue: Catalogue, key: string): Line | undefined {
  const lines = catalogue.linesByKey(key);
  if (lines.length === 1) return lines[0];
  const byName = lines.filter((line) => keyOf(wordsOf(line.name)) === key);
  if (byName.length === 1) return byName[0];
  const families = new Set(byName.map(({ makeId }) => catalogue.makeById(makeId)?.family));
  return families.size === 1 ? byName.find(({ makeId }) => families.has(makeId)) : undefined;
}

/** The entry most like a misspelt key, if one stands out. Compared only with keys of like length and first letter. */
export function mostLike<T>(
  key: string,
  entries: readonly (readonly [string, T])[],
): T | undefined {
  if (key.length < LEAST_LENGTH) return undefined;
  let best: T | undefined;
  let bestScore = 0;
  let second = 0;
  for (const [other, entry] of entries) {
    if (
      other[0] !== key[0] ||
      other.length < LEAST_LENGTH ||
      Math.abs(other.length - key.length) > 2
    )
      continue;
    // A name with something behind it is another name (Voyage, Voyager), no slip of the pen.
    if (other.startsWith(key) || key.startsWith(other)) continue;
    const score = ratio(key, other, { full_process: false });
    if (score <= bestScore) {
      if (entry !== best) second = Math.max(second, score);
      continue;
    }
    if (entry !== best) second = bestScore;
    best = entry;
    bestScore = score;
  }
  return bestScore >= LEAST_LIKENESS && bestScore - second >= LEAST_LEAD ? best : undefined;
}

interface Likely {
  make: Make;
  line: Line | undefined;
}

function createLikenessIndex(catalogue: Catalogue): (key: string) => Likely | undefined {
  const byFirstLetter = new Map<string, [string, Likely][]>();
  const add = (name: string, likely: Likely) => {
    const key = keyOf(wordsOf(name));
    const letter = key[0] ?? '';
    byFirstLetter.set(letter, [...(byFirstLetter.get(letter) ?? []), [key, likely]]);
  };
  for (const make of catalogue.makes) {
    const itself: Likely = { make, line: undefined };
    for (const name of [make.name, ...make.aliases]) add(name, itself);
    for (const line of make.lines) {
      const asLine: Likely = { make, line };
      for (const name of [line.name, ...line.aliases]) add(name, asLine);
    }
  }
  return (key) => mostLike(key, byFirstLetter.get(key[0] ?? '') ?? []);
}
