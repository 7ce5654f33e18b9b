import type { RunSummary } from '#schemas/api/staff-health.ts';
import { givenUpIn } from './given-up.ts';
import { cameIn, isOfSource, saysHowItIs } from './judge-source.ts';
import type { ToldRun } from './summarise-run.ts';

/** A run with what was said of it. */
export interface KnownRun {
  told: Pick<ToldRun, 'states' | 'cancelled'>;
  summary: Pick<RunSummary, 'state' | 'scope' | 'sentAway'>;
}

/** A collection could not begin a run of a source, or did not hear how it ended. */
export interface Refusal {
  /** `blocked`: no run of it may begin until staff say so. */
  state: 'failed' | 'blocked';
  at: string;
}

/**
 * When a run's collecting last began or ended, as it said itself. When that was loaded is the pipelines' doing, and says
 * nothing of what came after it was collected.
 */
export function collectingSaidAt(states: ToldRun['states']): string | undefined {
  return (states.findLast(({ state }) => state !== 'loaded') ?? states.at(-1))?.at;
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
  const said = runs.findLast(({ summary }) => saysHowItIs(summary));
  const last = isRefused ? refusals.at(-1) : said?.summary;
  if (last?.state !== 'failed') return null;
  const good = runs.findLastIndex(
    ({ summary }) => cameIn(summary) || (summary.state === 'loading' && isOfSource(summary)),
  );
  const cameInAt = collectingSaidAt(runs[good]?.told.states ?? []) ?? '';
  const since = runs.slice(good + 1).filter(({ summary }) => saysHowItIs(summary));
  const failures = since.flatMap(({ told }) => {
    const givenUp = givenUpIn(told);
    return told.states.filter((end) => end.state === 'failed' && !givenUp.has(end));
  });
  const all = [...failures, ...refusals.filter(({ at }) => at > cameInAt)];
  return all.map(({ at }) => at).toSorted()[0] ?? null;
}
