import { misspelt } from '#domain/names/likeness.ts';
import { spaced } from '#domain/names/text.ts';
import { findState, STATES } from '#schemas/vocabulary.ts';
import { citiesWithSize, isCity } from '#warehouse/places.ts';
import type { ReadKeyword } from './keyword-parts.ts';

interface PlaceName {
  name: string;
  /** These alone, in lower case. */
  letters: string;
  /** Two letters, of a state. */
  state?: string;
  /** ZIP codes; of a state more than any city has. */
  size: number;
  /** What is called new is read as a condition: without that word. */
  isNew?: true;
}

interface PlaceLike {
  /** The words that are like it. */
  start: number;
  end: number;
  place: PlaceName;
  score: number;
}

/** One letter of five mistaken is the least: a shorter name is like too many words. */
const LEAST_LIKE = 80;
const LEAST_LETTERS = 5;
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
      ...citiesWithSize().map(({ name, zips }) => ({ name, size: zips })),
    ].flatMap((place): PlaceName[] => {
      const [, called] = /^New (.+)/.exec(place.name) ?? [];
      return [
        { ...place, letters: lettersOf(place.name) },
        ...(called ? [{ ...place, letters: lettersOf(called), isNew: true as const }] : []),
      ];
    }),
    ({ letters }) => letters.charAt(0),
  );
  return places.get(letter) ?? [];
}

/**
 * A reading with words that are like a state's or a city's as that is spelled, likest first and of these the largest.
 * Never decides: a name may be meant.
 * @param isName whether words are a name as it is spelled
 */
export function placesMeant(read: ReadKeyword, isName: (words: string) => boolean): ReadKeyword[] {
  const typed = read.keyword.split(' ').filter(Boolean);
  if (typed.length > MOST_WORDS) return [];
  const like = typed.flatMap((_, start) =>
    Array.from({ length: MOST_WORDS_OF_A_PLACE }, (_unused, more) => start + more + 1)
      .filter((end) => end <= typed.length)
      .flatMap((end) => {
        const run = typed.slice(start, end).join(' ');
        return /\d/.test(run) || isName(run) ? [] : placesLike(run, start, end);
      }),
  );
  return like
    .filter(({ place }) => fits(place, read, isName))
    .toSorted((a, b) => b.score - a.score || b.place.size - a.place.size)
    .slice(0, MOST_LIKE)
    .map(({ start, end, place: { name, state, isNew } }) => {
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
  { name, state, isNew }: PlaceName,
  read: ReadKeyword,
  isName: (words: string) => boolean,
): boolean {
  if (isNew && read.condition !== 'new') return false;
  if (state !== undefined) return read.state === undefined;
  return !isName(name) && (read.state !== undefined || findState(name) === undefined);
}

function placesLike(run: string, start: number, end: number): PlaceLike[] {
  const typed = lettersOf(run);
  if (typed.length < LEAST_LETTERS || isCity(run) || findState(run) !== undefined) return [];
  return placesBeginning(typed.charAt(0)).flatMap((place) => {
    const score = place.letters.length < LEAST_LETTERS ? 0 : misspelt(typed, place.letters);
    // Written in other words it is spelled right.
    return score < LEAST_LIKE || score === 100 ? [] : [{ start, end, place, score }];
  });
}
