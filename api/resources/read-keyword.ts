import type { FacetsQuery, KeywordReadAs } from '#schemas/api/listings.ts';
import { pricesApart } from '#domain/names/named-price.ts';
import { stateApart } from '#domain/names/named-state.ts';
import { typesApart } from '#domain/names/named-type.ts';
import { withoutIdleWords, withoutMarks, withoutNearMe } from '#domain/names/telling-words.ts';
import { beginsWithCityAfterState, cityOfZip } from '#warehouse/places.ts';
import type { UnitFilters } from '#warehouse/queries/search-filters.ts';

/** What a keyword says that a filter says better: it stands in no text that a keyword is looked for in. */
export type ReadKeyword = Omit<KeywordReadAs, 'total' | 'inPlace'>;

/** What a keyword may say, likeliest first. */
export interface Readings {
  readings: ReadKeyword[];
  /** The first is what was meant, whatever has its words: "class c" is no Classic. */
  isSure: boolean;
}

/**
 * No reading where it names no type, no condition alone, no price, no ZIP code that there is and no state. The name of
 * a state may be that of a line too.
 */
export function readKeyword(text = ''): Readings {
  const priced = pricesApart(text);
  const said = withoutNearMe(withoutMarks(priced?.rest ?? text));
  const near = nearOf(said);
  const behindZip = near === undefined ? said : said.replace(ZIP, ' ').trim();
  const read = (words: string) => ({ ...typesIn(words), ...priced?.prices, ...(near && { near }) });
  const anywhere = read(behindZip);
  const isCondition = anywhere.condition !== undefined && anywhere.keyword === '';
  const others = priced || near || isCondition || anywhere.types.length > 0 ? [anywhere] : [];
  const placed = stateApart(behindZip, beginsWithCityAfterState);
  if (placed === undefined) return { readings: others, isSure: anywhere.keyword === '' };
  const there = { ...read(placed.rest), state: placed.state };
  if (placed.mayBeName) return { readings: [there, ...others], isSure: false };
  return { readings: [there], isSure: !WORD_AT_END.test(text) };
}

/** Being typed, or a word: "jayco or" is no Oregon yet, nor "co" Colorado. */
const WORD_AT_END = /^\s*\w{2}\s*$|[^\s,]\s+(?:hi|in|me|oh|ok|or)\s*$/;

function typesIn(words: string): Pick<ReadKeyword, 'types' | 'condition' | 'keyword'> {
  const { types, rest } = typesApart(words) ?? { types: [], rest: words };
  return { types, ...conditionApart(withoutIdleWords(rest)) };
}

/** What is said by filters alone. */
export const withoutRest = ({ keyword, ...read }: ReadKeyword): ReadKeyword => ({
  ...read,
  keyword: '',
  leftOut: keyword,
});

const ZIP = /(?<!\S)(?:(?:near|in) +)?(?:zip(?: ?codes?)? +)?(\d{5})(?:-\d{4})?(?!\S)/i;

function nearOf(text: string): ReadKeyword['near'] {
  const zip = ZIP.exec(text)?.[1];
  const city = zip === undefined ? undefined : cityOfZip(zip);
  return zip === undefined || city === undefined ? undefined : { zip, city };
}

/** New Horizons is a make: "new" is a condition only where nothing else is left. */
function conditionApart(rest: string): Pick<ReadKeyword, 'condition' | 'keyword'> {
  const words = rest.split(/\s+/).filter(Boolean);
  const isNew = words.length === 1 && words[0]?.toLowerCase() === 'new';
  if (isNew) return { condition: 'new', keyword: '' };
  for (const condition of ['used', 'certified'] as const) {
    const others = words.filter((word) => word.toLowerCase() !== condition);
    if (others.length < words.length) return { condition, keyword: others.join(' ') };
  }
  return { keyword: words.join(' ') };
}

/** The query with that said by its filters. */
export function askedAsRead<Query extends FacetsQuery>(query: Query, read: ReadKeyword): Query {
  const { keyword, types, condition = query.condition, near, state = query.state } = read;
  const { priceMin = query.priceMin, priceMax = query.priceMax } = read;
  return {
    ...query,
    keyword: keyword || undefined,
    type: types.join(',') || query.type,
    condition,
    location: near?.zip ?? query.location,
    state,
    priceMin,
    priceMax,
  };
}

/** Whether all that was chosen is in the query as read too, and nothing took its place. */
export const keepsChosen = (chosen: FacetsQuery, asked: FacetsQuery): boolean =>
  Object.entries({ ...chosen, keyword: undefined }).every(
    ([name, value]) => value === undefined || asked[name as keyof FacetsQuery] === value,
  );

/**
 * The chosen filters with what the keyword says beside them, so that a choice within that is one; undefined where
 * another place was chosen.
 */
export function filtersInPlace(read: ReadKeyword, chosen: UnitFilters): UnitFilters | undefined {
  const { types, condition, near, state, priceMin, priceMax } = read;
  if (near !== undefined && chosen.zip !== undefined && chosen.zip !== near.zip) return undefined;
  return {
    ...chosen,
    keyword: read.keyword,
    ...(near && { zip: near.zip }),
    ofKeyword: {
      ...(types.length > 0 && { types }),
      ...(condition && { conditions: [condition] }),
      ...(state !== undefined && { state }),
      ...(priceMin !== undefined && { priceMin }),
      ...(priceMax !== undefined && { priceMax }),
    },
  };
}
