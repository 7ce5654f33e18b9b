import type { Make, ModelLine } from '../client/catalogue.ts';
import { NAMES } from '../content/names.ts';
import type { ComboboxOption } from './combobox.tsx';
import { count } from './format.ts';
import { plain } from './rank-matches.ts';

const listed = (listings: number): { detail?: string } =>
  listings > 0 ? { detail: NAMES.listings(count(listings)) } : {};

export const makeOptions = (makes: readonly Make[]): ComboboxOption[] =>
  makes.map((make) => ({ value: make.name, label: make.name, ...listed(make.listings) }));

/** Makes with how many of each, by their ids, a search would find: those of none are quiet, and last. */
export const makeOptionsFound = (
  makes: readonly Make[],
  found: ReadonlyMap<string, number>,
): ComboboxOption[] =>
  makes
    .map(({ id, name }) => {
      const listings = found.get(id) ?? 0;
      const detail = NAMES.listings(count(listings));
      return { value: name, label: name, detail, quiet: listings === 0 };
    })
    .toSorted((a, b) => Number(a.quiet) - Number(b.quiet));

/** Each line, then its floorplans; choosing a floorplan fills in `Line Floorplan`. */
export const modelOptions = (lines: readonly ModelLine[]): ComboboxOption[] =>
  lines.flatMap((line) => [
    { value: line.name, label: line.name, ...listed(line.listings) },
    ...line.floorplans.map((floorplan) => ({
      value: fullName(line.name, floorplan.name),
      label: floorplan.name,
      nested: true,
      ...listed(floorplan.listings),
    })),
  ]);

/** A floorplan's name that repeats its line is not doubled. */
const fullName = (line: string, floorplan: string): string =>
  plain(floorplan).startsWith(plain(line)) ? floorplan : `${line} ${floorplan}`;

/** A text that begins with the name of a make, however it is written: the longest such name, and the words after it. */
export function splitMake(
  text: string,
  makes: readonly string[],
): { make: string; rest: string } | null {
  const words = text.split(/\s+/).filter(Boolean);
  for (let length = words.length; length > 0; length--) {
    const start = plain(words.slice(0, length).join(' '));
    const make = makes.find((known) => plain(known) === start);
    if (make !== undefined) return { make, rest: words.slice(length).join(' ') };
  }
  return null;
}
