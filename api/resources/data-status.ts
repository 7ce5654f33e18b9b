import { algorithmStatus, dataSources, refreshStatus } from '#schemas/api/data.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';
import type { RunHistory } from '../run-history.ts';

const DATA_TYPES = ['listings', 'prices', 'price history'];

/** What the platform is doing and where its data comes from, as it is. */
export function dataStatusRoutes(market: MarketHolder, runs: RunHistory): Route[] {
  return [
    route(refreshStatus, () => ({
      ...market.sampleMark,
      is_refreshing: runs.running,
      last_refresh: runs.lastLoadedAt,
      // Collections are started by people until a schedule of refreshes exists.
      auto_refresh_enabled: false,
    })),
    route(dataSources, () => {
      const { snapshot } = market.current;
      return {
        ...market.sampleMark,
        totalRecords: snapshot.totals.sightings,
        lastUpdate: snapshot.totals.sightings > 0 ? snapshot.createdAt : null,
        dataSources: snapshot.sources.map(({ source, sightings, lastObservedAt }) => ({
          source,
          recordCount: sightings,
          lastUpdate: lastObservedAt,
          dataTypes: DATA_TYPES,
        })),
        refreshFrequency: 'twice daily',
        nextUpdate: null,
        dataTypes: DATA_TYPES,
      };
    }),
    route(algorithmStatus, () => {
      const { snapshot } = market.current;
      return {
        ...market.sampleMark,
        dataIntegrity: runs.integrity,
        activeAlgorithms: ['normalisation', 'unit matching', 'valuation', 'search index'],
        lastUpdate: snapshot.createdAt,
      };
    }),
  ];
}
