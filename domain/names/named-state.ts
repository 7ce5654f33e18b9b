import { findState, STATES } from '#schemas/vocabulary.ts';

const oneOf = (texts: readonly string[]) =>
  String.raw`(?<!\S)(?:(?:near|in) +)?(${texts.join('|')})`;
/** Elsewhere "in", "or" and "me" are words. */
const CODE_AT_END = new RegExp(`${oneOf(STATES.map(({ code }) => code))}$`, 'i');
/** Kansas City is no Kansas. */
const NAMES = new RegExp(
  String.raw`${oneOf(STATES.map(({ name }) => name))}(?! city(?!\S))(?!\S)`,
  'gi',
);

/** Written as New York, so that none is found there by its own name. */
const NEW_YORK_CITY = /(?<!\S)new york city(?!\S)/gi;

export interface NamedState {
  state: string;
  rest: string;
  /** Named in full, without "in": Montana is a state and a line. */
  mayBeName: boolean;
}

/**
 * The state, in two letters, that a text names in full or by two letters at its end, and what is left of it;
 * undefined where it names none. The letters decide, else the last name: a city is called as another state is in
 * Kansas City MO and in California, Maryland.
 * @param words with a space between
 * @param beginsWithCity whether a text does with one that is called after a state: Virginia Beach
 */
export function stateApart(
  words: string,
  beginsWithCity: (text: string) => boolean,
): NamedState | undefined {
  const text = words.replaceAll(NEW_YORK_CITY, 'new york');
  const said =
    CODE_AT_END.exec(text) ??
    [...text.matchAll(NAMES)].findLast(
      ({ 0: all, 1: name = '', index }) =>
        !beginsWithCity(text.slice(index + all.length - name.length)),
    );
  const state = findState(said?.[1] ?? '');
  if (said === undefined || state === undefined) return undefined;
  const behind = said.index + said[0].length;
  const [all, name = ''] = said;
  const rest = `${text.slice(0, said.index)}${text.slice(behind)}`.trim();
  return { state: state.code, rest, mayBeName: name.length > 2 && all === name };
}
