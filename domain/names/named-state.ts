import { findState, STATES } from '#schemas/vocabulary.ts';
import { NAMES_A_CONDITION } from './named-condition.ts';
import { OF_EVERY_RV } from './telling-words.ts';

const BEFORE_A_PLACE = '(?:(?:near|in|from) +)?';
const oneOf = (texts: readonly string[]) =>
  String.raw`(?<!\S)${BEFORE_A_PLACE}(${texts.join('|')})`;
const CODES = STATES.map(({ code }) => code);
/** Said behind a place as well as before it. */
const BEHIND_A_PLACE = String.raw`${OF_EVERY_RV}|${NAMES_A_CONDITION}|(?:19|20)\d\d`;
/** Elsewhere they are mostly words. */
const CODE_AT_END = new RegExp(`${oneOf(CODES)}(?<behind>(?: (?:${BEHIND_A_PLACE}))*)$`, 'i');
const CODE_IN_FRONT = new RegExp(
  `(?<=^(?:(?:${BEHIND_A_PLACE}) )*)${BEFORE_A_PLACE}(${CODES.join('|')})(?= )`,
  'i',
);
/** Kansas City is no Kansas, and Washington State no city. */
const NAMES = new RegExp(
  String.raw`(?<!\S)${BEFORE_A_PLACE}(?:(?:the +)?state of +)?(${STATES.map(({ name }) => name).join('|')})(?: state(?! (?:college|fair|line|park|university)(?!\S)))?(?! city(?!\S))(?!\S)`,
  'gi',
);

/** "N. Carolina". */
const SHORTENED = /(?<!\S)(?:(w)\.?(?= virginia(?!\S))|(n|s)\.?(?= (?:carolina|dakota)(?!\S)))/gi;
const SIDES: Readonly<Record<string, string>> = { n: 'north', s: 'south', w: 'west' };

const NEW_YORK_CITY = /(?<!\S)(?:(?:near|in|from) +)?(?:new york city|nyc)(?!\S)/gi;

/** Listings write New York City as New York, NY. */
export const asListed = (words: string): string => words.replaceAll(NEW_YORK_CITY, 'new york');

/** What stands before its state, with a city at its end that is called as that is: by "new york" the state is meant. */
const asCity = (before: string, state: string): string =>
  state === 'NY' ? before.replace(/(?<!\S)new york(?=[,\s]*$)/i, 'new york city') : before;

/** La Mesa, Mt Juliet; with nothing behind them they are a state. */
const BEGINS_NAMES: ReadonlySet<string> = new Set(['al', 'co', 'de', 'la', 'ma', 'mt']);

const WORDS: ReadonlySet<string> = new Set([...BEGINS_NAMES, 'hi', 'in', 'me', 'oh', 'ok', 'or']);

/** Two letters that are a word are a state only in capitals, in a text that is not all of them. */
const isMeant = (letters: string, text: string): boolean =>
  !WORDS.has(letters.toLowerCase()) ||
  (letters === letters.toUpperCase() && text !== text.toUpperCase());

function codeInFront(text: string): RegExpExecArray | null {
  const said = CODE_IN_FRONT.exec(text);
  return said !== null && isMeant(said[1] ?? '', text) ? said : null;
}

function codeAtEnd(text: string): RegExpExecArray | null {
  const said = CODE_AT_END.exec(text);
  const behind = said?.groups?.['behind'] ?? '';
  if (said === null || NO_STATE_AT_END.test(text.slice(0, text.length - behind.length)))
    return null;
  if (behind === '') return said;
  if (CODE_OF_FLOORPLAN.test(text.slice(0, said.index))) return null;
  const letters = said[1] ?? '';
  return BEGINS_NAMES.has(letters.toLowerCase()) || isMeant(letters, text) ? said : null;
}

/** Behind a mileage it is no Michigan: "30k mi", "low mi", and "50,000 mi" without its comma. A maker is a Motor Co. */
const NO_STATE_AT_END = /(?:\blow|\d{5,}|\d \d{3}|\d ?k) ?mi$|\bmotor co$/i;

/** Before two letters: a number that is no model year. */
const CODE_OF_FLOORPLAN = /(?<!\S)(?!(?:19|20)\d\d\s*$)\d+\s*$/;

const CODE = new RegExp(String.raw`(?<!\S)(${CODES.join('|')})(?=,?(?:\s|$))`, 'gi');
const WORDS_OF_A_CITY = 4;

/** Behind the name of an RV these go on: "keystone in texas", "salem or wildwood". */
const GOES_ON = /^(?:in|or)$/i;

export interface StateBehindCity extends NamedState {
  city: string;
  letters: string;
  /** No name of an RV may go on with the letters. */
  isCitySaid: boolean;
}

/** What the rest of a text says: no name but a type, a price and the like alone, or a name first. */
type SaidBehind = 'no name' | 'name' | undefined;

/**
 * The state whose two letters stand behind a city of it. Where they are a word too, nothing or a name may
 * stand behind them: "tulsa ok", "denver co jayco", "portland or class c"; none behind "or" and "in": "salem or wildwood".
 */
export function stateBehindCity(
  text: string,
  isCity: (name: string, state: string) => boolean,
  saidBy: (behind: string) => SaidBehind,
): StateBehindCity | undefined {
  for (const { 0: letters, index } of text.matchAll(CODE)) {
    const before = text.slice(0, index);
    const behind = text.slice(index + letters.length);
    const words = before
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(-WORDS_OF_A_CITY);
    const state = letters.toUpperCase();
    const city = words
      .map((_, at) => words.slice(at).join(' '))
      .find((name) => isCity(name, state));
    if (city === undefined) continue;
    const said = WORDS.has(letters.toLowerCase()) ? saidBy(behind) : 'no name';
    if (said === undefined || (said === 'name' && GOES_ON.test(letters))) continue;
    const isCitySaid = !GOES_ON.test(letters) || isMeant(letters, text) || /,\s*$/.test(before);
    const rest = `${asCity(before, state)} ${behind}`;
    return { state, city, letters, isCitySaid, rest, isByCode: true };
  }
  return undefined;
}

export interface NamedState {
  state: string;
  rest: string;
  /** As it is named, where that is in full and without "in": Montana is a state and a line. */
  name?: string;
  /** By two letters. */
  isByCode?: true;
  /** These stand behind a number, and may be a floorplan's: 34 PA. */
  mayBeFloorplan?: true;
}

/**
 * The state, in two letters, that a text names in full or by two letters at either end, and what is left of it;
 * undefined where it names none. The letters at its end decide, else the last name: a city is called as another
 * state is in Kansas City MO and in California, Maryland.
 * @param words with a space between
 * @param isInCity whether a state's name, at the end of one text and the beginning of the other, is a part of a city's
 */
export function stateApart(
  words: string,
  isInCity: (before: string, from: string) => boolean,
): NamedState | undefined {
  const full = words.replaceAll(SHORTENED, (side) => SIDES[side.charAt(0).toLowerCase()] ?? side);
  const text = asListed(full);
  const code = codeAtEnd(text);
  if (code === null && text !== full)
    return { state: 'NY', rest: full.replaceAll(NEW_YORK_CITY, 'new york city') };
  const said =
    code ??
    [...text.matchAll(NAMES)].findLast(({ 0: all, 1: name = '', index }) => {
      const start = index + all.lastIndexOf(name);
      return !isInCity(text.slice(0, start + name.length), text.slice(start));
    }) ??
    codeInFront(text);
  const state = findState(said?.[1] ?? '');
  if (!said || state === undefined) return undefined;
  const { 0: found, 1: name = '', groups } = said;
  const behind = groups?.['behind'] ?? '';
  const all = found.slice(0, found.length - behind.length);
  const before = asCity(text.slice(0, said.index), state.code);
  const rest = `${before}${text.slice(said.index + all.length)}`.trim();
  const isByCode = name.length === 2;
  const mayBeFloorplan = isByCode && CODE_OF_FLOORPLAN.test(text.slice(0, said.index));
  return {
    state: state.code,
    rest,
    ...(name.length > 2 && all === name && { name }),
    ...(isByCode && { isByCode }),
    ...(mayBeFloorplan && { mayBeFloorplan }),
  };
}
