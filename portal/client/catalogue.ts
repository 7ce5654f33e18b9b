import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type make, type modelLine, rvMakes, rvModelsOfMake } from '#schemas/api/catalogue.ts';
import { api } from './api.ts';
import { ApiFailure } from './failures.ts';

export type Make = z.output<typeof make>;
export type ModelLine = z.output<typeof modelLine>;

export const makesQuery = queryOptions({
  queryKey: [rvMakes.path],
  queryFn: ({ signal }) => api(rvMakes, {}, signal),
});

/** The model lines of a make, none for a make that is not known; not asked while there is no make. */
export const modelsQuery = (make: string) =>
  queryOptions({
    queryKey: [rvModelsOfMake.path, make],
    queryFn: async ({ signal }): Promise<ModelLine[]> => {
      try {
        return await api(rvModelsOfMake, { params: { make } }, signal);
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return [];
        throw error;
      }
    },
    enabled: make !== '',
  });
