import { ratio, token_set_ratio } from 'fuzzball';
import type { Catalogue, Line, Make } from '../catalogue/catalogue.ts';
import { fold, keyOf, words } from './text.ts';

/** A make or a line that a person may have meant. */
export interface NameHit {
  kind: 'make' | 'line';
  make: Make;
  /** Undefined for a make. */
  line: Line | undefined;
  /** `Keystone`, `Keystone Montana`. */
  label: string;
  /** 0–100; 100 is the name itself. */
  score: number;
}

export interface NameSearch {
  /** What a person types, into makes and lines, best first: the name itself, then prefixes, then likeness. */
  search(text: string, limit: number): NameHit[];
  /** Labels of what an unknown name may have meant, best first, five at most. */
  suggest(text: string): string[];
}

const LEAST_SCORE = 65;
const PREFIX_SCORE = 90;
const WORD_PREFIX_SCORE = 80;

interface Entry extends Omit<NameHit, 'score'> {
  keys: readonly string[];
  folded: readonly string[];
}

/** Search over names and aliases. Meant for a person's one question, not for a million listings. */
export function createNameSearch(catalogue: Catalogue): NameSearch {
  const entries: Entry[] = catalogue.makes.flatMap((make) => [
    entryOf('make', make, undefined, make.name, [make.name, ...make.aliases]),
    ...make.lines.map((line) =>
      entryOf('line', make, line, `${make.name} ${line.name}`, [
        line.name,
        ...line.aliases,
        `${make.name} ${line.name}`,
      ]),
    ),
  ]);

  function search(text: string, limit: number): NameHit[] {
    const key = keyOf(words(text));
    if (key === '') return [];
    const folded = fold(text).trim();
    return entries
      .map(({ keys, folded: names, ...hit }) => ({
        ...hit,
        score: scoreOf(key, folded, keys, names),
      }))
      .filter((hit) => hit.score >= LEAST_SCORE)
      .toSorted(
        (a, b) =>
          b.score - a.score ||
          a.kind.localeCompare(b.kind) * -1 ||
          a.label.localeCompare(b.label, 'en'),
      )
      .slice(0, limit);
  }

  return { search, suggest: (text) => [...new Set(search(text, 5).map((hit) => hit.label))] };
}

function entryOf(
  kind: Entry['kind'],
  make: Make,
  line: Line | undefined,
  label: string,
  names: string[],
): Entry {
  return {
    kind,
    make,
    line,
    label,
    keys: names.map((name) => keyOf(words(name))),
    folded: names.map(fold),
  };
}

function scoreOf(
  key: string,
  folded: string,
  keys: readonly string[],
  names: readonly string[],
): number {
  if (keys.includes(key)) return 100;
  if (keys.some((other) => other.startsWith(key))) return PREFIX_SCORE;
  if (names.some((name) => name.includes(` ${folded}`))) return WORD_PREFIX_SCORE;
  let best = 0;
  for (const [index, name] of names.entries()) {
    const whole = ratio(key, keys[index] ?? '', { full_process: false });
    const shared =
      key.length > 3 ? token_set_ratio(folded, name, { full_process: false }) * 0.85 : 0;
    best = Math.max(best, whole, shared);
  }
  return Math.min(best, WORD_PREFIX_SCORE - 1);
}
