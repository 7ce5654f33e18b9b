import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { searchFacets, searchListings } from '#schemas/api/listings.ts';
import { api } from '../../client/api.ts';
import { filtersQuery, queryOf, type SearchState } from './search-state.ts';

export type Found = z.output<typeof searchListings.response> & {
  /** The make it was asked for, as it was typed. */
  makeTyped: string;
  /** As `makeTyped`. */
  keywordTyped: string;
};
export type Facets = z.output<typeof searchFacets.response>;

/** What was found before stays on the screen until the new answer is there. */
export const searchOf = (state: SearchState) => {
  const query = queryOf(state);
  return queryOptions({
    queryKey: [searchListings.path, query],
    queryFn: async ({ signal }): Promise<Found> => ({
      ...(await api(searchListings, { query }, signal)),
      makeTyped: state.make.trim(),
      keywordTyped: state.keyword.trim(),
    }),
    placeholderData: keepPreviousData,
  });
};

/** The counts beside the choices: the old ones stay until the new are there. */
export const facetsOf = (state: SearchState) => {
  const query = filtersQuery(state);
  return queryOptions({
    queryKey: [searchFacets.path, query],
    queryFn: ({ signal }) => api(searchFacets, { query }, signal),
    placeholderData: keepPreviousData,
  });
};
