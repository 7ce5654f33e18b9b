import { Argument, Command } from 'commander';
import { openPortal } from '#api/portal.ts';
import { systemClock } from '#platform/clock.ts';
import { ALL_VARIABLES, loadConfig } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { buildPortal } from './build-portal.ts';
import { parseArguments, runCommand } from './command.ts';
import { limitsBehind, listen } from './http-server.ts';
import { serveMetrics } from './metrics-server.ts';
import { loadNames } from './names.ts';
import {
  dataPaths,
  openLogPart,
  openMailer,
  openPayments,
  openUsersPart,
  openWarehousePart,
  sessionSecrets,
} from './parts.ts';
import { startApiRole } from './roles/api.ts';
import { sitesOf, startIngestRole } from './roles/ingest.ts';
import { PARTS_OF_ROLE, ROLES, type Role } from './roles/parts-of-role.ts';
import { startPipelinesRole } from './roles/pipelines.ts';
import { startSchedulerRole } from './roles/scheduler.ts';
import { warnOfOpenStaff } from './warn-of-open-staff.ts';

const command = new Command('npm run role --')
  .description(
    'Runs one role as a process of its own, on Kafka, ClickHouse and Postgres. Any number of each may run.',
  )
  .addArgument(new Argument('<role>', 'which one').choices(ROLES));

async function main(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const name = parsed.args[0] as Role;
  const config = loadConfig(process.env, ALL_VARIABLES, { ownProcess: PARTS_OF_ROLE[name] });
  const sites = name === 'ingest' ? await sitesOf(config) : [];
  const logger = createLogger(config.LOG_LEVEL).child({ role: name });
  const lifecycle = new Lifecycle(logger);
  lifecycle.stopOnSignals();
  const opening = { paths: dataPaths(config.DATA_DIR), lifecycle, logger };
  try {
    // First what may be refused at once: the port.
    const http =
      name === 'api'
        ? await listen(config.PORT, config.HOST, { limits: limitsBehind(config.TRUST_PROXY) })
        : undefined;
    if (http) lifecycle.onStopFirst('http', () => http.close());
    const metrics = createMetrics();
    if (config.METRICS_PORT !== undefined)
      await serveMetrics(metrics, config.METRICS_PORT, config.HOST, lifecycle);
    const log = await openLogPart(config, opening, `rigworth-${name}`);
    const role = { config, log, logger, metrics, lifecycle };
    if (name === 'ingest') await startIngestRole({ ...role, sites });
    if (name === 'scheduler') await startSchedulerRole({ ...role, clock: systemClock });
    if (name === 'pipelines') {
      const warehouse = await openWarehousePart(config, opening);
      await startPipelinesRole({ ...role, ...loadNames(), warehouse, snapshots: undefined });
    }
    if (http) {
      warnOfOpenStaff(config, logger);
      const warehouse = await openWarehousePart(config, opening);
      const [users, portal] = await Promise.all([
        openUsersPart(config, opening),
        buildPortal().then(openPortal),
      ]);
      const secrets = await sessionSecrets(config, opening.paths);
      const mailer = openMailer(config, opening);
      const payments = openPayments(config, users, opening);
      await startApiRole({
        ...role,
        ...loadNames(),
        // Its port is for everybody.
        servesMetrics: false,
        http,
        warehouse,
        users,
        secrets,
        mailer,
        payments,
        portal,
      });
    }
    logger.info(http ? { url: `http://localhost:${http.port}` } : {}, 'role is up');
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
  return 0;
}

await runCommand(main);
