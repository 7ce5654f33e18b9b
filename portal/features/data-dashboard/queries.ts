import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { buyingDecision } from '#schemas/api/analysis.ts';
import { algorithmStatus, contributionStats, scraperStats } from '#schemas/api/data.ts';
import { BUYING_DEMO, POLL_MS } from '#schemas/constants.ts';
import { api } from '../../client/api.ts';

export type AlgorithmStatus = z.output<typeof algorithmStatus.response>;
export type ContributionStats = z.output<typeof contributionStats.response>;
export type ScraperStats = z.output<typeof scraperStats.response>;

export const algorithmStatusQuery = queryOptions({
  queryKey: [algorithmStatus.path],
  queryFn: ({ signal }) => api(algorithmStatus, {}, signal),
  refetchInterval: POLL_MS.algorithmStatus,
});

export const contributionStatsQuery = queryOptions({
  queryKey: [contributionStats.path],
  queryFn: ({ signal }) => api(contributionStats, {}, signal),
});

export const scraperStatsQuery = queryOptions({
  queryKey: [scraperStats.path],
  queryFn: ({ signal }) => api(scraperStats, {}, signal),
  refetchInterval: ({ state: { data } }) =>
    data?.isRunning === true ? POLL_MS.scraperRunning : POLL_MS.scraperIdle,
});

/** Asks for the fixed demo only, which uses up no analysis. */
export const demoQuery = queryOptions({
  queryKey: [buyingDecision.path, 'demo'],
  queryFn: ({ signal }) => api(buyingDecision, { body: { ...BUYING_DEMO } }, signal),
});
