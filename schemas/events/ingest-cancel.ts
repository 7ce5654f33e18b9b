import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** Staff give up a collection: whoever runs it stops at the page in hand, and says so in ingest.collection.v1. */
export const ingestCancel = defineTopic({
  name: 'ingest.cancel.v1',
  key: () => 'ingest',
  partitions: 1,
  retention: { days: 30 },
  schema: z.object({ runId: z.string().min(1).max(200), at: instant }),
  examples: [{ runId: 'refresh@2026-11-21T06:00Z', at: '2026-11-21T06:01:00.000Z' }],
});
export type IngestCancel = EventOf<typeof ingestCancel>;
