import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** What could not be understood, with its bytes and where they came from, so that it can be redriven. */
export const deadLetter = defineTopic({
  name: 'deadletter.v1',
  key: (event) => `${event.topic}/${event.partition}/${event.offset}`,
  partitions: 3,
  retention: { days: 400 },
  // The largest message of any other topic, a third longer as base64, with what is said of it.
  maxBytes: 12_000_000,
  schema: z.object({
    topic: z.string(),
    partition: z.number().int(),
    offset: z.number().int(),
    /** '' where the message could not even be read as an event. */
    eventId: z.string(),
    runId: z.string(),
    source: z.string(),
    sourceId: z.string(),
    origin: z.string(),
    /** A short fixed word, counted and filtered by: blocked, no_vehicle, unreadable_record, poison. */
    reason: z.string().min(1).max(60),
    /** The value that was wrong and what was expected. */
    detail: z.string().max(2_000),
    /** Name of the schema the reader expected. */
    schema: z.string(),
    at: instant,
    /** The log message's value, untouched. */
    bytes: z.base64(),
  }),
  examples: [
    {
      topic: 'raw.listing.v1',
      partition: 2,
      offset: 41,
      eventId: '',
      runId: '',
      source: '',
      sourceId: '',
      origin: '',
      reason: 'poison',
      detail: 'not JSON: unexpected character at position 0',
      schema: 'raw.listing.v1',
      at: '2026-11-21T06:00:00.000Z',
      bytes: 'bm90IGpzb24=',
    },
  ],
});
export type DeadLetter = EventOf<typeof deadLetter>;
