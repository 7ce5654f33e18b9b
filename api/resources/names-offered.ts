import type { KnownName } from '#schemas/api/catalogue.ts';
import type { FacetsQuery, Suggestion } from '#schemas/api/listings.ts';
import { likeness, spellingOf, type Spelling } from '#domain/names/likeness.ts';
import { typesApart } from '#domain/names/named-type.ts';
import { keyOf, spaced, words } from '#domain/names/text.ts';
import { MODEL_YEAR } from './keyword-parts.ts';
import { suggestionsFor, type KnownNames } from './search-names.ts';

/**
 * Names that may have been meant by a search that found nothing. One in place of a keyword leaves the rest of it to
 * look for where that finds something, else stands among it, or leaves it out: a line and "2019" may find nothing, and
 * its words among all that are told of a listing something. What leaves fewer words out comes first.
 * @param query with that by filters which the keyword says
 * @param countOf how many units a query finds
 */
export async function namesOffered(
  query: FacetsQuery,
  known: KnownNames,
  countOf: (query: FacetsQuery) => Promise<number>,
): Promise<Suggestion[]> {
  const names = suggestionsFor(query, known);
  if (query.make !== undefined || query.keyword === undefined) return names;
  const typed = spaced(query.keyword);
  const isOneWord = !typed.includes(' ');
  const offered: Suggestion[] = [];
  for (const name of names) {
    // One word is what the name is like.
    const rest = isOneWord ? '' : wordsBeside(query.keyword, name, known);
    // Nothing that was typed is like it.
    if (rest === typed) continue;
    for (const suggestion of waysToSay(name, rest)) {
      const { make, model, keyword } = suggestion;
      if ((await countOf({ ...query, make, model: model || query.model, keyword })) === 0) continue;
      offered.push(suggestion);
      break;
    }
  }
  // A maker alone may be likest to what begins a line's name.
  return offered.filter(isNoOtherLine).toSorted((a, b) => wordsLeftOutOf(a) - wordsLeftOutOf(b));
}

/** No maker beside the words of its line that is offered. */
const isNoOtherLine = (
  { make, model, keyword = '' }: Suggestion,
  _: number,
  offered: Suggestion[],
) =>
  model !== '' ||
  keyword === '' ||
  !offered.some(
    (other) =>
      other.make === make &&
      other.model !== '' &&
      !other.keyword &&
      !other.leftOut &&
      keyOf(words(other.model)) === keyOf(words(keyword)),
  );

const wordsLeftOutOf = ({ leftOut = '' }: Suggestion): number =>
  leftOut.split(' ').filter(Boolean).length;

/** A name beside the rest of a keyword, likeliest first. */
function waysToSay(name: KnownName, rest: string): Suggestion[] {
  if (rest === '') return [name];
  const { make, model } = name;
  const among = { name: make, make, model: '', keyword: `${model} ${rest}` };
  const [year, ...others] = rest.match(MODEL_YEAR) ?? [];
  const isOfYear = year !== undefined && others.length === 0 && rest !== year;
  const ofYear = { ...name, keyword: year, leftOut: spaced(rest.replace(MODEL_YEAR, ' ')) };
  return [
    { ...name, keyword: rest },
    ...(model === '' ? [] : [among]),
    ...(isOfYear ? [ofYear] : []),
    { ...name, leftOut: rest },
  ];
}

/** What is less like is another word. */
const LEAST_LIKE = 68;

/** The words of a text that are like no part of a name, whether it is written in as many words or in one. */
function wordsBeside(text: string, { name, make }: KnownName, { resolver }: KnownNames): string {
  const aliases = resolver.aliasesOf(resolver.resolveMake(make)?.id ?? '');
  // By a type's words no maker is told: Luxe is called Luxe Fifth Wheel too.
  const own = aliases.map((alias) => typesApart(alias)?.rest ?? alias);
  const parts = [name, ...own].flatMap((one) => runsOf(words(one)));
  const typed = text.split(/\s+/).filter(Boolean);
  const likest = (run: readonly string[]) => {
    const spelling = spellingOf(words(run.join(' ')));
    return Math.max(...parts.map((part) => likenessOf(spelling, part)));
  };
  // "Win bago" is more like the name than "win" is, "georgetown 36d" less than "georgetown".
  const isOfName = (at: number) =>
    likest(typed.slice(at, at + 1)) > 0 ||
    [at - 1, at + 1].some((beside) => {
      const neighbour = typed.slice(Math.max(0, beside), beside + 1);
      const pair = typed.slice(Math.max(0, Math.min(at, beside)), Math.max(at, beside) + 1);
      return neighbour.length > 0 && likest(pair) > likest(neighbour);
    });
  return typed.filter((_, at) => !isOfName(at)).join(' ');
}

/** A shorter word begins too many names. */
const LEAST_BEGUN = 3;

/** 0 where it is another word. */
function likenessOf(run: Spelling, part: Spelling): number {
  if (run.key === part.key) return 100;
  const like = run.key.length < LEAST_BEGUN ? 0 : likeness(run, part);
  return like < LEAST_LIKE ? 0 : like;
}

const runsOf = (all: readonly string[]) =>
  all.flatMap((_, start) => [1, 2, 3].map((most) => spellingOf(all.slice(start, start + most))));
