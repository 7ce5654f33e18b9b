import { z } from 'zod';
import type { WatchedFacts } from '#domain/health/incidents.ts';
import type { ResponseOf } from '#schemas/api/call.ts';
import type { staffPipeline } from '#schemas/api/staff-health.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { fromWarehouseInstant } from '#warehouse/instants.ts';
import { recentComputeRuns, type RecordedComputeRun } from '#warehouse/queries/compute-runs.ts';

type ComputeRunRow = ResponseOf<typeof staffPipeline>['computeRuns'][number];

const RUNS_SHOWN = 50;

const recordedChecks = z.array(
  z.object({ name: z.string(), passed: z.boolean(), detail: z.string() }),
);

/**
 * The newest runs of the batch, newest first. One that began and was followed by another was interrupted: the run
 * behind it does the same again, so that is no failure before that is interrupted, too.
 */
export async function computeRuns(warehouse: Warehouse): Promise<ComputeRunRow[]> {
  const rows = await recentComputeRuns(warehouse, RUNS_SHOWN);
  return rows.map((row, at) =>
    toRow(row, { isNewest: at === 0, wasStopped: rows[at + 1]?.state === 'started' }),
  );
}

/** The newest that came to an end of its own, or that failed. */
export function lastEnded(
  runs: readonly ComputeRunRow[],
): NonNullable<WatchedFacts['lastCompute']> | null {
  for (const { runId, state, checks, error } of runs)
    if (state !== 'running' && state !== 'interrupted')
      return { runId, state, failedChecks: checks.filter(({ passed }) => !passed), error };
  return null;
}

const STOPPED = 'Its process stopped before it had ended';

/** `wasStopped`: the run before it was interrupted. */
function toRow(
  row: RecordedComputeRun,
  { isNewest, wasStopped }: { isNewest: boolean; wasStopped: boolean },
): ComputeRunRow {
  const startedAt = row.started_at && fromWarehouseInstant(row.started_at);
  const endedAt = row.ended_at && fromWarehouseInstant(row.ended_at);
  return {
    runId: row.run_id,
    ...outcome(),
    kind: row.kind,
    askedBy: row.asked_by,
    startedAt,
    endedAt,
    seconds: startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000 : null,
    checks: row.checks === '' ? [] : recordedChecks.parse(JSON.parse(row.checks)),
  };

  function outcome(): Pick<ComputeRunRow, 'state' | 'error'> {
    if (row.state !== 'started') return { state: row.state, error: row.error || null };
    if (isNewest) return { state: 'running', error: null };
    if (wasStopped)
      return { state: 'failed', error: `${STOPPED}, as that of the run before it had.` };
    return { state: 'interrupted', error: `${STOPPED}; the run after it does the same again.` };
  }
}
