import { misspelt } from '#domain/names/likeness.ts';
import { spaced } from '#domain/names/text.ts';
import { findState, STATES } from '#schemas/vocabulary.ts';
import { namesOfCities, zipsOfCity } from '#warehouse/places.ts';
import type { ReadKeyword } from './keyword-parts.ts';

interface PlaceName {
  name: string;
  /** These alone, in lower case. */
  letters: string;
  /** Two letters, of a state. */
  state?: string;
  /** ZIP codes; of a state more than any city has. */
  size: number;
}

interface PlaceLike {
  /** Where the words are that are like it. */
  start: number;
  end: number;
  place: PlaceName;
  /** As `misspelt`. */
  score: number;
  run: string;
  /** The "new" in front of them, which is read as a condition, is a part of it. */
  isNew: boolean;
}

/** One letter of five mistaken is another word: "horse" is no House. */
const LEAST_LIKE = 83;
/** There are few states: Texes is Texas. */
const LEAST_LIKE_A_STATE = 80;
/** So many times as large as a city that is called as was typed: Huston is Houston. */
const FAR_LARGER = 10;
const LEAST_LETTERS = 5;
const LEAST_LETTERS_OF_A_STATE = 4;
const MOST_WORDS_OF_A_PLACE = 3;
/** Each run of them is held against hundreds of names. */
const MOST_WORDS = 6;
/** Each is counted. */
const MOST_LIKE = 4;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** By first letter, which people seldom miss: to hold a word against all 20,000 would take long. */
let places: ReadonlyMap<string, readonly PlaceName[]> | undefined;
function placesBeginning(letter: string): readonly PlaceName[] {
  places ??= Map.groupBy(
    [
      ...STATES.map(({ name, code }) => ({ name, state: code, size: Infinity })),
      ...[...namesOfCities().values()].map(({ name, zips }) => ({ name, size: zips })),
    ].map((place): PlaceName => ({ ...place, letters: lettersOf(place.name) })),
    ({ letters }) => letters.charAt(0),
  );
  return places.get(letter) ?? [];
}

interface Beside {
  /** Whether words are a name as it is spelled. */
  isName: (words: string) => boolean;
  /** Names that are offered as what was meant: what is liker to one of them is no place. */
  offered: readonly string[];
}

/**
 * A reading with words that are like a state's or a city's as that is spelled, likest first and of these the largest.
 * Never decides: a name may be meant.
 * @param text all that was typed
 */
export function placesMeant(
  read: ReadKeyword,
  text: string,
  { isName, offered }: Beside,
): ReadKeyword[] {
  const typed = read.keyword.split(' ').filter(Boolean);
  if (typed.length > MOST_WORDS) return [];
  const runs = offered.flatMap((name) => runsOf(name.split(' ')).map(({ run }) => lettersOf(run)));
  const like = runsOf(typed)
    .filter(({ run }) => !/\d/.test(run) && !isName(run))
    .flatMap((words) => {
      const isNew = read.condition === 'new' && isBehindNew(text, words.run);
      return [...placesLike(words, false), ...(isNew ? placesLike(words, true) : [])];
    });
  return like
    .filter(({ place }) => fits(place, read, isName))
    .filter(({ run, place, score, isNew }) => {
      const ofName = Math.max(0, ...runs.map((name) => misspelt(lettersOf(run), name)));
      if (isNew) return ofName < LEAST_LIKE_A_STATE;
      return place.state === undefined ? score > ofName : score >= ofName;
    })
    .toSorted((a, b) => b.score - a.score || b.place.size - a.place.size)
    .slice(0, MOST_LIKE)
    .map(({ start, end, isNew, place: { name, state } }) => {
      const { condition, ...unconditioned } = read;
      const kept =
        isNew || condition === undefined ? unconditioned : { ...unconditioned, condition };
      const around = (words: string) =>
        spaced([...typed.slice(0, start), words, ...typed.slice(end)].join(' '));
      return state === undefined
        ? { ...kept, keyword: around(name) }
        : { ...kept, keyword: around(''), state };
    });
}

/** Whether a place may be meant beside what is read: one state, and no city that is called as it is. */
function fits(
  { name, state }: PlaceName,
  read: ReadKeyword,
  isName: (words: string) => boolean,
): boolean {
  if (state !== undefined) return read.state === undefined;
  return !isName(name) && (read.state !== undefined || findState(name) === undefined);
}

/** "Brand new" begins no name. */
const isBehindNew = (text: string, words: string): boolean =>
  ` ${spaced(text).toLowerCase()} `.includes(` new ${words.toLowerCase()} `) &&
  !/\bbrand[\s-]new\b/i.test(text);

const runsOf = (words: readonly string[]) =>
  words.flatMap((_, start) =>
    Array.from({ length: MOST_WORDS_OF_A_PLACE }, (_unused, more) => start + more + 1)
      .filter((end) => end <= words.length)
      .map((end) => ({ start, end, run: words.slice(start, end).join(' ') })),
  );

function placesLike(words: ReturnType<typeof runsOf>[number], isNew: boolean): PlaceLike[] {
  const said = isNew ? `new ${words.run}` : words.run;
  const typed = lettersOf(said);
  if (findState(said) !== undefined) return [];
  const own = zipsOfCity(said);
  return placesBeginning(typed.charAt(0)).flatMap((place) => {
    const isState = place.state !== undefined;
    const letters = Math.min(typed.length, place.letters.length);
    if (letters < (isState ? LEAST_LETTERS_OF_A_STATE : LEAST_LETTERS)) return [];
    if (place.size < FAR_LARGER * own) return [];
    const score = misspelt(typed, place.letters);
    const least = isState ? LEAST_LIKE_A_STATE : LEAST_LIKE;
    return score < least ? [] : [{ ...words, place, score, isNew }];
  });
}
