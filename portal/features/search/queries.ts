import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { refreshStatus } from '#schemas/api/data.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { POLL_MS } from '#schemas/constants.ts';
import { api } from '../../client/api.ts';
import { queryOf, type SearchState } from './search-state.ts';

export type Found = z.output<typeof searchListings.response>;

/** What was found before stays on the screen until the new answer is there. */
export const searchOf = (state: SearchState) => {
  const query = queryOf(state);
  return queryOptions({
    queryKey: [searchListings.path, query],
    queryFn: ({ signal }) => api(searchListings, { query }, signal),
    placeholderData: keepPreviousData,
  });
};

export const refreshStatusQuery = queryOptions({
  queryKey: [refreshStatus.path],
  queryFn: ({ signal }) => api(refreshStatus, {}, signal),
  refetchInterval: POLL_MS.refreshStatus,
});
