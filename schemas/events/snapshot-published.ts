import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';
import { partitionEnd } from './ingest-run.ts';

/** A snapshot passed its checks and stands in the warehouse: every api process may swap to it. */
export const snapshotPublished = defineTopic({
  name: 'snapshot.published.v1',
  key: (event) => event.kind,
  partitions: 1,
  retention: 'forever',
  schema: z.object({
    snapshotId: z.string().min(1).max(100),
    kind: z.enum(['real', 'sample', 'empty']),
    at: instant,
    /** Every event of raw.listing.v1 below these offsets has been seen by this snapshot. */
    ends: z.array(partitionEnd),
    listings: z.number().int().nonnegative(),
  }),
  examples: [
    {
      snapshotId: 'compute@2026-11-21T06:00:00.000Z',
      kind: 'real',
      at: '2026-11-21T06:00:30.000Z',
      ends: [{ partition: 0, end: 4 }],
      listings: 2,
    },
  ],
});
export type SnapshotPublished = EventOf<typeof snapshotPublished>;
