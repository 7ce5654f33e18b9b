import { z } from 'zod';
import { defineTopic, instant, sha256, sourceName, type EventOf } from './topic.ts';

const text = z.string().max(500).optional();

/** What the mapping took from a row of a registration file, as the file writes it: nothing corrected. */
export const registrationFields = z.object({
  /** State or Canadian province. */
  state: text,
  /** `YYYY-MM` where the mapping could read it, else as it is written. */
  month: text,
  make: text,
  model: text,
  type: text,
  condition: text,
  year: text,
  /** How many the row stands for; one where the file does not say. */
  count: text,
});
export type RegistrationFields = z.output<typeof registrationFields>;
export type RegistrationField = keyof RegistrationFields;

/**
 * One row of a registration file, or with `end` that all its rows stand before this. A file that is taken
 * once keeps its rows in one partition and their order: from the last one there, taking it can go on.
 */
export const rawRegistration = defineTopic({
  name: 'raw.registration.v1',
  key: (event) => `${event.source}\u0000${event.take}`,
  partitions: 3,
  retention: 'forever',
  schema: z.object({
    /** SHA-256 of schema, take and `start`; of an `end` also whether it is complete. */
    eventId: sha256,
    runId: z.string().min(1).max(100),
    source: sourceName,
    /** SHA-256 of source, mapping, observed at and the file's content: one taking of one file. */
    take: sha256,
    observedAt: instant,
    /** Where the row begins in the file's unpacked content, in bytes, and where what follows it does. */
    start: z.number().int().nonnegative(),
    next: z.number().int().nonnegative(),
    fields: registrationFields,
    /** The row as received. `base64` only where the bytes are not UTF-8. */
    record: z.object({ encoding: z.enum(['utf8', 'base64']), body: z.string() }),
    /** Why the row cannot be read, where it cannot: then it has no fields. */
    unreadable: z.string().max(500).optional(),
    /** Not complete: the file broke off, and its months are not told by it. */
    end: z
      .object({
        complete: z.boolean(),
        rows: z.number().int().nonnegative(),
        file: sha256,
        at: instant,
      })
      .optional(),
    /** File name and the byte where the row begins. */
    origin: z.string().max(2_000),
  }),
  examples: [
    {
      eventId: '1d1b1b9e4f2a3c6d7e8f90123456789abcdef0123456789abcdef0123456789a',
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-state',
      take: '2d1b1b9e4f2a3c6d7e8f90123456789abcdef0123456789abcdef0123456789a',
      observedAt: '2026-11-01T00:00:00.000Z',
      start: 32,
      next: 57,
      fields: {
        state: 'OR',
        month: '2026-10',
        make: 'JAYCO',
        type: 'Travel Trailer',
        condition: 'NEW',
        count: '31',
      },
      record: { encoding: 'utf8', body: 'OR,10/2026,JAYCO,TT,N,31' },
      origin: 'oregon-2026-10.csv@32',
    },
    {
      eventId: '3d1b1b9e4f2a3c6d7e8f90123456789abcdef0123456789abcdef0123456789a',
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-state',
      take: '2d1b1b9e4f2a3c6d7e8f90123456789abcdef0123456789abcdef0123456789a',
      observedAt: '2026-11-01T00:00:00.000Z',
      start: 57,
      next: 57,
      fields: {},
      record: { encoding: 'utf8', body: '' },
      end: {
        complete: true,
        rows: 1,
        file: '4d1b1b9e4f2a3c6d7e8f90123456789abcdef0123456789abcdef0123456789a',
        at: '2026-11-21T06:00:01.000Z',
      },
      origin: 'oregon-2026-10.csv@57',
    },
  ],
});
export type RawRegistration = EventOf<typeof rawRegistration>;
