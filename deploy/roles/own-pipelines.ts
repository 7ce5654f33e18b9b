import type { Config } from '#platform/config/load.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createMetrics } from '#platform/metrics.ts';
import { DataDirInUse } from '#warehouse/errors.ts';
import { loadNames } from '../names.ts';
import { openWarehousePart, type Opening } from '../parts.ts';
import { startPipelinesRole, type PipelinesRole } from './pipelines.ts';

/**
 * Runs the pipelines inside a command, where nobody else does: the embedded warehouse is free, so no
 * server is running. With a warehouse server the pipelines role consumes.
 * @returns false where somebody else consumes
 */
export async function startOwnPipelines(
  config: Config<'CLICKHOUSE_URL'> & PipelinesRole['config'],
  opening: Opening,
  log: EventLog,
): Promise<boolean> {
  if (config.CLICKHOUSE_URL !== undefined) return false;
  try {
    const warehouse = await openWarehousePart(config, opening);
    await startPipelinesRole({
      config,
      log,
      warehouse,
      ...loadNames(),
      snapshots: opening.paths.snapshots,
      metrics: createMetrics(),
      ...opening,
    });
    return true;
  } catch (error) {
    if (error instanceof DataDirInUse) return false;
    throw error;
  }
}
