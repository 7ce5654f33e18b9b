import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** Staff accepted or refused that a spelling means a make or a line. Accepted ones apply from then on and, by replay, before. */
export const catalogueDecision = defineTopic({
  name: 'catalogue.decision.v1',
  key: (event) => event.alias,
  partitions: 1,
  retention: 'forever',
  schema: z.object({
    alias: z.string().min(1).max(200),
    makeId: z.string().min(1).max(100),
    lineId: z.string().max(200),
    decision: z.enum(['accepted', 'refused']),
    at: instant,
  }),
  examples: [
    {
      alias: 'jay co',
      makeId: 'jayco',
      lineId: '',
      decision: 'accepted',
      at: '2026-11-21T06:00:00.000Z',
    },
  ],
});
export type CatalogueDecision = EventOf<typeof catalogueDecision>;
