import { z } from 'zod';
import { RV_TYPE_IDS } from '../vocabulary.ts';
import { defineTopic, instant, sha256, sourceName, type EventOf } from './topic.ts';

/** How many RVs one state registered in one month, as a registration file says. */
export const rawRegistration = defineTopic({
  name: 'raw.registration.v1',
  key: (event) => `${event.source}\u0000${event.state}`,
  partitions: 3,
  retention: 'forever',
  schema: z.object({
    eventId: sha256,
    runId: z.string().min(1).max(100),
    source: sourceName,
    observedAt: instant,
    /** State or Canadian province, two letters. */
    state: z.string().length(2),
    /** `YYYY-MM`. */
    month: z.string().regex(/^\d{4}-\d{2}$/),
    make: z.string().max(200),
    type: z.enum(RV_TYPE_IDS).or(z.literal('')),
    condition: z.enum(['new', 'used']),
    count: z.number().int().positive(),
    origin: z.string().max(2_000),
  }),
  examples: [
    {
      eventId: '1d1b1b9e4f2a3c6d7e8f90123456789abcdef0123456789abcdef0123456789a',
      runId: 'registration-2026-10',
      source: 'example-state',
      observedAt: '2026-11-01T00:00:00.000Z',
      state: 'OR',
      month: '2026-10',
      make: 'JAYCO',
      type: 'travel-trailer',
      condition: 'new',
      count: 31,
      origin: 'oregon-2026-10.csv#12',
    },
  ],
});
export type RawRegistration = EventOf<typeof rawRegistration>;
