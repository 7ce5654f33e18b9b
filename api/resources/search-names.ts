import type { FacetsQuery, KnownName, SearchQuery } from '#schemas/api/listings.ts';
import type { NameResolver } from '#domain/names/resolve.ts';
import type { UnitFilters } from '#warehouse/queries/search-filters.ts';

type Names = Pick<UnitFilters, 'makeIds' | 'lineIds' | 'modelWords'>;

interface ReadNames {
  names: Names;
  /** The known name that a typed make was read as, where it does not say it itself. */
  readAs?: KnownName;
}

/**
 * Make by name, alias or prefix, else as a listing's name is read: misspelt, or with its line after it; else the
 * make that is like it, where no other name is. Model as a line of the make, with a floorplan as words to look for.
 */
export function namesOf({ make, model }: FacetsQuery, resolver: NameResolver): ReadNames {
  if (make === undefined)
    return { names: model === undefined ? {} : namesOfText({ model }, resolver) };
  const makeIds = makeIdsOf(make, resolver);
  if (makeIds.length > 0) return { names: namesOfMakes(makeIds, model, resolver) };
  const names = namesOfText({ make, model }, resolver);
  if (names.makeIds?.length !== 0) return { names, ...readAsOf(make, resolver) };
  const like = onlyMakeLike(make, resolver);
  if (like === undefined) return { names };
  return { names: namesOfMakes([like.id], model, resolver), readAs: knownName(like.name) };
}

function makeIdsOf(text: string, resolver: NameResolver): string[] {
  const exact = resolver.resolveMake(text);
  if (exact) return [exact.id];
  return resolver.makesBeginning(text).map(({ id }) => id);
}

/** As a listing's name is read; a make that is none finds nothing. */
function namesOfText(
  text: { make?: string; model?: string | undefined },
  resolver: NameResolver,
): Names {
  const { makeId, lineId, floorplan } = resolver.resolve(text);
  if (makeId === '' && text.make !== undefined) return { makeIds: [] };
  if (lineId !== '') return { lineIds: [lineId], modelWords: floorplan };
  return namesOfMakes(makeId === '' ? [] : [makeId], text.model, resolver);
}

function namesOfMakes(makeIds: string[], model: string | undefined, resolver: NameResolver): Names {
  if (model === undefined) return { makeIds };
  const lines = makeIds
    .map((makeId) => resolver.resolve({ make: makeId, model }))
    .filter(({ makeId, lineId }) => lineId !== '' && makeIds.includes(makeId));
  const [first] = lines;
  if (first !== undefined)
    return { lineIds: lines.map(({ lineId }) => lineId), modelWords: first.floorplan };
  // A model we have no line for is looked for by its words.
  return { ...(makeIds.length > 0 ? { makeIds } : {}), modelWords: model };
}

/** Nothing where the text has the make's name in it. */
function readAsOf(text: string, resolver: NameResolver): Pick<ReadNames, 'readAs'> {
  const { makeId, lineName } = resolver.resolve({ make: text });
  const name = resolver.resolveMake(makeId)?.name;
  if (name === undefined || text.toLowerCase().includes(name.toLowerCase())) return {};
  return { readAs: knownName(name, lineName) };
}

const knownName = (make: string, model = ''): KnownName => ({
  name: model === '' ? make : `${make} ${model}`,
  make,
  model,
});

/** Of a text that names no make: the one that is like it, where neither another make nor a line is. */
function onlyMakeLike(
  text: string,
  resolver: NameResolver,
): { id: string; name: string } | undefined {
  const [like, another] = resolver.suggest({ make: firstWordsOf(text), model: '', makeId: '' });
  if (like === undefined || another !== undefined) return undefined;
  const make = resolver.resolveMake(like);
  return make ?? undefined;
}

/** Names stand among the first words; comparing each costs milliseconds. */
const WORDS_OF_A_NAME = 4;

const firstWordsOf = (text: string): string =>
  text.split(/\s+/).slice(0, WORDS_OF_A_NAME).join(' ');

/** What may have been meant by the names typed, for a search that found nothing. */
export function suggestionsFor(
  { make, model, keyword }: Pick<SearchQuery, 'make' | 'model' | 'keyword'>,
  resolver: NameResolver,
): KnownName[] {
  if (make === undefined && keyword === undefined) return [];
  const typed = firstWordsOf(make ?? keyword ?? '');
  const makeId = resolver.resolveMake(typed)?.id ?? '';
  return resolver.suggest({ make: typed, model: model ?? '', makeId }).map((name) => {
    const { makeId } = resolver.resolve({ make: name });
    const words = name.split(' ');
    // The longest beginning of the name that is the make's own.
    const end = words.findLastIndex(
      (_, at) => resolver.resolveMake(words.slice(0, at + 1).join(' '))?.id === makeId,
    );
    return knownName(words.slice(0, end + 1).join(' '), words.slice(end + 1).join(' '));
  });
}
