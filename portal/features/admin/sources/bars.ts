import type { RunState, RunSummary, UsualBand } from '#schemas/api/staff-health.ts';
import { isUnderWay, type SourceRow } from '../queries.ts';

/** A run of nothing still has a bar to see, and to point at. */
const LEAST_PERCENT = 8;

/** Heights in percent of the tallest thing drawn, and where the usual band lies; null where it is not known. */
export function barHeights(
  values: readonly (number | null)[],
  { low, high }: Pick<UsualBand, 'low' | 'high'>,
): { heights: number[]; bandAt: { bottom: number; height: number } | null } {
  const most = Math.max(1, high ?? 0, ...values.map((value) => value ?? 0));
  const percentOf = (value: number) => (100 * value) / most;
  return {
    heights: values.map((value) => Math.max(LEAST_PERCENT, percentOf(value ?? 0))),
    bandAt:
      low === null || high === null
        ? null
        : { bottom: percentOf(low), height: percentOf(high - low) },
  };
}

/** How many runs are in each state, most first. */
export function countStates(runs: readonly Pick<RunSummary, 'state'>[]): [RunState, number][] {
  const counts = new Map<RunState, number>();
  for (const { state } of runs) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** The run that a source's figures are of: the one that is judged, and where none is its last that ended. */
export const figuredRun = ({
  runs,
  judgedRunId,
}: Pick<SourceRow, 'runs' | 'judgedRunId'>): RunSummary | undefined =>
  runs.find(({ runId }) => runId === judgedRunId) ?? lastEnded(runs);

export const lastEnded = (runs: readonly RunSummary[]): RunSummary | undefined =>
  runs.findLast(({ state }) => !isUnderWay(state));
