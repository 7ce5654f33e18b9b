import { RV_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import type { Catalogue, Line, Make } from '../catalogue/catalogue.ts';
import { likeness, spellingOf, type Spelling } from './likeness.ts';
import { keyOf, words as wordsOf } from './text.ts';

/** What a spelling may mean: a make, a line of it, or a type of RV. */
export interface Meaning {
  /** '' for a type. */
  makeId: string;
  /** '' for the make itself. */
  lineId: string;
  /** '' for a make or a line. */
  type: RvTypeId | '';
  /** `Keystone`, `Keystone Montana`, `Travel Trailer`. */
  name: string;
  /** A fraction; 1 is the name itself. */
  likeness: number;
}

/** Below this a likeness is an accident. */
const LEAST = 68;
const MOST = 3;

interface Known<T> {
  it: T;
  spellings: readonly Spelling[];
}

/**
 * What spellings that the catalogue does not know may mean, likeliest first, three at most. It only proposes: a
 * person accepts or refuses.
 */
export function createMeaningProposer(catalogue: Catalogue) {
  const makes: Known<Make>[] = catalogue.makes.map((make) => ({
    it: make,
    spellings: spellings(make),
  }));
  const types = RV_TYPES.map(({ id, name, filterLabel }) => ({
    it: { id, name },
    spellings: spellings({ name, aliases: [filterLabel] }),
  }));
  const linesOf = new Map<string, Known<Line>[]>();

  function linesIn(make: Make): Known<Line>[] {
    const known =
      linesOf.get(make.id) ??
      // The lines of its company too: dealers name them after either.
      catalogue
        .family(make)
        .flatMap(({ lines }) => lines)
        .map((line) => ({ it: line, spellings: spellings(line) }));
    linesOf.set(make.id, known);
    return known;
  }

  return {
    makes: (text: string): Meaning[] =>
      likeliest(text, makes).map(({ it, score }) => ({
        makeId: it.id,
        lineId: '',
        type: '',
        name: it.name,
        likeness: score / 100,
      })),
    lines: (make: Make, text: string): Meaning[] =>
      likeliest(text, linesIn(make)).map(({ it, score }) => ({
        makeId: make.id,
        lineId: it.id,
        type: '',
        name: `${catalogue.makeById(it.makeId)?.name ?? it.makeId} ${it.name}`,
        likeness: score / 100,
      })),
    types: (text: string): Meaning[] =>
      likeliest(text, types).map(({ it, score }) => ({
        makeId: '',
        lineId: '',
        type: it.id,
        name: it.name,
        likeness: score / 100,
      })),
  };
}

const spellings = ({ name, aliases }: { name: string; aliases: readonly string[] }): Spelling[] =>
  [name, ...aliases].map((spelling) => spellingOf(wordsOf(spelling)));

function likeliest<T>(text: string, known: readonly Known<T>[]): { it: T; score: number }[] {
  const words = wordsOf(text);
  if (keyOf(words) === '') return [];
  const typed = spellingOf(words);
  return known
    .map(({ it, spellings: names }) => ({
      it,
      score: Math.max(...names.map((name) => likeness(typed, name))),
    }))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST);
}
