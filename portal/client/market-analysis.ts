import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { marketAnalysis } from '#schemas/api/market.ts';
import { MARKET_ANALYSIS_FRESH_MS } from '#schemas/constants.ts';
import { api } from './api.ts';

export type MarketAnalysis = z.output<typeof marketAnalysis.response>;
export type Segment = MarketAnalysis['byType'][number];

export const marketAnalysisQuery = queryOptions({
  queryKey: [marketAnalysis.path],
  queryFn: ({ signal }) => api(marketAnalysis, {}, signal),
  staleTime: MARKET_ANALYSIS_FRESH_MS,
});
