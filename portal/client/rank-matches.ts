import { soundOf } from '#schemas/sound.ts';
import { plain } from '#schemas/names.ts';

/** How far two short words are apart in single-letter edits, swaps of neighbours counted as one. */
function editDistance(a: string, b: string): number {
  let previous: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (previous[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    previous = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The edits from what was typed to a name's beginning: the rest of it may not have been typed yet. */
const slips = (typed: string, name: string): number =>
  Math.min(
    editDistance(typed, name.slice(0, typed.length)),
    editDistance(typed, name.slice(0, typed.length + 1)),
  );

/** 0 same, 1 begins so, 2 a word of it begins so, 3 contains it, 4 every typed word is in it, from 6 on misspelt; null none. */
function distance(typed: string, name: string): number | null {
  const wanted = plain(typed);
  const have = plain(name);
  if (have === wanted) return 0;
  if (have.startsWith(wanted)) return 1;
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  if (words.some((word) => word.startsWith(wanted))) return 2;
  if (have.includes(wanted)) return 3;
  const typedWords = typed
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (typedWords.length > 1 && typedWords.every((word) => have.includes(word))) return 4;
  // A word of four letters may have one wrong, of eight two; that it only sounds so counts as one.
  const wrong = Math.min(slips(wanted, have), slips(soundOf(wanted), soundOf(have)) + 1);
  if (wrong <= Math.floor(wanted.length / 4)) return 5 + wrong;
  return null;
}

/** What could be meant by what was typed, by any of its names, likeliest first, otherwise in the order given. */
export function rankMatches<T>(
  typed: string,
  items: readonly T[],
  namesOf: (item: T) => readonly string[],
): T[] {
  if (plain(typed) === '') return [...items];
  return items
    .map((item) => ({
      item,
      distance: Math.min(...namesOf(item).map((name) => distance(typed, name) ?? Infinity)),
    }))
    .filter((ranked) => ranked.distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .map((ranked) => ranked.item);
}
