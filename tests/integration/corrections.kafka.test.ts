import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import type { Normalise } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { NORMALISER_VERSION } from '#pipelines/normalise/normalise.ts';
import { followNormaliser } from '#pipelines/normalise/normaliser-of-log.ts';
import { deadLetter as putAside, ok } from '#pipelines/outcome.ts';
import { startRedriving } from '#pipelines/redrive/start-redriving.ts';
import { startReplaying } from '#pipelines/replay/start-replaying.ts';
import { systemClock } from '#platform/clock.ts';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { catalogueDecision } from '#schemas/events/catalogue-decision.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { redriveCommand, redriveRun } from '#schemas/events/redrive.ts';
import { replayRun } from '#schemas/events/replay.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startKafkaBroker } from '../support/kafka-broker.ts';
import { plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { eventsOf, listingsLoaded } from '../support/loaded-log.ts';

const kafka = await startKafkaBroker();
requireOrSkip('kafka', 'unavailable' in kafka ? kafka.unavailable : undefined);
const broker = 'unavailable' in kafka ? undefined : kafka;

const WAIT = { timeout: 60_000, interval: 200 };
const SOURCE = 'odd-dealer';
const listings = ['odd', 'odd', 'odd', 'blocked'].map((title, n) =>
  rawEvent(n + 1, { source: SOURCE, fields: { title, price: String(20_001 + n) } }),
);

describe.skipIf(!broker)('what came over Kafka', () => {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  let running: RunningSubscription[] = [];
  let mended = false;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-corrections-'));
    log = await openKafkaLog({ brokers: broker?.brokers ?? [], clientId: 'corrections' });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory });
    await migrate(warehouse);
    const followed = await followNormaliser(log, loadCatalogue());
    const normalise: Normalise = (raw, position) => {
      if (raw.fields.title === 'odd' && !mended) return putAside('no_year', 'no model year');
      const outcome = plainNormalise(raw, position);
      if (outcome.kind !== 'ok') return outcome;
      const version = followed.version();
      // A better one reads another price.
      const price = (outcome.value.price ?? 0) + (version > NORMALISER_VERSION ? 1_000 : 0);
      return ok({ ...outcome.value, price, normaliser_version: version });
    };
    const deps = { log, warehouse, now: systemClock, onWait: () => undefined };
    const logger = createLogger('silent');
    running = [
      followed.running,
      ...(await Promise.all([
        startReplaying({ ...deps, normaliser: { ...followed, normalise }, logger }),
        startRedriving({ ...deps, logger }),
      ])),
      ...(await startLoading({ ...deps, normalise })),
    ];
    await publishEvents(log, listings);
    await listingsLoaded(log);
  });
  afterAll(async () => {
    await Promise.all(running.map((subscription) => subscription.stop()));
    await log?.close();
    await warehouse?.close();
    rmSync(directory, { recursive: true });
    await broker?.stop();
  });

  const prices = async (): Promise<number[]> =>
    (
      await warehouse.batch.rows<{ price: number }>(
        `SELECT price FROM sightings FINAL WHERE source = {source:String}
         ORDER BY normaliser_version DESC, price LIMIT 1 BY event_id`,
        { source: SOURCE },
      )
    )
      .map(({ price }) => price)
      .toSorted((a, b) => a - b);

  it('and was put aside is sent again, once, and what became of it is said', async () => {
    expect(await prices()).toEqual([]);
    mended = true;
    const command = encodeEvent(redriveCommand, {
      redriveId: 'redrive-1',
      askedBy: 'command',
      filter: { source: SOURCE },
      dryRun: false,
      at: new Date().toISOString(),
    });
    // The very same command twice, as a client that tries again sends it.
    await log.publish(redriveCommand, [command, command]);
    const done = await vi.waitFor(async () => {
      const run = (await eventsOf(log, redriveRun)).find(({ state }) => state === 'done');
      if (run === undefined) throw new Error('the redrive is not done');
      return run;
    }, WAIT);
    expect(done).toMatchObject({
      matched: 4,
      redriven: 4,
      notSent: {},
      became: { accepted: 3, 'dead_letter: blocked': 1 },
    });
    expect(await prices()).toEqual([20_001, 20_002, 20_003]);
    expect(await eventsOf(log, rawListing)).toHaveLength(2 * listings.length);
  });

  it('is read anew by a better normaliser, once, and what it changed is said', async () => {
    await log.publish(catalogueDecision, [
      encodeEvent(catalogueDecision, {
        alias: 'Blorptastic',
        makeId: 'keystone',
        lineId: 'keystone/montana',
        decision: 'accepted',
        at: '2026-11-21T06:00:00.000Z',
      }),
    ]);
    const version = NORMALISER_VERSION + 1;
    const replays = async () =>
      (await eventsOf(log, replayRun)).filter((run) => run.version === version);
    await vi.waitFor(async () => {
      if ((await replays()).at(-1)?.state !== 'done') throw new Error('the replay is not done');
    }, WAIT);
    const done = (await replays()).filter(({ state }) => state === 'done');
    expect(done).toMatchObject([
      { read: 8, of: 8, changes: { before: 3, after: 3, changed: 3, gone: 0, come: 0 } },
    ]);
    expect(await prices()).toEqual([21_001, 21_002, 21_003]);
  });
});
