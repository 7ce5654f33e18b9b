import type { ComputeRun } from '#schemas/events/compute-run.ts';
import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';
import { insertRows } from '../insert-rows.ts';

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
