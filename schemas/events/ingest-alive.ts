import { z } from 'zod';
import { ofRun } from './ingest-run.ts';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** How often a run says so, and at least a collection of several. */
export const ALIVE_EVERY_MS = 2 * 60_000;
/** One that said nothing for so long has lost its process, however slow the site or long the file. */
export const SILENT_AFTER_MS = 5 * ALIVE_EVERY_MS;

/**
 * The process of a collection run lives: said by whoever collects from `started` of ingest.run.v1 until it has
 * published or failed. The last one counts; apart from that topic, since only its newest moment is of any use.
 */
export const ingestAlive = defineTopic({
  name: 'ingest.alive.v1',
  key: (event) => event.runId,
  partitions: 1,
  retention: { days: 1 },
  schema: z.object({ ...ofRun, at: instant }),
  examples: [
    {
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      at: '2026-11-21T06:02:00.000Z',
    },
  ],
});
export type IngestAlive = EventOf<typeof ingestAlive>;
