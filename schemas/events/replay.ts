import { z } from 'zod';
import { replayChanges } from '../replay-changes.ts';
import { defineTopic, instant, type EventOf } from './topic.ts';

const count = z.number().int().nonnegative();

/**
 * Asks that raw.listing be read anew by a better normaliser, and raw.registration where that is better too. One
 * partition and one group; every process that has the better one asks for it, and one does it.
 */
export const replayCommand = defineTopic({
  name: 'replay.command.v1',
  key: () => 'replay',
  partitions: 1,
  retention: { days: 30 },
  schema: z.object({
    /** Version of the normaliser: its code's, and how many decisions on aliases it knows of. */
    version: count,
    at: instant,
  }),
  examples: [{ version: 5, at: '2026-11-21T06:00:00.000Z' }],
});
export type ReplayCommand = EventOf<typeof replayCommand>;

/**
 * The life of a replay, one event a state, `running` again as it goes on. `overtaken`: given up for one by a
 * still better normaliser, which reads all of it.
 */
export const replayRun = defineTopic({
  name: 'replay.run.v1',
  key: (event) => String(event.version),
  partitions: 1,
  retention: 'forever',
  schema: z.object({
    version: count,
    state: z.enum(['running', 'done', 'overtaken', 'failed']),
    startedAt: instant,
    at: instant,
    /** What is read anew of each partition: from the first that was kept when it began, up to here. */
    range: z.array(z.object({ partition: z.number().int(), begin: count, end: count })),
    /** Events read so far, of so many. */
    read: count,
    of: count,
    /** Registrations of an older version when it began, which it reads anew; events of before say nothing of them. */
    registrations: count.optional(),
    /** With `done`: what it changed in the facts of listings. */
    changes: replayChanges
      /** Facts that differ in a field. */
      .extend({ byField: z.record(z.string(), count) })
      .optional(),
    error: z.string().max(2_000).optional(),
  }),
  examples: [
    {
      version: 5,
      state: 'done',
      startedAt: '2026-11-21T06:00:00.000Z',
      at: '2026-11-21T06:00:20.000Z',
      range: [{ partition: 0, begin: 0, end: 4 }],
      read: 4,
      of: 4,
      changes: {
        before: 3,
        after: 3,
        unchanged: 1,
        changed: 1,
        gone: 1,
        come: 1,
        byField: { make_id: 1, line_id: 1 },
      },
    },
  ],
});
export type ReplayRun = EventOf<typeof replayRun>;
