import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { marketData } from '#schemas/api/market.ts';
import { api } from './api.ts';

export type MarketData = z.output<typeof marketData.response>;
export type MarketCount = MarketData['byType'][number];
export type RegisteredPlace = MarketData['registrations'][number];

export const marketDataQuery = queryOptions({
  queryKey: [marketData.path],
  queryFn: ({ signal }) => api(marketData, {}, signal),
});
