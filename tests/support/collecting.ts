import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import { Collecting } from '#api/collection/collecting.ts';
import { serveCall } from '#api/http/serve-call.ts';
import { collectionRoutes } from '#api/resources/collection.ts';
import { RunLog } from '#api/staff-health/run-log.ts';
import type { UserStore } from '#api/users/store.ts';
import { followCollecting } from '#deploy/roles/follow-collecting.ts';
import { follow } from '#deploy/roles/follow.ts';
import { sitesOf, startIngestRole } from '#deploy/roles/ingest.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { systemClock } from '#platform/clock.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { ingestCollection } from '#schemas/events/ingest-collection.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { serveSnapshot } from './serve-snapshot.ts';
import { dealerMapping, dealerSite, dealerSiteFile, lotOf } from './sites/dealer.ts';
import { serveSite, type Served, type ServedSite } from './sites/serve.ts';
import { newEmbeddedStore } from './user-stores.ts';

const logger = createLogger('silent');
/** What the dealer offers. */
export const lot = lotOf(9);

/** Whoever asks is staff, and named by a header: who is staff is a matter of other tests. */
const staff: SignedInRoute = (call, handler) => ({
  call,
  handle: serveCall(call, (input) =>
    handler({ ...input, session: { userId: input.request.get('x-person') ?? 'boss' } as never }),
  ),
});

/** The tests of a file share one dealer's site, an ingest role that collects from it, and an api of staff. */
export function useCollecting() {
  const traps: Record<string, Served> = {};
  /** Let what a test held back go on, also where the test failed: the next one waits for it. */
  const letGoOn: (() => void)[] = [];
  const snapshot = snapshotOf(drawMarket({ units: 300, seed: 8 }));
  const runLog = new RunLog();
  const watching = new Lifecycle(logger);
  let ingesting = new Lifecycle(logger);
  let folder = '';
  let site: ServedSite;
  let log: EventLog;
  let warehouse: Warehouse;
  let users: UserStore;
  let collecting: Collecting;
  let app: Express;

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

  return {
    snapshot,
    runLog,
    traps,
    letGoOn,
    get folder() {
      return folder;
    },
    get site() {
      return site;
    },
    get log() {
      return log;
    },
    get collecting() {
      return collecting;
    },
    get app() {
      return app;
    },
    serve,
    followAll,
    startIngesting,
    stopIngesting: () => ingesting.stop(),
    post: (path: string, body: object = {}, to = app) => request(to).post(path).send(body),
    stats: async () => (await request(app).get('/api/scraper/stats').expect(200)).body,
    lastRun: async () => (await request(app).get('/api/staff/collections').expect(200)).body[0],
    /** Nothing is collected, and it is another second: a command of the same one would be the same command. */
    idle: async (): Promise<void> => {
      await expect.poll(() => collecting.collections.running).toBe(false);
      const second = () => new Date().toISOString().slice(0, -5);
      const now = second();
      await expect.poll(second).not.toBe(now);
    },
    /** The site answers a page only once it is let go on; from then on as it would. */
    holdBack: (path: string): { asked: Promise<void>; goOn: () => void } => {
      const asked = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      traps[path] = async (response) => {
        asked.resolve();
        await gate.promise;
        response.writeHead(500).end();
      };
      letGoOn.push(gate.resolve);
      return { asked: asked.promise, goOn: () => gate.resolve() };
    },
  };
}
