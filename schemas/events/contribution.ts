import { z } from 'zod';
import {
  CONDITIONS,
  MARKET_CONDITIONS,
  PURCHASE_TYPES,
  RV_TYPE_IDS,
  SEASONS,
} from '../vocabulary.ts';
import { calendarDate, defineTopic, type EventOf } from './topic.ts';

const contributionId = z.string().regex(/^[A-Za-z0-9_-]{22,43}$/);

/**
 * A purchase somebody shared. The id is random and known only to the owner's row in Postgres; the
 * place is state and ZIP3, the day is the finest time, dealer name and notes never come here.
 */
export const rawContribution = defineTopic({
  name: 'raw.contribution.v1',
  key: (event) => event.contributionId,
  partitions: 3,
  retention: 'forever',
  time: 'day',
  schema: z.object({
    contributionId,
    /** Keyed hash: counts contributors, names none. */
    contributor: z.string().regex(/^[0-9a-f]{64}$/),
    day: calendarDate,
    sample: z.boolean(),
    make: z.string().min(1).max(100),
    model: z.string().min(1).max(200),
    year: z.number().int(),
    type: z.enum(RV_TYPE_IDS),
    purchasePrice: z.number().int().positive(),
    purchaseDate: calendarDate,
    purchaseType: z.enum(PURCHASE_TYPES),
    condition: z.enum(CONDITIONS),
    state: z.string().max(2),
    zip3: z.string().max(3),
    mileage: z.number().int().nonnegative().optional(),
    listPrice: z.number().int().positive().optional(),
    tradeInValue: z.number().int().nonnegative().optional(),
    /** A fraction: 0.0725 is 7.25 percent. */
    financingRate: z.number().min(0).max(1).optional(),
    downPayment: z.number().int().nonnegative().optional(),
    marketConditions: z.enum(MARKET_CONDITIONS).optional(),
    seasonality: z.enum(SEASONS).optional(),
  }),
  examples: [
    {
      contributionId: 'Zm9vYmFyYmF6cXV4Zm9vYg',
      contributor: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      day: '2026-11-20',
      sample: false,
      make: 'Jayco',
      model: 'Eagle 317RLOK',
      year: 2021,
      type: 'fifth-wheel',
      purchasePrice: 47_500,
      purchaseDate: '2026-10-03',
      purchaseType: 'dealer',
      condition: 'used',
      state: 'ID',
      zip3: '837',
      listPrice: 52_000,
    },
  ],
});
export type RawContribution = EventOf<typeof rawContribution>;

export const rawContributionWithdrawn = defineTopic({
  name: 'raw.contribution.withdrawn.v1',
  key: (event) => event.contributionId,
  partitions: 3,
  retention: 'forever',
  time: 'day',
  schema: z.object({ contributionId, day: calendarDate }),
  examples: [{ contributionId: 'Zm9vYmFyYmF6cXV4Zm9vYg', day: '2026-11-21' }],
});
export type RawContributionWithdrawn = EventOf<typeof rawContributionWithdrawn>;
