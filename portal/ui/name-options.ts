import type { Make, ModelLine } from '../client/catalogue.ts';
import { plain } from '#schemas/names.ts';
import { NAMES } from '../content/names.ts';
import type { ComboboxOption } from './combobox.tsx';
import { count } from './format.ts';

const listed = (listings: number): { detail?: string } =>
  listings > 0 ? { detail: NAMES.listings(count(listings)) } : {};

const makeOption = ({ name, aliases }: Make) => ({ value: name, label: name, aliases });

export const makeOptions = (makes: readonly Make[]): ComboboxOption[] =>
  makes.map((make) => ({ ...makeOption(make), ...listed(make.listings) }));

/** Makes with how many of each, by their ids, a search would find: those of none are quiet, and last. */
export const makeOptionsFound = (
  makes: readonly Make[],
  found: ReadonlyMap<string, number>,
): ComboboxOption[] =>
  makes
    .map((make) => {
      const listings = found.get(make.id) ?? 0;
      const detail = NAMES.listings(count(listings));
      return { ...makeOption(make), detail, quiet: listings === 0 };
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
