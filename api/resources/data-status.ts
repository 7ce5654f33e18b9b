import { algorithmStatus, dataSources, refreshStatus } from '#schemas/api/data.ts';
import { CLAIMED } from '#schemas/constants.ts';
import { figuresAtOf } from '#schemas/snapshot.ts';
import type { ComputeHistory } from '../compute-history.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';
import type { RunHistory } from '../run-history.ts';

const DATA_TYPES = ['listings', 'prices', 'price history'];

/** Runs as records come in; the others with each run of the batch, in this order. */
const NORMALISATION = 'record normalisation';
const COMPUTED = [
  'unit matching',
  'valuation and forecast',
  'confidence calibration',
  'market analysis',
];
const STORIES = 'market stories';

/** What the platform is doing and where its data comes from, as it is. */
export function dataStatusRoutes(
  market: MarketHolder,
  { runs, computes }: { runs: RunHistory; computes: ComputeHistory },
): Route[] {
  return [
    route(refreshStatus, () => ({
      ...market.sampleMark,
      is_refreshing: runs.running,
      last_refresh: runs.loads(market.sampleMark).lastAt,
      // Collections are started by people until a schedule of refreshes exists.
      auto_refresh_enabled: false,
    })),
    route(dataSources, () => {
      const { snapshot } = market.current;
      return {
        ...market.sampleMark,
        totalRecords: snapshot.totals.sightings,
        lastUpdate: snapshot.totals.sightings > 0 ? figuresAtOf(snapshot) : null,
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
      const figuresAt = figuresAtOf(snapshot);
      const loads = runs.loads(market.sampleMark);
      const systems = [
        { name: NORMALISATION, lastRun: loads.lastAt },
        ...COMPUTED.map((name) => ({ name, lastRun: figuresAt })),
        // Told at each run, and alone where somebody asks for that.
        { name: STORIES, lastRun: snapshot.createdAt },
      ];
      return {
        ...market.sampleMark,
        dataIntegrity: loads.integrity,
        activeAlgorithms: systems.filter(({ lastRun }) => lastRun !== null).map(({ name }) => name),
        lastUpdate: snapshot.createdAt,
        systems,
        running: computes.running,
        everyHours: CLAIMED.algorithmsEveryHours,
        lastRun: computes.last,
      };
    }),
  ];
}
