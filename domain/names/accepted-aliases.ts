import type { Catalogue, Line, Make } from '../catalogue/catalogue.ts';
import { keyOf, words } from './text.ts';

/** A spelling that staff accepted for a make, or for a line of it where `lineId` is not empty. */
export interface AcceptedAlias {
  alias: string;
  makeId: string;
  lineId: string;
}

/**
 * The catalogue that also knows the accepted spellings. What the shipped catalogue already means by a spelling
 * stays; an alias for a make or line that it does not have is ignored, for decisions outlive catalogue editions.
 */
export function withAcceptedAliases(
  catalogue: Catalogue,
  aliases: readonly AcceptedAlias[],
): Catalogue {
  if (aliases.length === 0) return catalogue;
  const makes = new Map<string, Make>();
  const lines = new Map<string, Line>();
  for (const { alias, makeId, lineId } of aliases) {
    const key = keyOf(words(alias));
    const make = catalogue.makeById(makeId);
    const line = lineId === '' ? undefined : catalogue.lineById(lineId);
    if (make === undefined || key === '') continue;
    if (lineId === '') makes.set(key, make);
    else if (line !== undefined) lines.set(`${makeId}:${key}`, line);
  }
  return {
    ...catalogue,
    makeByKey: (key) => catalogue.makeByKey(key) ?? makes.get(key),
    lineByKey: (make, key) => catalogue.lineByKey(make, key) ?? lines.get(`${make.id}:${key}`),
    longestName: Math.max(
      catalogue.longestName,
      ...aliases.map(({ alias }) => words(alias).length),
    ),
  };
}
