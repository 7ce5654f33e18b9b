import { heldByFilters } from '#domain/names/named-bounds.ts';
import { asListed, type NamedState } from '#domain/names/named-state.ts';
import { typesApart } from '#domain/names/named-type.ts';
import { spaced } from '#domain/names/text.ts';
import type { FacetsQuery } from '#schemas/api/listings.ts';
import type { UnitFilters } from '#warehouse/queries/search-filters.ts';
import {
  MODEL_YEAR,
  MODEL_YEARS,
  partsOf,
  saysCity,
  wordsNaming,
  type KeywordParts,
  type KnownWhenRead,
  type NamesInKeyword,
  type ReadKeyword,
} from './keyword-parts.ts';

/** What a keyword may say, likeliest first. */
export interface Readings {
  readings: ReadKeyword[];
  /** The first is what was meant, whatever has its words, or nothing: "class c" is no Classic. */
  isSure: boolean;
  /** The first is what was meant if it finds anything: "class c houston" is no Classic there. */
  isLikely?: true;
  /** The same with types by words that names have too, where it says anything else so. */
  loosely?: Omit<Readings, 'loosely'>;
  /** Without the state that is a line's name too: what names are looked for in. */
  withLine?: ReadKeyword;
  /** The words that name each part of it, as typed without marks; empty where no words of their own do. */
  named: Readonly<Record<Part, string>>;
  /** Of a keyword that names nothing but one model year, that without its other words. */
  ofYear?: ReadKeyword;
}

/**
 * No reading where it names no type, no condition, no price, no model years, no ZIP code that there is and no state. The
 * name of a state may be that of a line too, or a part of a make's.
 */
export function readKeyword(keyword: string, names: KnownWhenRead): Readings {
  const { isGuess, ...priced } = readSaid(keyword, names, true);
  const named = isGuess ? readSaid(keyword, names, false) : priced;
  const [first] = named.readings;
  if (named === priced || first === undefined || !names.isFloorplanInK(first.keyword))
    return priced;
  return { ...named, readings: [...named.readings, ...priced.readings] };
}

function readSaid(
  keyword: string,
  names: KnownWhenRead,
  guesses: boolean,
): Readings & { isGuess?: true } {
  const apart = partsOf(keyword, names, guesses);
  const strictly = readingsOf(apart.parts, names);
  if (apart.loosely === undefined) return strictly;
  const loosely = readingsOf(apart.loosely, names);
  const [read] = loosely.readings;
  const isOther = read !== undefined && !strictly.readings.some((one) => saysTheSame(one, read));
  return { ...strictly, ...(isOther && { loosely }) };
}

const saysTheSame = (one: ReadKeyword, other: ReadKeyword): boolean =>
  JSON.stringify(askedAsRead({}, one)) === JSON.stringify(askedAsRead({}, other));

function readingsOf(parts: KeywordParts, names: KnownWhenRead): Readings & { isGuess?: true } {
  const place = parts.placeIn(parts.unzipped);
  return {
    ...answerOf(parts, place, names),
    named: wordsNaming(parts, place?.rest ?? parts.unzipped, names),
    ...(parts.isGuess && { isGuess: true }),
  };
}

type Answer = Omit<Readings, 'named' | 'loosely'>;

function answerOf(
  parts: KeywordParts,
  place: NamedState | undefined,
  names: KnownWhenRead,
): Answer {
  if (place === undefined) return readAnywhere(parts, names);
  return readOfMake(parts, place, names) ?? readInPlace(parts, place, names);
}

/** What is said where no state is, if that is more than words. */
function readingsAnywhere({ text, typed, near, types, unzipped, read }: KeywordParts) {
  const anywhere = read(unzipped);
  const saysMore = near !== undefined || anywhere.condition !== undefined || types.length > 0;
  return { anywhere, others: saysMore || typed !== text ? [anywhere] : [] };
}

function readAnywhere(parts: KeywordParts, names: KnownWhenRead): Answer {
  const { anywhere, others } = readingsAnywhere(parts);
  const isNoName = MODEL_YEARS.test(anywhere.keyword) || anywhere.condition !== undefined;
  const isInCity = anywhere.types.length > 0 && saysCity(anywhere.keyword, undefined, names);
  const ofYear = others.length === 0 ? yearAlone(parts.text, names.newest) : undefined;
  return {
    readings: others,
    isSure: isNoName && !parts.isGuess,
    ...(isInCity && { isLikely: true }),
    ...(ofYear && { ofYear }),
  };
}

/** Of a make that is called for a state and a type, as Colorado Teardrops is; undefined where none is. */
function readOfMake(
  parts: KeywordParts,
  { rest, state }: NamedState,
  names: NamesInKeyword,
): Answer | undefined {
  const { text, typed, typedUnzipped, unzipped, near, isGuess, read, placeIn } = parts;
  const asMake = read(typedUnzipped, []);
  const isMake =
    names.isMake(asMake.keyword) && names.isOtherMake(asMake.keyword, read(unzipped).keyword);
  if (!isMake) return undefined;
  const beside = placeIn(typedUnzipped);
  const asMakeThere = beside && read(beside.rest, []);
  if (asMakeThere && !names.isOtherMake(asMakeThere.keyword, asMake.keyword))
    return {
      readings: [{ ...typedBehindMake(asMakeThere, names), state: beside.state }],
      isSure: !WORD_AT_END.test(typed) && !beside.mayBeFloorplan,
    };
  const there = { ...read(rest), state };
  const saysMore = near !== undefined || asMake.condition !== undefined || typed !== text;
  const isSure = asMake.condition !== undefined && !isGuess;
  return { readings: saysMore ? [asMake, there] : [there], isSure, withLine: asMake };
}

function readInPlace(
  parts: KeywordParts,
  { rest, state, name, isByCode, mayBeFloorplan }: NamedState,
  names: NamesInKeyword,
): Answer {
  const { ofCity, typed, isGuess, read } = parts;
  const { anywhere, others } = readingsAnywhere(parts);
  const there = { ...read(rest), state };
  const isInMake =
    names.isMake(anywhere.keyword) && names.isOtherMake(anywhere.keyword, there.keyword);
  // NuWa.
  if (isInMake && isByCode)
    return { readings: [...others, there], isSure: others.length > 0, withLine: anywhere };
  // Georgetown is a city and a line, Keystone one and a make.
  const isNameToo =
    ofCity?.isCitySaid === false && (names.isLine(ofCity.city) || names.isMake(ofCity.city));
  if (name === undefined || !(isInMake || names.isLine(name)))
    return {
      readings: [there],
      isSure: !WORD_AT_END.test(typed) && !isNameToo && !mayBeFloorplan,
    };
  const isOfMake = isInMake || names.isLine(name, there.keyword);
  const readings = isOfMake ? [...others, there] : [there, ...others];
  // Few texts say "used".
  const isSure = isOfMake && anywhere.condition !== undefined && !isGuess;
  return { readings, isSure, withLine: anywhere };
}

/** The same with the types that are named behind the make it begins with: what this is called for is none. */
function typedBehindMake(said: ReadKeyword, names: NamesInKeyword): ReadKeyword {
  const all = said.keyword.split(' ');
  const isWhole = (end: number) => !names.isOtherMake(all.slice(0, end).join(' '), said.keyword);
  const end = all.findIndex((_, at) => isWhole(at + 1)) + 1;
  const apart = typesApart(all.slice(end).join(' '));
  if (apart === undefined) return said;
  const make = all.slice(0, end).join(' ');
  return { ...said, types: apart.types, keyword: spaced(`${make} ${apart.rest}`) };
}

/** Being typed, or a word: "jayco or" is no Oregon yet, nor "co" Colorado. */
const WORD_AT_END = /^\s*\w{2}\s*$|[^\s,]\s+(?:hi|in|me|oh|ok|or)[\s–—-]*$/;

/** What is said by filters alone: with the model year among its words where no other is said, and without. */
export function withoutRest(
  { keyword, leftOut = '', ...said }: ReadKeyword,
  newest: number,
): ReadKeyword[] {
  const isDated = said.yearMin !== undefined || said.yearMax !== undefined;
  const dated = isDated ? undefined : yearAlone(keyword, newest);
  const without = (words: string) => ({ keyword: '', leftOut: spaced(`${words} ${leftOut}`) });
  const ofYear = dated && { ...said, ...dated, types: said.types, ...without(dated.leftOut ?? '') };
  return [...(ofYear ? [ofYear] : []), { ...said, ...without(keyword) }];
}

/** Of the one model year among words, without these; undefined where there is none, another, or no filter for it. */
function yearAlone(text: string, newest: number): ReadKeyword | undefined {
  const [year, ...others] = text.match(MODEL_YEAR) ?? [];
  if (year === undefined || others.length > 0) return undefined;
  const bounds = heldByFilters({ yearMin: Number(year), yearMax: Number(year) }, newest);
  if (bounds.yearMin === undefined) return undefined;
  const leftOut = spaced(text.replace(MODEL_YEAR, ' '));
  return { types: [], keyword: '', ...bounds, ...(leftOut !== '' && { leftOut }) };
}

/** What each says beside its price and model years, where it names these and says more. */
export function withoutBounds({ readings, named }: Readings): ReadKeyword[] {
  if (named.bounds === '') return [];
  return readings.flatMap((read) => {
    const { types, keyword, condition, near, state } = read;
    if (types.length === 0 && ![keyword, condition, near, state].some(Boolean)) return [];
    return without(['bounds'], read, named);
  });
}

/**
 * What the likeliest names beside words to look for. No place where the state may be a line's name, or where what is
 * left is read as a state: "delaware, ohio" is no Delaware.
 * @param rest what the words alone say
 */
export function partsBesideWords({ readings, named, withLine }: Readings, rest: Readings): Part[] {
  const [read] = readings;
  if (read === undefined || read.keyword === '') return [];
  const [first] = rest.readings;
  const isLine = rest.withLine?.keyword === read.keyword && first?.condition === undefined;
  const hasPlace = read.near !== undefined || read.state !== undefined;
  const has: Record<Part, boolean> = {
    place: hasPlace && withLine === undefined && (first?.state === undefined || isLine),
    condition: read.condition !== undefined,
    types: read.types.length > 0,
    bounds: true,
  };
  return PARTS.filter((part) => has[part] && named[part] !== '');
}

/** What says least of an RV that has a name first. */
const PARTS = ['place', 'condition', 'types', 'bounds'] as const;
/** As most say them. */
const AS_SAID: readonly Part[] = ['condition', 'types', 'bounds', 'place'];
/** What may be left out of a reading beside its words: price and model years are one, so are state and ZIP code. */
export type Part = (typeof PARTS)[number];

/** A reading with all its words and some of its parts left out. */
export function without(
  parts: readonly Part[],
  { types, keyword, condition, near, state, leftOut = '', ...bounds }: ReadKeyword,
  named: Readings['named'],
): ReadKeyword {
  const keeps = (part: Part) => !parts.includes(part);
  return {
    types: keeps('types') ? types : [],
    keyword,
    ...(keeps('condition') && condition && { condition }),
    ...(keeps('place') && near && { near }),
    ...(keeps('place') && state !== undefined && { state }),
    ...(keeps('bounds') && bounds),
    leftOut: spaced(
      [...AS_SAID.map((part) => (keeps(part) ? '' : named[part])), leftOut].join(' '),
    ),
  };
}

/** The query with that said by its filters. */
export function askedAsRead<Query extends FacetsQuery>(query: Query, read: ReadKeyword): Query {
  const { keyword, types, condition = query.condition, near, state = query.state } = read;
  const { priceMin = query.priceMin, priceMax = query.priceMax } = read;
  const { yearMin = query.yearMin, yearMax = query.yearMax } = read;
  return {
    ...query,
    keyword: keyword || undefined,
    type: types.join(',') || query.type,
    condition,
    location: near?.zip ?? query.location,
    state,
    priceMin,
    priceMax,
    yearMin,
    yearMax,
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
  const { types, condition, near, state, priceMin, priceMax, yearMin, yearMax } = read;
  if (near !== undefined && chosen.zip !== undefined && chosen.zip !== near.zip) return undefined;
  return {
    ...chosen,
    keyword: asListed(read.keyword),
    ...(near && { zip: near.zip }),
    ofKeyword: {
      ...(types.length > 0 && { types }),
      ...(condition && { conditions: [condition] }),
      ...(state !== undefined && { state }),
      ...(priceMin !== undefined && { priceMin }),
      ...(priceMax !== undefined && { priceMax }),
      ...(yearMin !== undefined && { yearMin }),
      ...(yearMax !== undefined && { yearMax }),
    },
  };
}
