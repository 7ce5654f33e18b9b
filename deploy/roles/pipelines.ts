import type { Catalogue } from '#domain/catalogue/catalogue.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/load.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { watchLag, type Metrics } from '#platform/metrics.ts';
import { startComputing } from '#pipelines/compute/start-computing.ts';
import type { LeftOut } from '#pipelines/load/left-out.ts';
import { startRegistrationLoading } from '#pipelines/load/load-registrations.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { isWorthSaying } from '#pipelines/load/waiting.ts';
import type { Normaliser } from '#pipelines/normalise/normalise.ts';
import { followNormaliser } from '#pipelines/normalise/normaliser-of-log.ts';
import { startRedriving } from '#pipelines/redrive/start-redriving.ts';
import { startReplaying } from '#pipelines/replay/start-replaying.ts';
import { rewordByEndpoint } from '#pipelines/stories/rewording/endpoint.ts';
import type { Reword } from '#pipelines/stories/rewording/reword.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { PIPELINE_CONSUMERS } from './consumers.ts';

export interface PipelinesRole {
  config: Config<'SAMPLE' | 'STORY_LLM_URL' | 'STORY_LLM_KEY' | 'STORY_LLM_MODEL'>;
  log: EventLog;
  warehouse: Warehouse;
  catalogue: Catalogue;
  /** Folder of the snapshots' files, or undefined where the warehouse alone holds them. */
  snapshots: string | undefined;
  logger: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
}

/** Events into facts, and facts into snapshots. A part that ends by itself ends the process loudly. */
export async function startPipelinesRole(role: PipelinesRole): Promise<void> {
  const { config, log, warehouse, catalogue, snapshots, logger, metrics, lifecycle } = role;
  const now = systemClock;
  const onWait = (reason: string, attempt: number): void => {
    if (isWorthSaying(attempt)) logger.warn({ attempt }, `Waiting: ${reason}`);
  };
  const onLeftOut = ({ what, detail }: LeftOut): void => {
    metrics.leftOut.inc({ what });
    logger.error({ what }, detail);
  };
  const normaliser = await followNormaliser(log, catalogue);
  const running = [
    normaliser.running,
    // Before anything is loaded: it looks at whether anything ever was.
    await startReplaying({ log, warehouse, normaliser, now, onWait, logger }),
    ...(await startLoading({
      log,
      warehouse,
      normalise: counted(normaliser.normalise, metrics),
      now,
      onWait,
      onLeftOut,
    })),
    await startRegistrationLoading({
      log,
      warehouse,
      normalise: normaliser.registrations.normalise,
      now,
      onWait,
    }),
    await startComputing({
      log,
      warehouse,
      snapshots,
      sample: config.SAMPLE,
      aliases: normaliser.accepted,
      now,
      onWait,
      logger,
      makeName: (id) => catalogue.makeById(id)?.name ?? id,
      reword: rewordOf(config),
    }),
    await startRedriving({ log, warehouse, now, onWait, logger }),
  ];
  watchLag(metrics, log, PIPELINE_CONSUMERS);
  lifecycle.onStop('pipelines', async () => {
    await Promise.all(running.map((subscription) => subscription.stop()));
  });
  for (const { finished } of running) finished.catch((error: unknown) => lifecycle.failWith(error));
}

/** Who may reword stories; undefined where nobody was configured. */
function rewordOf(config: PipelinesRole['config']): Reword | undefined {
  const { STORY_LLM_URL: url, STORY_LLM_KEY: key, STORY_LLM_MODEL: model } = config;
  return url === undefined || model === undefined
    ? undefined
    : rewordByEndpoint({ url, key, model });
}

/** The same normaliser, each outcome counted. */
function counted(normalise: Normaliser, { events }: Metrics): Normaliser {
  return function normaliseCounted(raw, position) {
    const outcome = normalise(raw, position);
    events.inc({ source: raw.source, outcome: outcome.kind });
    return outcome;
  };
}
