import { z } from 'zod';
import { defineTopic, instant, sourceName, type EventOf } from './topic.ts';

/** What a source of listings is, as its mapping says. */
export const SOURCE_CATEGORIES = ['dealers', 'marketplace', 'additional'] as const;
export type SourceCategory = (typeof SOURCE_CATEGORIES)[number];

/**
 * What the ingest role has: the sites that it collects from, and what each source it knows is; with that
 * what files said of theirs, and what sites were that it had. Said where it has changed; the last one holds.
 */
export const ingestSources = defineTopic({
  name: 'ingest.sources.v1',
  key: () => 'ingest',
  partitions: 1,
  retention: 'forever',
  schema: z.object({
    at: instant,
    sources: z.array(
      z.object({
        source: sourceName,
        category: z.enum(SOURCE_CATEGORIES),
        /** It has a site file, so that each refresh collects from it. */
        collected: z.boolean(),
      }),
    ),
  }),
  examples: [
    {
      at: '2026-11-21T05:59:00.000Z',
      sources: [
        { source: 'example-dealer', category: 'dealers', collected: true },
        { source: 'example-market', category: 'marketplace', collected: false },
      ],
    },
  ],
});
export type IngestSources = EventOf<typeof ingestSources>;
