import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import { serveCall } from '#api/http/serve-call.ts';
import { MarketHolder } from '#api/market.ts';
import type { UserStore } from '#api/users/store.ts';
import { loadNames } from '#deploy/names.ts';
import { startPipelinesRole } from '#deploy/roles/pipelines.ts';
import { startStaffData } from '#deploy/roles/staff-data.ts';
import { tellRun } from '#ingest/run.ts';
import { systemClock } from '#platform/clock.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { asMessage, rawEvent } from '../support/listings.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';
import { newEmbeddedStore } from '../support/user-stores.ts';

const logger = createLogger('silent');
const { catalogue, resolver } = loadNames();
const lifecycle = new Lifecycle(logger);
let folder = '';
let log: EventLog;
let warehouse: Warehouse;
let users: UserStore;
let app: Express;

/** Who is staff is a matter of other tests. */
const staff: SignedInRoute = (call, handler) => ({
  call,
  handle: serveCall(call, (input) => handler({ ...input, session: { userId: 'boss' } as never })),
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rigworth-accepted-'));
  log = await openEmbeddedLog({ directory: join(folder, 'log'), clock: systemClock });
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(folder, 'warehouse') });
  await migrate(warehouse);
  users = await newEmbeddedStore(join(folder, 'users'));
  const role = { log, warehouse, users, lifecycle, logger, metrics: createMetrics() };
  const config = {
    SAMPLE: 'off' as const,
    STORY_LLM_URL: undefined,
    STORY_LLM_KEY: undefined,
    STORY_LLM_MODEL: undefined,
  };
  await startPipelinesRole({ ...role, config, catalogue, snapshots: join(folder, 'snapshots') });
  const market = new MarketHolder(catalogue, resolver);
  const routes = await startStaffData(role, { market, staff });
  app = await serveSnapshot(() => routes);
});
afterAll(async () => {
  await lifecycle.stop();
  await users.close();
  await warehouse.close();
  await log.close();
  rmSync(folder, { recursive: true });
});

/** A batch of the whole market, and on a busy machine another before it. */
const BATCH = { timeout: 240_000 };

const misspelt = (n: number): RawListing =>
  rawEvent(n, {
    source: 'corner-rv',
    fields: {
      make: 'Keystone',
      model: 'Mountannah 3121RL',
      year: '2021',
      price: '54995',
      condition: 'Used',
    },
  });

/** One collection of these, told as a run. */
async function collected(runId: string, listings: readonly RawListing[]): Promise<void> {
  const run = { runId, source: 'corner-rv', sample: false, coverage: 'partial' } as const;
  await tellRun({ log, clock: systemClock }, run, async () => {
    const events = listings.map((listing) => ({ ...listing, runId }));
    const places = await log.publish(rawListing, events.map(asMessage));
    const lastOffsets = new Map(places.map(({ partition, offset }) => [partition, offset]));
    return { read: events.length, published: events.length, lastOffsets };
  });
}

/** The lines by which the search finds what is for sale, and how many units of each. */
const searched = (): Promise<{ line_id: string; units: number }[]> =>
  warehouse.batch.rows(
    'SELECT line_id, count() AS units FROM search_base GROUP BY line_id ORDER BY line_id',
  );
const get = async (path: string) => (await request(app).get(path).expect(200)).body;

it('a spelling that staff accept means the same in what came, and in what comes', async () => {
  await collected('before', [1, 2, 3].map(misspelt));
  await expect.poll(searched, BATCH).toEqual([{ line_id: 'keystone/mountannah', units: 3 }]);
  const { proposals } = await get('/api/staff/aliases');
  expect(proposals).toMatchObject([{ alias: 'Mountannah', make: { id: 'keystone' }, listings: 3 }]);
  const [meant] = proposals[0].candidates;
  expect(meant).toMatchObject({ makeId: 'keystone', lineId: 'keystone/montana' });

  const decision = { alias: 'Mountannah', makeId: meant.makeId, lineId: meant.lineId };
  const answer = await request(app)
    .post('/api/staff/aliases')
    .send({ ...decision, decision: 'accepted' })
    .expect(200);
  expect(answer.body).toMatchObject({ name: 'Keystone Montana', replays: true });

  await expect.poll(searched, BATCH).toEqual([{ line_id: 'keystone/montana', units: 3 }]);
  expect((await get('/api/staff/aliases')).proposals).toEqual([]);
  await expect
    .poll(async () => (await get('/api/staff/replays')).replays)
    .toMatchObject([{ state: 'done', read: 3, changes: { changed: 3, gone: 0 } }]);
  await collected('after', [misspelt(4)]);
  await expect.poll(searched, BATCH).toEqual([{ line_id: 'keystone/montana', units: 4 }]);
});
