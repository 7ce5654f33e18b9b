import type { FacetsQuery, KeywordReadAs, Suggestion } from '#schemas/api/listings.ts';
import { asListed } from '#domain/names/named-state.ts';
import { tellingWords, withoutMarks, wordsLeftOut } from '#domain/names/telling-words.ts';
import { keyOf, spaced, words } from '#domain/names/text.ts';
import { typesSpelled } from '#domain/names/type-spelling.ts';
import { zipsOfCity } from '#warehouse/places.ts';
import { saysCity, type ReadKeyword } from './keyword-parts.ts';
import { namesOffered } from './names-offered.ts';
import { placesMeant } from './places-offered.ts';
import {
  askedAsRead,
  keepsChosen,
  partsBesideWords,
  without,
  withoutBounds,
  withoutRest,
  type Part,
  type Readings,
} from './read-keyword.ts';
import { namesInKeyword, type KnownNames } from './search-names.ts';

interface Offers {
  /** Absent where the keyword names nothing that a filter says. */
  keywordReadAs?: KeywordReadAs[];
  /** Of a search that found nothing. */
  suggestions?: Suggestion[];
}

/** What offers are made of. */
interface Market {
  known: KnownNames;
  /** How many units a query finds. */
  countOf: (query: FacetsQuery) => Promise<number>;
  readingsOf: (query: FacetsQuery) => Readings;
  /** Model year. */
  newest: number;
}

/**
 * What the keyword of a search that found something may say, likeliest first, with how many each finds; of those
 * behind the first what finds any.
 * @param found by the first reading; undefined where it was not answered by that
 */
export async function readingsBeside(
  query: FacetsQuery,
  { readings, loosely }: Readings,
  found: number | undefined,
  { countOf, readingsOf }: Pick<Market, 'countOf' | 'readingsOf'>,
): Promise<Offers> {
  const [read, ...others] = [...readings, ...(loosely?.readings ?? [])];
  if (read === undefined) return {};
  const asked = askedAsRead(query, read);
  const further = readingsOf(asked);
  // What is left of its words is not read again beside them, but is where it is asked for alone.
  const isReadFurther = further.readings.length > 0 && (further.isSure || further.isLikely);
  const isAnswered = found !== undefined && keepsChosen(query, asked) && !isReadFurther;
  const total = isAnswered ? found : await countOf(asked);
  const first = { ...read, total, inPlace: found !== undefined };
  return { keywordReadAs: [first, ...(await whatFinds(query, others, countOf))] };
}

/**
 * What may have been meant by a search that found nothing: the readings of its keyword, and names; of a keyword that has
 * words like a type's, as that is spelled, where this has any that finds something. Where what is read finds nothing,
 * its words are kept before its bounds, its place, its condition and its types, and these before its words.
 * @param make that the query's own was read as
 */
export async function offersInstead(
  query: FacetsQuery,
  said: Readings,
  make: string | undefined,
  market: Market,
): Promise<Offers> {
  const offers = await offersAsTyped(query, said, make, market);
  const names = (offers.suggestions ?? []).map(({ name }) => name);
  const placed = await placesOffered(query, said, names, market);
  if (placed.length === 0) return offers;
  const { keywordReadAs = [], suggestions = [] } = offers;
  // What is offered beside names goes without them.
  const asTyped = { types: [], keyword: query.keyword ?? '', total: 0, inPlace: false };
  const [first = asTyped, ...others] = keywordReadAs;
  const isTold = (read: KeywordReadAs) =>
    keywordReadAs.some((other) => saidBesideBounds(other) === saidBesideBounds(read));
  return {
    keywordReadAs: [first, ...placed.filter((read) => !isTold(read)), ...others],
    suggestions,
  };
}

/** With the place that is misspelt as that is spelled, beside its name where this is misspelt too. */
async function placesOffered(
  query: FacetsQuery,
  said: Readings,
  offered: readonly string[],
  market: Market,
): Promise<KeywordReadAs[]> {
  const { known, countOf, readingsOf } = market;
  const { isMake, isLine } = namesInKeyword(known);
  const spelled = typesSpelled(query.keyword ?? '');
  const { readings, loosely } =
    spelled === undefined ? said : readingsOf({ ...query, keyword: spelled });
  const [read = { types: [], keyword: tellingWords(query.keyword ?? '', isMake) }] =
    loosely?.readings ?? readings;
  const meant = placesMeant(read, query.keyword ?? '', {
    isName: (name) => isMake(name) || isLine(name),
    offered,
  });
  for (const one of meant) {
    const found = await whatFinds(query, [one], countOf);
    if (found.length > 0) return found;
  }
  const inState = meant.find(({ state }) => state !== read.state);
  return inState ? whatFinds(query, [await byName(query, inState, [], market)], countOf) : [];
}

async function offersAsTyped(
  query: FacetsQuery,
  said: Readings,
  make: string | undefined,
  market: Market,
): Promise<Offers> {
  const spelled = typesSpelled(query.keyword ?? '');
  if (spelled !== undefined) {
    const meant = { ...query, keyword: spelled };
    const strictly = market.readingsOf(meant);
    const read = strictly.loosely ?? strictly;
    const beside = wordsLeftOut(withoutMarks(spelled), read.named.types);
    const typed = wordsLeftOut(withoutMarks(query.keyword ?? ''), beside);
    const named = { ...read.named, types: typed || read.named.types };
    const offers = await offersOf(meant, { ...read, named }, make, market);
    const { keywordReadAs = [], suggestions = [] } = offers;
    const [first] = keywordReadAs;
    // All that was said: a name like a part of it is less.
    if (first !== undefined && first.total > 0) return { keywordReadAs, suggestions: [] };
    if (suggestions.length > 0 || keywordReadAs.some(({ total }) => total > 0)) return offers;
  }
  return offersOf(query, said, make, market);
}

async function offersOf(
  query: FacetsQuery,
  said: Readings,
  make: string | undefined,
  market: Market,
): Promise<Offers> {
  const { known, countOf, newest } = market;
  const [read, ...further] = said.readings;
  const asked = { ...asRead(query, said.withLine ?? read, known), make };
  const anywhere = said.withLine !== undefined && read?.state !== undefined;
  const suggestions = (await namesOffered(asked, known, countOf)).map((name) => ({
    ...name,
    ...(anywhere && { anywhere }),
  }));
  if (read === undefined) {
    const ofYear = said.ofYear && suggestions.length === 0 ? [said.ofYear] : [];
    const asTyped = { types: [], keyword: asked.keyword ?? '' };
    const others = [
      ...ofYear,
      ...(mayBeCity(asTyped.keyword, suggestions, known) ? cityAlone(asTyped, known) : []),
    ];
    const found = await whatFinds(query, others, countOf);
    if (found.length === 0) return { suggestions };
    // Names go without what is offered beside them.
    const first = suggestions.length > 0 ? [{ ...asTyped, total: 0, inPlace: false }] : [];
    return { keywordReadAs: [...first, ...found], suggestions };
  }
  const total = await countOf(askedAsRead(query, read));
  const first = { ...read, total, inPlace: false };
  if (total > 0) {
    // A name that is all its words finds the same.
    const isToldBy = ({ name, keyword, leftOut }: Suggestion) =>
      !keyword && !leftOut && keyOf(words(name)) === keyOf(words(read.keyword));
    return {
      keywordReadAs: [first, ...(await whatFinds(query, further, countOf))],
      suggestions: suggestions.filter((name) => !isToldBy(name)),
    };
  }
  for (const unbound of withoutBounds(said))
    further.push(await byName(query, unbound, suggestions, market));
  const found = await withItsWords(
    query,
    { ...said, readings: [read, ...further] },
    suggestions,
    market,
  );
  const withoutWords =
    read.keyword === '' ? [] : [...cityAlone(read, known), ...withoutRest(read, newest)];
  const others = [
    ...found.slice(0, MOST_WITH_WORDS),
    ...(await whatFinds(query, withoutWords, countOf)),
  ];
  return { keywordReadAs: [first, ...others], suggestions };
}

/** "Tampa fla" is Tampa as much as it is Flagstaff; "forest river classic" names a make, and is no Forest. */
function mayBeCity(
  keyword: string,
  suggestions: readonly Suggestion[],
  known: KnownNames,
): boolean {
  const { isMake } = namesInKeyword(known);
  const all = keyword.split(' ');
  const isOfMake = all.some((_, at) => isMake(all.slice(at).join(' ')));
  return suggestions.length === 0 || (!isOfMake && suggestions.every(({ leftOut }) => leftOut));
}

/**
 * A reading without all its words but the name of a city at their end or beginning, where these are more: "cheap" finds
 * nothing in Dallas. Of two the larger: Tampa Bay is in no Bay.
 */
function cityAlone(read: ReadKeyword, known: KnownNames): ReadKeyword[] {
  const all = read.keyword.split(' ');
  const names = namesInKeyword(known);
  const isOne = ({ city }: { city: string }) => saysCity(city, read.state, names);
  const partedAt = all.slice(1).map((_, before) => {
    const [beginning, end] = [all.slice(0, before + 1), all.slice(before + 1)];
    return { beginning: beginning.join(' '), end: end.join(' ') };
  });
  // The longest: Port Charlotte is no Charlotte.
  const atEnd = partedAt
    .map(({ beginning, end }) => ({ city: end, others: beginning }))
    .find(isOne);
  const atBeginning = partedAt
    .map(({ beginning, end }) => ({ city: beginning, others: end }))
    .findLast(isOne);
  const [largest] = [atEnd, atBeginning]
    .flatMap((one) => one ?? [])
    .toSorted((a, b) => zipsOfCity(asListed(b.city)) - zipsOfCity(asListed(a.city)));
  if (largest === undefined) return [];
  const leftOut = spaced(`${largest.others} ${read.leftOut ?? ''}`);
  return [{ ...read, keyword: largest.city, leftOut }];
}

/** Beside the likeliest reading. */
const MOST_WITH_WORDS = 4;

/** Of other readings, and of the first without one of its filters, what finds something; else of that without them. */
async function withItsWords(
  query: FacetsQuery,
  said: Readings,
  offered: readonly Suggestion[],
  market: Market,
): Promise<KeywordReadAs[]> {
  const { countOf, readingsOf } = market;
  const [read, ...others] = said.readings;
  if (read === undefined) return [];
  const parts = partsBesideWords(said, readingsOf({ ...query, keyword: read.keyword }));
  const less = (left: readonly Part[]) => without(left, read, said.named);
  // Without its bounds each reading is among the others.
  const filters = parts.filter((part) => part !== 'bounds');
  const byOne = filters.map((part) => less([part]));
  const found = await whatFinds(query, [...others, ...byOne], countOf);
  if (found.length > 0 || filters.length === 0) return found;
  const ofType = less(parts.filter((part) => part !== 'types'));
  const byWords = await whatFinds(query, [ofType, less(parts)], countOf);
  if (byWords.length > 0) return byWords;
  return whatFinds(query, [await byName(query, ofType, offered, market)], countOf);
}

/** A reading, where its words find nothing by the name that is likest to them; not by one that is offered already. */
async function byName(
  query: FacetsQuery,
  read: ReadKeyword,
  offered: readonly Suggestion[],
  { known, countOf }: Market,
): Promise<ReadKeyword> {
  const asked = askedAsRead(query, read);
  if (query.make !== undefined || (await countOf(asked)) > 0) return read;
  const [like] = await namesOffered(asked, known, countOf);
  if (like === undefined || offered.some(({ name }) => name === like.name)) return read;
  const { name, keyword = '', leftOut = '' } = like;
  return {
    ...read,
    keyword: spaced(`${name} ${keyword}`),
    leftOut: spaced(`${leftOut} ${read.leftOut ?? ''}`),
  };
}

/** Of two that say the same beside their bounds the first: without these a reading is no other. */
async function whatFinds(
  query: FacetsQuery,
  readings: readonly ReadKeyword[],
  countOf: Market['countOf'],
): Promise<KeywordReadAs[]> {
  const found: KeywordReadAs[] = [];
  for (const reading of readings) {
    if (found.some((other) => saidBesideBounds(other) === saidBesideBounds(reading))) continue;
    const total = await countOf(askedAsRead(query, reading));
    if (total > 0) found.push({ ...reading, total, inPlace: false });
  }
  return found;
}

const saidBesideBounds = ({ types, keyword, condition, near, state }: ReadKeyword): string =>
  JSON.stringify([types, keyword, condition, near?.zip, state]);

/** The query with that by filters which its keyword says, and without its words that say nothing. */
function asRead(query: FacetsQuery, read: ReadKeyword | undefined, known: KnownNames): FacetsQuery {
  if (read !== undefined) return askedAsRead(query, read);
  const { isMake } = namesInKeyword(known);
  return { ...query, keyword: tellingWords(query.keyword ?? '', isMake) || undefined };
}
