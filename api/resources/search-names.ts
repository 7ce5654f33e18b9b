import type { KnownName } from '#schemas/api/catalogue.ts';
import type { FacetsQuery, SearchQuery } from '#schemas/api/listings.ts';
import type { SnapshotLine } from '#schemas/snapshot.ts';
import type { ResolvedName } from '#domain/names/resolved-name.ts';
import type { NameResolver } from '#domain/names/resolve.ts';
import { typesApart } from '#domain/names/named-type.ts';
import { keyOf, words } from '#domain/names/text.ts';
import { asSearched, type UnitFilters } from '#warehouse/queries/search-filters.ts';
import type { MarketHolder } from '../market.ts';
import type { NamesInKeyword } from './keyword-parts.ts';

type Names = Pick<UnitFilters, 'makeIds' | 'lineIds' | 'modelWords'>;

interface ReadNames {
  names: Names;
  /** The known name that a typed make was read as, where it does not say it itself. */
  readAs?: KnownName;
}

/** What names are understood by. */
export interface KnownNames {
  resolver: NameResolver;
  /** Those that have any in the market. */
  makeIds: () => Iterable<string>;
  /** The lines of a make that the market has, the catalogue's or not. */
  linesOf: (makeId: string) => readonly MarketLine[];
  /** How many units of a make are listed now. */
  unitsOf: (makeId: string) => number;
}

type MarketLine = Pick<SnapshotLine, 'id' | 'name' | 'units' | 'floorplans'>;

export const namesKnownTo = ({ resolver, current }: MarketHolder): KnownNames => ({
  resolver,
  makeIds: () => current.linesByMake.keys(),
  linesOf: (makeId) => current.linesByMake.get(makeId) ?? [],
  unitsOf: (makeId) => current.unitsByMake.get(makeId) ?? 0,
});

/**
 * Make by name, alias or prefix, else as a listing's name is read: misspelt, or with its line after it; else the
 * make that is like it, where no other name is. Model as a line of the make, with a floorplan as words to look for;
 * else the make's lines that begin so, which it is while being typed.
 */
export function namesOf({ make, model }: FacetsQuery, known: KnownNames): ReadNames {
  const { resolver } = known;
  if (make === undefined)
    return { names: model === undefined ? {} : namesOfText({ model }, known) };
  const makeIds = makeIdsOf(make, resolver);
  if (makeIds.length > 0) return { names: namesOfMakes(makeIds, model, known) };
  const names = namesOfText({ make, model }, known);
  if (names.makeIds?.length !== 0) return { names, ...readAsOf(make, known) };
  const like = onlyMakeLike(make, known);
  if (like === undefined) return { names };
  return { names: namesOfMakes([like.id], model, known), readAs: knownName(like.name) };
}

function makeIdsOf(text: string, resolver: NameResolver): string[] {
  const exact = resolver.resolveMake(text);
  if (exact) return [exact.id];
  return resolver.makesBeginning(text).map(({ id }) => id);
}

/** As a listing's name is read; a make that is none finds nothing. */
function namesOfText(
  text: { make?: string; model?: string | undefined },
  known: KnownNames,
): Names {
  const read = known.resolver.resolve(text);
  if (read.makeId === '' && text.make !== undefined) return { makeIds: [] };
  if (isLine(read, known)) return { lineIds: [read.lineId], modelWords: read.floorplan };
  if (read.lineId === '')
    return namesOfMakes(read.makeId === '' ? [] : [read.makeId], text.model, known);
  return namesOfMakes([read.makeId], `${read.lineName} ${read.floorplan}`.trim(), known);
}

function namesOfMakes(makeIds: string[], model: string | undefined, known: KnownNames): Names {
  if (model === undefined) return { makeIds };
  const read = makeIds
    .map((makeId) => known.resolver.resolve({ make: makeId, model }))
    .filter((name) => makeIds.includes(name.makeId) && isLine(name, known));
  const [first] = read;
  if (first !== undefined)
    return { lineIds: read.map(({ lineId }) => lineId), modelWords: first.floorplan };
  const begun = makeIds.flatMap((makeId) => linesBeginning(model, known.linesOf(makeId)));
  if (begun.length > 0) return { lineIds: begun.map(({ id }) => id) };
  // A model we have no line for is looked for by its words.
  return { ...(makeIds.length > 0 ? { makeIds } : {}), modelWords: model };
}

/** Words that no catalogue has are read as a line too, as one being typed would be: it is one where the market has it. */
function isLine({ makeId, lineId, basis }: ResolvedName, { linesOf }: KnownNames): boolean {
  if (basis === 'derived') return linesOf(makeId).some(({ id }) => id === lineId);
  return lineId !== '';
}

function linesBeginning(text: string, lines: readonly MarketLine[]): MarketLine[] {
  const key = keyOf(words(text));
  return key === '' ? [] : lines.filter(({ name }) => keyOf(words(name)).startsWith(key));
}

/** Nothing where the text has the make's name in it and no words beside what was read. */
function readAsOf(text: string, known: KnownNames): Pick<ReadNames, 'readAs'> {
  const read = known.resolver.resolve({ make: text });
  const name = known.resolver.resolveMake(read.makeId)?.name;
  if (name === undefined) return {};
  const isWhole = words(text).length <= words(`${name} ${read.lineName} ${read.floorplan}`).length;
  if (isWhole && text.toLowerCase().includes(name.toLowerCase())) return {};
  return { readAs: knownName(name, modelOf(read, name, known)) };
}

/** A line that is none is the one that is like it, as that is written; else the make alone was read. */
function modelOf(read: ResolvedName, make: string, known: KnownNames): string {
  const { makeId, lineName, floorplan } = read;
  if (lineName === '' || isLine(read, known)) return `${lineName} ${floorplan}`.trim();
  const asked = { make, model: lineName, makeId, linesOf: namesOfLines(known) };
  const [like] = known.resolver.suggest(asked);
  return like === undefined ? '' : `${like.slice(make.length)} ${floorplan}`.trim();
}

const knownName = (make: string, model = ''): KnownName => ({
  name: model === '' ? make : `${make} ${model}`,
  make,
  model,
});

/** Of a text that names no make: the one that is like it, where neither another make nor a line is. */
function onlyMakeLike(text: string, known: KnownNames): { id: string; name: string } | undefined {
  const { resolver } = known;
  const asked = { make: firstWordsOf(text), model: '', makeId: '', linesOf: namesOfLines(known) };
  const [like, another] = resolver.suggest(asked);
  if (like === undefined || another !== undefined) return undefined;
  const make = resolver.resolveMake(like);
  return make ?? undefined;
}

const namesOfLines =
  ({ linesOf }: KnownNames) =>
  (makeId: string): string[] =>
    linesOf(makeId).map(({ name }) => name);

/** As many words as a make is called by; names stand among the first words, and comparing each costs milliseconds. */
const WORDS_OF_A_NAME = 4;

const firstWordsOf = (text: string): string =>
  text.split(/\s+/).slice(0, WORDS_OF_A_NAME).join(' ');

/** What may have been meant by the names typed, for a search that found nothing: names that have listings. */
export function suggestionsFor(
  { make, model, keyword }: Pick<SearchQuery, 'make' | 'model' | 'keyword'>,
  known: KnownNames,
): KnownName[] {
  const { resolver } = known;
  if (make === undefined && keyword === undefined) return [];
  const typed = firstWordsOf(make ?? keyword ?? '');
  const exact = resolver.resolveMake(typed);
  const makeId = exact?.id ?? '';
  const asked = { make: typed, model: model ?? '', makeId, linesOf: namesOfLines(known) };
  const names = resolver.suggest(asked).flatMap((name) => {
    const read = resolver.resolve({ make: name });
    if (!isListed(read, known)) return [];
    const parts = name.split(' ');
    // The longest beginning of the name that is the make's own.
    const end = parts.findLastIndex(
      (_, at) => resolver.resolveMake(parts.slice(0, at + 1).join(' '))?.id === read.makeId,
    );
    return [knownName(parts.slice(0, end + 1).join(' '), parts.slice(end + 1).join(' '))];
  });
  // In a keyword another spelling of a make finds nothing by itself.
  const isSpelling = names.length === 0 && make === undefined && exact !== null;
  return isSpelling && known.unitsOf(exact.id) > 0 ? [knownName(exact.name)] : names;
}

/** What the names in a keyword tell apart: a state from a line, a condition from a make, a price from a floorplan. */
export const namesInKeyword = ({ resolver, linesOf, makeIds }: KnownNames): NamesInKeyword => {
  const makeOf = (text: string) => makeInFront(text, resolver);
  return {
    isMake: (text) => makeOf(text) !== undefined,
    isLine: (name, make) => {
      const own = make === undefined ? undefined : makeOf(make);
      if (make !== undefined && own === undefined) return false;
      const named = words(name);
      const key = keyOf(named);
      return (own === undefined ? [...makeIds()] : [own]).some((makeId) =>
        linesOf(makeId).some((line) => keyOf(words(line.name).slice(0, named.length)) === key),
      );
    },
    isOtherMake: (text, without) => makeOf(text) !== makeOf(without),
    isFloorplanInK: (text) => {
      const { makeId, lineId, floorplan } = resolver.resolve({ make: text });
      const line = linesOf(makeId).find(({ id }) => id === lineId);
      const isOfLine = line?.floorplans.some(({ code, units }) => code === floorplan && units > 0);
      return isOfLine === true && /^\d+K$/.test(floorplan);
    },
  };
};

/** The make that a text begins with, a model year before it aside. */
function makeInFront(text: string, resolver: NameResolver): string | undefined {
  const all = firstWordsOf(text.replace(/^(?:19|20)\d\d +/, '')).split(' ');
  return all
    .map((_, at) => resolver.resolveMake(all.slice(0, all.length - at).join(' '))?.id)
    .find((id) => id !== undefined);
}

/**
 * By word the makes that have it in their name and not in their id, which the listings hold, and those that are called by
 * it, alone or with the words beside it, in any spelling that is known: LTV, Newell Coach, Key Stone.
 */
export const makesNamed =
  ({ catalogue: { makes }, resolver }: MarketHolder) =>
  (words: readonly string[]) => {
    const named = new Map<string, string[]>();
    for (const word of words)
      named.set(
        word,
        makes
          .filter(
            ({ id, name }) => !asSearched(id).includes(word) && asSearched(name).includes(word),
          )
          .map(({ id }) => id),
      );
    for (let at = 0; at < words.length; at += 1)
      for (let end = at + 1; end <= Math.min(words.length, at + WORDS_OF_A_NAME); end += 1) {
        const run = words.slice(at, end);
        const make = resolver.resolveMake(run.join(''));
        // Of a "Luxe fifth wheel" the type is said, which a filter says better.
        const untyped = typesApart(run.join(''))?.rest ?? '';
        if (make === null || resolver.resolveMake(untyped)?.id === make.id) continue;
        for (const word of run) named.get(word)?.push(make.id);
      }
    return named;
  };

/** What a text typed for a make may have been meant as, likeliest first: as a search reads it, else names like it. */
export function namesMeant(make: string, known: KnownNames): KnownName[] {
  const { readAs } = namesOf({ make }, known);
  const isOffered =
    readAs !== undefined && isListed(known.resolver.resolve({ make: readAs.name }), known);
  return isOffered ? [readAs] : suggestionsFor({ make }, known);
}

const isListed = ({ makeId, lineId }: ResolvedName, { linesOf, unitsOf }: KnownNames): boolean =>
  lineId === ''
    ? unitsOf(makeId) > 0
    : linesOf(makeId).some(({ id, units }) => id === lineId && units > 0);
