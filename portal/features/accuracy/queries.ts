import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ConditionAccuracy, JudgedGroup } from '#schemas/accuracy.ts';
import { accuracy } from '#schemas/api/accuracy.ts';
import { api } from '../../client/api.ts';

export type Accuracy = z.output<typeof accuracy.response>;
export type { ConditionAccuracy, JudgedGroup };

export const CONDITIONS = ['used', 'new'] as const;
export type AccuracyCondition = (typeof CONDITIONS)[number];

export const accuracyQuery = queryOptions({
  queryKey: [accuracy.path],
  queryFn: ({ signal }) => api(accuracy, {}, signal),
});
