import { buyingDecision } from '#schemas/api/analysis.ts';
import { currentUser } from '#schemas/api/account.ts';
import type { ResponseOf } from '#schemas/api/call.ts';
import {
  algorithmStatus,
  collectionStatus,
  contributionStats,
  dataSources,
  refreshStatus,
  scraperStats,
} from '#schemas/api/data.ts';
import { getSchedule, listCollections } from '#schemas/api/staff-collection.ts';
import {
  dataQuality,
  listAliases,
  listDeadLetters,
  listRedrives,
  listReplays,
  readDeadLetter,
} from '#schemas/api/staff-data.ts';
import { staffAlerts, staffPipeline, staffRun, staffSources } from '#schemas/api/staff-health.ts';
import { decisionOf } from './buying.ts';
import { openMarket, USER } from './market.ts';
import type { MockApi } from './mock-api.ts';
import { ALIASES, FAILED_AGAIN, LETTER, LETTERS, QUALITY, REDRIVE, REPLAYS } from './staff-data.ts';
import { ALERTS, NO_ALERTS, PIPELINE, RUN, SOURCES } from './staff-health.ts';
import { before } from './staff-times.ts';

/** May run the collection and use what goes beyond the specification. */
export const STAFF = { ...USER, staff: true, staffControls: true };

export const SCHEDULE: ResponseOf<typeof getSchedule> = {
  refresh: {
    enabled: true,
    nextAt: '2026-11-21T18:00:00.000Z',
    hours: [6, 18],
    timeZone: 'Etc/UTC',
  },
  compute: { enabled: false, nextAt: null, everyHours: 2 },
};

const collected = (
  source: string,
  state: 'done' | 'running' | 'blocked' | 'waiting',
  seen: number,
) => ({
  source,
  sample: false,
  state,
  processed: seen,
  newListings: Math.round(seen / 14),
  ...(state === 'waiting' ? {} : { runId: `ingest-${source}-29` }),
  ...(state === 'blocked' ? { detail: 'blocked: a challenge page' } : {}),
});

export const COLLECTIONS: ResponseOf<typeof listCollections> = [
  {
    runId: 'specific@winnebago@2026-11-21T06:02Z',
    kind: 'specific',
    make: 'Winnebago',
    askedBy: 'staff',
    state: 'waiting',
    startedAt: before(0.1),
    endedAt: null,
    outcome: null,
    sources: [],
  },
  {
    runId: 'collect-all@2026-11-21T06:00Z',
    kind: 'collect-all',
    askedBy: 'staff',
    state: 'running',
    startedAt: before(0.15),
    endedAt: null,
    outcome: null,
    sources: [
      collected('lakeside', 'done', 1_391),
      collected('big-market', 'running', 310),
      collected('hilltop', 'blocked', 0),
      collected('new-feed', 'waiting', 0),
    ],
  },
  {
    runId: 'specific@jayco@2026-11-20T18:00Z',
    kind: 'specific',
    make: 'Jayco',
    askedBy: 'staff',
    state: 'ended',
    startedAt: before(12),
    endedAt: before(11.9),
    outcome: 'partial',
    sources: [collected('lakeside', 'done', 88)],
  },
];

export const COLLECTION_STATUS: ResponseOf<typeof collectionStatus> = {
  totalListings: 67_510,
  targetListings: 200_000,
  recentListings: 1_789,
  completionPercentage: '33.8',
  running: false,
  runId: null,
  waiting: [],
};

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  dealers: ['hilltop', 'lakeside'],
  marketplace: ['big-market'],
};

export const DATA_SOURCES: ResponseOf<typeof dataSources> = {
  totalRecords: 412_900,
  lastUpdate: before(2),
  dataSources: [
    {
      source: 'lakeside',
      recordCount: 310_400,
      lastUpdate: before(1),
      dataTypes: ['listings', 'prices', 'price history'],
    },
    { source: 'hilltop', recordCount: 102_500, lastUpdate: null, dataTypes: ['listings'] },
  ],
  refreshFrequency: 'twice daily',
  nextUpdate: '2026-11-21T18:00:00.000Z',
  dataTypes: ['listings', 'prices', 'price history'],
  registered: (
    [
      ['new-registrations', 'New RV registrations', 'stale', 'Nothing has come for 41 days.'],
      ['used-registrations', 'Used RV registrations', 'never_run', 'No file has been ingested.'],
      ['buyer-demographics', 'Buyer demographics', 'never_run', 'No buyer has told anything yet.'],
      ['dealers', 'RV dealer data', 'failing', 'hilltop: its last run was blocked.'],
      ['marketplace', 'A major listings marketplace', 'healthy', 'Came in as it should.'],
      ['additional', 'Additional sources', 'configured', 'Its first run has not ended.'],
    ] as const
  ).map(([id, name, state, detail]) => ({
    id,
    name,
    state,
    detail,
    lastUpdate: state === 'never_run' ? null : before(5),
    sources: (MEMBERS[id] ?? []).map((source) => ({
      source,
      state,
      detail,
      lastUpdate: before(5),
    })),
  })),
};

export const SCRAPER: ResponseOf<typeof scraperStats> = {
  isRunning: false,
  totalListings: 67_510,
  recentListings: 1_789,
  lastRun: before(1),
  scheduledScraping: true,
  run: {
    runId: 'scan@2026-11-21T05:00Z',
    kind: 'scan',
    processed: 1_391,
    newListings: 96,
    duration: 259,
    outcome: 'done',
    endedAt: before(1),
  },
};

const SYSTEMS = [
  'record normalisation',
  'unit matching',
  'valuation and forecast',
  'confidence calibration',
  'market analysis',
  'market stories',
];

/** Staff on a platform with a little of everything wrong. */
export function openStaff(api: MockApi): void {
  openMarket(api);
  api.answer(currentUser, STAFF);
  api.answer(refreshStatus, {
    is_refreshing: false,
    last_refresh: before(1),
    auto_refresh_enabled: true,
  });
  api.answer(dataSources, DATA_SOURCES);
  api.answer(algorithmStatus, {
    dataIntegrity: 0.972,
    recordsChecked: 61_200,
    activeAlgorithms: SYSTEMS,
    lastUpdate: before(2),
    systems: SYSTEMS.map((name) => ({ name, lastRun: before(2) })),
    running: false,
    everyHours: 2,
    lastRun: {
      id: 'compute-41',
      state: 'kept_back',
      startedAt: before(0.2),
      endedAt: before(0.1),
      failedChecks: [{ name: 'units kept', detail: '40,100 after 61,000' }],
    },
  });
  api.answer(contributionStats, {
    stats: {
      totalContributions: 235,
      contributingUsers: 210,
      avgPurchasePrice: 61_200,
      avgSavingsFromList: 7_400,
    },
    exclusiveDataPoints: ['Price paid', 'Trade-in value', 'Financing rate'],
    recentContributions: [
      {
        year: 2021,
        make: 'Jayco',
        model: 'Jay Flight',
        location: 'Texas',
        createdAt: '2026-11-19',
        rvType: 'travel-trailer',
        purchasePrice: 27_000,
        listPrice: 31_000,
      },
      {
        year: 2019,
        make: 'Winnebago',
        model: 'View',
        location: 'Ohio',
        createdAt: '2026-11-18',
        rvType: 'class-c',
        purchasePrice: 91_000,
        listPrice: null,
      },
    ],
  });
  api.answer(scraperStats, SCRAPER);
  api.answer(
    buyingDecision,
    decisionOf({ currentMarketValue: 22_880, askingPrice: 24_000, priceVsMarketAverage: 4.9 }),
  );
  api.answer(collectionStatus, COLLECTION_STATUS);
  api.answer(getSchedule, SCHEDULE);
  api.answer(listCollections, COLLECTIONS);
  api.answer(staffAlerts, ALERTS);
  api.answer(staffSources, SOURCES);
  api.answer(staffRun, RUN);
  api.answer(staffPipeline, PIPELINE);
  api.answer(listDeadLetters, LETTERS);
  api.answer(readDeadLetter, LETTER);
  api.answer(listRedrives, { redrives: [REDRIVE, FAILED_AGAIN] });
  api.answer(dataQuality, QUALITY);
  api.answer(listAliases, ALIASES);
  api.answer(listReplays, REPLAYS);
}

/** The same where nothing has happened yet. */
export function emptyPlatform(api: MockApi): void {
  openStaff(api);
  api.answer(dataSources, {
    ...DATA_SOURCES,
    totalRecords: 0,
    lastUpdate: null,
    nextUpdate: null,
    dataSources: [],
    registered: DATA_SOURCES.registered.map((source) => ({
      ...source,
      state: 'never_run' as const,
      detail: 'Nothing is set up.',
      lastUpdate: null,
      sources: [],
    })),
  });
  api.answer(staffAlerts, NO_ALERTS);
  api.answer(staffSources, { ...SOURCES, sources: [] });
  api.answer(staffPipeline, { ...PIPELINE, consumers: [], computeRuns: [], keptBack: [] });
  api.answer(listCollections, []);
  api.answer(listDeadLetters, { letters: [], total: 0, pageSize: 50, byReason: [], bySource: [] });
  api.answer(listRedrives, { redrives: [] });
  api.answer(dataQuality, { ...QUALITY, asOf: null });
  api.answer(listAliases, {
    proposals: [],
    total: 0,
    pageSize: 50,
    unknown: [],
    unknownTotal: 0,
    decided: [],
  });
  api.answer(listReplays, { replays: [] });
  api.answer(scraperStats, {
    isRunning: false,
    totalListings: 0,
    recentListings: 0,
    lastRun: null,
    scheduledScraping: false,
    run: null,
  });
  api.answer(contributionStats, {
    stats: {
      totalContributions: 0,
      contributingUsers: 0,
      avgPurchasePrice: null,
      avgSavingsFromList: null,
    },
    exclusiveDataPoints: [],
    recentContributions: [],
  });
  api.refuse(buyingDecision, 422, { code: 'no_market', message: 'There is no market yet.' });
}
