import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import type { Express } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import { Collecting } from '#api/collection/collecting.ts';
import type { Route } from '#api/http/route.ts';
import { serveCall } from '#api/http/serve-call.ts';
import { MarketHolder } from '#api/market.ts';
import { noteIncident } from '#api/users/incidents.ts';
import type { UserStore } from '#api/users/store.ts';
import { loadNames } from '#deploy/names.ts';
import { followCollecting } from '#deploy/roles/follow-collecting.ts';
import { startStaffHealth } from '#deploy/roles/staff-health.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { systemClock } from '#platform/clock.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { staffAlerts, staffPipeline, staffRun, staffSources } from '#schemas/api/staff-health.ts';
import type { Call, ResponseOf } from '#schemas/api/call.ts';
import { ingestFunnel, type IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { recordComputeRun } from '#warehouse/queries/compute-runs.ts';
import { plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';
import { newEmbeddedStore } from '../support/user-stores.ts';

let directory = '';
let log: EventLog;
let warehouse: Warehouse;
let users: UserStore;
let app: Express;
const logger = createLogger('silent');
const lifecycle = new Lifecycle(logger);
const NOW = Date.now();
const minutesAgo = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

/** Whoever asks is staff: who is, is a matter of other tests. */
const staff: SignedInRoute = (call, handler): Route => ({
  call,
  handle: serveCall(call, (input) => handler({ ...input, session: {} as never })),
});

const say = (run: Partial<IngestRun> & Pick<IngestRun, 'runId' | 'state' | 'at'>) =>
  log.publish(ingestRun, [
    encodeEvent(ingestRun, {
      source: 'test-dealer',
      sample: false,
      coverage: 'full',
      ...run,
    }),
  ]);

/** A crawl as it is told: its listings, then its funnel. */
async function crawl(runId: string, minutes: number, events: RawListing[], funnel: object = {}) {
  await say({ runId, state: 'started', at: minutesAgo(minutes) });
  await publishEvents(
    log,
    events.map((event) => ({ ...event, runId })),
  );
  const ends = await log.positions(rawListing, LOADER_GROUP);
  await say({
    runId,
    state: 'published',
    at: minutesAgo(minutes - 1),
    read: events.length,
    published: events.length,
    ends: ends.map(({ partition, end }) => ({ partition, end })),
  });
  const event: IngestFunnel = {
    runId,
    source: 'test-dealer',
    sample: false,
    step: 'crawled',
    at: minutesAgo(minutes - 1),
    counts: { discovered: 20, allowed: 14, fetched: 13, parsed: 12 },
    missed: { robots_disallowed: 6, http_500: 1 },
    warnings: ['https://example.com/rv/7: the price is no number'],
    ...funnel,
  };
  await log.publish(ingestFunnel, [encodeEvent(ingestFunnel, event)]);
}

const ask = async <C extends Call>(call: C, path: string = call.path): Promise<ResponseOf<C>> =>
  (await request(app).get(path).expect(200)).body as ResponseOf<C>;
const row = async (source = 'test-dealer') =>
  (await ask(staffSources)).sources.find((each) => each.source === source);
const settled = (runId: string, state: string) =>
  expect
    .poll(async () => (await row())?.runs.find((run) => run.runId === runId)?.state, {
      timeout: 20_000,
    })
    .toBe(state);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-staff-health-'));
  log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  lifecycle.onStop('log', () => log.close());
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  lifecycle.onStop('warehouse', () => warehouse.close());
  await migrate(warehouse);
  users = await newEmbeddedStore(join(directory, 'users'));
  lifecycle.onStop('users', () => users.close());
  const loading = await startLoading({
    log,
    warehouse,
    normalise: plainNormalise,
    now: systemClock,
    onWait: () => undefined,
    lingerMs: 20,
  });
  lifecycle.onStop('loading', async () => {
    for (const one of loading) await one.stop();
  });
  const { catalogue, resolver } = loadNames();
  const collecting = new Collecting(systemClock, 'Etc/UTC');
  await followCollecting({ log, lifecycle }, collecting);
  const { routes } = await startStaffHealth(
    { config: { ALERT_WEBHOOK_URL: undefined }, log, warehouse, users, logger, lifecycle },
    {
      market: new MarketHolder(catalogue, resolver),
      collecting,
      staff,
      portalUrl: 'https://rv.example.com',
    },
  );
  app = await serveSnapshot(() => routes);
});
afterAll(async () => {
  await lifecycle.stop();
  rmSync(directory, { recursive: true });
});

it('shows of a source its runs, its funnel and what is wrong with it', async () => {
  const first = Array.from({ length: 10 }, (_, n) => rawEvent(n));
  await crawl('run-1', 30, first);
  await settled('run-1', 'done');
  expect(await row()).toMatchObject({ state: 'healthy', reasons: [] });

  const observedAt = '2026-11-21T00:00:00.000Z';
  const again = [
    ...Array.from({ length: 8 }, (_, n) => rawEvent(n, { observedAt })),
    rawEvent(8, { observedAt, fields: { title: 'Testmake', price: '30000' } }),
    rawEvent(10, { observedAt }),
    rawEvent(11, { observedAt, fields: { title: 'boat' } }),
    rawEvent(12, { observedAt, fields: { title: 'blocked' } }),
  ];
  await crawl('run-2', 20, again);
  await settled('run-2', 'done');
  const source = await row();
  expect(source).toMatchObject({
    sample: false,
    state: 'healthy',
    freshness: { state: 'unknown' },
    volume: { state: 'not_judged', last: 12 },
    lastRun: {
      runId: 'run-2',
      state: 'done',
      seconds: 60,
      stored: 10,
      dropped: 1,
      deadLettered: 1,
    },
  });
  expect(source?.runs.map(({ runId }) => runId)).toEqual(['run-1', 'run-2']);
  expect(source?.funnel?.stages.map(({ stage, count }) => `${stage} ${count}`)).toEqual([
    'discovered 20', 'allowed 14', 'fetched 13', 'parsed 12', 'records 12', 'valid 10', 'new 1',
    'changed 1', 'unchanged 8', 'duplicates 0',
  ]); // prettier-ignore
  expect(source?.funnel?.rejected).toContainEqual({
    reason: 'blocked',
    kind: 'dead_letter',
    unit: 'records',
    count: 1,
  });

  await say({ runId: 'run-3', state: 'started', at: minutesAgo(10) });
  await say({ runId: 'run-3', state: 'failed', at: minutesAgo(9), error: 'no space left' });
  await settled('run-3', 'failed');
  expect(await row()).toMatchObject({ state: 'failing', lastRun: { runId: 'run-3' } });
  // Of run-2, and still to be seen to, though the last run put none aside.
  await expect.poll(async () => (await row())?.openLetters, { timeout: 20_000 }).toBe(1);
});

it('tells the log of a run, and of one it does not know that it does not', async () => {
  const run = await ask(staffRun, '/api/staff/runs/run-2');
  expect(run.log.map(({ state }) => state)).toEqual([
    'started', 'crawled', 'published', 'compared', 'loaded',
  ]); // prettier-ignore
  expect(run.log.at(-1)).toMatchObject({
    counts: { stored: 10, duplicates: 0 },
    reasons: { not_an_rv: 1, blocked: 1 },
  });
  expect(run.warnings).toEqual(['https://example.com/rv/7: the price is no number']);
  expect((await ask(staffRun, '/api/staff/runs/run-3')).log.at(-1)?.error).toBe('no space left');
  const { body } = await request(app).get('/api/staff/runs/run-9').expect(404);
  expect(body).toMatchObject({ code: 'unknown_run' });
});

it('shows the pipeline: groups, freshness, and the batch with its checks', async () => {
  const check = (name: string, passed: boolean) => ({ name, passed, detail: 'with numbers' });
  const runs = [
    ['compute@0', 'started', undefined],
    ['compute@1', 'started', undefined],
    ['compute@2', 'kept_back', [check('units kept', false), check('no jump', true)]],
    ['compute@3', 'published', [check('units kept', true)]],
    ['compute@4', 'started', undefined],
  ] as const;
  for (const [at, [runId, state, checks]] of runs.entries()) {
    const record = (reached: 'started' | 'published' | 'kept_back', minutes: number, detail = {}) =>
      recordComputeRun(
        warehouse,
        { runId, state: reached, at: minutesAgo(minutes), commandIds: ['c'], commandsEnd: 1 },
        { askedBy: 'schedule', kind: 'real', detail },
      );
    await record('started', 50 - 10 * at);
    if (state !== 'started') await record(state, 49 - 10 * at, { checks });
  }
  const pipeline = await ask(staffPipeline);
  const stopped = 'Its process stopped before it had ended';
  // Where it stood when the log was last asked: it may have been at work then.
  expect(pipeline.consumers.find(({ group }) => group === LOADER_GROUP)).toMatchObject({
    name: 'Loads listings',
    topic: 'raw.listing.v1',
    partitions: Array.from({ length: rawListing.partitions }, (_, partition) => ({ partition })),
  });
  expect(Date.parse(pipeline.freshness.newestEventStoredAt ?? '')).toBeGreaterThan(NOW - 1_000);
  expect(pipeline.computeRuns).toMatchObject([
    { runId: 'compute@4', state: 'running', endedAt: null, seconds: null, checks: [], error: null },
    { runId: 'compute@3', state: 'published', seconds: 60, checks: [{ passed: true }] },
    { runId: 'compute@2', state: 'kept_back', askedBy: 'schedule', kind: 'real' },
    // Its process stopped as that of the first had, which is a failure; that of the first alone is none.
    { runId: 'compute@1', state: 'failed', error: `${stopped}, as that of the run before it had.` },
    {
      runId: 'compute@0',
      state: 'interrupted',
      endedAt: null,
      seconds: null,
      error: `${stopped}; the run after it does the same again.`,
    },
  ]);
  expect(pipeline.computeRuns[2]?.checks).toEqual([
    check('units kept', false),
    check('no jump', true),
  ]);
  expect(pipeline.keptBack).toEqual(['compute@2']);
});

it('shows what is wrong now', async () => {
  expect(await ask(staffAlerts)).toMatchObject({
    webhook: false,
    open: [],
    recent: [],
    // Told before an alert of it is due.
    unwell: [{ source: 'test-dealer', state: 'failing' }],
  });
  const finding = {
    kind: 'lag',
    subject: 'load-listings on raw.listing.v1',
    detail: 'Behind.',
  } as const;
  const id = '00000000-0000-4000-8000-000000000001';
  await noteIncident(users, { id, ...finding }, new Date(NOW));
  expect((await ask(staffAlerts)).open).toEqual([
    {
      id,
      ...finding,
      openedAt: new Date(NOW).toISOString(),
      endedAt: null,
      openToldAt: null,
      endToldAt: null,
    },
  ]);
});
