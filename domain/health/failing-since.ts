import type { RunSummary } from '#schemas/api/staff-health.ts';
import { givenUpIn } from './given-up.ts';
import { cameIn, saysHowItIs } from './judge-source.ts';
import type { ToldRun } from './summarise-run.ts';

/** A run with what was said of it. */
export interface KnownRun {
  told: Pick<ToldRun, 'states' | 'cancelled'>;
  summary: Pick<RunSummary, 'state' | 'scope' | 'sentAway'>;
}

/**
 * Since when a source fails: its first failure since it last came in, however often it was tried again since, as
 * the same run or another. Null where the last run that says how it is did not fail.
 * @param runs oldest first
 */
export function failingSince(runs: readonly KnownRun[]): string | null {
  const said = runs.filter(({ summary }) => saysHowItIs(summary));
  if (said.at(-1)?.summary.state !== 'failed') return null;
  const last = said.findLastIndex(({ summary }) => cameIn(summary));
  const failures = said.slice(last + 1).flatMap(({ told }) => {
    const givenUp = givenUpIn(told);
    return told.states.filter((end) => end.state === 'failed' && !givenUp.has(end));
  });
  return failures.map(({ at }) => at).toSorted()[0] ?? null;
}
