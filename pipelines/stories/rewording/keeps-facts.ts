import { LIMITING, PLAIN_WORDS, SIDES } from '../check/lexicon.ts';
import type { Names } from '../check/names.ts';
import { readClaims, strangeNames } from '../check/read-text.ts';
import type { Wording } from './reword.ts';

/** A proposal may be shorter or longer than the text by these factors. */
const SHORTEST = 0.4;
const LONGEST = 2;
/** What a plain sentence is written with; a question states nothing. Of anything else only what the text has. */
const PLAIN = /[\p{L}0-9 .,;:!%$’'()–—-]/u;
/** What the rules of the web make a link of. */
const ADDRESS = /\p{L}\.\p{L}/u;
const WORD = /[\p{L}’']+/gu;

/**
 * Holds a proposed wording against the text it is to replace: piece by piece the same numbers with the
 * same units, the same names, directions, superlatives and negations, in the same order, the same sides, no
 * word that is neither the piece's own nor a plain one, and its own ones in their order.
 * @returns why it is thrown away; undefined where it may stand
 */
export function whyNotKept(text: Wording, proposed: Wording, names: Names): string | undefined {
  const before = pieces(text);
  const after = pieces(proposed);
  const lists = ['keyInsights', 'recommendations'] as const;
  if (lists.some((list) => text[list].length !== proposed[list].length))
    return 'it has other lists than the text';
  for (const [at, { name, piece }] of before.entries()) {
    const other = after[at]?.piece ?? '';
    const why = whyPieceNotKept(piece, other, names) ?? whyWordsNotKept(piece, other);
    if (why !== undefined) return `${name}: ${why}`;
  }
  return undefined;
}

function whyPieceNotKept(text: string, proposed: string, names: Names): string | undefined {
  if (proposed.trim() !== proposed || proposed === '') return 'it is empty or has blanks around it';
  if (proposed.length < SHORTEST * text.length || proposed.length > LONGEST * text.length)
    return `it has ${proposed.length} characters for ${text.length}`;
  if (ADDRESS.test(proposed) && !ADDRESS.test(text)) return 'it is no plain text';
  if (Array.from(proposed).some((sign) => !PLAIN.test(sign) && !text.includes(sign)))
    return 'it is no plain text';
  const [strange] = strangeNames(proposed, names);
  if (strange !== undefined) return `"${strange.slice(0, 30)}" is a name of its own`;
  const wanted = factsIn(text, names);
  const given = factsIn(proposed, names);
  const at = wanted.findIndex((fact, index) => fact !== given[index]);
  if (at >= 0) return `it says ${given[at] ?? 'nothing'} where the text says ${wanted[at]}`;
  if (given.length > wanted.length) return `it adds ${given[wanted.length]}`;
  return undefined;
}

/**
 * What is on no list claims something that nobody can check: `collapsed`, `dealers lie`. What the piece has
 * itself, in another order, may claim it of something else: `the mix and not the place`.
 */
function whyWordsNotKept(text: string, proposed: string): string | undefined {
  const own = wordsOf(text);
  const given = wordsOf(proposed);
  const strange = given.find((word) => !own.includes(word) && !PLAIN_WORDS.has(word));
  if (strange !== undefined) return `"${strange.slice(0, 30)}" is a word of its own`;
  const kept = given.filter((word) => LIMITING.has(word));
  const lost = own.filter((word) => LIMITING.has(word)).find((word, at) => word !== kept[at]);
  if (lost !== undefined) return `it drops "${lost}"`;
  if (sidesIn(own) !== sidesIn(given)) return 'it is about other sides';
  let from = 0;
  for (const word of given) {
    if (PLAIN_WORDS.has(word)) continue;
    const at = own.indexOf(word, from);
    if (at < 0) return `"${word}" stands where it says something else`;
    from = at + 1;
  }
  return undefined;
}

/** Who acts, in order. Who asks is a seller, said or not. */
function sidesIn(words: readonly string[]): string {
  return words
    .flatMap((word) => SIDES.get(word) ?? [])
    .filter((side, at, all) => side !== 'sell' || (all[at - 1] !== 'ask' && all[at + 1] !== 'ask'))
    .filter((side, at, all) => side !== all[at - 1])
    .join(' ');
}

const wordsOf = (text: string): string[] =>
  [...text.matchAll(WORD)].map(([word]) => word.toLowerCase().replaceAll('’', "'"));

/** Every number, name, direction, superlative and negation of a text, in its order. */
function factsIn(text: string, names: Names): string[] {
  return readClaims(text, names).map((claim) => {
    if (claim.kind === 'number')
      return `${claim.qualifier} ${claim.value.toFixed(claim.decimals)} ${claim.unit}${claim.of}`.trim();
    if (claim.kind === 'name') return claim.id;
    if (claim.kind === 'direction') return claim.sign > 0 ? 'upwards' : 'downwards';
    if (claim.kind === 'superlative') return `the extreme (${claim.which})`;
    return `a negation of "${claim.of}"`;
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
