import { z } from 'zod';
import { ofRun } from './ingest-run.ts';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** How often a run says so, and at least a collection of several. */
export const ALIVE_EVERY_MS = 2 * 60_000;
/** One that said nothing for so long has lost its process, however slow the site or long the file. */
export const SILENT_AFTER_MS = 5 * ALIVE_EVERY_MS;

const count = z.number().int().nonnegative();

/** Why a crawl asks for no page now, and until when at the latest. */
export const siteWait = z.object({
  /**
   * `asked_to`: the site answered that we are to come later. `host_taken`: another run asks its host. `pause`: so
   * long are the pauses that it asks for between two pages.
   */
  why: z.enum(['asked_to', 'host_taken', 'pause']),
  /** With `asked_to`, the status of that answer, where it is known. */
  status: z.number().int().min(100).max(599).optional(),
  until: instant,
});
export type SiteWait = z.output<typeof siteWait>;

/**
 * The process of a collection run lives: said by whoever collects from `started` of ingest.run.v1 until it has
 * published or failed. The last one counts; apart from that topic, since only its newest moment is of any use. So is
 * what a crawl has come to by then: how it ended ingest.funnel.v1 tells.
 */
export const ingestAlive = defineTopic({
  name: 'ingest.alive.v1',
  key: (event) => event.runId,
  partitions: 1,
  retention: { days: 1 },
  schema: z.object({
    ...ofRun,
    at: instant,
    /** Of a crawl, since it began: pages as ingest.funnel.v1 counts them, and records read. */
    soFar: z
      .object({
        counts: z.object({
          discovered: count,
          allowed: count,
          fetched: count,
          parsed: count,
          records: count,
        }),
        missed: z.record(z.string().max(100), count),
      })
      .optional(),
    waits: siteWait.optional(),
  }),
  examples: [
    {
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      at: '2026-11-21T06:02:00.000Z',
    },
    {
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      at: '2026-11-21T06:04:00.000Z',
      soFar: {
        counts: { discovered: 120, allowed: 40, fetched: 39, parsed: 36, records: 36 },
        missed: { robots_disallowed: 10, put_off: 1 },
      },
      waits: { why: 'asked_to', status: 503, until: '2026-11-21T06:06:00.000Z' },
    },
  ],
});
export type IngestAlive = EventOf<typeof ingestAlive>;
