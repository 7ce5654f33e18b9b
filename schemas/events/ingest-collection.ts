import { z } from 'zod';
import type { IngestCommand } from './ingest-command.ts';
import { defineTopic, instant, sourceName, type EventOf } from './topic.ts';

const count = z.number().int().nonnegative();

/** What became of one source of a collection so far. */
export const collectedSource = z.object({
  source: sourceName,
  sample: z.boolean(),
  /** `blocked`: the site stands in our way. `taken`: another process crawls it now. */
  state: z.enum([
    'waiting', 'running', 'done', 'partial', 'blocked', 'taken', 'failed', 'cancelled',
  ]), // prettier-ignore
  /** Its run of ingest.run.v1, once it is known. */
  runId: z.string().min(1).max(100).optional(),
  /** Listings published so far, and those of them that were not known before. */
  processed: count,
  newListings: count,
  /** Why it is not done, for people. */
  detail: z.string().max(2_000).optional(),
});
export type CollectedSource = z.output<typeof collectedSource>;

/**
 * What a command of ingest.command.v1 led to: `started`, `progress` now and then, `ended`. Its run id is
 * the command's id. A command that was asked for what a run under way does anyway is answered by that
 * run: it has an `ended` alone, with `joined`. One without an end was cut off; its command comes again.
 */
export const ingestCollection = defineTopic({
  name: 'ingest.collection.v1',
  key: (event) => event.runId,
  partitions: 1,
  retention: { days: 30 },
  schema: z.object({
    runId: z.string().min(1).max(200),
    kind: z.enum(['refresh', 'collect-all', 'scan', 'specific']),
    make: z.string().max(100).optional(),
    model: z.string().max(200).optional(),
    askedBy: z.enum(['schedule', 'staff', 'user', 'command']),
    state: z.enum(['started', 'progress', 'ended']),
    at: instant,
    startedAt: instant,
    /** The run that answers this one, where another does. */
    joined: z.string().min(1).max(200).optional(),
    /** With `ended`. `nothing`: no source is set up. `failed`: of no source anything came. */
    outcome: z.enum(['done', 'partial', 'nothing', 'failed', 'cancelled']).optional(),
    sources: z.array(collectedSource),
    /** With `ended`: commands below this offset of ingest.command.v1 were asked before that. */
    answersUpTo: count.optional(),
  }),
  examples: [
    {
      runId: 'refresh@2026-11-21T06:00Z',
      kind: 'refresh',
      askedBy: 'schedule',
      state: 'ended',
      at: '2026-11-21T06:04:00.000Z',
      startedAt: '2026-11-21T06:00:00.000Z',
      outcome: 'partial',
      sources: [
        {
          source: 'example-dealer',
          sample: false,
          state: 'done',
          runId: 'ingest-2026-11-21T06:00:00.000Z-example',
          processed: 40,
          newListings: 2,
        },
        {
          source: 'example-market',
          sample: false,
          state: 'blocked',
          processed: 0,
          newListings: 0,
          detail: 'blocked: a challenge page',
        },
      ],
    },
    {
      runId: 'specific@jayco@eagle@2026-11-21T06:01Z',
      kind: 'specific',
      make: 'Jayco',
      model: 'Eagle',
      askedBy: 'staff',
      state: 'started',
      at: '2026-11-21T06:04:00.000Z',
      startedAt: '2026-11-21T06:04:00.000Z',
      sources: [
        {
          source: 'example-dealer',
          sample: false,
          state: 'waiting',
          processed: 0,
          newListings: 0,
        },
      ],
    },
    {
      runId: 'scan@2026-11-21T06:03Z',
      kind: 'scan',
      askedBy: 'staff',
      state: 'ended',
      at: '2026-11-21T06:04:00.000Z',
      startedAt: '2026-11-21T06:00:00.000Z',
      joined: 'refresh@2026-11-21T06:00Z',
      outcome: 'nothing',
      sources: [],
    },
  ],
});
export type IngestCollection = EventOf<typeof ingestCollection>;

/** A command that leads to one. */
export type CollectCommand = IngestCommand & Pick<IngestCollection, 'kind'>;
