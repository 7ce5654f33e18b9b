import { boundsApart, type BoundsApart } from '#domain/names/named-bounds.ts';
import { conditionApart } from '#domain/names/named-condition.ts';
import {
  asListed,
  stateApart,
  stateBehindCity,
  type NamedState,
  type StateBehindCity,
} from '#domain/names/named-state.ts';
import { typesApart, type TypesApart } from '#domain/names/named-type.ts';
import {
  withoutIdleWords,
  withoutMarks,
  withoutNearMe,
  wordsLeftOut,
} from '#domain/names/telling-words.ts';
import { spaced } from '#domain/names/text.ts';
import type { KeywordReadAs } from '#schemas/api/listings.ts';
import { findState } from '#schemas/vocabulary.ts';
import { beginsAsNewCity, cityOfZip, isCity, isInCityCalledAfterState } from '#warehouse/places.ts';

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

/** A keyword taken apart by each meaning that words of types have. */
export interface PartsByTypes {
  parts: KeywordParts;
  /** With types by words that names have too, where that is another and a name may be left without them. */
  loosely: KeywordParts | undefined;
}

/** @param guesses whether a number in thousands that stands alone is a price */
export function partsOf(keyword: string, names: KnownWhenRead, guesses: boolean): PartsByTypes {
  const text = spaced(keyword);
  // Before its bounds: "from 75201" is no price.
  const zipSaid = zipIn(text, ZIP_SAID);
  const withoutSaid = zipSaid === undefined ? text : text.replace(ZIP_SAID, ' ');
  // Before its bounds and types too: "or" belongs to these where it is no Oregon.
  const ofCity = stateBehindCity(withoutSaid, isCity, (words) => saidBy(words, names));
  const bound = boundsApart(ofCity?.rest ?? withoutSaid, names.newest, guesses);
  const { bounds, said: ofBounds = '', rest: typed, leftOut = '', isGuess } = bound;
  const ofZip = wordsLeftOut(text, withoutSaid);

  const partsWith = ({ types, rest }: TypesApart): KeywordParts => {
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
      ofZip,
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
        if (ofCity) return { ...ofCity, rest: words };
        const place = stateApart(words, isInCityCalledAfterState);
        return place && isCityThere(place, names.chosenState) ? undefined : place;
      },
    };
  };

  const untold: TypesApart = { types: [], rest: typed };
  const strict = typesApart(typed) ?? untold;
  const loose = typesApart(typed, 'loosely') ?? untold;
  if (loose.rest === strict.rest) return { parts: partsWith(strict), loosely: undefined };
  return saysNoName(loose.rest, ofCity?.state, names)
    ? { parts: partsWith(loose), loosely: undefined }
    : { parts: partsWith(strict), loosely: partsWith(loose) };
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

/** Whether a state is named in full where another was chosen that has a city of that name: Delaware, Ohio. */
function isCityThere({ state, isByCode }: NamedState, chosen: string | undefined): boolean {
  if (isByCode || chosen === undefined || chosen === state) return false;
  return isCity(findState(state)?.name ?? '', chosen);
}

/** What words say behind the two letters of a state. */
function saidBy(words: string, names: KnownWhenRead): 'no name' | 'name' | undefined {
  const { rest } = boundsApart(words, names.newest);
  const besideTypes = (how?: 'loosely') =>
    conditionOf(withoutMarks(typesApart(rest, how)?.rest ?? rest), names).keyword;
  if (MODEL_YEARS.test(besideTypes('loosely'))) return 'no name';
  const keyword = besideTypes();
  const [first = ''] = keyword.split(' ');
  return names.isMake(keyword) || names.isLine(first) ? 'name' : undefined;
}

/** Whether words without types and bounds name no more than a place and a condition. */
function saysNoName(words: string, state: string | undefined, names: NamesInKeyword): boolean {
  const said = withoutNearMe(withoutMarks(words)).replace(ZIP, ' ');
  const place = stateApart(spaced(said), isInCityCalledAfterState);
  const { keyword } = conditionOf(place?.rest ?? said, names);
  const where = state ?? place?.state;
  return MODEL_YEARS.test(keyword) || saysCity(keyword, where, names);
}

/** Whether words are a city and nothing else: Keystone is a make too, and Georgetown a line, where no state is said. */
export function saysCity(words: string, state: string | undefined, names: NamesInKeyword): boolean {
  if (state === undefined && (names.isMake(words) || names.isLine(words))) return false;
  return isCity(asListed(words), state);
}

/** What a type burns, which no filter has: as the beginning of a word it would find what is in Gaston. */
const FUEL = /^gas(?:oline)?$/i;

/** Each of a text, where it stands by itself. */
export const MODEL_YEAR = /(?<!\S)(?:19|20)\d\d(?!\S)/g;

/** No name: beside a type no word of one is looked for. */
export const MODEL_YEARS = /^(?:(?:19|20)\d\d ?)*$/;

const zipBehind = (said: string): RegExp =>
  new RegExp(String.raw`(?<!\S)(?:${said})(\d{5})(?:-\d{4})?(?!\S| *(?:to|and|-|–) *\$?\d)`, 'i');
const ZIP = zipBehind(String.raw`(?:(?:near|in|from|at) +)?(?:zip(?: ?codes?)? +)?`);
/** "50 miles from 75201" begins with what no filter has. */
const ZIP_SAID = zipBehind(
  String.raw`(?<!\bmi(?:les?)? )(?:near|in|from|at) +(?:zip(?: ?codes?)?:? +)?`,
);

function zipIn(text: string, pattern: RegExp): ReadKeyword['near'] {
  const zip = pattern.exec(text)?.[1];
  const city = zip === undefined ? undefined : cityOfZip(zip);
  return zip === undefined || city === undefined ? undefined : { zip, city };
}

/** The condition that words name, what is left of them, and what of that is looked for. */
function conditionOf(
  words: string,
  { isMake, isLine }: NamesInKeyword,
): Pick<ReadKeyword, 'condition' | 'keyword'> & { said?: string } {
  // Behind its maker it is a new Eagle, and else the town.
  const isName = (text: string, at: number) => {
    const name = text.slice(at);
    const [first = '', second] = name.split(' ', 2);
    if (second === undefined) return false;
    const isTown = beginsAsNewCity(name) && !isLine(second, text.slice(0, at));
    return isTown || isLine(`${first} ${second}`) || isMake(name);
  };
  const { rest, ...named } = conditionApart(withoutIdleWords(words, isMake), isName);
  return { ...named, keyword: rest };
}
