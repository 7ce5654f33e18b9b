import { titleOf } from './find-line.ts';
import { CHASSIS, LEADING, looksLikeYear } from './noise.ts';
import { words as wordsOf } from './text.ts';

/**
 * What the make of a title may be that names none the catalogue knows: its first two words behind condition, year and
 * chassis, and the first alone.
 */
export function makesInTitle(title: string): string[] {
  const words = wordsOf(title);
  const start = words.findIndex(
    (word) => !LEADING.has(word) && !CHASSIS.has(word) && !looksLikeYear(word),
  );
  if (start < 0) return [];
  const [first = '', second = ''] = words.slice(start);
  return (second === '' ? [[first]] : [[first, second], [first]]).map(titleOf);
}
