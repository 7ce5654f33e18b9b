import { algorithmStatus, dataSources, refreshStatus } from '#schemas/api/data.ts';
import { CLAIMED } from '#schemas/constants.ts';
import { figuresAtOf } from '#schemas/snapshot.ts';
import { registeredSources, type CollectedFacts } from '#domain/collection/registered-sources.ts';
import type { Clock } from '#platform/clock.ts';
import type { Collecting } from '../collection/collecting.ts';
import type { ComputeHistory } from '../compute-history.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';
import type { SourceRow } from '../staff-health/run-log.ts';

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

/**
 * What the warehouse knows of where data come from: that of registrations, and of buyers who contribute.
 * `lastAt` is when the last run of any source ended.
 */
export type AskSources = (asked: {
  sample: boolean;
  lastAt: string | null;
}) => Promise<Pick<CollectedFacts, 'registrations' | 'buyersTell'>>;

interface DataStatusOptions {
  market: MarketHolder;
  collecting: Collecting;
  computes: ComputeHistory;
  askSources: AskSources;
  /** How each source is, as staff are told. */
  judged: () => readonly SourceRow[];
  clock: Clock;
}

/** What the platform is doing and where its data comes from, as it is. */
export function dataStatusRoutes({
  market,
  collecting,
  computes,
  askSources,
  judged,
  clock,
}: DataStatusOptions): Route[] {
  const { runs, collections, schedules } = collecting;
  return [
    route(refreshStatus, () => ({
      ...market.sampleMark,
      is_refreshing: collections.running || runs.running,
      last_refresh: runs.loads(market.sampleMark).lastAt,
      auto_refresh_enabled: refreshesItself(market, collecting),
    })),
    route(dataSources, async () => {
      const { snapshot } = market.current;
      const sample = snapshot.kind === 'sample';
      const refreshes = refreshesItself(market, collecting);
      const rows = judged();
      const ends = rows.flatMap(
        ({ runs: own }) => own.findLast(({ endedAt }) => endedAt)?.endedAt ?? [],
      );
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
        refreshFrequency: refreshes ? 'twice daily' : 'on request',
        nextUpdate: refreshes ? schedules.nextAt('refresh') : null,
        dataTypes: DATA_TYPES,
        registered: registeredSources(
          {
            known: collecting.known,
            // Real ones are shown beside the sample market, never the other way round.
            judged: rows.filter((each) => sample || !each.sample),
            ...(await askSources({ sample, lastAt: ends.toSorted().at(-1) ?? null })),
          },
          clock(),
        ),
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
        recordsChecked: loads.checked,
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

/** Whether refreshes come by themselves: the schedule is on, and there is something to collect from. */
const refreshesItself = (market: MarketHolder, { schedules, collectsFrom }: Collecting): boolean =>
  schedules.isOn('refresh') && collectsFrom({ sample: market.isSample });
