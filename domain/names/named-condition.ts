import type { Condition } from '#schemas/vocabulary.ts';
import { spaced } from './text.ts';

const NEW = String.raw`(?:brand[\s-]?)?new`;
const USED = String.raw`(?:used|pre[\s-]?own(?:ed)?|previously[\s-]owned|(?:second|2nd)[\s-]?hand)`;
const CERTIFIED = 'certified|cpo';
const LIKE_NEW = `(?:like|as|not|nearly|almost) ${NEW}`;

/**
 * What names a condition, as a part of a regular expression that may repeat it: no text is a number of these in two
 * ways, else one of some length would be tried in millions.
 */
export const NAMES_A_CONDITION = `${LIKE_NEW}|${NEW}|${CERTIFIED}|${USED}`;

const JOIN = ' ?(?:/|&|(?:and/)?or|and) ?';
/** Which every RV is, as a part of a regular expression. */
export const NEW_OR_USED = `${NEW}${JOIN}${USED}|${USED}${JOIN}${NEW}`;

/** What is like new is used. */
const NAMED = new RegExp(
  String.raw`(?<!\S)(?:(?:${USED} )?${LIKE_NEW}|(?<new>${NEW})|(?<certified>(?:${CERTIFIED})(?: (?:${CERTIFIED}|${USED}))*)|${USED})(?!\S)`,
  'gi',
);

interface ConditionApart {
  condition?: Condition;
  /** The words that name it. */
  said?: string;
  rest: string;
}

/**
 * The condition that a text names, and what is left of it; of two there is none.
 * @param isName whether a name has the "new" at that place: New Horizons is a make, New Orleans a city
 */
export function conditionApart(
  text: string,
  isName: (text: string, at: number) => boolean,
): ConditionApart {
  let found: RegExpExecArray | undefined;
  for (const said of text.matchAll(NAMED)) {
    if (said[0].toLowerCase() === 'new' && isName(text, said.index)) continue;
    // To look for names takes long: no further than to the second.
    if (found !== undefined) return { rest: text };
    found = said;
  }
  if (found === undefined) return { rest: text };
  const { 0: said, index, groups } = found;
  return {
    condition: groups?.['new'] ? 'new' : groups?.['certified'] ? 'certified' : 'used',
    said,
    rest: spaced(`${text.slice(0, index)} ${text.slice(index + said.length)}`),
  };
}
