import { z } from 'zod';
import { accuracyReport } from '../accuracy.ts';
import {
  ACCURACY_INTERVAL_LEVEL,
  ACCURACY_UNITS_MIN,
  CONFIDENCE_WITHIN,
  RANGE_LEVEL,
} from '../constants.ts';
import { defineCall, marketAnswer } from './call.ts';

export const accuracy = defineCall('GET /api/accuracy', {
  summary: 'How well units were met by values made without them, by group, as of the last run',
  response: z.object({
    ...marketAnswer,
    /** When the run that judged them began, and the newest observation it had. */
    computedAt: z.iso.datetime(),
    asOf: z.iso.datetime(),
    priceKind: z.literal('asking'),
    /** What the ranges claim to cover, and what a confidence is the probability of. */
    rangeLevel: z.literal(RANGE_LEVEL),
    confidenceWithin: z.literal(CONFIDENCE_WITHIN),
    /** Groups of fewer units have no figures; shares have an interval of this level. */
    unitsMin: z.literal(ACCURACY_UNITS_MIN),
    intervalLevel: z.literal(ACCURACY_INTERVAL_LEVEL),
    ...accuracyReport.shape,
  }),
});
