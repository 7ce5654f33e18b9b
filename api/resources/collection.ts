import {
  collectAll,
  collectionStatus,
  refreshData,
  scraperRun,
  scraperSpecific,
  scraperStats,
} from '#schemas/api/data.ts';
import {
  cancelCollection,
  COLLECTIONS_SHOWN,
  getSchedule,
  listCollections,
  setSchedule,
} from '#schemas/api/staff-collection.ts';
import { CLAIMED, COLLECTION_TARGET, RECENT_WINDOW_HOURS } from '#schemas/constants.ts';
import { ingestCancel } from '#schemas/events/ingest-cancel.ts';
import type { CollectCommand, IngestCollection } from '#schemas/events/ingest-collection.ts';
import { SCHEDULES, scheduleSwitch } from '#schemas/events/schedule-switch.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { listingsSeenSince } from '#warehouse/queries/recent-listings.ts';
import { ANSWER_WITHIN_MS, Asks } from '../auth/asks.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import { askCollector, type Ask, type AskCollectorDeps } from '../collection/ask-collector.ts';
import { Problem } from '../http/problem.ts';
import { route, type Route } from '../http/route.ts';
import { keptFor } from '../kept-for.ts';
import type { RunHistory } from '../run-history.ts';
import type { UserStore } from '../users/store.ts';

interface CollectionOptions extends AskCollectorDeps {
  warehouse: Warehouse;
  store: UserStore;
  staff: SignedInRoute;
  /** How long a scan is waited for. */
  waitMs?: number;
}

const HOUR_MS = 3_600_000;
/** Sites are not ours. */
const ASKS_OF_ALL = 120;
const COUNT_KEPT_MS = 15_000;

/** The later of two instants, ISO 8601. */
const later = (one: string | undefined, other: string | null): string | null =>
  one === undefined || (other !== null && other > one) ? other : one;

type Asker = Parameters<Asks['count']>[0];

/** Collecting as staff set it going, follow it, give it up and let it run by itself. */
export function collectionRoutes(options: CollectionOptions): Route[] {
  const {
    market,
    collecting,
    log,
    clock,
    warehouse,
    store,
    staff,
    waitMs = ANSWER_WITHIN_MS,
  } = options;
  const { collections, schedules, runs } = collecting;
  const asks = new Asks(store, 'collect', { ofAll: ASKS_OF_ALL });
  const switches = new Asks(store, 'schedule');

  const ask = async (wanted: Ask, asker: Asker) => {
    await asks.count(asker);
    return askCollector(options, wanted);
  };

  /** A run that takes longer than one waits answers 202 with what has come so far. It runs on, whoever hangs up. */
  const askAndWait = async (wanted: Ask, asker: Asker) => {
    const { runId } = await ask(wanted, asker);
    const run = await collections.settled(runId, waitMs);
    if (run?.state !== 'ended') asker.response.status(202);
    return run === undefined ? { ...NOTHING_YET, runId } : collectedOf(run, clock());
  };

  /** Tells at once that a run has begun or waits for its turn, or which one does it. */
  const begin = async (kind: 'refresh' | 'collect-all', message: string, asker: Asker) => {
    const { runId, isJoined } = await ask({ kind }, asker);
    asker.response.status(202);
    const underWay = collections.current?.runId;
    if (isJoined)
      return {
        runId,
        begun: false,
        message: `It joins the collection that ${runId === underWay ? 'is under way' : 'waits for its turn'}.`,
      };
    const waits = underWay !== undefined && underWay !== runId;
    return {
      runId,
      begun: !waits,
      message: waits ? 'It waits for its turn: another collection is under way.' : message,
    };
  };

  // By the market too: the answer of another is none of this one.
  const countRecent = keptFor(COUNT_KEPT_MS, clock, (_snapshotId: string) =>
    listingsSeenSince(warehouse, new Date(clock().getTime() - RECENT_WINDOW_HOURS * HOUR_MS)),
  );
  const counts = async () => {
    const { snapshot } = market.current;
    return {
      totalListings: snapshot.totals.listings,
      recentListings: await countRecent(snapshot.id),
    };
  };
  const scheduled = () =>
    schedules.isOn('refresh') && collecting.collectsFrom({ sample: market.isSample });
  const scheduleAnswer = () => ({
    refresh: {
      enabled: schedules.isOn('refresh'),
      // With nothing to collect from none will be asked for.
      nextAt: scheduled() ? schedules.nextAt('refresh') : null,
      hours: [...schedules.hours.refresh.hours],
      timeZone: schedules.hours.refresh.timeZone,
    },
    compute: {
      enabled: schedules.isOn('compute'),
      nextAt: schedules.nextAt('compute'),
      everyHours: CLAIMED.algorithmsEveryHours,
    },
  });

  return [
    route(scraperStats, async () => {
      const { last } = collections;
      const run = collections.current ?? last;
      return {
        ...(await counts()),
        isRunning: collections.running,
        lastRun: later(last?.at, runs.loads(market.sampleMark).lastAt),
        scheduledScraping: scheduled(),
        run:
          run === undefined
            ? null
            : { ...collectedOf(run, clock()), kind: run.kind, endedAt: endOf(run) },
      };
    }),
    staff(scraperRun, (asker) => askAndWait({ kind: 'scan' }, asker)),
    staff(scraperSpecific, ({ body: { make, model }, ...asker }) =>
      askAndWait({ kind: 'specific', make, model }, asker),
    ),
    staff(refreshData, (input) => begin('refresh', 'The refresh has begun.', input)),
    staff(collectAll, (input) => begin('collect-all', 'The collection has begun.', input)),
    staff(collectionStatus, async () => {
      const { totalListings, recentListings } = await counts();
      return {
        totalListings,
        recentListings,
        targetListings: COLLECTION_TARGET,
        completionPercentage: ((totalListings / COLLECTION_TARGET) * 100).toFixed(1),
        running: collections.running,
        runId: collections.current?.runId ?? null,
        waiting: collections.waiting.map((command) => ({
          ...askOf(command.commandId, command),
          askedAt: command.at,
        })),
      };
    }),
    staff(listCollections, () => [
      ...collections.waiting.toReversed().map(waitingOf),
      ...collections.all.slice(0, COLLECTIONS_SHOWN).map((run) => toldOf(run, runs)),
    ]),
    staff(cancelCollection, async ({ body: { runId } }) => {
      if (!collections.isUnderWay(runId))
        throw new Problem(404, 'not_under_way', `No collection '${runId}' is under way.`);
      const event = { runId, at: clock().toISOString() };
      await log.publish(ingestCancel, [encodeEvent(ingestCancel, event)]);
      collections.givenUp(runId);
      return {
        message:
          'The collection is given up; what it has published stays. Within 24 hours the next collection of the same goes on with a crawl it cut off.',
      };
    }),
    staff(getSchedule, scheduleAnswer),
    staff(setSchedule, async ({ body, ...asker }) => {
      await switches.count(asker);
      const at = clock().toISOString();
      const changes = SCHEDULES.flatMap((schedule) => {
        const enabled = body[schedule];
        return enabled === undefined ? [] : { schedule, enabled, at };
      });
      await log.publish(
        scheduleSwitch,
        changes.map((change) => encodeEvent(scheduleSwitch, change)),
      );
      // This process knows at once; the log tells the others, and this one again.
      for (const change of changes) collecting.applySwitch(change);
      return scheduleAnswer();
    }),
  ];
}

const askOf = (
  runId: string,
  { kind, make, model, askedBy }: CollectCommand | IngestCollection,
) => ({
  runId,
  kind,
  make,
  model,
  askedBy,
});

const waitingOf = (command: CollectCommand) => ({
  ...askOf(command.commandId, command),
  state: 'waiting' as const,
  startedAt: command.at,
  endedAt: null,
  outcome: null,
  sources: [],
});

const endOf = (run: IngestCollection) => (run.state === 'ended' ? run.at : null);

const toldOf = (run: IngestCollection, runs: RunHistory) => ({
  ...askOf(run.runId, run),
  state: run.state === 'ended' ? ('ended' as const) : ('running' as const),
  startedAt: run.startedAt,
  endedAt: endOf(run),
  outcome: run.outcome ?? null,
  sources: run.sources.map((source) => {
    const isRunning = run.state !== 'ended' && source.state === 'running';
    const waits = isRunning ? runs.waitsOf(source.runId ?? '') : undefined;
    return { ...source, ...(waits === undefined ? {} : { waits }) };
  }),
});

const NOTHING_YET = { processed: 0, newListings: 0, duration: 0, outcome: null };

function collectedOf(run: IngestCollection, now: Date) {
  const { runId, state, sources, startedAt, at, outcome = null } = run;
  const until = state === 'ended' ? Date.parse(at) : now.getTime();
  const sum = (of: 'processed' | 'newListings'): number =>
    sources.reduce((total, source) => total + source[of], 0);
  return {
    runId,
    processed: sum('processed'),
    newListings: sum('newListings'),
    duration: Math.max(0, Math.round((until - Date.parse(startedAt)) / 100) / 10),
    outcome,
  };
}
