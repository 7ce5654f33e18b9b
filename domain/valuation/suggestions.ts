import type { NameResolver } from '../names/resolve.ts';

const SUGGESTIONS = 5;
/** Hits looked through for those of the wanted kind. */
const HITS = 200;

/** What an unknown make may have meant: makes near its own text first, then anything near the whole. */
export function suggestMakes(
  names: Pick<NameResolver, 'search' | 'suggest'>,
  make: string,
  model: string,
): string[] {
  const makes = names
    .search(make, HITS)
    .filter(({ kind }) => kind === 'make')
    .map(({ label }) => label);
  return [...new Set([...makes, ...names.suggest(`${make} ${model}`)])].slice(0, SUGGESTIONS);
}
