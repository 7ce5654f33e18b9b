import type { FacetsQuery, KeywordReadAs, Suggestion } from '#schemas/api/listings.ts';
import { spaced, tellingWords } from '#domain/names/telling-words.ts';
import { typesSpelled } from '#domain/names/type-spelling.ts';
import { namesOffered } from './names-offered.ts';
import {
  askedAsRead,
  keepsChosen,
  withoutBounds,
  withoutRest,
  type ReadKeyword,
  type Readings,
} from './read-keyword.ts';
import type { KnownNames } from './search-names.ts';

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
  readingsOf: (keyword: string) => Readings;
}

/**
 * What the keyword of a search that found something may say, likeliest first, with how many each finds; of those
 * behind the first what finds any.
 * @param found by the first reading; undefined where it was not answered by that
 */
export async function readingsBeside(
  query: FacetsQuery,
  { readings: [read, ...others] }: Readings,
  found: number | undefined,
  countOf: Market['countOf'],
): Promise<Offers> {
  if (read === undefined) return {};
  const asked = askedAsRead(query, read);
  const isAnswered = found !== undefined && keepsChosen(query, asked);
  const total = isAnswered ? found : await countOf(asked);
  const first = { ...read, total, inPlace: found !== undefined };
  return { keywordReadAs: [first, ...(await whatFinds(query, others, countOf))] };
}

/**
 * What may have been meant by a search that found nothing: the readings of its keyword, and names; of a keyword that has
 * words like a type's, as that is spelled, where this has any that finds something. Where what is read finds nothing,
 * its words are kept before its bounds, and these before its words.
 * @param make that the query's own was read as
 */
export async function offersInstead(
  query: FacetsQuery,
  said: Readings,
  make: string | undefined,
  market: Market,
): Promise<Offers> {
  const spelled = typesSpelled(query.keyword ?? '');
  if (spelled !== undefined) {
    const meant = { ...query, keyword: spelled };
    const offers = await offersOf(meant, market.readingsOf(spelled), make, market);
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
  const { known, countOf } = market;
  const [read, ...others] = said.readings;
  const named = { ...asRead(query, said.withLine ?? read), make };
  const anywhere = said.withLine !== undefined && read?.state !== undefined;
  const suggestions = (await namesOffered(named, known, countOf)).map((name) => ({
    ...name,
    ...(anywhere && { anywhere }),
  }));
  if (read === undefined) return { suggestions };
  const total = await countOf(askedAsRead(query, read));
  if (total === 0) {
    for (const unbound of withoutBounds(said))
      others.push(await byName(query, unbound, suggestions, market));
    if (read.keyword !== '') others.push(withoutRest(read));
  }
  const first = { ...read, total, inPlace: false };
  return {
    keywordReadAs: [first, ...(await whatFinds(query, others, countOf))],
    suggestions,
  };
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

/** Of two with the same words and state the first: without its bounds a reading is no other. */
async function whatFinds(
  query: FacetsQuery,
  readings: readonly ReadKeyword[],
  countOf: Market['countOf'],
): Promise<KeywordReadAs[]> {
  const found: KeywordReadAs[] = [];
  for (const reading of readings) {
    const { keyword, state } = reading;
    if (found.some((other) => other.keyword === keyword && other.state === state)) continue;
    const total = await countOf(askedAsRead(query, reading));
    if (total > 0) found.push({ ...reading, total, inPlace: false });
  }
  return found;
}

/** The query with that by filters which its keyword says, and without its words that say nothing. */
function asRead(query: FacetsQuery, read: ReadKeyword | undefined): FacetsQuery {
  if (read !== undefined) return askedAsRead(query, read);
  return { ...query, keyword: tellingWords(query.keyword ?? '') || undefined };
}
