import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/**
 * The life of a run of the batch, one event a state: `started`, then one of the others. `published`:
 * its snapshot and search are served. `kept_back`: a check failed. `failed`: it broke off. After the
 * last two everything is served as it was before. A run whose process died has no end: its commands
 * come again and lead to another run.
 */
export const computeRun = defineTopic({
  name: 'compute.run.v1',
  key: (event) => event.runId,
  partitions: 1,
  retention: { days: 30 },
  schema: z.object({
    runId: z.string().min(1).max(100),
    state: z.enum(['started', 'published', 'kept_back', 'failed']),
    at: instant,
    /** The commands this run answers: all that waited when it began. */
    commandIds: z.array(z.string().min(1).max(200)).min(1),
    /** The run began after every command below this offset of compute.command.v1. */
    commandsEnd: z.number().int().nonnegative(),
    /** With `published`: what is served now. */
    snapshot: z
      .object({
        snapshotId: z.string().min(1).max(100),
        kind: z.enum(['real', 'sample', 'empty']),
        listings: z.number().int().nonnegative(),
      })
      .optional(),
    /** With `kept_back`: the checks that held it, with their numbers for people. */
    failedChecks: z.array(z.object({ name: z.string(), detail: z.string() })).optional(),
    /** With `failed`: what went wrong, for people. */
    error: z.string().max(2_000).optional(),
  }),
  examples: [
    {
      runId: 'compute@2026-11-21T06:00:00.000Z',
      state: 'published',
      at: '2026-11-21T06:00:30.000Z',
      commandIds: ['compute@2026-11-21T06:00Z'],
      commandsEnd: 1,
      snapshot: { snapshotId: 'compute@2026-11-21T06:00:00.000Z', kind: 'real', listings: 2 },
    },
    {
      runId: 'compute@2026-11-21T08:00:00.000Z',
      state: 'kept_back',
      at: '2026-11-21T08:00:30.000Z',
      commandIds: ['after@ingest-2026-11-21T07:59:00.000Z-example', 'compute@2026-11-21T08:00Z'],
      commandsEnd: 3,
      failedChecks: [{ name: 'units kept', detail: '1 units, 2 before' }],
    },
  ],
});
export type ComputeRun = EventOf<typeof computeRun>;
