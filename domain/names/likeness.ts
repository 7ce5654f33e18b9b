import { ratio } from 'fuzzball';
import { soundOf } from '#schemas/sound.ts';
import { keyOf, oneSpelling } from './text.ts';

/** A text in the forms it is compared in. */
export interface Spelling {
  words: readonly string[];
  /** `keyOf` the words, of the same words in alphabetical order, and how the words sound. */
  key: string;
  sorted: string;
  sound: string;
}

export function spellingOf(words: readonly string[]): Spelling {
  const key = keyOf(words);
  return { words, key, sorted: keyOf(words.map(oneSpelling).toSorted()), sound: soundOf(key) };
}

const SWAPPED_WORDS = 97;
/** A name that is typed as far as its middle is surer than one of which two letters are there. */
const PREFIX = 82;
const PREFIX_GAIN = 14;
const WORD_PREFIX = 78;
const SHORTEST_PREFIX = 2;
/** People seldom miss the first letter. */
const OTHER_FIRST_LETTER = 4;
/** Who writes a name as it sounds has not seen it; a slip of the pen is likelier. */
const ONLY_SOUNDS_SO = 15;

/**
 * How likely a person who typed one text meant a name, 0–100; 100 is the name itself. Between are its words
 * swapped, a beginning of it, of one of its words, letters left out, added, mistaken or swapped, and what sounds so.
 */
export function likeness(typed: Spelling, name: Spelling): number {
  if (typed.key === name.key) return 100;
  if (typed.sorted === name.sorted) return SWAPPED_WORDS;
  return Math.max(
    begun(typed, name),
    misspelt(typed.key, name.key),
    misspelt(typed.sound, name.sound) - ONLY_SOUNDS_SO,
  );
}

function begun({ key }: Spelling, name: Spelling): number {
  if (key.length < SHORTEST_PREFIX) return 0;
  if (name.key.startsWith(key)) return PREFIX + (PREFIX_GAIN * key.length) / name.key.length;
  const [, ...further] = name.words;
  return further.some((word) => word.startsWith(key)) ? WORD_PREFIX : 0;
}

/** How many letters of a name of some length a person gets wrong; more is another name. */
const slipsIn = (length: number): number => (length < 6 ? 1 : length < 10 ? 2 : 3);

/** How alike the letters are, 0–100; 0 where more are wrong than a person gets wrong. */
export function misspelt(typed: string, name: string): number {
  const most = slipsIn(Math.min(typed.length, name.length));
  const longer = Math.abs(typed.length - name.length);
  if (longer > most) return 0;
  const score = ratio(typed, name, { full_process: false });
  // The ratio counts letters to take out and put in: two for one mistaken, and for two swapped.
  const changes = Math.round((1 - score / 100) * (typed.length + name.length));
  if (changes > 2 * most) return 0;
  return typed[0] === name[0] ? score : score - OTHER_FIRST_LETTER;
}
