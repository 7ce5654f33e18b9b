import type { ComputeRun } from '#schemas/events/compute-run.ts';
import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';
import { insertRows } from '../insert-rows.ts';

const LAST_PUBLISHED = `
SELECT run_id AS id
FROM compute_runs FINAL
WHERE state = 'published'
ORDER BY at DESC, run_id DESC
LIMIT 1`;

/**
 * Records the state a run of the batch reached; the same one twice is one row. `about` is what the
 * log does not say: who asked, of which market it is ('' before that is known), and the figures.
 */
export async function recordComputeRun(
  warehouse: Warehouse,
  run: ComputeRun,
  about: { askedBy: string; kind: string; detail: object },
): Promise<void> {
  const { runId, state, at, commandIds, failedChecks, error } = run;
  const row = {
    run_id: runId,
    command_id: commandIds.at(-1) ?? '',
    asked_by: about.askedBy,
    state,
    at: toWarehouseInstant(new Date(at)),
    kind: about.kind,
    detail: JSON.stringify({ commandIds, failedChecks, error, ...about.detail }),
  };
  await insertRows(
    warehouse,
    'compute_runs',
    [row],
    ['run_id', 'command_id', 'asked_by', 'state', 'at', 'kind', 'detail'],
  );
}

/**
 * Id of the run that published last, which is its snapshot's; undefined before the first. For who
 * has the warehouse and not the log: it is recorded a moment after the log has it.
 */
export async function lastPublishedRun(warehouse: Warehouse): Promise<string | undefined> {
  const rows = await warehouse.batch.rows<{ id: string }>(LAST_PUBLISHED);
  return rows[0]?.id;
}

/** A run of the batch as the warehouse has it. */
export interface RecordedComputeRun {
  run_id: string;
  asked_by: string;
  kind: string;
  /** The state it reached last. */
  state: 'started' | 'published' | 'kept_back' | 'failed';
  /** Null where its beginning was not recorded. */
  started_at: string | null;
  /** Null while it runs. */
  ended_at: string | null;
  /** JSON, an array of `{name, passed, detail}`; '' where the run made none. */
  checks: string;
  error: string;
}

/** Its end, where it has one, is its last state, also where both were recorded at one instant. */
const RECENT_RUNS = `
SELECT
    run_id,
    argMax(run.asked_by, place) AS asked_by,
    argMax(run.kind, place) AS kind,
    argMax(run.state, place) AS state,
    maxOrNullIf(run.at, run.state = 'started') AS started_at,
    maxOrNullIf(run.at, run.state != 'started') AS ended_at,
    argMax(JSONExtractRaw(run.detail, 'checks'), place) AS checks,
    argMax(JSONExtractString(run.detail, 'error'), place) AS error
FROM
(
    SELECT *, (state != 'started', at) AS place
    FROM compute_runs
    WHERE run_id IN
    (
        SELECT run_id FROM compute_runs GROUP BY run_id ORDER BY max(at) DESC LIMIT {limit:UInt32}
    )
) AS run
GROUP BY run_id
ORDER BY max(run.at) DESC, run_id DESC`;

/** The newest runs of the batch, newest first. */
export function recentComputeRuns(
  warehouse: Warehouse,
  limit: number,
): Promise<RecordedComputeRun[]> {
  return warehouse.serving.rows<RecordedComputeRun>(RECENT_RUNS, { limit });
}
