import { boundsApart, type BoundsApart } from '#domain/names/named-bounds.ts';
import {
  cityNamed,
  stateApart,
  stateBehindCity,
  type NamedState,
  type StateBehindCity,
} from '#domain/names/named-state.ts';
import { typesApart, typesLooselyApart } from '#domain/names/named-type.ts';
import {
  spaced,
  withoutIdleWords,
  withoutMarks,
  withoutNearMe,
  wordsLeftOut,
} from '#domain/names/telling-words.ts';
import type { KeywordReadAs } from '#schemas/api/listings.ts';
import { beginsAsNewCity, beginsWithCityAfterState, cityOfZip, isCity } from '#warehouse/places.ts';

/** What a keyword says that a filter says better: it stands in no text that a keyword is looked for in. */
export type ReadKeyword = Omit<KeywordReadAs, 'total' | 'inPlace'>;

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

export interface KnownWhenRead extends NamesInKeyword {
  newest: number;
  /** The state that was chosen: a city of it may be called as another state is. */
  chosenState?: string | undefined;
}

/** A keyword taken apart, nothing decided yet. */
export interface KeywordParts {
  text: string;
  /** Two letters behind a city of their state, which are a word elsewhere. */
  ofCity: StateBehindCity | undefined;
  /** The words that name bounds; none of these is in the texts below. */
  ofBounds: string;
  /** The price is no more than a number in thousands. */
  isGuess: BoundsApart['isGuess'];
  /** With the words of types. */
  typed: string;
  withoutTypes: string;
  types: ReadKeyword['types'];
  /** Without the words of types and of bounds, without marks. */
  untyped: string;
  near: ReadKeyword['near'];
  /** The words that name `near` before all else. */
  ofZip: string;
  /** `typed` and `untyped` without the ZIP code. */
  typedUnzipped: string;
  unzipped: string;
  /** What some of the words say, with the bounds and the ZIP code. */
  read: (words: string, types?: ReadKeyword['types']) => ReadKeyword;
  /** The state that some of the words name. */
  placeIn: (words: string) => NamedState | undefined;
}

/** @param guesses whether a number in thousands that stands alone is a price */
export function partsOf(keyword: string, names: KnownWhenRead, guesses: boolean): KeywordParts {
  const text = spaced(keyword);
  // Before its bounds: "from 75201" is no price.
  const zipSaid = zipIn(text, ZIP_SAID);
  const withoutSaid = zipSaid === undefined ? text : text.replace(ZIP_SAID, ' ');
  // Before its bounds and types too: "or" belongs to these where it is no Oregon.
  const ofCity = stateBehindCity(withoutSaid, isCity, (words) => saidBy(words, names));
  const bound = boundsApart(ofCity?.rest ?? withoutSaid, names.newest, guesses);
  const { bounds, said: ofBounds = '', rest: typed, leftOut = '', isGuess } = bound;
  const loose = typesLooselyApart(typed);
  const isNameless = loose !== undefined && saysNoName(loose.rest, ofCity?.state, names);
  const { types, rest } = typesApart(typed) ??
    (isNameless ? loose : undefined) ?? { types: [], rest: typed };
  const untyped = withoutNearMe(withoutMarks(rest));
  const near = zipSaid ?? zipIn(untyped, ZIP);
  const withoutZip = (words: string) =>
    spaced(zipSaid === undefined && near !== undefined ? words.replace(ZIP, ' ') : words);
  return {
    text,
    ofCity,
    ofBounds,
    isGuess,
    typed,
    withoutTypes: rest,
    types,
    untyped,
    near,
    ofZip: wordsLeftOut(text, withoutSaid),
    typedUnzipped: withoutZip(withoutNearMe(withoutMarks(typed))),
    unzipped: withoutZip(untyped),
    read: (words, typesSaid = types) => {
      const { keyword, condition } = conditionOf(words, names);
      const isFuel = typesSaid.length > 0 && FUEL.test(keyword);
      const unfiltered = [isFuel ? keyword : '', leftOut].join(' ').trim();
      return {
        types: typesSaid,
        keyword: isFuel ? '' : keyword,
        ...(condition && { condition }),
        ...bounds,
        ...(near && { near }),
        ...(unfiltered !== '' && { leftOut: unfiltered }),
      };
    },
    placeIn: (words) => {
      if (ofCity) return { ...ofCity, rest: cityNamed(words, ofCity.state) };
      const place = stateApart(words, beginsWithCityAfterState);
      const isCityThere =
        place?.name !== undefined &&
        names.chosenState !== undefined &&
        isCity(place.name, names.chosenState);
      return isCityThere ? undefined : place;
    },
  };
}

/** The words that name each part of a keyword, as typed without marks. */
export function wordsNaming(
  { ofBounds, untyped, typed, withoutTypes, ofCity, ofZip }: KeywordParts,
  elsewhere: string,
  names: NamesInKeyword,
) {
  const ofPlace = [wordsLeftOut(untyped, elsewhere), ofCity?.letters ?? '', ofZip];
  return {
    bounds: ofBounds,
    place: spaced(ofPlace.join(' ')),
    condition: conditionOf(elsewhere, names).said ?? '',
    types: wordsLeftOut(withoutMarks(typed), withoutMarks(withoutTypes)),
  };
}

/** What words say behind the two letters of a state. */
function saidBy(words: string, names: KnownWhenRead): 'no name' | 'name' | undefined {
  const { rest } = boundsApart(words, names.newest);
  const { keyword } = conditionOf(withoutMarks(typesApart(rest)?.rest ?? rest), names);
  if (MODEL_YEARS.test(keyword)) return 'no name';
  const [first = ''] = keyword.split(' ');
  return names.isMake(keyword) || names.isLine(first) ? 'name' : undefined;
}

/** Whether words without types and bounds name no more than a place and a condition. */
function saysNoName(words: string, state: string | undefined, names: NamesInKeyword): boolean {
  const said = withoutNearMe(withoutMarks(words)).replace(ZIP, ' ');
  const place = stateApart(spaced(said), beginsWithCityAfterState);
  const { keyword } = conditionOf(place?.rest ?? said, names);
  const where = state ?? place?.state;
  return MODEL_YEARS.test(keyword) || (where !== undefined && isCity(keyword, where));
}

/** What a type burns, which no filter has: as the beginning of a word it would find what is in Gaston. */
const FUEL = /^gas(?:oline)?$/i;

/** No name: beside a type no word of one is looked for. */
export const MODEL_YEARS = /^(?:(?:19|20)\d\d ?)*$/;

const zipBehind = (said: string): RegExp =>
  new RegExp(String.raw`(?<!\S)(?:${said})(\d{5})(?:-\d{4})?(?!\S| *(?:to|and|-|–) *\$?\d)`, 'i');
const ZIP = zipBehind(String.raw`(?:(?:near|in|from|at) +)?(?:zip(?: ?codes?)? +)?`);
const ZIP_SAID = zipBehind(String.raw`(?:near|in|from|at) +(?:zip(?: ?codes?)?:? +)?`);

function zipIn(text: string, pattern: RegExp): ReadKeyword['near'] {
  const zip = pattern.exec(text)?.[1];
  const city = zip === undefined ? undefined : cityOfZip(zip);
  return zip === undefined || city === undefined ? undefined : { zip, city };
}

const CONDITION =
  /(?<!\S)(?:(?<new>(?:brand[\s-]?)?new)|(?<certified>certified(?: (?:used|pre[\s-]?owned))?)|used|pre[\s-]?owned)(?!\S)/gi;

/** Of two there is none. New Horizons is a make, New Aire a line and New Orleans a city. */
function conditionOf(
  words: string,
  names: NamesInKeyword,
): Pick<ReadKeyword, 'condition' | 'keyword'> & { said?: string } {
  const rest = withoutIdleWords(words, names.isMake);
  const [found, ...others] = [...rest.matchAll(CONDITION)].filter(
    ({ index }) => !beginsName(rest.slice(index), names),
  );
  if (found === undefined || others.length > 0) return { keyword: rest };
  const { 0: said, index, groups } = found;
  return {
    condition: groups?.['new'] ? 'new' : groups?.['certified'] ? 'certified' : 'used',
    keyword: spaced(`${rest.slice(0, index)} ${rest.slice(index + said.length)}`),
    said,
  };
}

/** Whether a name begins with the "new" that a text does. */
function beginsName(text: string, { isMake, isLine }: NamesInKeyword): boolean {
  const [first = '', second] = text.split(' ', 2);
  if (first.toLowerCase() !== 'new' || second === undefined) return false;
  return isMake(text) || isLine(`${first} ${second}`) || beginsAsNewCity(text);
}
