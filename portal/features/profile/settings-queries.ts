import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { listContributions } from '#schemas/api/contribution.ts';
import { getSettings, listSessions } from '#schemas/api/profile.ts';
import { api } from '../../client/api.ts';

export type Settings = z.output<typeof getSettings.response>;

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
