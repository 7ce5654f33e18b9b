import { randomUUID } from 'node:crypto';
import { Cancels } from '#ingest/collect/cancels.ts';
import { collect } from '#ingest/collect/collector.ts';
import { loadSites } from '#ingest/collect/load-sites.ts';
import { PastCollections } from '#ingest/collect/past-collections.ts';
import { sampleSource } from '#ingest/collect/sample-source.ts';
import { siteSource } from '#ingest/collect/site-source.ts';
import type { CollectableSource } from '#ingest/collect/source.ts';
import { tellSources } from '#ingest/collect/tell-sources.ts';
import type { Site } from '#ingest/scraper/site-file.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/load.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { ingestCancel } from '#schemas/events/ingest-cancel.ts';
import type { CollectCommand } from '#schemas/events/ingest-collection.ts';
import { ingestCommand, type IngestCommand } from '#schemas/events/ingest-command.ts';
import { encodeEvent, tryDecodeEvent } from '#schemas/events/topic.ts';
import { openCrawler } from '../open-crawler.ts';
import { dataPaths } from '../parts.ts';
import { publishSampleAside } from '../publish-sample.ts';
import { follow } from './follow.ts';

export interface IngestRole {
  config: Config<
    | 'SAMPLE'
    | 'DATA_DIR'
    | 'KAFKA_BROKERS'
    | 'SITES_DIR'
    | 'SCRAPER_CONTACT'
    | 'SCRAPER_ALLOW_ADDRESSES'
  >;
  /** `sitesOf` the configuration. */
  sites: readonly Site[];
  log: EventLog;
  logger: Logger;
  lifecycle: Lifecycle;
}

/**
 * The sites of SITES_DIR; to be asked for before anything is opened, so that a refusal comes before all else.
 * @throws StartRefused
 */
export const sitesOf = async ({ SITES_DIR }: Config<'SITES_DIR'>): Promise<Site[]> =>
  SITES_DIR === undefined ? [] : await loadSites(SITES_DIR);

/** Well under the session of a group: a member that is silent for longer loses its work to another. */
const HEARTBEAT_MS = 2_000;

/**
 * Runs what the command topic asks for. One partition and one group: of any number of ingest
 * processes one has the work, and a second ask for the same finds it done.
 */
export async function startIngestRole(role: IngestRole): Promise<void> {
  const { config, log, logger, lifecycle } = role;
  const sources = await openSources(role);
  const stopping = new AbortController();
  const cancels = new Cancels();
  const past = new PastCollections(log);
  await follow(role, ingestCancel, (event) => cancels.apply(event));

  const carryOut = async (
    command: IngestCommand,
    offset: number,
    signal: AbortSignal,
  ): Promise<void> => {
    if (command.kind === 'sample') {
      const published = await publishSampleAside(config, signal);
      logger.info(
        { published },
        published ? 'sample market published' : 'sample market not needed',
      );
      return;
    }
    const asked = { command: command as CollectCommand, offset };
    const ended = await cancels.during(command.commandId, (cancelled) =>
      collect({ past, clock: systemClock, sources }, asked, { cancelled, stopping: signal }),
    );
    if (ended !== undefined)
      logger.info(
        { run: ended.runId, outcome: ended.outcome, joined: ended.joined },
        'collection ended',
      );
  };
  const running = await log.subscribe({
    topic: ingestCommand,
    group: 'ingest',
    maxBatch: 1,
    handler: async (batch) => {
      for (const { offset, value } of batch.messages) {
        const command = tryDecodeEvent(ingestCommand, value);
        if (command !== undefined)
          await whileOurs(batch, stopping.signal, (signal) => carryOut(command, offset, signal));
      }
    },
  });
  lifecycle.onStop('ingest', async () => {
    // A run under way is given up at its next batch; its command was not committed and comes again.
    stopping.abort(new Error('stopping'));
    await running.stop().catch(() => undefined);
  });
  running.finished.catch((error: unknown) => lifecycle.failWith(error));
  if (config.SAMPLE === 'auto') {
    const command = {
      commandId: 'sample-market',
      at: systemClock().toISOString(),
      kind: 'sample',
      askedBy: 'schedule',
    } as const;
    await log.publish(ingestCommand, [encodeEvent(ingestCommand, command)]);
  }
}

/** The sites of SITES_DIR, told to all, and the sample market while it is what is shown. */
async function openSources({
  config,
  sites,
  log,
  logger,
  lifecycle,
}: IngestRole): Promise<() => Promise<CollectableSource[]>> {
  const { SITES_DIR: folder, SCRAPER_CONTACT: contact } = config;
  if (folder !== undefined && sites.length === 0)
    logger.warn({ folder }, 'SITES_DIR holds no site file (….site.yaml); nothing is crawled');
  await tellSources({ log, clock: systemClock }, sites);
  const crawler =
    sites.length === 0 || contact === undefined
      ? undefined
      : openCrawler({
          config,
          contact,
          folder: dataPaths(config.DATA_DIR).scraper,
          log,
          lifecycle,
        });
  return async () => {
    const sample =
      config.SAMPLE === 'off'
        ? undefined
        : await sampleSource({ log, clock: systemClock, newId: () => randomUUID().slice(0, 8) });
    return [
      ...(crawler === undefined ? [] : sites.map((site) => siteSource(site, crawler))),
      ...(sample === undefined ? [] : [sample]),
    ];
  };
}

/** Does long work with heartbeats; where the work went to another process it is broken off, and comes again there. */
async function whileOurs(
  batch: LogBatch,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    batch.heartbeat().catch((error: unknown) => lost.abort(error));
  }, HEARTBEAT_MS);
  try {
    await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}
