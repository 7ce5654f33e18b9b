import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getProfile, subscriptionStatus } from '#schemas/api/account.ts';
import { listContributions } from '#schemas/api/contribution.ts';
import { getSettings, listSessions } from '#schemas/api/profile.ts';
import { api } from '../../client/api.ts';

export type Profile = z.output<typeof getProfile.response>;
export type Settings = z.output<typeof getSettings.response>;

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

export const settingsQuery = queryOptions({
  queryKey: [getSettings.path],
  queryFn: ({ signal }) => api(getSettings, {}, signal),
  // Changed since, in another tab or on another device.
  refetchOnMount: 'always',
});

export const sessionsQuery = queryOptions({
  queryKey: [listSessions.path],
  queryFn: ({ signal }) => api(listSessions, {}, signal),
  refetchOnMount: 'always',
});

export const contributionsQuery = queryOptions({
  queryKey: [listContributions.path],
  queryFn: ({ signal }) => api(listContributions, {}, signal),
  refetchOnMount: 'always',
});
