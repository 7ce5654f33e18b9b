import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { dataSources, refreshStatus } from '#schemas/api/data.ts';
import { POLL_MS } from '#schemas/constants.ts';
import { api } from './api.ts';

export type DataSources = z.output<typeof dataSources.response>;

export const refreshStatusQuery = queryOptions({
  queryKey: [refreshStatus.path],
  queryFn: ({ signal }) => api(refreshStatus, {}, signal),
  refetchInterval: POLL_MS.refreshStatus,
});

export const dataSourcesQuery = queryOptions({
  queryKey: [dataSources.path],
  queryFn: ({ signal }) => api(dataSources, {}, signal),
  refetchInterval: POLL_MS.dataSources,
});
