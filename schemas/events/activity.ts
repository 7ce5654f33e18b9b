import { z } from 'zod';
import { CONDITIONS, RV_TYPE_IDS } from '../vocabulary.ts';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** What people look for, without the people: no user, address or free text (decisions.md). */
const subject = {
  id: z.string().min(1).max(100),
  at: instant,
  sample: z.boolean(),
  makeId: z.string().max(100),
  lineId: z.string().max(200),
  type: z.enum(RV_TYPE_IDS).or(z.literal('')),
  region: z.string().max(20),
};

export const activitySearch = defineTopic({
  name: 'activity.search.v1',
  key: (event) => event.id,
  partitions: 3,
  retention: { days: 800 },
  schema: z.object({ ...subject, results: z.number().int().nonnegative() }),
  examples: [
    {
      id: 'act-1',
      at: '2026-11-21T06:00:00.000Z',
      sample: false,
      makeId: 'jayco',
      lineId: '',
      type: 'travel-trailer',
      region: 'West',
      results: 42,
    },
  ],
});
export type ActivitySearch = EventOf<typeof activitySearch>;

export const activityAnalysis = defineTopic({
  name: 'activity.analysis.v1',
  key: (event) => event.id,
  partitions: 3,
  retention: { days: 800 },
  schema: z.object({
    ...subject,
    year: z.number().int(),
    condition: z.enum(CONDITIONS),
    value: z.number().int().positive(),
  }),
  examples: [
    {
      id: 'act-2',
      at: '2026-11-21T06:00:00.000Z',
      sample: false,
      makeId: 'jayco',
      lineId: 'jayco/eagle',
      type: 'fifth-wheel',
      region: '',
      year: 2021,
      condition: 'used',
      value: 48_200,
    },
  ],
});
export type ActivityAnalysis = EventOf<typeof activityAnalysis>;
