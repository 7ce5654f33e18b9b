import { NEW_OR_USED } from './named-condition.ts';
import { spaced } from './text.ts';

/** Two letters as D.C. is written. */
const DOTTED = /(?<!\S)([a-z])\.([a-z])\.(?!\S)/gi;

/**
 * What a search passes over, at the ends of words only: a floorplan may have a point. Between two conditions a slash
 * says something.
 */
const MARKS = new RegExp(
  [
    String.raw`,|(?<![^\s,])[("]+|[)".;:!?]+(?![^\s,])`,
    String.raw`(?<![^\s,])(?:[-–—\\•·>]+|(?<!(?:new|used|owned) (?=/ (?:new|used|pre)))/)(?![^\s,])`,
  ].join('|'),
  'gi',
);

const NEAR_ME = /(?<!\S)near me(?!\S)/gi;
/** True of every RV. */
export const OF_EVERY_RV = `near me|for sale|rv(?:['’]?s)?|${NEW_OR_USED}`;
const NOTHING_SAID = new RegExp(
  String.raw`(?<!\S)(?:${OF_EVERY_RV}|near|around|close to|in|from|at|for|with|(?:model )?years?(?: model)?(?= (?:19|20)\d\d(?!\S))|(?<=(?:19|20)\d\d )(?:model )?years?)(?!\S)`,
  'gi',
);
const ASKS_FOR_ALL = new RegExp(String.raw`(?<!\S)(?:${OF_EVERY_RV})(?!\S)`, 'i');

/** As a form or a table says it: "make: Jayco". */
const LABEL = /(?<![^\s,;(])(?:city|condition|location|make|model|state|type) *[:=]+ */gi;

/** What single quotes stand round: those of "class c's" and of 30' stand on one side. */
const QUOTED = /(?<!\S)['‘’`]([^'‘’`]+)['‘’`](?!\S)/g;

/** A keyword as most would write it: one kind of dash and of quotes, and no marks that only set words apart. */
export const plainlyWritten = (keyword: string): string =>
  spaced(
    keyword
      .replaceAll(/[—―]/g, ' - ')
      .replaceAll(/[‐‑‒−]/g, '-')
      .replaceAll(/[“”„«»]/g, '"')
      .replaceAll(QUOTED, '$1')
      .replaceAll(LABEL, '')
      .replaceAll(/[*|;[\]{}]/g, ' ')
      .replaceAll(/(?<=[a-z]) *[:=]+/gi, ' '),
  );

/** The words of a text with a space between. */
export const withoutMarks = (text: string): string =>
  spaced(text.replaceAll(DOTTED, '$1$2').replaceAll(MARKS, ' '));

/** Said of no place that is known, it is not Maine. */
export const withoutNearMe = (words: string): string => spaced(words.replaceAll(NEAR_ME, ' '));

/** Whether a text begins with a make's name. */
type IsMake = (text: string) => boolean;

/** Words without those that say nothing of an RV; one stays that a make's name begins with: in Tech. */
export function withoutIdleWords(words: string, isMake: IsMake): string {
  const without = (text: string) => spaced(text.replaceAll(NOTHING_SAID, ' '));
  return spaced(
    words.replaceAll(NOTHING_SAID, (idle, at: number) =>
      isMake(`${idle} ${without(words.slice(at + idle.length))}`) ? idle : ' ',
    ),
  );
}

/** What of a keyword is looked for; a word that says nothing is, where it stands alone: a name may begin so. */
export function tellingWords(keyword: string, isMake: IsMake): string {
  const words = withoutMarks(keyword);
  const telling = withoutIdleWords(words, isMake);
  const isKept = telling === words || (telling === '' && !ASKS_FOR_ALL.test(words));
  return isKept ? keyword : telling;
}

/** The words of a text that are not among those that were kept of it; none where these are not all words of it, in its order. */
export function wordsLeftOut(text: string, kept: string): string {
  const still = spaced(kept).split(' ').filter(Boolean);
  const isLeftOut = (word: string) => word !== still[0] || still.shift() === undefined;
  const leftOut = spaced(text).split(' ').filter(isLeftOut);
  return still.length > 0 ? '' : leftOut.join(' ');
}
