import type { RunSummary } from '#schemas/api/staff-health.ts';
import { givenUpIn } from './given-up.ts';
import { cameIn, saysHowItIs } from './judge-source.ts';
import type { ToldRun } from './summarise-run.ts';

/** A run with what was said of it. */
export interface KnownRun {
  told: Pick<ToldRun, 'states' | 'cancelled'>;
  summary: Pick<RunSummary, 'state' | 'scope' | 'sentAway' | 'endedAt'>;
}

/** A collection could not begin a run of a source, or did not hear how it ended. */
export interface Refusal {
  /** `blocked`: no run of it may begin until staff say so. */
  state: 'failed' | 'blocked';
  at: string;
}

/**
 * Since when a source fails: its first failure or refusal since it last came in, however often it was tried again
 * since, as the same run or another. Null where the last that says how it is was no failure.
 * @param runs oldest first
 * @param refusals oldest first
 * @param isRefused whether the last refusal says how it is by now
 */
export function failingSince(
  runs: readonly KnownRun[],
  refusals: readonly Refusal[],
  isRefused: boolean,
): string | null {
  const said = runs.filter(({ summary }) => saysHowItIs(summary));
  const last = isRefused ? refusals.at(-1) : said.at(-1)?.summary;
  if (last?.state !== 'failed') return null;
  const good = said.findLastIndex(({ summary }) => cameIn(summary));
  const cameInAt = said[good]?.summary.endedAt ?? '';
  const failures = said.slice(good + 1).flatMap(({ told }) => {
    const givenUp = givenUpIn(told);
    return told.states.filter((end) => end.state === 'failed' && !givenUp.has(end));
  });
  const all = [...failures, ...refusals.filter(({ at }) => at > cameInAt)];
  return all.map(({ at }) => at).toSorted()[0] ?? null;
}
