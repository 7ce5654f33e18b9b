import { findState, STATES } from '#schemas/vocabulary.ts';

const oneOf = (texts: readonly string[]) =>
  String.raw`(?<!\S)(?:(?:near|in) +)?(${texts.join('|')})`;
/** Elsewhere "in", "or" and "me" are words. */
const CODE_AT_END = new RegExp(`${oneOf(STATES.map(({ code }) => code))}$`, 'i');
const NAME = new RegExp(String.raw`${oneOf(STATES.map(({ name }) => name))}(?!\S)`, 'i');

/**
 * The state, in two letters, that a text names in full or by two letters at its end, and what is left of it;
 * undefined where it names none. The letters decide: a city is called as another state is in Kansas City MO.
 * @param text of words with a space between
 */
export function stateApart(text: string): { state: string; rest: string } | undefined {
  const said = CODE_AT_END.exec(text) ?? NAME.exec(text);
  const state = findState(said?.[1] ?? '');
  if (said === null || state === undefined) return undefined;
  const behind = said.index + said[0].length;
  return { state: state.code, rest: `${text.slice(0, said.index)}${text.slice(behind)}`.trim() };
}
