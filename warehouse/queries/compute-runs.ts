import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';
import { insertRows } from '../insert-rows.ts';

export interface ComputeRun {
  runId: string;
  commandId: string;
  askedBy: string;
  state: 'started' | 'published' | 'kept_back' | 'failed';
  at: Date;
  kind: string;
  detail: object;
}

/** Records a state of a batch run; the same one twice is one row. */
export async function recordComputeRun(warehouse: Warehouse, run: ComputeRun): Promise<void> {
  const row = {
    run_id: run.runId,
    command_id: run.commandId,
    asked_by: run.askedBy,
    state: run.state,
    at: toWarehouseInstant(run.at),
    kind: run.kind,
    detail: JSON.stringify(run.detail),
  };
  await insertRows(
    warehouse,
    'compute_runs',
    [row],
    ['run_id', 'command_id', 'asked_by', 'state', 'at', 'kind', 'detail'],
  );
}

const ENDED = `
SELECT DISTINCT command_id AS id
FROM compute_runs
WHERE command_id IN {ids:Array(String)} AND state IN ('published', 'kept_back')`;

/** Those of the commands whose run has ended. */
export async function endedCommands(
  warehouse: Warehouse,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await warehouse.batch.rows<{ id: string }>(ENDED, { ids });
  return new Set(rows.map(({ id }) => id));
}
