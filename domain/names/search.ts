import type { Catalogue, Line, Make } from '../catalogue/catalogue.ts';
import { longestMatch } from './find-make.ts';
import { findFloorplan } from './floorplan.ts';
import { likeness, spellingOf, type Spelling } from './likeness.ts';
import { END_OF_NAME, NEVER_IN_A_LINE, withoutPhrases } from './noise.ts';
import { apart, keyOf, words as wordsOf } from './text.ts';

/** A name that was not understood, as a person typed it. */
export interface AskedName {
  make: string;
  model: string;
  /** The make it was understood as; '' where that is what is not known. */
  makeId: string;
  /** Lines of a make that are known besides the catalogue's. */
  linesOf?: (makeId: string) => readonly string[];
}

export interface NameSearch {
  /** Makes of which a name or alias, or a word of one, begins so. */
  makesBeginning(text: string): Make[];
  /**
   * What may have been meant, best first, five at most. Of a known make its own lines only, as `Jayco Jay Flight`;
   * else makes like the text, makes of which it names a line, and lines that were typed for a make. Never decides:
   * a person chooses.
   */
  suggest(asked: AskedName): string[];
}

export const SUGGESTIONS = 5;
/** A likeness below this is an accident. Among the lines of one make there is less to mistake. */
const LEAST_OF_ALL = 68;
const LEAST_OF_A_MAKE = 60;
/** What is so much less like the text than the best is not worth reading. */
const FURTHEST_BEHIND = 15;
/** Each word of a text that a name leaves over makes it less likely. */
const WORD_LEFT_OVER = 4;
const MOST_WORDS = 4;
/** Words of a text that are looked at; the name stands among the first. */
const WORDS_READ = 10;
/** A make that has the line that was named is the likelier, and so is a line behind its make. */
const OF_ONE_MAKE = 12;
/** A named line says its make, if nothing else does. */
const NAMED_LINE = 70;
/** A line typed in place of its make is rarer than a make misspelt. */
const LINE_FOR_MAKE = 3;

interface Known<T> {
  label: string;
  it: T;
  spellings: readonly Spelling[];
}

interface Scored {
  label: string;
  score: number;
}

/** Search over names and aliases. Meant for a person's one question, not for a million listings. */
export function createNameSearch(catalogue: Catalogue): NameSearch {
  const makes: Known<Make>[] = catalogue.makes.map((make) => ({
    label: make.name,
    it: make,
    spellings: spellingsOf([make.name, ...make.aliases]),
  }));
  const lines: Known<Line>[] = catalogue.makes.flatMap((make) =>
    make.lines.map((line) => ({
      label: `${make.name} ${line.name}`,
      it: line,
      spellings: spellingsOf([line.name, ...line.aliases]),
    })),
  );

  function makesBeginning(text: string): Make[] {
    const key = keyOf(wordsOf(text));
    if (key === '') return [];
    return makes
      .filter(({ spellings }) =>
        spellings.some(
          (name) => name.key.startsWith(key) || name.words.some((word) => word.startsWith(key)),
        ),
      )
      .map(({ it }) => it);
  }

  function linesLike(
    make: Make,
    { model, linesOf }: Pick<AskedName, 'model' | 'linesOf'>,
  ): Scored[] {
    const typed = runsOf(lineWordsOf(make, model));
    const own = lines.filter(({ it }) => it.makeId === make.id);
    const others = (linesOf?.(make.id) ?? [])
      .filter((name) => catalogue.lineByKey(make, keyOf(wordsOf(name))) === undefined)
      .map((name) => ({ label: `${make.name} ${name}`, spellings: spellingsOf([name]) }));
    return [...own, ...others]
      .map(({ label, spellings }) => ({ label, score: bestOf(typed, spellings) }))
      .filter(({ score }) => score >= LEAST_OF_A_MAKE);
  }

  /** Lines that stand behind their make in a text, either misspelt or both. */
  function behindTheirMake(words: readonly string[], { linesOf }: AskedName): Scored[] {
    return words.slice(1).flatMap((_, at) => {
      const head = [{ typed: spellingOf(words.slice(0, at + 1)), leftOver: 0 }];
      const model = words.slice(at + 1).join(' ');
      return makes.flatMap(({ it, spellings }) => {
        const make = bestOf(head, spellings);
        if (make < LEAST_OF_ALL) return [];
        return linesLike(it, { model, ...(linesOf && { linesOf }) }).map(({ label, score }) => ({
          label,
          score: (make + score) / 2 + OF_ONE_MAKE,
        }));
      });
    });
  }

  function anyLike(asked: AskedName): Scored[] {
    const { make, model } = asked;
    const makeWords = makeWordsOf(make);
    const typed = runsOf(makeWords);
    const named = linesNamed([...makeWords, ...typedWords(model)]);
    const owners = new Set(named.map(({ makeId }) => makeId));
    const likeMakes = makes.map(({ label, it, spellings }) => ({
      label,
      score: bestOf(typed, spellings) + (owners.has(it.id) ? OF_ONE_MAKE : 0),
    }));
    const likeLines = lines.map(({ label, it, spellings }) => ({
      label,
      score: Math.max(
        bestOf(typed, spellings) - LINE_FOR_MAKE,
        named.includes(it) ? NAMED_LINE : 0,
      ),
    }));
    return [...likeMakes, ...likeLines, ...behindTheirMake(makeWords, asked)].filter(
      ({ score }) => score >= LEAST_OF_ALL,
    );
  }

  /** Lines of any make that the words name, the longest name from each word on. */
  function linesNamed(words: readonly string[]): Line[] {
    return words.flatMap(
      (_, at) =>
        longestMatch(catalogue, words, at, (key) => atLeastOne(catalogue.linesByKey(key)))?.found ??
        [],
    );
  }

  function suggest(asked: AskedName): string[] {
    const make = catalogue.makeById(asked.makeId);
    const hits = (make === undefined ? anyLike(asked) : linesLike(make, asked)).toSorted(
      (a, b) => b.score - a.score || a.label.localeCompare(b.label, 'en'),
    );
    const least = (hits[0]?.score ?? 0) - FURTHEST_BEHIND;
    return hits
      .filter(({ score }) => score >= least)
      .map(({ label }) => label)
      .filter((label, at, labels) => labels.indexOf(label) === at)
      .slice(0, SUGGESTIONS);
  }

  return { makesBeginning, suggest };
}

const atLeastOne = (lines: readonly Line[]) => (lines.length > 0 ? lines : undefined);

const spellingsOf = (names: readonly string[]): Spelling[] =>
  names.map((name) => spellingOf(wordsOf(name)));

const typedWords = (text: string): string[] =>
  apart(wordsOf(text), () => true).slice(0, WORDS_READ);

/** Words typed as a make: without years and floorplans, which people glue to it. */
function makeWordsOf(text: string): string[] {
  return typedWords(text).filter((word) => !/^\d/.test(word));
}

/** Words typed as a line: what stands around the code, without the make and praise. */
function lineWordsOf(make: Make, text: string): string[] {
  const typed = withoutPhrases(typedWords(text), () => false);
  const makeName = wordsOf(make.name);
  const words = makeName.every((word, at) => word === typed[at])
    ? typed.slice(makeName.length)
    : typed;
  const end = words.findIndex((word) => END_OF_NAME.has(word));
  const named = end < 0 ? words : words.slice(0, end);
  const code = findFloorplan(named, 0, named.length, true);
  return named.filter(
    (word, at) => !/^\d/.test(word) && (code === undefined || at < code.start || at >= code.end),
  );
}

/** A part of a text, and how many words that could name something it leaves over. */
interface Run {
  typed: Spelling;
  leftOver: number;
}

/** All runs of the words that tell something; all of them where none does. */
function runsOf(words: readonly string[]): Run[] {
  const telling = (some: readonly string[]) =>
    some.filter((word) => !NEVER_IN_A_LINE.has(word)).length;
  const all = telling(words);
  return words
    .flatMap((_, start) =>
      Array.from({ length: Math.min(MOST_WORDS, words.length - start) }, (_unused, more) => {
        const run = words.slice(start, start + more + 1);
        return { typed: spellingOf(run), leftOver: all - telling(run) };
      }),
    )
    .filter(({ leftOver }) => all === 0 || leftOver < all);
}

function bestOf(runs: readonly Run[], names: readonly Spelling[]): number {
  let best = 0;
  for (const { typed, leftOver } of runs)
    for (const name of names)
      best = Math.max(best, likeness(typed, name) - WORD_LEFT_OVER * leftOver);
  return best;
}
