import { existsSync } from 'node:fs';
import { isOtherRunning } from '#platform/is-other-running.ts';
import type { Config } from '#platform/config/load.ts';
import { StartRefused } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import { refuseHeldFolder } from '#warehouse/embedded/folder-lock.ts';
import { DataDirInUse } from '#warehouse/errors.ts';
import { noticePublishes } from './command.ts';
import type { configureCommand } from './command-config.ts';
import { openLogPart, prepareDataDir, type DataPaths } from './parts.ts';

export interface CommandLog {
  log: EventLog;
  paths: DataPaths;
  /** Nobody else consumed when it began: this command runs the pipelines until it ends. */
  isOwn: boolean;
  /** Runs them from now on where whoever did has ended; says whether it was so. */
  takeUp: () => Promise<boolean>;
}

/**
 * Opens the log for a command that asks for work. Who has the warehouse open does the work: a running
 * server, the pipelines role, else this command.
 * @param options.name the command's, as brokers see it
 * @param options.changed called when the log has taken something
 * @param options.waits false: the command only publishes, so that it need not run pipelines of its own
 * @throws StartRefused where it would load into a warehouse that nobody reads
 */
export async function openCommandLog(
  { config, logger, lifecycle }: ReturnType<typeof configureCommand>,
  { name, changed, waits = true }: { name: string; changed: () => void; waits?: boolean },
): Promise<CommandLog> {
  const opening = { paths: await prepareDataDir(config.DATA_DIR), lifecycle, logger };
  if (waits) refuseUnreadWarehouse(config, opening.paths);
  const log = await openLogPart(config, opening, `rigworth-${name}`);
  let isOwn = false;
  let holder: number | undefined;
  const takeUp = async (): Promise<boolean> => {
    // With a warehouse server the pipelines role consumes.
    if (isOwn || config.CLICKHOUSE_URL !== undefined) return false;
    // To find the folder locked the engine may have to be opened, and complains of it by itself.
    if (holder !== undefined && isOtherRunning(holder)) return false;
    try {
      refuseHeldFolder(opening.paths.warehouse);
      // Loaded where they are run: the pipelines are most of the code.
      const { startOwnPipelines } = await import('./roles/own-pipelines.ts');
      await startOwnPipelines(config, opening, log);
      isOwn = true;
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error;
      holder = error.owner;
    }
    return isOwn;
  };
  if (waits) await takeUp();
  return { log: noticePublishes(log, changed), paths: opening.paths, isOwn, takeUp };
}

/**
 * Beside roles on Kafka, a command that knows no ClickHouse would take their events into a warehouse of its own. One
 * in DATA_DIR is a server's, which has its log alone on Kafka.
 */
function refuseUnreadWarehouse(
  { KAFKA_BROKERS: brokers, CLICKHOUSE_URL: url }: Config<'KAFKA_BROKERS' | 'CLICKHOUSE_URL'>,
  { warehouse }: DataPaths,
): void {
  if (brokers === undefined || url !== undefined || existsSync(warehouse)) return;
  throw new StartRefused(
    `CLICKHOUSE_URL is not set, though KAFKA_BROKERS is, and ${warehouse} is not there: what this command loads would be read by nobody. Set CLICKHOUSE_URL as the pipelines role has it, or DATA_DIR as the server has it; \`npm run ingest -- --no-wait\` needs neither.`,
  );
}
