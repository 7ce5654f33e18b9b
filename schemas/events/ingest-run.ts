import { z } from 'zod';
import { defineTopic, instant, sourceName, type EventOf } from './topic.ts';

const counts = z.record(z.string(), z.number().int().nonnegative());

/** Which collection run an event is of. */
export const ofRun = {
  runId: z.string().min(1).max(100),
  source: sourceName,
  sample: z.boolean(),
};

/** Where a partition of a topic stands: `end` is the next offset after the last one meant. */
export const partitionEnd = z.object({ partition: z.number().int(), end: z.number().int() });

/**
 * The life of a collection run, one event a state. Whoever collects says `started` and `published`;
 * the pipelines say `loaded` once every event of the run has ended one way; `failed` ends it early.
 */
export const ingestRun = defineTopic({
  name: 'ingest.run.v1',
  key: (event) => event.runId,
  partitions: 1,
  retention: 'forever',
  schema: z.object({
    ...ofRun,
    state: z.enum(['started', 'published', 'loaded', 'failed']),
    at: instant,
    /** A full collection may age out what it did not see; a partial, failed or blocked one never does. */
    coverage: z.enum(['full', 'partial']),
    /**
     * It was to see no more than a part of its source, whose state it says nothing of: a trial of a few pages, a scan
     * of some listings. Not from `published` on where it came to everything all the same; not told until December 2026.
     */
    ofPart: z.boolean().optional(),
    /** From `published` on; with `failed` what there was until then, where that is known. */
    read: z.number().int().nonnegative().optional(),
    published: z.number().int().nonnegative().optional(),
    /** From `published` on: the run's events stand below these offsets of raw.listing.v1. */
    ends: z.array(partitionEnd).optional(),
    /**
     * From `published` on, where the run's files are of several dates: from this instant on it saw
     * what the source has now; what it saw earlier only is as old as that.
     */
    sweptFrom: instant.optional(),
    /** With `loaded`: published = stored + duplicates + all dropped + all deadLettered. */
    stored: z.number().int().nonnegative().optional(),
    duplicates: z.number().int().nonnegative().optional(),
    dropped: counts.optional(),
    deadLettered: counts.optional(),
    /** With `failed`: staff gave it up, or did not. Not told until 27 November 2026. */
    givenUp: z.boolean().optional(),
    /** With `failed` what went wrong; from `published` on what was missing of files that broke off. For people. */
    error: z.string().max(2_000).optional(),
  }),
  examples: [
    {
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      state: 'loaded',
      at: '2026-11-21T06:00:09.000Z',
      coverage: 'full',
      read: 3,
      published: 4,
      ends: [{ partition: 0, end: 4 }],
      sweptFrom: '2026-11-21T00:00:00.000Z',
      stored: 2,
      duplicates: 0,
      dropped: { not_an_rv: 1 },
      deadLettered: { blocked: 1 },
    },
  ],
});
export type IngestRun = EventOf<typeof ingestRun>;
