import type { Candidate } from '../candidate.ts';
import type { StoryFacts } from '../facts.ts';
import type { StoryText } from '../words/template.ts';
import { expectedOf, type Expected, type Role } from './expected.ts';
import { namesIn, type Names } from './names.ts';
import { readClaims, strangeNames, type Claim } from './read-text.ts';

/**
 * Reads a finished story and holds every number, name, direction and superlative in it against the
 * facts. It knows the story's matter and the facts, and nothing of how the text was made.
 * @returns what is wrong; empty where everything said is so
 */
export function checkStory(text: StoryText, candidate: Candidate, facts: StoryFacts): string[] {
  const names = namesIn(facts);
  const expected = expectedOf(candidate, facts);
  const written = textsOf(text);
  const said = [
    ...written.map((piece) => ({ piece, compared: undefined })),
    // The first figure is the story's own; the others are what it is compared with.
    ...text.dataPoints.map((point, at) => ({ piece: pieceOf(point), compared: at > 0 })),
  ];
  const faults = said.flatMap(({ piece, compared }) => [
    ...wrongClaims(piece, names, expected, compared),
    ...strangeNames(piece, names).map((word) => `"${word}" is no name the facts know`),
  ]);
  const shown = text.dataPoints.flatMap(({ metric, value }) => [metric, value]);
  if ([...written, ...shown].some((piece) => piece.trim() === '')) faults.push('a piece is empty');
  for (const { trend } of text.dataPoints) {
    const arrow = trend === 'up' ? 1 : trend === 'down' ? -1 : undefined;
    if (arrow !== undefined && expected.sign !== undefined && arrow !== expected.sign)
      faults.push(`an arrow points ${trend}`);
  }
  return faults;
}

/** The sentences of a story, piece by piece; its data points are apart. */
export function textsOf(text: StoryText): string[] {
  return [text.title, text.summary, text.narrative, ...text.keyInsights, ...text.recommendations];
}

const pieceOf = ({ metric, value }: StoryText['dataPoints'][number]): string =>
  `${metric}: ${value}`;

/** @param compared of a data point: whether it is what the story's figure is compared with; else the words say */
function wrongClaims(
  piece: string,
  names: Names,
  expected: Expected,
  compared: boolean | undefined,
): string[] {
  const claims = readClaims(piece, names);
  const isSo = (claim: Claim): boolean => {
    if (claim.kind === 'number') return isFigure(claim, expected, compared);
    if (claim.kind === 'name') return isExpected(expected.names.get(claim.id), claim.isReference);
    if (claim.kind === 'direction') return claim.sign === expected.sign;
    return claim.kind !== 'superlative' || isExtreme(claim, piece, claims, expected);
  };
  return claims
    .filter((claim) => !isSo(claim))
    .map((claim) => `the ${claim.kind} at "${piece.slice(claim.at, claim.at + 20)}" in "${piece}"`);
}

const isExpected = (role: Role | undefined, isReference: boolean): boolean =>
  role !== undefined && (role === 'either' || (role === 'reference') === isReference);

type NumberClaim = Extract<Claim, { kind: 'number' }>;

/** Some figure of the same unit and role rounds to it. Beside the story's own, what stands behind it may be told. */
function isFigure(
  claim: NumberClaim,
  { figures }: Expected,
  compared: boolean | undefined,
): boolean {
  const fits = (role: Role): boolean =>
    compared === true || isExpected(role, claim.isReference && compared === undefined);
  const tolerance = 0.5 * 10 ** -claim.decimals + 1e-6;
  return figures.some(
    ({ value, unit, role }) =>
      unit === claim.unit && fits(role) && Math.abs(value - claim.value) <= tolerance,
  );
}

/** Names who it is in the same clause, and nobody who it is not. */
function isExtreme(
  { which, at }: Extract<Claim, { kind: 'superlative' }>,
  piece: string,
  claims: readonly Claim[],
  { extremes }: Expected,
): boolean {
  const ofRight = which === 'high' ? extremes.high : extremes.low;
  const ofWrong = which === 'high' ? extremes.low : extremes.high;
  if (ofRight === undefined) return false;
  const [from, to] = clauseAround(piece, at);
  const named = claims.filter(
    (claim) => claim.kind === 'name' && claim.at >= from && claim.at < to,
  );
  const ids = named.map((claim) => (claim.kind === 'name' ? claim.id : ''));
  return ids.includes(ofRight) && (ofWrong === undefined || !ids.includes(ofWrong));
}

const CLAUSE_END = /[,;.?!]| and | but | while /g;

function clauseAround(piece: string, at: number): [from: number, to: number] {
  const ends = [...piece.matchAll(CLAUSE_END)].map(({ index }) => index);
  return [ends.findLast((end) => end < at) ?? 0, ends.find((end) => end > at) ?? piece.length];
}
