import type { Names } from './names.ts';
import {
  BESIDE_NEGATION,
  DIRECTIONS,
  NEGATIONS,
  NUMBER_WORDS,
  OPENINGS,
  QUALIFIERS,
  SUPERLATIVES,
} from './lexicon.ts';

/** What a text claims, in the order in which it does. */
export type Claim =
  | {
      kind: 'number';
      value: number;
      unit: string;
      decimals: number;
      isReference: boolean;
      /** What makes it another number: `almost`. */
      qualifier: string;
      /** What it counts, where it has no unit: the next word. */
      of: string;
      at: number;
    }
  | { kind: 'name'; id: string; isReference: boolean; at: number }
  | { kind: 'direction'; sign: 1 | -1; at: number }
  | { kind: 'superlative'; which: string; at: number }
  /** `of`: the word that it denies. */
  | { kind: 'negation'; of: string; at: number };

/** Every number of a text, in digits or in words, with its unit: `4% a day` is another one than `4%`. */
const NUMBER =
  /(?<![\d.,])(?:(?<dollar>\$)\s?)?(?<sign>[-−+])?(?<digits>\d[\d,]*(?:\.\d+)?)(?<unit>\s?%|[\s-](?:percent(?:age)?(?: points?)?|points?|days?|months?|weeks?|years?|miles?|dollars?|k|million|thousand)\b|[a-z]+)?(?<rate>\s+(?:(?:an?|per|each|every)\s+(?:hour|day|week|month|quarter|year|mile)\b(?!\s+(?:before|ago|earlier))|(?<=%\s+)(?:hourly|daily|weekly|monthly|yearly|annually)\b))?/giu;
const WORD = /[\p{L}’']+/gu;
/** Before a number: it is what the other one is compared with. */
const REFERENCE_CUE = /\b(?:against|compared with|from|than|was|versus|vs)\s+(?:\w+\s+)?$/iu;

export function readClaims(text: string, names: Names): Claim[] {
  const claims: Claim[] = [];
  const taken: [from: number, to: number][] = [];
  const isTaken = (at: number): boolean => taken.some(([from, to]) => at >= from && at < to);
  const isReference = (at: number): boolean => REFERENCE_CUE.test(text.slice(0, at));
  for (const { id, at, length } of names.find(text)) {
    taken.push([at, at + length]);
    claims.push({ kind: 'name', id, isReference: isReference(at), at });
  }
  for (const match of text.matchAll(NUMBER)) {
    if (isTaken(match.index)) continue;
    const end = match.index + match[0].length;
    taken.push([match.index, end]);
    const { dollar, sign, digits = '', unit, rate = '' } = match.groups ?? {};
    const value = Number(digits.replaceAll(',', ''));
    claims.push({
      kind: 'number',
      value: sign === '-' || sign === '−' ? -value : value,
      unit: `${dollar === undefined ? '' : '$'}${unitOf(unit)}${rate.toLowerCase()}`,
      decimals: digits.split('.')[1]?.length ?? 0,
      isReference: isReference(match.index),
      qualifier: qualifierBefore(text.slice(0, match.index)),
      of: unit === undefined && dollar === undefined ? nextWord(text.slice(end)) : '',
      at: match.index,
    });
  }
  for (const match of text.matchAll(WORD)) {
    if (isTaken(match.index)) continue;
    const word = match[0].toLowerCase().replaceAll('’', "'");
    const at = match.index;
    const number = NUMBER_WORDS.get(word) ?? (/.fold$/.test(word) ? 1 : undefined);
    const sign = DIRECTIONS.get(word);
    const which = SUPERLATIVES.get(word);
    if (number !== undefined)
      claims.push({
        kind: 'number',
        value: number,
        unit: 'word',
        decimals: 0,
        isReference: false,
        qualifier: '',
        of: '',
        at,
      });
    if (sign !== undefined) claims.push({ kind: 'direction', sign, at });
    if (which !== undefined) claims.push({ kind: 'superlative', which, at });
    if (NEGATIONS.has(word) || word.endsWith("n't")) {
      const of = nextWord(text.slice(at + word.length), BESIDE_NEGATION);
      claims.push({ kind: 'negation', of, at });
    }
  }
  return claims.toSorted((a, b) => a.at - b.at);
}

/**
 * Words with a capital that neither begin a sentence nor stand in a known name: a name that came from
 * elsewhere. Where sentences begin, only plain words are let through.
 */
export function strangeNames(text: string, names: Names): string[] {
  let rest = text;
  for (const { at, length } of names.find(text))
    rest = `${rest.slice(0, at)}${'-'.repeat(length)}${rest.slice(at + length)}`;
  const strange: string[] = [];
  for (const match of rest.matchAll(/\p{Lu}[\p{L}\d’']*/gu)) {
    const word = match[0];
    if (/[\p{L}\d]$/u.test(rest.slice(0, match.index)) || word === 'RV' || word === 'RVs') continue;
    const beginsSentence = /(?:^|[.!?:]\s+)$/u.test(rest.slice(0, match.index));
    if (!beginsSentence || !OPENINGS.has(word.toLowerCase())) strange.push(word);
  }
  return strange;
}

const nextWord = (text: string, passedBy: ReadonlySet<string> = new Set()): string =>
  text
    .match(WORD)
    ?.map((word) => word.toLowerCase())
    .find((word) => !passedBy.has(word)) ?? '';

function qualifierBefore(text: string): string {
  const word = /([\p{L}-]+)\s+$/u.exec(text)?.[1]?.toLowerCase() ?? '';
  return QUALIFIERS.has(word) ? word : '';
}

function unitOf(unit: string | undefined): string {
  const plain = (unit ?? '').trim().replace(/^-/, '').toLowerCase();
  if (plain.startsWith('percentage') || plain.startsWith('percent point')) return 'point';
  if (plain === '%' || plain === 'percent') return '%';
  return plain.replace(/s$/, '');
}
