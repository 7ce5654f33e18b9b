import type { Config } from '#platform/config/load.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createMetrics } from '#platform/metrics.ts';
import { DataDirInUse } from '#warehouse/errors.ts';
import { loadNames } from '../names.ts';
import { openLogPart, openWarehousePart, type Opening } from '../parts.ts';
import { startPipelinesRole, type PipelinesRole } from './pipelines.ts';

/**
 * Runs the pipelines inside a command, where nobody else does: the embedded warehouse is free, so no
 * server is running. With a warehouse server the pipelines role consumes.
 * @returns undefined where somebody else consumes
 */
export async function startOwnPipelines(
  config: Config<'KAFKA_BROKERS' | 'CLICKHOUSE_URL'> & PipelinesRole['config'],
  opening: Opening,
): Promise<{ log: EventLog } | undefined> {
  if (config.CLICKHOUSE_URL !== undefined) return undefined;
  try {
    const warehouse = await openWarehousePart(config, opening);
    const log = await openLogPart(config, opening, 'rigworth-command');
    await startPipelinesRole({
      config,
      log,
      warehouse,
      ...loadNames(),
      snapshots: opening.paths.snapshots,
      metrics: createMetrics(),
      ...opening,
    });
    return { log };
  } catch (error) {
    if (error instanceof DataDirInUse) return undefined;
    throw error;
  }
}
