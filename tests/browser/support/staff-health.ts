import type { ResponseOf } from '#schemas/api/call.ts';
import type {
  RunState,
  RunSummary,
  staffAlerts,
  staffPipeline,
  staffRun,
  staffSources,
} from '#schemas/api/staff-health.ts';
import { AT, before } from './staff-times.ts';

/** Sources, runs, alerts and a pipeline of our own making: one of each state. */
const runOf = (id: string, state: RunState, hours: number, published: number): RunSummary => ({
  runId: `ingest-${id}`,
  state,
  startedAt: before(hours),
  endedAt: before(hours - 0.1),
  seconds: 120 + published / 10,
  coverage: state === 'partial' ? 'partial' : 'full',
  scope: 'all',
  read: published + 20,
  published,
  stored: Math.max(0, published - 12),
  duplicates: 3,
  dropped: 5,
  deadLettered: 4,
  error: state === 'blocked' ? 'hilltop answered with a challenge page' : null,
});

const runsOf = (name: string, last: RunState, published: number): RunSummary[] =>
  Array.from({ length: 30 }, (_, at) => {
    const isLast = at === 29;
    const state = isLast ? last : at % 11 === 4 ? 'partial' : at % 17 === 9 ? 'failed' : 'done';
    return runOf(
      `${name}-${at}`,
      state,
      12 * (29 - at) + 1,
      state === 'failed' ? 0 : Math.round(published * (0.9 + 0.02 * (at % 9))),
    );
  });

type Row = ResponseOf<typeof staffSources>['sources'][number];

const FUNNEL: NonNullable<Row['funnel']> = {
  runId: 'ingest-lakeside-29',
  stages: [
    { stage: 'discovered', unit: 'pages', count: 1_480 },
    { stage: 'allowed', unit: 'pages', count: 1_402 },
    { stage: 'fetched', unit: 'pages', count: 1_377 },
    { stage: 'parsed', unit: 'pages', count: 1_350 },
    { stage: 'records', unit: 'records', count: 1_330 },
    { stage: 'valid', unit: 'records', count: 1_311 },
    { stage: 'new', unit: 'records', count: 96 },
    { stage: 'changed', unit: 'records', count: 140 },
    { stage: 'unchanged', unit: 'records', count: 1_072 },
    { stage: 'duplicates', unit: 'records', count: 3 },
  ],
  rejected: [
    { reason: 'disallowed', kind: 'not_seen', unit: 'pages', count: 78 },
    { reason: 'not_an_rv', kind: 'dropped', unit: 'records', count: 15 },
    { reason: 'no_year', kind: 'dead_letter', unit: 'records', count: 4 },
  ],
};

const rowOf = (source: string, change: Partial<Row> = {}): Row => {
  const runs = change.runs ?? runsOf(source, 'done', 1_300);
  return {
    source,
    sample: false,
    state: 'healthy',
    reasons: [],
    freshness: { state: 'fresh', lastAt: before(1), staleAfterHours: 30 },
    checks: [
      { name: 'coverage', state: 'passed', detail: 'The last run saw the whole source.' },
      { name: 'volume', state: 'passed', detail: '1,391 records, usually 1,170 to 1,404.' },
      { name: 'duration', state: 'passed', detail: '259 s, usually 237 s to 261 s.' },
      { name: 'rejected', state: 'not_judged', detail: 'Too few runs to judge.' },
    ],
    volume: { state: 'usual', last: 1_391, typical: 1_287, low: 1_170, high: 1_404, runs: 26 },
    duration: { state: 'usual', last: 259, typical: 249, low: 237, high: 261, runs: 26 },
    judgedRunId:
      runs.findLast(({ state }) => state === 'done' || state === 'partial')?.runId ?? null,
    lastRun: runs.at(-1) ?? null,
    runs,
    funnel: FUNNEL,
    openLetters: 0,
    ...change,
  };
};

export const SOURCES: ResponseOf<typeof staffSources> = {
  at: AT,
  runsToJudgeBy: 8,
  sources: [
    rowOf('hilltop', {
      state: 'failing',
      reasons: ['Its last run was blocked: a challenge page.', 'Nothing has come in for 61 hours.'],
      runs: runsOf('hilltop', 'blocked', 400),
      freshness: { state: 'stale', lastAt: before(61), staleAfterHours: 30 },
    }),
    rowOf('state-files', {
      state: 'stale',
      reasons: ['Nothing has come in for 41 days; it is usually 31.'],
      freshness: { state: 'stale', lastAt: before(984), staleAfterHours: 744 },
    }),
    rowOf('big-market', {
      state: 'warning',
      reasons: ['310 records came, usually 1,170 to 1,404.'],
      volume: { state: 'low', last: 310, typical: 1_287, low: 1_170, high: 1_404, runs: 26 },
      runs: runsOf('big-market', 'partial', 900),
      openLetters: 20_125,
    }),
    rowOf('lakeside'),
    rowOf('new-feed', {
      state: 'never_run',
      freshness: { state: 'unknown', lastAt: null, staleAfterHours: null },
      volume: { state: 'not_judged', last: null, typical: null, low: null, high: null, runs: 0 },
      duration: { state: 'not_judged', last: null, typical: null, low: null, high: null, runs: 0 },
      checks: [],
      runs: [],
      funnel: null,
    }),
  ],
};

export const RUN: ResponseOf<typeof staffRun> = {
  source: 'lakeside',
  sample: false,
  run: runOf('lakeside-29', 'done', 1, 1_391),
  funnel: FUNNEL,
  log: [
    { at: before(1), state: 'started', counts: {}, reasons: {}, error: null },
    {
      at: before(0.95),
      state: 'crawled',
      counts: { pages: 1_377, not_modified: 210 },
      reasons: { disallowed: 78 },
      error: null,
    },
    {
      at: before(0.94),
      state: 'published',
      counts: { published: 1_391 },
      reasons: {},
      error: null,
    },
    {
      at: before(0.9),
      state: 'failed',
      counts: {},
      reasons: {},
      error: 'the warehouse did not answer within 30 s',
    },
    {
      at: before(0.8),
      state: 'loaded',
      counts: { stored: 1_379 },
      reasons: { not_an_rv: 15, no_year: 4 },
      error: null,
    },
  ],
  warnings: ['https://dealer.example/rv/81: JSON-LD was mended: a comma too many'],
};

const incident = (
  kind: ResponseOf<typeof staffAlerts>['open'][number]['kind'],
  subject: string,
  detail: string,
  ended = false,
) => ({
  id: `${kind}-${subject}`,
  kind,
  subject,
  detail,
  openedAt: before(ended ? 90 : 3),
  endedAt: ended ? before(80) : null,
  openToldAt: before(ended ? 90 : 3),
  endToldAt: null,
});

export const ALERTS: ResponseOf<typeof staffAlerts> = {
  at: AT,
  webhook: true,
  open: [
    incident('source_failing', 'hilltop', 'Its last run was blocked: a challenge page.'),
    incident('snapshot_kept_back', 'compute-41', 'units kept: 40,100 after 61,000'),
  ],
  recent: [incident('lag', 'loader raw.listing.v1', '60,112 events behind for 6 min', true)],
  unwell: [
    { source: 'hilltop', state: 'failing' },
    { source: 'state-files', state: 'stale' },
  ],
};
export const NO_ALERTS = { ...ALERTS, webhook: false, open: [], recent: [], unwell: [] };

const consumer = (
  name: string,
  topic: string,
  state: ResponseOf<typeof staffPipeline>['consumers'][number]['state'],
  lag: number,
  rate: number | null,
) => ({
  name,
  topic,
  group: 'loader',
  state,
  lag,
  inPerSecond: rate,
  outPerSecond: rate,
  partitions: [0, 1].map((partition) => ({
    partition,
    end: 610_200,
    committed: 610_200 - lag / 2,
    lag: lag / 2,
  })),
});

export const PIPELINE: ResponseOf<typeof staffPipeline> = {
  at: AT,
  consumers: [
    consumer('Loads listings', 'raw.listing.v1', 'behind', 60_112, 412.5),
    consumer('Loads registrations', 'raw.registration.v1', 'keeping_up', 0, 0),
    consumer('Loads contributions', 'raw.contribution.v1', 'stuck', 4, null),
  ],
  freshness: {
    newestEventStoredAt: before(0.05),
    newestSnapshotAt: before(2),
    snapshotId: 'compute-40',
  },
  computeRuns: [
    {
      runId: 'compute-41',
      state: 'kept_back',
      kind: 'real',
      askedBy: 'schedule',
      startedAt: before(0.2),
      endedAt: before(0.1),
      seconds: 311,
      checks: [
        { name: 'units kept', passed: false, detail: '40,100 after 61,000' },
        { name: 'values moved', passed: true, detail: '0.4% at the median' },
      ],
      error: null,
    },
    {
      runId: 'compute-40',
      state: 'published',
      kind: 'real',
      askedBy: 'ingest of lakeside',
      startedAt: before(2),
      endedAt: before(1.9),
      seconds: 298,
      checks: [{ name: 'units kept', passed: true, detail: '61,000 after 60,800' }],
      error: null,
    },
    {
      runId: 'compute-39',
      state: 'failed',
      kind: '',
      askedBy: 'schedule',
      startedAt: null,
      endedAt: before(4),
      seconds: null,
      checks: [],
      error: 'the warehouse has no room left',
    },
    {
      runId: 'compute-38',
      state: 'interrupted',
      kind: '',
      askedBy: 'schedule',
      startedAt: before(4.2),
      endedAt: null,
      seconds: null,
      checks: [],
      error: 'Its process stopped before it had ended; the run after it does the same again.',
    },
  ],
  keptBack: ['compute-41'],
};
