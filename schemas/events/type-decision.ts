import { z } from 'zod';
import { RV_TYPE_IDS } from '../vocabulary.ts';
import { defineTopic, instant, type EventOf } from './topic.ts';

/**
 * Staff accepted or refused that a registration file means a type of RV by a spelling. Accepted ones apply from then
 * on and, by replay, before.
 */
export const typeDecision = defineTopic({
  name: 'type.decision.v1',
  key: (event) => event.alias,
  partitions: 1,
  retention: 'forever',
  schema: z.object({
    alias: z.string().min(1).max(200),
    type: z.enum(RV_TYPE_IDS),
    decision: z.enum(['accepted', 'refused']),
    at: instant,
  }),
  examples: [
    {
      alias: 'travle trailer',
      type: 'travel-trailer',
      decision: 'accepted',
      at: '2026-11-21T06:00:00.000Z',
    },
  ],
});
export type TypeDecision = EventOf<typeof typeDecision>;
