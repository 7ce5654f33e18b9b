import { z } from 'zod';
import { RV_TYPE_IDS } from '../vocabulary.ts';
import { defineCall, fraction, marketAnswer, usd } from './call.ts';
import { typed } from './form.ts';

const maybeInstant = z.iso.datetime().nullable();

export const refreshStatus = defineCall('GET /api/data/refresh/status', {
  summary: 'Whether a refresh is running and when the last one ended',
  response: z.object({
    ...marketAnswer,
    is_refreshing: z.boolean(),
    last_refresh: maybeInstant,
    auto_refresh_enabled: z.boolean(),
  }),
});

/**
 * How a source is, wherever it is told; from best to worst of those that are set up. `never_run`: nothing is
 * set up and nothing has come in. `configured`: set up, and nothing has come in yet. `warning`: it comes in or
 * is tried again, and something of it is off. `stale`: nothing has come for longer than it should take.
 * `failing`: its last run failed, or little of it could be read. `retired`: its site file was taken away.
 */
export const SOURCE_STATES = [
  'never_run', 'retired', 'healthy', 'configured', 'warning', 'stale', 'failing',
] as const; // prettier-ignore
export type SourceState = (typeof SOURCE_STATES)[number];

export const registeredSource = z.object({
  id: z.enum([
    'new-registrations',
    'used-registrations',
    'buyer-demographics',
    'dealers',
    'marketplace',
    'additional',
  ]),
  name: z.string(),
  /** The worst of those below. */
  state: z.enum(SOURCE_STATES),
  /** Why, for people. */
  detail: z.string(),
  /** When something last came of it. */
  lastUpdate: maybeInstant,
  sources: z.array(
    z.object({
      source: z.string(),
      state: z.enum(SOURCE_STATES),
      detail: z.string(),
      lastUpdate: maybeInstant,
    }),
  ),
});
export type RegisteredSource = z.output<typeof registeredSource>;

export const dataSources = defineCall('GET /api/data/sources', {
  summary: 'Where the listings come from, with counts',
  response: z.object({
    ...marketAnswer,
    totalRecords: z.number().int(),
    lastUpdate: maybeInstant,
    dataSources: z.array(
      z.object({
        source: z.string(),
        recordCount: z.number().int(),
        lastUpdate: maybeInstant,
        dataTypes: z.array(z.string()),
      }),
    ),
    refreshFrequency: z.string(),
    nextUpdate: maybeInstant,
    dataTypes: z.array(z.string()),
    /** The kinds of data there are to collect, whether or not anything is set up for them. */
    registered: z.array(registeredSource),
  }),
});

export const algorithmStatus = defineCall('GET /api/algorithms/status', {
  summary: 'The algorithm systems, their last run and the share of records that passed',
  response: z.object({
    ...marketAnswer,
    /** Share of records of this market that passed, of those that were not duplicates or unwanted; 0 before any came. */
    dataIntegrity: fraction,
    /** Records that it is the share of. */
    recordsChecked: z.number().int().nonnegative(),
    /** Names of the systems that have run. */
    activeAlgorithms: z.array(z.string()),
    /** When the run began that computed what is served. */
    lastUpdate: maybeInstant,
    /** Every system with when the run began, or the load ended, whose result is served. */
    systems: z.array(z.object({ name: z.string(), lastRun: maybeInstant })),
    /** Whether a run is under way. */
    running: z.boolean(),
    /** Runs are asked for so often, and after each collection. */
    everyHours: z.number(),
    /** The last run that ended, which may have published nothing: then what was served before still is. */
    lastRun: z
      .object({
        id: z.string(),
        state: z.enum(['published', 'kept_back', 'failed']),
        startedAt: maybeInstant,
        endedAt: z.iso.datetime(),
        /** With `kept_back`: the checks that held the snapshot, with their numbers. */
        failedChecks: z.array(z.object({ name: z.string(), detail: z.string() })),
      })
      .nullable(),
  }),
});

export const contributionStats = defineCall('GET /api/data/contribution-stats', {
  summary: 'What owners contributed, in aggregate',
  response: z.object({
    ...marketAnswer,
    /**
     * Counts are 0 and averages null until enough contributors stand behind them. They change at most
     * once a day, by several contributors at a time; counts are rounded down to 5, averages to $100.
     */
    stats: z.object({
      totalContributions: z.number().int(),
      contributingUsers: z.number().int(),
      avgPurchasePrice: usd.nullable(),
      avgSavingsFromList: usd.nullable(),
    }),
    /** What contributors tell that no listing does. */
    exclusiveDataPoints: z.array(z.string()),
    /** The latest, of types and states with enough contributors. */
    recentContributions: z.array(
      z.object({
        year: z.number().int(),
        make: z.string(),
        model: z.string(),
        /** The state's name. */
        location: z.string(),
        /** The day, `YYYY-MM-DD`. */
        createdAt: z.string(),
        rvType: z.enum(RV_TYPE_IDS),
        /** Both to the nearest $1,000. */
        purchasePrice: usd,
        listPrice: usd.nullable(),
      }),
    ),
  }),
});

export const COLLECTION_KINDS = ['refresh', 'collect-all', 'scan', 'specific'] as const;
export const COLLECTION_OUTCOMES = ['done', 'partial', 'nothing', 'failed', 'cancelled'] as const;

/** What is collected, and for whom. */
export const collectionAsk = {
  runId: z.string(),
  kind: z.enum(COLLECTION_KINDS),
  make: z.string().optional(),
  model: z.string().optional(),
  askedBy: z.string(),
};

/** What a run has done so far. */
const collected = {
  runId: z.string(),
  /** Listings seen and sent on, and those of them not seen before. What is refused of either, its run's funnel tells. */
  processed: z.number().int(),
  newListings: z.number().int(),
  /** Seconds. */
  duration: z.number(),
  /** Null while it runs. `nothing`: no source is set up. `failed`: nothing came of any source. */
  outcome: z.enum(COLLECTION_OUTCOMES).nullable(),
};

export const scraperStats = defineCall('GET /api/scraper/stats', {
  summary: 'State of the scraper',
  response: z.object({
    isRunning: z.boolean(),
    totalListings: z.number().int(),
    /** Seen within the last 24 hours. */
    recentListings: z.number().int(),
    lastRun: maybeInstant,
    scheduledScraping: z.boolean(),
    /** The run under way, else the last one. */
    run: z
      .object({ ...collected, kind: z.enum(COLLECTION_KINDS), endedAt: maybeInstant })
      .nullable(),
  }),
});

const scraperResult = z.object(collected);

export const scraperRun = defineCall('POST /api/scraper/run', {
  summary: 'Run the scraper; a run that takes longer answers 202 with what it has so far',
  access: 'staff',
  response: scraperResult,
  statuses: [200, 202],
});

export const scraperSpecific = defineCall('POST /api/scraper/specific', {
  summary: 'Scan for one make and model',
  access: 'staff',
  body: z.object({
    make: typed(100).min(1),
    model: typed(100).default(''),
  }),
  response: scraperResult,
  statuses: [200, 202],
});

const started = z.object({
  runId: z.string(),
  /** Whether it is under way for this call alone; else it joins another or waits for its turn, as `message` says. */
  begun: z.boolean(),
  message: z.string(),
});

export const refreshData = defineCall('POST /api/data/refresh', {
  summary: 'Start a refresh of all sources',
  access: 'staff',
  response: started,
  statuses: [202],
});

export const collectAll = defineCall('POST /api/data/collect-all', {
  summary: 'Start a comprehensive collection',
  access: 'staff',
  response: started,
  statuses: [202],
});

export const collectionStatus = defineCall('GET /api/data/collection-status', {
  summary: 'Progress of the collection against its target',
  access: 'staff',
  response: z.object({
    totalListings: z.number().int(),
    targetListings: z.number().int(),
    recentListings: z.number().int(),
    /** A number as text, as the contract has it. */
    completionPercentage: z.string(),
    running: z.boolean(),
    /** The run under way. */
    runId: z.string().nullable(),
    /** Those behind it, the next first. */
    waiting: z.array(z.object({ ...collectionAsk, askedAt: z.iso.datetime() })),
  }),
});
