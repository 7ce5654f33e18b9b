import type { RunSummary } from '#schemas/api/staff-health.ts';
import { cameIn } from './judge-source.ts';
import type { ToldRun } from './summarise-run.ts';

/** A run with what was said of it. */
export interface KnownRun {
  told: Pick<ToldRun, 'states'>;
  summary: Pick<RunSummary, 'state' | 'sentAway'>;
}

/**
 * Since when a source fails: its first failure since it last came in, however often it was tried again since, as
 * the same run or another. Null where it has not failed since then; what staff gave up is no failure.
 * @param runs oldest first
 */
export function failingSince(runs: readonly KnownRun[]): string | null {
  const last = runs.findLastIndex(({ summary }) => cameIn(summary));
  const failures = runs
    .slice(last + 1)
    .filter(({ summary }) => summary.state !== 'cancelled')
    .flatMap(({ told }) => told.states.filter(({ state }) => state === 'failed'));
  return failures.map(({ at }) => at).toSorted()[0] ?? null;
}
