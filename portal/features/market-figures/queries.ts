import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { depreciationByType, marketTrends, popularMakes } from '#schemas/api/market.ts';
import { api } from '../../client/api.ts';

export type Month = z.output<typeof marketTrends.response>[number];
export type Loss = z.output<typeof depreciationByType.response>[number];
export type Years = '5' | '10';

export const trendsQuery = queryOptions({
  queryKey: [marketTrends.path, { period: 'monthly' }],
  queryFn: ({ signal }) => api(marketTrends, { query: { period: 'monthly' } }, signal),
});

export const depreciationQuery = (years: Years) =>
  queryOptions({
    queryKey: [depreciationByType.path, { years }],
    queryFn: ({ signal }) => api(depreciationByType, { query: { years } }, signal),
    placeholderData: keepPreviousData,
  });

export const popularMakesQuery = queryOptions({
  queryKey: [popularMakes.path],
  queryFn: ({ signal }) => api(popularMakes, {}, signal),
});
