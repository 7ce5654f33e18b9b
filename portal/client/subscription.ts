import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getSubscription } from '#schemas/api/account.ts';
import { api } from './api.ts';

export type Subscription = NonNullable<z.output<typeof getSubscription.response>>;

/** Asked for premium members only; null with lifetime access. */
export const subscriptionQuery = (premium: boolean) =>
  queryOptions({
    queryKey: [getSubscription.path],
    queryFn: ({ signal }) => api(getSubscription, {}, signal),
    enabled: premium,
  });
