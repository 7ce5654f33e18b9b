import { median } from 'simple-statistics';
import type { Candidate } from './candidate.ts';
import { FALSE_DISCOVERY_RATE, MOST_OF_CATEGORY, MOST_OF_KIN } from './measures.ts';
import { qValues } from './statistics/benjamini-hochberg.ts';

/** A candidate with what became of it. */
export interface Judged extends Candidate {
  q: number;
  score: number;
  /** Why it is not told; undefined where it is. */
  passedOver: string | undefined;
}

/** Surprise counts at most so often, and what is as everywhere hardly counts. */
const MOST_SURPRISE = 3;
const USUAL = 0.01;

/**
 * Which candidates are told, best first, and why the others are not. Every candidate counts against
 * the false discovery rate, the unfit ones too: fitness is judged on the same figures. Told in the
 * order of shrunken size × surprise × data behind it; of two about the same thing the better one.
 */
export function chooseCandidates(candidates: readonly Candidate[]): Judged[] {
  const qs = qValues(candidates.map(({ p }) => p));
  const usual = usualSizes(candidates);
  const ranked = candidates
    .map((candidate, at) => ({
      candidate,
      q: qs[at] ?? 1,
      score: score(candidate, usual.get(candidate.kin) ?? 0),
    }))
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
  const told = new Map<string, string>();
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  return ranked.map(({ candidate, q, score }) => {
    const passedOver = (): string | undefined => {
      if (q > FALSE_DISCOVERY_RATE) return `q ${q.toPrecision(3)} is over ${FALSE_DISCOVERY_RATE}`;
      if (candidate.unfit !== undefined) return candidate.unfit;
      const topic = candidate.about.find((about) => told.has(about));
      if (topic !== undefined) return `about the same as ${told.get(topic)}`;
      if (count(candidate.kin) >= MOST_OF_KIN) return `${MOST_OF_KIN} better ones of its kin`;
      if (count(candidate.category) >= MOST_OF_CATEGORY)
        return `${MOST_OF_CATEGORY} better ones of ${candidate.category}`;
      return undefined;
    };
    const why = passedOver();
    if (why === undefined) {
      for (const about of candidate.about) told.set(about, candidate.id);
      for (const key of [candidate.kin, candidate.category]) counts.set(key, count(key) + 1);
    }
    return { ...candidate, q, score, passedOver: why };
  });
}

/** What is usual among candidates of one kin, in sizes; 0 where a kin has too few to have a usual. */
function usualSizes(candidates: readonly Candidate[]): Map<string, number> {
  const kins = Map.groupBy(candidates, ({ kin }) => kin);
  return new Map(
    [...kins].map(([kin, members]) => [
      kin,
      members.length < 4 ? 0 : median(members.map(({ size }) => size)),
    ]),
  );
}

/** The size is drawn towards 0 by its own uncertainty (James and Stein's positive part). */
function score({ size, effect, error, n, isUsual }: Candidate, usual: number): number {
  const shrink = effect === 0 ? 0 : Math.max(0, 1 - (error / effect) ** 2);
  const surprise = isUsual ? USUAL : Math.min(MOST_SURPRISE, 1 + Math.abs(size - usual));
  return Math.abs(size) * shrink * surprise * Math.log10(10 + n);
}
