import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { listingsByIds, searchListings } from '#schemas/api/listings.ts';
import { COMPARE_SEARCH_LIMIT } from '#schemas/constants.ts';
import { api } from '../../client/api.ts';

export type FoundCandidates = z.output<typeof searchListings.response>;
export type Compared = z.output<typeof listingsByIds.response>['listings'][number];

/** Not asked while nothing is typed (specification, section 5). */
export const candidatesOf = (text: string) => {
  const query = { make: text.trim(), limit: COMPARE_SEARCH_LIMIT };
  return queryOptions({
    queryKey: [searchListings.path, query],
    queryFn: ({ signal }) => api(searchListings, { query }, signal),
    enabled: query.make !== '',
    placeholderData: keepPreviousData,
  });
};

/** The listings by their ids; those of before stay while another joins them. */
export const comparedOf = (ids: readonly string[]) => {
  const query = { ids: ids.join(',') };
  return queryOptions({
    queryKey: [listingsByIds.path, query],
    queryFn: ({ signal }) => api(listingsByIds, { query }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
};
