import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type make,
  type modelLine,
  rvMakes,
  rvModelsOfMake,
  rvNames,
} from '#schemas/api/catalogue.ts';
import { api } from './api.ts';

export type Make = z.output<typeof make>;
export type ModelLine = z.output<typeof modelLine>;

export const makesQuery = queryOptions({
  queryKey: [rvMakes.path],
  queryFn: ({ signal }) => api(rvMakes, {}, signal),
});

/** The model lines of a known make; not asked while there is none. */
export const modelsQuery = (make: string) =>
  queryOptions({
    queryKey: [rvModelsOfMake.path, make],
    queryFn: ({ signal }) => api(rvModelsOfMake, { params: { make } }, signal),
    enabled: make !== '',
  });

/** What a text typed for a make may have been meant as; not asked of none. */
export const namesMeantQuery = (text: string) =>
  queryOptions({
    queryKey: [rvNames.path, text],
    queryFn: ({ signal }) => api(rvNames, { query: { text } }, signal),
    enabled: text !== '',
  });
