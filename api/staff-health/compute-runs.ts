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

/** The newest runs of the batch, newest first. One that began and was followed by another was interrupted. */
export async function computeRuns(warehouse: Warehouse): Promise<ComputeRunRow[]> {
  const rows = await recentComputeRuns(warehouse, RUNS_SHOWN);
  return rows.map((row, at) => toRow(row, { isNewest: at === 0 }));
}

/**
 * The newest that is not under way. One that was interrupted is done again by the run behind it: a stop is no failure
 * before that is interrupted, too.
 */
export function lastEnded(
  runs: readonly ComputeRunRow[],
): NonNullable<WatchedFacts['lastCompute']> | null {
  const [last, before] = runs.filter(({ state }) => state !== 'running');
  const isDoneAgain = last?.state === 'interrupted' && before?.state !== 'interrupted';
  const judged = isDoneAgain ? before : last;
  if (judged === undefined || judged.state === 'running') return null;
  const { runId, checks, error } = judged;
  const state = judged.state === 'interrupted' ? 'failed' : judged.state;
  return { runId, state, failedChecks: checks.filter(({ passed }) => !passed), error };
}

function toRow(row: RecordedComputeRun, { isNewest }: { isNewest: boolean }): ComputeRunRow {
  const startedAt = row.started_at && fromWarehouseInstant(row.started_at);
  const endedAt = row.ended_at && fromWarehouseInstant(row.ended_at);
  const isInterrupted = row.state === 'started' && !isNewest;
  return {
    runId: row.run_id,
    state: row.state !== 'started' ? row.state : isInterrupted ? 'interrupted' : 'running',
    kind: row.kind,
    askedBy: row.asked_by,
    startedAt,
    endedAt,
    seconds: startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000 : null,
    checks: row.checks === '' ? [] : recordedChecks.parse(JSON.parse(row.checks)),
    error: isInterrupted
      ? 'Its process stopped before it had ended; the run after it does the same again.'
      : row.error || null,
  };
}
