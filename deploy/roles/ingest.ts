import { publishSampleMarket } from '#ingest/publish-sample.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/load.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { encodeEvent, tryDecodeEvent } from '#schemas/events/topic.ts';

export interface IngestRole {
  config: Config<'SAMPLE'>;
  log: EventLog;
  logger: Logger;
  lifecycle: Lifecycle;
}

/**
 * Runs what the command topic asks for. One partition and one group: of any number of ingest
 * processes one has the work, and a second ask for the same finds it done.
 */
export async function startIngestRole({
  config,
  log,
  logger,
  lifecycle,
}: IngestRole): Promise<void> {
  const stopping = new AbortController();
  const running = await log.subscribe({
    topic: ingestCommand,
    group: 'ingest',
    maxBatch: 1,
    handler: async ({ messages }) => {
      for (const { value } of messages) {
        const command = tryDecodeEvent(ingestCommand, value);
        if (command?.kind !== 'sample') continue;
        const published = await publishSampleMarket({
          log,
          clock: systemClock,
          signal: stopping.signal,
        });
        logger.info(
          { published },
          published ? 'sample market published' : 'sample market not needed',
        );
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
