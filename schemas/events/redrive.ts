import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** Which dead letters; what is not given excludes nothing. The times are of when they were put aside. */
const filter = z.object({
  source: z.string().max(100).optional(),
  reason: z.string().max(100).optional(),
  since: instant.optional(),
  until: instant.optional(),
});

/** One letter, by where its message stands in the log. */
const place = z.object({
  topic: z.string().min(1).max(100),
  partition: z.number().int().nonnegative(),
  offset: z.number().int().nonnegative(),
});

const asked = {
  redriveId: z.string().min(1).max(100),
  askedBy: z.enum(['staff', 'command']),
  filter,
  /** Only this one. */
  place: place.optional(),
  /** Counted, and nothing sent. */
  dryRun: z.boolean(),
};

/**
 * Asks that open dead letters be sent again, each with its own bytes. One partition and one group, so one
 * redrive at a time: no letter is sent by two.
 */
export const redriveCommand = defineTopic({
  name: 'redrive.command.v1',
  key: () => 'redrive',
  partitions: 1,
  retention: { days: 30 },
  schema: z.object({ ...asked, at: instant }),
  examples: [
    {
      redriveId: 'redrive-2026-11-21T06:00:00.000Z-example',
      askedBy: 'command',
      filter: { source: 'example-dealer', reason: 'no_vehicle' },
      dryRun: false,
      at: '2026-11-21T06:00:00.000Z',
    },
    {
      redriveId: 'redrive-2026-11-21T06:01:00.000Z-example',
      askedBy: 'staff',
      filter: {},
      place: { topic: 'raw.listing.v1', partition: 2, offset: 41 },
      dryRun: false,
      at: '2026-11-21T06:01:00.000Z',
    },
  ],
});
export type RedriveCommand = EventOf<typeof redriveCommand>;

/**
 * The life of a redrive, one event a state, each with all that is known: `running`, `loading` once all is
 * sent, `done` once all that was sent has been read again and what failed once more is a letter; `failed` where
 * it broke off.
 */
export const redriveRun = defineTopic({
  name: 'redrive.run.v1',
  key: (event) => event.redriveId,
  partitions: 1,
  retention: { days: 400 },
  schema: z.object({
    ...asked,
    state: z.enum(['running', 'loading', 'done', 'failed']),
    askedAt: instant,
    at: instant,
    /** Letters that matched and were open when it began. */
    matched: z.number().int().nonnegative(),
    redriven: z.number().int().nonnegative(),
    /** Matched and not sent, by reason. */
    notSent: z.record(z.string(), z.number().int().nonnegative()),
    /** With `done`: what became of those sent: `accepted`, `dropped: not_an_rv`, `dead_letter: no_year`. */
    became: z.record(z.string(), z.number().int().nonnegative()).optional(),
    error: z.string().max(2_000).optional(),
  }),
  examples: [
    {
      redriveId: 'redrive-2026-11-21T06:00:00.000Z-example',
      askedBy: 'command',
      filter: { source: 'example-dealer', reason: 'no_vehicle' },
      dryRun: false,
      state: 'done',
      askedAt: '2026-11-21T06:00:00.000Z',
      at: '2026-11-21T06:00:02.000Z',
      matched: 3,
      redriven: 2,
      notSent: { cut: 1 },
      became: { accepted: 1, 'dropped: not_an_rv': 1 },
    },
  ],
});
export type RedriveRun = EventOf<typeof redriveRun>;
