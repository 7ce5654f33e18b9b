import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import { Collecting } from '#api/collection/collecting.ts';
import { serveCall } from '#api/http/serve-call.ts';
import { collectionRoutes } from '#api/resources/collection.ts';
import { RunLog } from '#api/staff-health/run-log.ts';
import type { UserStore } from '#api/users/store.ts';
import { followCollecting } from '#deploy/roles/follow-collecting.ts';
import { follow } from '#deploy/roles/follow.ts';
import { sitesOf, startIngestRole } from '#deploy/roles/ingest.ts';
import { loadSites } from '#ingest/collect/load-sites.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { systemClock } from '#platform/clock.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { ingestCollection } from '#schemas/events/ingest-collection.ts';
import { ingestCommand, type IngestCommand } from '#schemas/events/ingest-command.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';
import { dealerMapping, dealerSite, dealerSiteFile, lotOf } from '../support/sites/dealer.ts';
import { serveSite, type Served, type ServedSite } from '../support/sites/serve.ts';
import { newEmbeddedStore } from '../support/user-stores.ts';

const logger = createLogger('silent');
const UNITS = 9;
const lot = lotOf(UNITS);
const traps: Record<string, Served> = {};
/** Let what a test held back go on, also where the test failed: the next one waits for it. */
const letGoOn: (() => void)[] = [];

let folder = '';
let site: ServedSite;
let log: EventLog;
let warehouse: Warehouse;
let users: UserStore;
let collecting: Collecting;
let app: Express;
const runLog = new RunLog();
const watching = new Lifecycle(logger);
let ingesting = new Lifecycle(logger);

/** Whoever asks is staff, and named by a header: who is staff is a matter of other tests. */
const staff: SignedInRoute = (call, handler) => ({
  call,
  handle: serveCall(call, (input) =>
    handler({ ...input, session: { userId: input.request.get('x-person') ?? 'boss' } as never }),
  ),
});

const snapshot = snapshotOf(drawMarket({ units: 300, seed: 8 }));
const serve = (
  known: Collecting,
  waitMs = 20_000,
  clock = systemClock,
  itsLog = log,
): Promise<Express> =>
  serveSnapshot(
    (market) =>
      collectionRoutes({
        market,
        collecting: known,
        log: itsLog,
        clock,
        warehouse,
        store: users,
        staff,
        waitMs,
      }),
    snapshot,
  );

/** What an api process knows: all that the log says. */
async function followAll(itsLog = log): Promise<Collecting> {
  const all = new Collecting(systemClock, 'Etc/UTC');
  await followCollecting({ log: itsLog, lifecycle: watching }, all);
  return all;
}

/** One that has read its log, of which no ingest role has said anything. */
function withoutSources(): Collecting {
  const all = new Collecting(systemClock, 'Etc/UTC');
  all.hasRead = () => true;
  return all;
}

async function startIngesting(): Promise<void> {
  ingesting = new Lifecycle(logger);
  const config = {
    SAMPLE: 'off' as const,
    DATA_DIR: folder,
    KAFKA_BROKERS: undefined,
    SITES_DIR: join(folder, 'sites'),
    SCRAPER_CONTACT: 'https://rv.example/bot',
    SCRAPER_ALLOW_ADDRESSES: [site.address],
  };
  const sites = await sitesOf(config);
  await startIngestRole({ config, sites, log, logger, lifecycle: ingesting });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-collecting-'));
  site = await serveSite(dealerSite(() => lot, { traps }));
  await mkdir(join(folder, 'sites'));
  await writeFile(join(folder, 'sites', 'mapping.yaml'), `${dealerMapping}category: dealers\n`);
  await writeFile(
    join(folder, 'sites', 'dealer.site.yaml'),
    dealerSiteFile(site.origin, 'delaySeconds: 0\n'),
  );
  log = await openEmbeddedLog({ directory: join(folder, 'log'), clock: systemClock });
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(folder, 'warehouse') });
  await migrate(warehouse);
  users = await newEmbeddedStore(join(folder, 'users'));
  collecting = await followAll();
  const role = { log, lifecycle: watching };
  await follow(role, ingestRun, (event) => runLog.applyRun(event));
  await follow(role, ingestCollection, (event) => runLog.applyCollection(event));
  app = await serve(collecting);
  await startIngesting();
  await vi.waitUntil(() => collecting.known !== undefined, 15_000);
});
afterEach(() => {
  for (const goOn of letGoOn.splice(0)) goOn();
  for (const path of Object.keys(traps)) delete traps[path];
});
afterAll(async () => {
  await ingesting.stop();
  await watching.stop();
  await users.close();
  await warehouse.close();
  await log.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const post = (path: string, body: object = {}, to = app) => request(to).post(path).send(body);
const stats = async () => (await request(app).get('/api/scraper/stats').expect(200)).body;
const lastRun = async () => (await request(app).get('/api/staff/collections').expect(200)).body[0];
/** Nothing is collected, and it is another second: a command of the same one would be the same command. */
const idle = async (): Promise<void> => {
  await expect.poll(() => collecting.collections.running).toBe(false);
  const second = () => new Date().toISOString().slice(0, -5);
  const now = second();
  await expect.poll(second).not.toBe(now);
};

/** The site answers a page only once it is let go on; from then on as it would. */
function holdBack(path: string): { asked: Promise<void>; goOn: () => void } {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  traps[path] = async (response) => {
    asked.resolve();
    await gate.promise;
    response.writeHead(500).end();
  };
  letGoOn.push(gate.resolve);
  return { asked: asked.promise, goOn: () => gate.resolve() };
}

/** A log that takes commands once so many are there: none of those who ask has heard of the others. */
function meeting(count: number): EventLog {
  const all = Promise.withResolvers<void>();
  let there = 0;
  return {
    ...log,
    publish: async (topic, messages) => {
      if (topic.name === ingestCommand.name && (there += 1) === count) all.resolve();
      if (topic.name === ingestCommand.name) await all.promise;
      return log.publish(topic, messages);
    },
  };
}

/** A log that refuses the first command, once it is told to. */
function refuseFirstCommand() {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isFirst = true;
  const publish: EventLog['publish'] = async (topic, messages) => {
    if (topic.name !== ingestCommand.name || !isFirst) return log.publish(topic, messages);
    isFirst = false;
    asked.resolve();
    await gate.promise;
    throw new Error('the log is away');
  };
  letGoOn.push(gate.resolve);
  return { log: { ...log, publish }, asked: asked.promise, refuse: () => gate.resolve() };
}

/** A log of which the runs' events are read only once it is let go on. */
function holdRuns() {
  const gate = Promise.withResolvers<void>();
  const subscribe: EventLog['subscribe'] = (options) =>
    log.subscribe({
      ...options,
      handler: async (batch) => {
        if (options.topic.name === ingestCollection.name) await gate.promise;
        return options.handler(batch);
      },
    });
  letGoOn.push(gate.resolve);
  return { log: { ...log, subscribe }, goOn: () => gate.resolve() };
}

describe('a collection that staff ask for', () => {
  it('is told from the ingest role’s sources to its end, and again finds nothing new', async () => {
    expect(collecting.known?.sources).toContainEqual({
      source: 'test-dealer',
      category: 'dealers',
      collected: true,
    });
    const first = await post('/api/scraper/run').expect(200);
    expect(first.body).toMatchObject({ processed: UNITS, newListings: UNITS, outcome: 'done' });
    expect(await stats()).toMatchObject({
      isRunning: false,
      scheduledScraping: true,
      totalListings: snapshot.totals.listings,
      recentListings: 0,
      run: { runId: first.body.runId, kind: 'scan', outcome: 'done' },
    });
    await expect
      .poll(async () => (await post('/api/scraper/run')).body)
      .toMatchObject({ processed: UNITS, newListings: 0, outcome: 'done' });
    expect(await lastRun()).toMatchObject({
      sources: [{ source: 'test-dealer', state: 'done', processed: UNITS }],
    });
  });

  it('is one for all who ask while it runs, and answers 202 to who would wait too long', async () => {
    await idle();
    const held = holdBack('/inventory');
    const impatient = await serve(collecting, 20);
    const begun = await post('/api/data/collect-all').expect(202);
    const { runId } = begun.body;
    await held.asked;
    await expect.poll(() => collecting.collections.current?.runId).toBe(runId);
    const late = await post('/api/scraper/run', {}, impatient).expect(202);
    expect(late.body).toMatchObject({ runId, outcome: null });
    expect((await post('/api/data/refresh').expect(202)).body).toEqual({
      runId,
      message: 'It joins the collection that is under way.',
    });
    expect((await request(app).get('/api/data/collection-status').expect(200)).body).toMatchObject({
      running: true,
      runId,
      targetListings: 200_000,
    });
    const waiting = post('/api/scraper/run').then(({ body }) => body as { runId: string });
    const hungUp = post('/api/scraper/run').timeout(50);
    await expect(hungUp).rejects.toThrow(/[Tt]imeout/);
    held.goOn();
    expect(await waiting).toMatchObject({ runId, outcome: 'partial' });
  });

  it('is one for two who ask at once, in processes that have not heard of each other', async () => {
    await idle();
    const held = holdBack('/inventory');
    const both = meeting(2);
    const process = async () => {
      const known = await followAll();
      await expect.poll(() => known.hasRead()).toBe(true);
      return serve(known, 20_000, systemClock, both);
    };
    const [one, two] = [await process(), await process()];
    const answers = await Promise.all([
      post('/api/data/refresh', {}, one),
      post('/api/data/collect-all', {}, two),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [runId, other] = answers.map(({ body }) => body.runId as string);
    expect(other).toBe(runId);
    const messages = answers.map(({ body }) => body.message as string);
    expect(messages.filter((text) => text.startsWith('It joins'))).toHaveLength(1);
    await held.asked;
    held.goOn();
    await expect.poll(lastRun).toMatchObject({ runId, state: 'ended' });
    await idle();
    expect(await lastRun()).toMatchObject({ runId });
  });

  it('is one for all who ask while it waits its turn, too', async () => {
    await idle();
    const held = holdBack('/inventory');
    const hasty = await serve(collecting, 20);
    await post('/api/scraper/specific', { make: 'Jayco', model: 'Eagle' }, hasty).expect(202);
    await held.asked;
    await expect.poll(() => collecting.collections.current?.kind).toBe('specific');
    const { runId, message } = (await post('/api/data/collect-all').expect(202)).body;
    expect(message).toBe('It waits for its turn: another collection is under way.');
    expect((await post('/api/data/refresh').expect(202)).body).toEqual({
      runId,
      message: 'It joins the collection that waits for its turn.',
    });
    const board = (await request(app).get('/api/staff/collections').expect(200)).body;
    expect(board[0]).toMatchObject({ runId, state: 'waiting' });
    held.goOn();
    await expect.poll(lastRun).toMatchObject({ runId, state: 'ended' });
  });

  it('is joined by nobody before it is in the log', async () => {
    await idle();
    const second = new Date(Date.now() + 7_200_000);
    const held = refuseFirstCommand();
    const then = await serve(collecting, 20, () => second, held.log);
    const refused = post('/api/data/refresh', {}, then).then(({ status }) => status);
    await held.asked;
    const { body } = await post('/api/data/refresh', {}, then).expect(202);
    expect(body.message).toBe('The refresh has begun.');
    held.refuse();
    expect(await refused).toBe(500);
    expect(await collecting.collections.settled(body.runId, 60_000)).toMatchObject({
      state: 'ended',
    });
  });

  it('waits its turn and is joined though the log refused it at first in that second', async () => {
    await idle();
    const turn = holdBack('/inventory');
    const hasty = await serve(collecting, 20);
    await post('/api/scraper/specific', { make: 'Jayco', model: 'Eagle' }, hasty).expect(202);
    await turn.asked;
    const second = new Date(Date.now() + 10_800_000);
    const held = refuseFirstCommand();
    const then = await serve(collecting, 20, () => second, held.log);
    held.refuse();
    await post('/api/data/refresh', {}, then).expect(500);
    const { runId } = (await post('/api/data/refresh', {}, then).expect(202)).body;
    const later = await serve(collecting, 20, () => new Date(second.getTime() + 5_000));
    expect((await post('/api/data/refresh', {}, later).expect(202)).body).toEqual({
      runId,
      message: 'It joins the collection that waits for its turn.',
    });
    turn.goOn();
    await expect.poll(lastRun).toMatchObject({ runId, state: 'ended' });
  });

  it('joins none of which a process that has just begun has not read whether it ended', async () => {
    await idle();
    const { runId } = (await post('/api/data/refresh').expect(202)).body;
    await collecting.collections.settled(runId, 60_000);
    const runs = holdRuns();
    const known = await followAll(runs.log);
    const begun = await serve(known, 20);
    await expect
      .poll(() => known.collections.waiting.map(({ commandId }) => commandId))
      .toContain(runId);
    const early = await post('/api/data/refresh', {}, begun).expect(503);
    expect(early.body.code).toBe('collections_not_read');
    runs.goOn();
    await expect.poll(() => known.hasRead()).toBe(true);
    const { body } = await post('/api/data/refresh', {}, begun).expect(202);
    expect(body.runId).not.toBe(runId);
    await collecting.collections.settled(body.runId, 60_000);
  });

  it('is given up when staff say so, and is then no failure of its source', async () => {
    await idle();
    const held = holdBack('/inventory');
    const { runId } = (await post('/api/data/refresh').expect(202)).body;
    await held.asked;
    await post('/api/staff/collections/cancel', { runId }).expect(200);
    await expect.poll(lastRun).toMatchObject({ runId, outcome: 'cancelled' });
    held.goOn();
    expect((await lastRun()).sources).toMatchObject([{ state: 'cancelled' }]);
    await expect
      .poll(() => runLog.sources(new Date(), collecting.plan))
      .toMatchObject([
        { source: 'test-dealer', state: 'configured', lastRun: { state: 'cancelled' } },
      ]);
    const again = await post('/api/staff/collections/cancel', { runId }).expect(404);
    expect(again.body.code).toBe('not_under_way');
  });

  it('is another one when it is asked for in the second in which one was given up', async () => {
    await idle();
    const second = new Date(Date.now() + 3_600_000);
    const then = await serve(collecting, 20_000, () => second);
    const held = holdBack('/inventory');
    const { runId } = (await post('/api/data/refresh', {}, then).expect(202)).body;
    await held.asked;
    await post('/api/staff/collections/cancel', { runId }).expect(200);
    await expect.poll(lastRun).toMatchObject({ runId, outcome: 'cancelled' });
    held.goOn();
    const again = (await post('/api/data/refresh', {}, then).expect(202)).body;
    expect(again.runId).not.toBe(runId);
    await expect.poll(lastRun).toMatchObject({ runId: again.runId, state: 'ended' });
    expect((await lastRun()).outcome).not.toBe('cancelled');
  });

  it('is given up while it waits its turn, in whichever process one asks', async () => {
    await idle();
    const held = holdBack('/inventory');
    const hasty = await serve(collecting, 20);
    const ask = async (make: string) =>
      (await post('/api/scraper/specific', { make, model: 'Eagle' }, hasty)).body.runId as string;
    const first = await ask('Winnebago');
    await held.asked;
    const runId = await ask('Keystone');
    const waiting = { runId, kind: 'specific', make: 'Keystone', model: 'Eagle', askedBy: 'staff' };
    const status = async () => (await request(app).get('/api/data/collection-status')).body;
    await expect.poll(status).toMatchObject({ runId: first, waiting: [waiting] });
    const board = (await request(app).get('/api/staff/collections').expect(200)).body;
    expect(board.slice(0, 2)).toMatchObject([
      { ...waiting, state: 'waiting', endedAt: null, outcome: null, sources: [] },
      { runId: first, state: 'running' },
    ]);
    const other = await serve(await followAll());
    const cancel = async (id: string) =>
      (await post('/api/staff/collections/cancel', { runId: id }, other)).status;
    await expect.poll(() => cancel(runId)).toBe(200);
    expect(await cancel(first)).toBe(200);
    held.goOn();
    await expect.poll(lastRun).toMatchObject({ runId, outcome: 'cancelled', state: 'ended' });
    expect(await status()).toMatchObject({ waiting: [] });
  });

  it('is given up with all that waits for the same', async () => {
    await idle();
    const held = holdBack('/inventory');
    const { runId } = (await post('/api/data/refresh').expect(202)).body;
    await held.asked;
    const at = new Date().toISOString();
    const scheduled = { commandId: 'refresh@scheduled', at, kind: 'refresh', askedBy: 'schedule' };
    await log.publish(ingestCommand, [encodeEvent(ingestCommand, scheduled as IngestCommand)]);
    await expect
      .poll(() => collecting.collections.waiting)
      .toMatchObject([{ commandId: scheduled.commandId }]);
    await post('/api/staff/collections/cancel', { runId }).expect(200);
    held.goOn();
    expect(await collecting.collections.settled(scheduled.commandId, 15_000)).toMatchObject({
      state: 'ended',
      joined: runId,
      outcome: 'cancelled',
    });
    expect(await lastRun()).toMatchObject({ runId, outcome: 'cancelled' });
  });

  it('goes on after its process stopped, as the same run', async () => {
    await idle();
    const held = holdBack('/inventory');
    const begun = await post('/api/scraper/run', {}, await serve(collecting, 20));
    expect(begun.status).toBe(202);
    await held.asked;
    await ingesting.stop();
    held.goOn();
    delete traps['/inventory'];
    expect(collecting.collections.isUnderWay(begun.body.runId)).toBe(true);
    await startIngesting();
    await expect
      .poll(lastRun)
      .toMatchObject({ runId: begun.body.runId, outcome: 'done', sources: [{ state: 'done' }] });
  });

  it('for one make and model leaves out what is known to be of others', async () => {
    await idle();
    const before = site.seen.length;
    const { body } = await post('/api/scraper/specific', { make: 'Jayco', model: 'eagle' }).expect(
      200,
    );
    const units = lot.filter(({ make }) => make === 'Jayco');
    expect(body).toMatchObject({ processed: units.length, newListings: 0, outcome: 'partial' });
    const asked = site.seen.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith('/rv/')).toSorted()).toEqual(
      units.map(({ stock }) => `/rv/${stock}`).toSorted(),
    );
    expect((await lastRun()).sources[0].detail).toBe('Not seen: left out of the scan (6 pages).');
    await post('/api/scraper/specific', { model: 'eagle' }).expect(422);
  });

  it('is refused where there is nothing to collect from, and to who asks too often', async () => {
    const nobody = await serve(withoutSources());
    const { body } = await post('/api/data/refresh', {}, nobody).expect(409);
    expect(body).toMatchObject({
      code: 'nothing_to_collect',
      message: expect.stringContaining('SITES_DIR'),
    });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push((await post('/api/data/refresh', {}, nobody).set('x-person', 'eager')).status);
    expect(statuses.slice(0, 30).every((status) => status === 409)).toBe(true);
    expect(statuses[30]).toBe(429);
  });
});

describe('the schedule', () => {
  const schedule = (to = app) => request(to).get('/api/staff/schedule').expect(200);

  it('is switched by staff, for every process and over a restart', async () => {
    expect((await schedule()).body).toMatchObject({
      refresh: { enabled: true, hours: [6, 18], timeZone: 'Etc/UTC', nextAt: expect.any(String) },
      compute: { enabled: true, everyHours: 2 },
    });
    const off = await request(app).put('/api/staff/schedule').send({ refresh: false }).expect(200);
    expect(off.body).toMatchObject({
      refresh: { enabled: false, nextAt: null },
      compute: { enabled: true },
    });
    expect(await stats()).toMatchObject({ scheduledScraping: false });
    const other = await followAll();
    await expect.poll(() => other.schedules.isOn('refresh')).toBe(false);
    await request(app).put('/api/staff/schedule').send({ refresh: true }).expect(200);
    await expect.poll(() => other.schedules.isOn('refresh')).toBe(true);
    expect(other.schedules.isOn('compute')).toBe(true);
  });

  it('is not switched by one person without end', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const put = request(app).put('/api/staff/schedule').set('x-person', 'undecided');
      statuses.push((await put.send({ compute: true })).status);
    }
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]));
    expect(statuses[30]).toBe(429);
  });
});

describe('the folder of site files', () => {
  it('is refused with all that is wrong in it', async () => {
    await expect(loadSites(join(folder, 'nowhere'))).rejects.toThrow(
      /^SITES_DIR: the folder .*nowhere cannot be read/,
    );
    const broken = join(folder, 'broken');
    await mkdir(broken);
    expect(await loadSites(broken)).toEqual([]);
    await writeFile(join(broken, 'mapping.yaml'), dealerMapping);
    for (const name of ['a', 'b'])
      await writeFile(join(broken, `${name}.site.yaml`), dealerSiteFile('https://lot.example'));
    await writeFile(join(broken, 'c.site.yaml'), 'mapping: ./mapping.yaml\n');
    const refused = loadSites(broken);
    await expect(refused).rejects.toMatchObject({ code: 'start_refused' });
    await expect(refused).rejects.toThrow(
      /b\.site\.yaml: mapping: is of the source test-dealer, as that of .*a\.site\.yaml is\n.*c\.site\.yaml/s,
    );
  });
});
