import { findState } from '#schemas/vocabulary.ts';
import { misspelt, spellingOf } from './likeness.ts';
import { EVERY_TYPE, typesApart } from './named-type.ts';
import { spaced, words } from './text.ts';

/** Words that name a type, and what it burns. */
const SPELLED_RIGHT = [
  'toy hauler',
  'fifth wheel',
  '5th wheel',
  'class a',
  'class b',
  'class c',
  'super c',
  'camper van',
  'conversion van',
  'van conversion',
  'diesel pusher',
  'truck camper',
  'pop up',
  'folding camper',
  'tent camper',
  'tent trailer',
  'park model',
  'destination trailer',
  'fish house',
  'ice house',
  'travel trailer',
  'teardrop',
  'motorhome',
  'diesel',
].map((said) => {
  const { words: all, key } = spellingOf(words(said));
  // "Class d" is none of the classes.
  return { said, all, key, letter: all.find((word) => word.length === 1) };
});

/** With two letters of ten mistaken it is another name: Teal Camper is no tent camper. */
const LEAST_LIKE = 81;
const MOST_WORDS = 3;

/**
 * A text with the words that are like a type's, one or two letters wrong, as these are spelled, and "diesel" too. Never
 * decides: a name may be meant.
 * @returns undefined where there are none, or it names no type then
 */
export function typesSpelled(text: string): string | undefined {
  const typed = spaced(text);
  let spelled = '';
  let from = 0;
  for (const { 0: right, index } of typed.matchAll(EVERY_TYPE)) {
    spelled += spelledRight(typed.slice(from, index).split(' ')) + right;
    from = index + right.length;
  }
  spelled = spaced(spelled + spelledRight(typed.slice(from).split(' ')));
  return spelled === typed || typesApart(spelled) === undefined ? undefined : spelled;
}

/** Likest first. */
function spelledRight(typed: readonly string[]): string {
  const [best] = runsLike(typed).toSorted((a, b) => b.score - a.score);
  if (best === undefined) return typed.join(' ');
  const { start, end, said } = best;
  return `${spelledRight(typed.slice(0, start))} ${said} ${spelledRight(typed.slice(end))}`;
}

/** "Camper va" is one in Virginia. */
const isCode = (word: string): boolean => word.length === 2 && findState(word) !== undefined;

const runsLike = (typed: readonly string[]) =>
  typed.flatMap((_, start) =>
    Array.from({ length: Math.min(MOST_WORDS, typed.length - start) }, (_unused, more) => {
      const end = start + more + 1;
      // Between a space and a type that is spelled right.
      if (typed[start] === '' || typed[end - 1] === '') return [];
      const run = spellingOf(words(typed.slice(start, end).join(' ')));
      if (run.words.some(isCode)) return [];
      return SPELLED_RIGHT.flatMap(({ said, all, key, letter }) => {
        if (letter !== undefined && !run.words.includes(letter)) return [];
        // "Diesel or" is spelled right.
        if (all.every((word) => run.words.includes(word))) return [];
        const score = misspelt(run.key, key);
        return score < LEAST_LIKE ? [] : { start, end, said, score };
      });
    }).flat(),
  );
