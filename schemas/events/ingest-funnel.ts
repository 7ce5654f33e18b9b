import { z } from 'zod';
import { ofRun } from './ingest-run.ts';
import { defineTopic, instant, type EventOf } from './topic.ts';

const count = z.number().int().nonnegative();

/** Counted among what a crawl missed, though it is said of the run: it saw no page at all. */
export const NOTHING_SEEN = 'nothing_seen';
/** Why a run missed pages that the site, or another run at its host, had it ask for later. */
export const SENT_AWAY = ['crawl_delay', 'host_away', 'host_taken'] as const;
/** Why a run missed pages that it did not set out for. */
export const OF_PART = ['left_out', 'trial'] as const;
/** Reasons for which a page was not even asked for, as `missed` names them. */
export const NOT_ASKED_BY = [
  'robots_disallowed', 'robots_unreachable', 'left_out', 'sitemap_limit', 'host_down', ...SENT_AWAY,
] as const; // prettier-ignore

/**
 * What was counted of a collection run on its way, for people; apart from `ingest.run.v1`, since nothing
 * depends on it. `crawled`: pages, said by the crawler when it has ended. `compared`: how the records
 * that were stored differ from what was known of their listings, said by the pipelines before `loaded`.
 * `reread`: what of its dead letters is understood by now, said by the pipelines after a replay or a redrive; a reader
 * of before December 2026 passes over it. Said again, the last one counts.
 */
export const ingestFunnel = defineTopic({
  name: 'ingest.funnel.v1',
  key: (event) => event.runId,
  partitions: 1,
  retention: 'forever',
  schema: z.object({
    ...ofRun,
    step: z.enum(['crawled', 'compared', 'reread']),
    at: instant,
    counts: z.object({
      /** With `crawled`, pages: come upon, allowed by robots.txt and asked for, answered, read. */
      discovered: count.optional(),
      allowed: count.optional(),
      fetched: count.optional(),
      parsed: count.optional(),
      /** With `compared`, records: the listing's first, with another price or the like, or as before. */
      new: count.optional(),
      changed: count.optional(),
      unchanged: count.optional(),
      /** With `reread`, records: letters that are facts by now. */
      stored: count.optional(),
    }),
    /**
     * With `crawled`: pages that were not seen, by reason; 0 where it is said of the run, as `NOTHING_SEEN` is. With
     * `compared`, why what a whole sweep did not see stays current: `set_aside`, so many listings, since it saw too few
     * to be believed alone; `unidentified`, since so many of its records could not be read and may be any listing. With
     * `reread`, why the letters that are understood by now had been put aside.
     */
    missed: z.record(z.string().max(100), count).optional(),
    /** With `reread`: letters that are known to be no facts by now, by reason. */
    dropped: z.record(z.string().max(100), count).optional(),
    /** With `crawled`: the first of what it warned of. */
    warnings: z.array(z.string().max(500)).max(20).optional(),
    /** With `crawled`: why the site is left alone from now on. */
    blocked: z.string().max(2_000).optional(),
  }),
  examples: [
    {
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      step: 'crawled',
      at: '2026-11-21T06:10:00.000Z',
      counts: { discovered: 120, allowed: 110, fetched: 108, parsed: 96 },
      missed: { robots_disallowed: 10, http_500: 2 },
      warnings: ['https://example.com/rv/7: the price is no number'],
    },
    {
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      step: 'compared',
      at: '2026-11-21T06:10:09.000Z',
      counts: { new: 6, changed: 10, unchanged: 80 },
    },
    {
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      step: 'reread',
      at: '2026-12-01T09:00:00.000Z',
      counts: { stored: 8 },
      missed: { unknown_make: 9 },
      dropped: { not_an_rv: 1 },
    },
  ],
});
export type IngestFunnel = EventOf<typeof ingestFunnel>;
