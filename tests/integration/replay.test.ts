import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { replayRun } from '#schemas/events/replay.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { systemClock } from '#platform/clock.ts';
import { createLogger } from '#platform/logging.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import type { Normalise } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { sleep } from '#pipelines/load/waiting.ts';
import { NORMALISER_VERSION } from '#pipelines/normalise/normalise.ts';
import { followNormaliser } from '#pipelines/normalise/normaliser-of-log.ts';
import { replay } from '#pipelines/replay/replay.ts';
import { ok } from '#pipelines/outcome.ts';
import { startReplaying } from '#pipelines/replay/start-replaying.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { letterPage } from '#warehouse/queries/dead-letters.ts';
import { plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { eventsOf, listingsLoaded } from '../support/loaded-log.ts';
import { plainRegistrations } from '../support/registrations.ts';
import { decide, replayed } from '../support/replays.ts';

const catalogue = loadCatalogue();

/** What a source of the tests writes, and what a normaliser of some version makes of it. */
const changing =
  (version: () => number, then: Normalise): Normalise =>
  (raw, position) => {
    if (raw.source !== 'changing') return then(raw, position);
    const isBetter = version() > NORMALISER_VERSION;
    const title = raw.fields.title ?? '';
    // One is dropped by the better, one is read by it; of one it reads another price.
    const fields = {
      ...raw.fields,
      title: title === 'no year' && isBetter ? 'read now' : title,
      price: title === 'glued price' && isBetter ? '30000' : (raw.fields.price ?? '0'),
    };
    const isDropped = title === 'a boat after all' && isBetter;
    const outcome = plainNormalise(
      { ...raw, fields: isDropped ? { ...fields, title: 'boat' } : fields },
      position,
    );
    return outcome.kind === 'ok'
      ? { kind: 'ok', value: { ...outcome.value, normaliser_version: version() } }
      : outcome;
  };

describe('reading the log anew', () => {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  let running: RunningSubscription[] = [];

  const listing = (n: number, title: string): RawListing =>
    rawEvent(n, { source: 'changing', fields: { title, price: String(20_000 + n) } });
  const named = (n: number, make: string, model: string): RawListing =>
    rawEvent(n, {
      source: 'named',
      fields: { make, model, year: '2021', price: '54995', condition: 'Used' },
    });
  const first = [
    listing(1, 'as it was'),
    listing(2, 'glued price'),
    listing(3, 'a boat after all'),
    listing(4, 'no year'),
    listing(5, 'blocked'),
    named(6, 'Keystone', 'Blorptastic 3121RL'),
    named(7, 'Qwertzuio', 'Montana 3121RL'),
  ];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-replay-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
    await start();
    await publishEvents(log, first);
    await listingsLoaded(log);
  });
  afterAll(async () => {
    await stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  async function start(): Promise<void> {
    const followed = await followNormaliser(log, catalogue);
    const normalise = changing(followed.version, followed.normalise);
    const deps = { log, warehouse, now: systemClock, onWait: () => undefined, lingerMs: 20 };
    const logger = createLogger('silent');
    running = [
      followed.running,
      await startReplaying({ ...deps, normaliser: { ...followed, normalise }, logger }),
      ...(await startLoading({ ...deps, normalise })),
    ];
  }

  async function stop(): Promise<void> {
    for (const subscription of running.splice(0)) await subscription.stop();
  }

  interface Fact {
    source_id: string;
    version: number;
    title: string;
    price: number;
    line_id: string;
    make_id: string;
  }
  const facts = (source: string): Promise<Fact[]> =>
    warehouse.batch.rows<Fact>(
      `SELECT source_id, normaliser_version AS version, title, price, line_id, make_id
       FROM sightings FINAL WHERE source = {source:String}
       ORDER BY source_id, normaliser_version`,
      { source },
    );

  it('is not done where nothing was ever read by an older one', async () => {
    expect(await eventsOf(log, replayRun)).toMatchObject([
      { version: NORMALISER_VERSION, state: 'done', range: [] },
    ]);
    expect((await facts('changing')).map(({ source_id }) => source_id)).toEqual([
      'T-1',
      'T-2',
      'T-3',
    ]);
  });

  it('gives an accepted spelling its meaning in what came, and says what changed', async () => {
    const version = NORMALISER_VERSION + 1;
    await decide(log, {
      alias: 'Blorptastic',
      makeId: 'keystone',
      lineId: 'keystone/montana',
      decision: 'accepted',
    });
    const run = await replayed(log, version);
    expect(run).toMatchObject({ read: 7, of: 7 });
    expect(run.changes).toEqual({
      before: 4,
      after: 4,
      unchanged: 1,
      changed: 2,
      gone: 1,
      come: 1,
      byField: expect.objectContaining({ price: 1, line_id: 1 }),
    });
    // What an older one made of an event that is none any more is gone too.
    expect(await facts('changing')).toMatchObject([
      { source_id: 'T-1', version, title: 'as it was' },
      { source_id: 'T-2', version, price: 30_000 },
      { source_id: 'T-4', version, title: 'read now' },
    ]);
    expect(await facts('named')).toMatchObject([{ version, line_id: 'keystone/montana' }]);
    const commands = await eventsOf(log, computeCommand);
    expect(commands.map(({ commandId }) => commandId)).toContain(
      `after@replay-${version}@${run.startedAt}`,
    );
  });

  it('puts nothing aside twice, and marks the letter of what it can read', async () => {
    await listingsLoaded(log);
    const letters = await eventsOf(log, deadLetter);
    expect(letters.map(({ reason }) => reason).toSorted()).toEqual([
      'blocked',
      'no_year',
      'unknown_make',
    ]);
    const { rows } = await letterPage(warehouse, {}, { limit: 10, offset: 0 });
    expect(rows.map(({ reason, state }) => `${reason} ${state}`).toSorted()).toEqual([
      'blocked open',
      'no_year replayed',
      'unknown_make open',
    ]);
  });

  it('goes on where it stands after a stop, and takes what comes meanwhile by the better one', async () => {
    const version = NORMALISER_VERSION + 2;
    await stop();
    const alias = { alias: 'Qwertzuio', makeId: 'keystone', lineId: '' };
    await decide(log, { ...alias, decision: 'accepted' });
    await publishEvents(log, [named(8, 'Qwertzuio', 'Montana 3121RL')]);
    await start();
    // Asked for at the start, and by nobody else.
    const run = await replayed(log, version);
    await listingsLoaded(log);
    expect(run.changes).toMatchObject({ changed: 0, gone: 0, come: 1 });
    expect(await facts('named')).toMatchObject([
      { source_id: 'T-6', version },
      { source_id: 'T-7', version, make_id: 'keystone' },
      { source_id: 'T-8', version, make_id: 'keystone' },
    ]);
  });

  it('goes on behind what it had read where it broke off in the middle', async () => {
    const version = NORMALISER_VERSION + 3;
    await publishEvents(
      log,
      [11, 12, 13, 14, 15, 16].map((n) => listing(n, 'as it was')),
    );
    await listingsLoaded(log);
    const stopping = new AbortController().signal;
    const waiting = { sleep, stopping, onWait: () => undefined, heartbeat: async () => undefined };
    let reads = 0;
    const attempt = (most: number) => {
      const normalise: Normalise = (raw, position) => {
        reads += 1;
        if (reads > most) throw new Error('killed');
        const outcome = changing(() => version, plainNormalise)(raw, position);
        return outcome.kind === 'ok'
          ? ok({ ...outcome.value, normaliser_version: version })
          : outcome;
      };
      const normaliser = { normalise, version: () => version, registrations: plainRegistrations };
      return replay({ log, warehouse, normaliser, now: systemClock }, version, waiting);
    };
    await expect(attempt(7)).rejects.toThrow('killed');
    expect((await eventsOf(log, replayRun)).findLast((run) => run.version === version)?.state).toBe(
      'running',
    );
    const readBefore = reads;
    expect(await attempt(Infinity)).toBe('done');
    const { changes, of } = await replayed(log, version);
    expect(of).toBe(14);
    // Partitions it had read to their end were not read again.
    expect(reads - readBefore).toBeLessThan(of);
    expect(changes).toMatchObject({ before: 12, after: 12, gone: 0, come: 0 });
    expect((await facts('changing')).every((fact) => fact.version === version)).toBe(true);
  });

  it('is not asked for by a refusal of what was not accepted', async () => {
    await decide(log, { alias: 'Xyzzy', makeId: 'jayco', lineId: '', decision: 'refused' });
    await stop();
    await start();
    expect((await eventsOf(log, replayRun)).map(({ version }) => version)).not.toContain(
      NORMALISER_VERSION + 4,
    );
  });
});
