import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getProfile, subscriptionStatus } from '#schemas/api/account.ts';
import { api } from '../../client/api.ts';

export type Profile = z.output<typeof getProfile.response>;

export const profileQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: [getProfile.path],
    queryFn: ({ signal }) => api(getProfile, {}, signal),
    enabled: signedIn,
    // Analyses made since, on other pages, count too.
    refetchOnMount: 'always',
  });

/** The tier, which tells at once when a payment has been confirmed. */
export const statusQuery = queryOptions({
  queryKey: [subscriptionStatus.path],
  queryFn: ({ signal }) => api(subscriptionStatus, {}, signal),
});
