import { openPortal } from '#api/portal.ts';
import { systemClock } from '#platform/clock.ts';
import { lastPublished } from '#pipelines/compute/last-published.ts';
import { ALL_VARIABLES, loadConfig } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { buildPortal } from './build-portal.ts';
import { Command } from 'commander';
import { parseArguments, runCommand } from './command.ts';
import { limitsBehind, listen } from './http-server.ts';
import { serveMetrics } from './metrics-server.ts';
import { loadNames } from './names.ts';
import { openAfterCommand } from './open-after-command.ts';
import {
  openLogPart,
  openMailer,
  openPayments,
  openUsersPart,
  prepareDataDir,
  sessionSecrets,
} from './parts.ts';
import { startApiRole } from './roles/api.ts';
import { sitesOf, startIngestRole } from './roles/ingest.ts';
import { startPipelinesRole } from './roles/pipelines.ts';
import { startSchedulerRole } from './roles/scheduler.ts';
import { warnOfOpenStaff } from './warn-of-open-staff.ts';

const command = new Command('npm start --').description(
  'Runs everything in one process; configured by variables alone (see .env.example).',
);

/** `npm start`: every role in one process, on embedded parts unless the real engines are named. */
async function main(): Promise<number> {
  if (parseArguments(command) === undefined) return 0;
  const config = loadConfig(process.env, ALL_VARIABLES);
  const sites = await sitesOf(config);
  const logger = createLogger(config.LOG_LEVEL);
  const lifecycle = new Lifecycle(logger);
  lifecycle.stopOnSignals();
  try {
    const http = await listen(config.PORT, config.HOST, {
      limits: limitsBehind(config.TRUST_PROXY),
    });
    lifecycle.onStopFirst('http', () => http.close());
    const paths = await prepareDataDir(config.DATA_DIR);
    const opening = { paths, lifecycle, logger };
    // First the warehouse: its lock is the lock of the whole folder.
    const warehouse = await openAfterCommand(config, opening);
    const log = await openLogPart(config, opening, 'rigworth');
    // A Postgres that does not answer is told before anything runs.
    const remoteUsers =
      config.DATABASE_URL === undefined ? undefined : await openUsersPart(config, opening);
    const metrics = createMetrics();
    const { METRICS_PORT: metricsPort } = config;
    if (metricsPort !== undefined) await serveMetrics(metrics, metricsPort, config.HOST, lifecycle);
    const role = { config, log, warehouse, ...loadNames(), logger, metrics, lifecycle };
    const startWork = async (): Promise<void> => {
      await startPipelinesRole({ ...role, snapshots: paths.snapshots });
      await startIngestRole({ ...role, sites });
    };
    // A backlog takes the cores for minutes: what there is to serve is served before it. At a first start only
    // the work brings it, and goes on while the portal is built and the embedded user store is made.
    const isFirst = (await lastPublished(log)) === undefined;
    if (isFirst) await startWork();
    // What is refused before says that alone; the rest takes a while.
    const url = `http://localhost:${http.port}`;
    logger.info({ url }, 'RigWorth is starting');
    warnOfOpenStaff(config, logger);
    const [users, portal] = await Promise.all([
      remoteUsers ?? openUsersPart(config, opening),
      buildPortal().then(openPortal),
    ]);
    const secrets = await sessionSecrets(config, paths);
    const mailer = openMailer(config, opening);
    const payments = openPayments(config, users, opening);
    const servesMetrics = metricsPort === undefined;
    const forPeople = { users, secrets, mailer, payments, portal, http, servesMetrics };
    const api = await startApiRole({ ...role, ...forPeople });
    if (!isFirst) {
      await api.looked;
      // It may have taken long enough to be asked to stop meanwhile.
      if (lifecycle.stopping) return 0;
      await startWork();
    }
    await startSchedulerRole({ ...role, clock: systemClock });
    logger.info({ url }, 'RigWorth is up');
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
  return 0;
}

await runCommand(main);
