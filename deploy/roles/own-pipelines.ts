import { rm, writeFile } from 'node:fs/promises';
import type { Config } from '#platform/config/load.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createMetrics } from '#platform/metrics.ts';
import { loadNames } from '../names.ts';
import { openWarehousePart, type Opening } from '../parts.ts';
import { startPipelinesRole, type PipelinesRole } from './pipelines.ts';

/**
 * Runs the pipelines inside a command, and says so to a server that is started meanwhile.
 * @throws DataDirInUse where somebody else consumes
 */
export async function startOwnPipelines(
  config: Config<'CLICKHOUSE_URL'> & PipelinesRole['config'],
  opening: Opening,
  log: EventLog,
): Promise<void> {
  const { paths, lifecycle } = opening;
  const warehouse = await openWarehousePart(config, opening);
  lifecycle.onStop('command', () => rm(paths.command, { force: true }));
  await writeFile(paths.command, String(process.pid));
  await startPipelinesRole({
    config,
    log,
    warehouse,
    ...loadNames(),
    snapshots: paths.snapshots,
    metrics: createMetrics(),
    ...opening,
  });
}
