import { PLAIN_WORDS } from '../check/lexicon.ts';
import type { Names } from '../check/names.ts';
import { readClaims, strangeNames } from '../check/read-text.ts';
import type { Wording } from './reword.ts';

/** A proposal may be shorter or longer than the text by these factors. */
const SHORTEST = 0.4;
const LONGEST = 2;
/** What is no plain sentence: markup, addresses, control characters, digits of other scripts. */
const NOT_PLAIN = /[<>{}[\]|`*_#@\\/]|\p{L}\.\p{L}|\p{Cc}|\p{Cf}|(?![0-9])\p{N}/iu;
const WORD = /[\p{L}’']+/gu;

/**
 * Holds a proposed wording against the text it is to replace: piece by piece the same numbers with the
 * same units, the same names, directions, superlatives and negations, in the same order, and no word that
 * is neither the text's nor a plain one.
 * @returns why it is thrown away; undefined where it may stand
 */
export function whyNotKept(text: Wording, proposed: Wording, names: Names): string | undefined {
  const before = pieces(text);
  const after = pieces(proposed);
  const known = new Set(before.flatMap(({ piece }) => wordsOf(piece)));
  const lists = ['keyInsights', 'recommendations'] as const;
  if (lists.some((list) => text[list].length !== proposed[list].length))
    return 'it has other lists than the text';
  for (const [at, { name, piece }] of before.entries()) {
    const other = after[at]?.piece ?? '';
    const why = whyPieceNotKept(piece, other, names) ?? wordOfItsOwn(other, known);
    if (why !== undefined) return `${name}: ${why}`;
  }
  return undefined;
}

function whyPieceNotKept(text: string, proposed: string, names: Names): string | undefined {
  if (proposed.trim() !== proposed || proposed === '') return 'it is empty or has blanks around it';
  if (proposed.length < SHORTEST * text.length || proposed.length > LONGEST * text.length)
    return `it has ${proposed.length} characters for ${text.length}`;
  if (NOT_PLAIN.test(proposed)) return 'it is no plain text';
  const [strange] = strangeNames(proposed, names);
  if (strange !== undefined) return `"${strange.slice(0, 30)}" is a name of its own`;
  const wanted = factsIn(text, names);
  const given = factsIn(proposed, names);
  const at = wanted.findIndex((fact, index) => fact !== given[index]);
  if (at >= 0) return `it says ${given[at] ?? 'nothing'} where the text says ${wanted[at]}`;
  if (given.length > wanted.length) return `it adds ${given[wanted.length]}`;
  return undefined;
}

/** What is on no list claims something that nobody can check: `collapsed`, `dealers lie`. */
function wordOfItsOwn(proposed: string, known: ReadonlySet<string>): string | undefined {
  const strange = wordsOf(proposed).find((word) => !known.has(word) && !PLAIN_WORDS.has(word));
  return strange === undefined ? undefined : `"${strange.slice(0, 30)}" is a word of its own`;
}

const wordsOf = (text: string): string[] =>
  [...text.matchAll(WORD)].map(([word]) => word.toLowerCase().replaceAll('’', "'"));

/** Every number, name, direction, superlative and negation of a text, in its order. */
function factsIn(text: string, names: Names): string[] {
  return readClaims(text, names).map((claim) => {
    if (claim.kind === 'number')
      return `${claim.qualifier} ${claim.value.toFixed(claim.decimals)} ${claim.unit}`.trim();
    if (claim.kind === 'name') return claim.id;
    if (claim.kind === 'direction') return claim.sign > 0 ? 'upwards' : 'downwards';
    if (claim.kind === 'superlative') return `the extreme (${claim.which})`;
    return 'a negation';
  });
}

function pieces(text: Wording): { name: string; piece: string }[] {
  const list = (name: string, all: readonly string[]) =>
    all.map((piece, at) => ({ name: `${name}[${at}]`, piece }));
  return [
    { name: 'title', piece: text.title },
    { name: 'summary', piece: text.summary },
    { name: 'narrative', piece: text.narrative },
    ...list('keyInsights', text.keyInsights),
    ...list('recommendations', text.recommendations),
  ];
}
