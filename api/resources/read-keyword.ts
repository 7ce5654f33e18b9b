import type { FacetsQuery, KeywordReadAs } from '#schemas/api/listings.ts';
import { boundsApart, heldByFilters } from '#domain/names/named-bounds.ts';
import { stateApart, stateBehindCity } from '#domain/names/named-state.ts';
import { typesApart } from '#domain/names/named-type.ts';
import {
  spaced,
  withoutIdleWords,
  withoutMarks,
  withoutNearMe,
  wordsLeftOut,
} from '#domain/names/telling-words.ts';
import { CONDITIONS } from '#schemas/vocabulary.ts';
import { beginsWithCityAfterState, cityOfZip, isCity } from '#warehouse/places.ts';
import type { UnitFilters } from '#warehouse/queries/search-filters.ts';

/** What a keyword says that a filter says better: it stands in no text that a keyword is looked for in. */
export type ReadKeyword = Omit<KeywordReadAs, 'total' | 'inPlace'>;

/** What a keyword may say, likeliest first. */
export interface Readings {
  readings: ReadKeyword[];
  /** The first is what was meant, whatever has its words: "class c" is no Classic. */
  isSure: boolean;
  /** A state is said by its two letters: elsewhere the words would be found by what begins so. */
  isByCode?: true;
  /** Without the state that is a line's name too: what names are looked for in. */
  withLine?: ReadKeyword;
  /** The words that name each part of it, as typed without marks; empty where no words of their own do. */
  named: Readonly<Record<Part, string>>;
  /** Of a keyword that names nothing but one model year, that without its other words. */
  ofYear?: ReadKeyword;
}

/** What a keyword is told apart from. */
export interface NamesInKeyword {
  /** Whether a text begins with a make's name. */
  isMake: (text: string) => boolean;
  /** Whether a line's name begins with these words; of the make that a text begins with, where one is given. */
  isLine: (name: string, make?: string) => boolean;
  /** Whether a text begins with another make's name than it does without some of its words. */
  isOtherMake: (text: string, without: string) => boolean;
  /** Whether a text names a line and, by a number that ends in K, a floorplan that the market has of it. */
  isFloorplanInK: (text: string) => boolean;
}

type KnownWhenRead = NamesInKeyword & { newest: number };

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

/** @param guesses whether a number in thousands that stands alone is a price */
function readSaid(
  keyword: string,
  { newest, ...names }: KnownWhenRead,
  guesses: boolean,
): Readings & { isGuess?: true } {
  const text = spaced(keyword);
  // Before its bounds: "from 75201" is no price.
  const zipSaid = zipIn(text, ZIP_SAID);
  const unzipped = zipSaid === undefined ? text : text.replace(ZIP_SAID, ' ');
  const saysNoName = (words: string) => {
    const { rest } = boundsApart(words, newest);
    const untyped = withoutMarks(typesApart(rest)?.rest ?? rest);
    const read = conditionApart(withoutIdleWords(untyped, names.isMake), names);
    // "New" beside a city is none.
    return read.condition !== 'new' && MODEL_YEARS.test(read.keyword);
  };
  // Before its bounds and types too: "or" belongs to these where it is no Oregon.
  const ofCity = stateBehindCity(unzipped, isCity, saysNoName);
  const unstated = ofCity?.rest ?? unzipped;
  const {
    bounds,
    said: ofBounds = '',
    rest,
    leftOut,
    isGuess,
  } = boundsApart(unstated, newest, guesses);
  const { types, rest: untyped } = typesApart(rest) ?? { types: [], rest };
  const said = withoutNearMe(withoutMarks(untyped));
  const near = zipSaid ?? zipIn(said, ZIP);
  const withoutZip = (words: string) =>
    spaced(zipSaid === undefined && near !== undefined ? words.replace(ZIP, ' ') : words);
  const unplaced = withoutZip(said);
  const read = (words: string, typesSaid = types): ReadKeyword => {
    const { keyword, condition } = conditionApart(withoutIdleWords(words, names.isMake), names);
    const isFuel = typesSaid.length > 0 && FUEL.test(keyword);
    const unfiltered = [isFuel ? keyword : '', leftOut ?? ''].join(' ').trim();
    return {
      types: typesSaid,
      keyword: isFuel ? '' : keyword,
      ...(condition && { condition }),
      ...bounds,
      ...(near && { near }),
      ...(unfiltered !== '' && { leftOut: unfiltered }),
    };
  };
  const anywhere = read(unplaced);
  const { condition } = anywhere;
  const saysSome = near !== undefined || condition !== undefined || types.length > 0;
  const others = saysSome || rest !== text ? [anywhere] : [];
  const placed = ofCity
    ? { ...ofCity, rest: unplaced }
    : stateApart(unplaced, beginsWithCityAfterState);
  const elsewhere = placed?.rest ?? unplaced;
  const named = {
    bounds: ofBounds,
    place: spaced(
      [wordsLeftOut(said, elsewhere), ofCity?.letters ?? '', wordsLeftOut(text, unzipped)].join(
        ' ',
      ),
    ),
    condition: conditionApart(withoutIdleWords(elsewhere, names.isMake), names).said ?? '',
    types: wordsLeftOut(withoutMarks(rest), withoutMarks(untyped)),
  };
  const bound = { named, ...(isGuess && { isGuess }) };
  if (placed === undefined) {
    const isNoName = MODEL_YEARS.test(anywhere.keyword) || condition !== undefined;
    const ofYear = others.length === 0 ? yearAlone(text, newest) : undefined;
    return { readings: others, isSure: isNoName && !isGuess, ...bound, ...(ofYear && { ofYear }) };
  }
  const there = { ...read(placed.rest), state: placed.state };
  // Colorado Teardrops is a make, called for a state and a type.
  const inFull = withoutZip(withoutNearMe(withoutMarks(rest)));
  const asMake = read(inFull, []);
  if (names.isMake(asMake.keyword) && names.isOtherMake(asMake.keyword, anywhere.keyword)) {
    const beside = ofCity
      ? { ...ofCity, rest: inFull }
      : stateApart(inFull, beginsWithCityAfterState);
    const asMakeThere = beside && read(beside.rest, []);
    if (asMakeThere && !names.isOtherMake(asMakeThere.keyword, asMake.keyword))
      return {
        readings: [{ ...typedBehindMake(asMakeThere, names), state: beside.state }],
        isSure: !WORD_AT_END.test(rest),
        ...(beside.isByCode && { isByCode: true }),
        ...bound,
      };
    const saysMore = near !== undefined || asMake.condition !== undefined || rest !== text;
    const isSure = asMake.condition !== undefined && !isGuess;
    return { readings: saysMore ? [asMake, there] : [there], isSure, withLine: asMake, ...bound };
  }
  const { name } = placed;
  const isInMake =
    names.isMake(anywhere.keyword) && names.isOtherMake(anywhere.keyword, there.keyword);
  // NuWa.
  if (isInMake && placed.isByCode)
    return {
      readings: [...others, there],
      isSure: others.length > 0,
      withLine: anywhere,
      ...bound,
    };
  // Georgetown is a city and a line, Keystone one and a make.
  const isNameToo =
    ofCity?.isCitySaid === false && (names.isLine(ofCity.city) || names.isMake(ofCity.city));
  if (name === undefined || !(isInMake || names.isLine(name)))
    return {
      readings: [there],
      isSure: !WORD_AT_END.test(rest) && !isNameToo,
      ...(placed.isByCode && { isByCode: true }),
      ...bound,
    };
  const isOfMake = isInMake || names.isLine(name, there.keyword);
  const readings = isOfMake ? [...others, there] : [there, ...others];
  // Few texts say "used".
  const isSure = isOfMake && condition !== undefined && !isGuess;
  return { readings, isSure, withLine: anywhere, ...bound };
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

/** What a type burns, which no filter has: as the beginning of a word it would find what is in Gaston. */
const FUEL = /^gas(?:oline)?$/i;

const MODEL_YEAR = /(?<!\S)(?:19|20)\d\d(?!\S)/g;
/** No name: beside a type no word of one is looked for. */
const MODEL_YEARS = /^(?:(?:19|20)\d\d ?)*$/;

/** Being typed, or a word: "jayco or" is no Oregon yet, nor "co" Colorado. */
const WORD_AT_END = /^\s*\w{2}\s*$|[^\s,]\s+(?:hi|in|me|oh|ok|or)\s*$/;

/** What is said by filters alone. */
export const withoutRest = ({ keyword, leftOut = '', ...read }: ReadKeyword): ReadKeyword => ({
  ...read,
  keyword: '',
  leftOut: `${keyword} ${leftOut}`.trim(),
});

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

const zipBehind = (said: string): RegExp =>
  new RegExp(String.raw`(?<!\S)(?:${said})(\d{5})(?:-\d{4})?(?!\S| *(?:to|and|-|–) *\$?\d)`, 'i');
const ZIP = zipBehind(String.raw`(?:(?:near|in|from|at) +)?(?:zip(?: ?codes?)? +)?`);
const ZIP_SAID = zipBehind(String.raw`(?:near|in|from|at) +(?:zip(?: ?codes?)?:? +)?`);

function zipIn(text: string, pattern: RegExp): ReadKeyword['near'] {
  const zip = pattern.exec(text)?.[1];
  const city = zip === undefined ? undefined : cityOfZip(zip);
  return zip === undefined || city === undefined ? undefined : { zip, city };
}

const BRAND_NEW = /(?<!\S)brand[\s-]?new(?!\S)/gi;
const PRE_OWNED = /(?<!\S)pre[\s-]?owned(?!\S)/gi;
/** A certified one is used as well. */
const CERTIFIED = /(?<!\S)certified used(?!\S)/gi;
const CONDITION = /(?<!\S)(?:used|certified|new(?! york(?!\S)))(?!\S)/gi;

/**
 * Of two there is none. New Horizons is a make and New Orleans a city: "new" is a condition only alone, or beside a
 * make or model years.
 */
function conditionApart(
  rest: string,
  { isMake }: NamesInKeyword,
): Pick<ReadKeyword, 'condition' | 'keyword'> & { said?: string } {
  const text = rest
    .replaceAll(BRAND_NEW, 'new')
    .replaceAll(PRE_OWNED, 'used')
    .replaceAll(CERTIFIED, 'certified');
  const [said, ...others] = text.match(CONDITION) ?? [];
  const condition = CONDITIONS.find((one) => one === said?.toLowerCase());
  const keyword = spaced(text.replace(CONDITION, ' '));
  const beginsName = /^new /i.test(text) && isMake(text);
  const isName =
    condition === 'new' && (beginsName || !(MODEL_YEARS.test(keyword) || isMake(keyword)));
  if (condition === undefined || others.length > 0 || isName) return { keyword: spaced(rest) };
  return { condition, keyword, said: wordsLeftOut(rest, keyword) };
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
    keyword: read.keyword,
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
