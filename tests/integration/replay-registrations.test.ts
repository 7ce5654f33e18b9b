import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawRegistration, type RawRegistration } from '#schemas/events/raw-registration.ts';
import { replayRun } from '#schemas/events/replay.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { typeDecision } from '#schemas/events/type-decision.ts';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import {
  REGISTRATION_GROUP,
  startRegistrationLoading,
} from '#pipelines/load/load-registrations.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { NORMALISER_VERSION } from '#pipelines/normalise/normalise.ts';
import { followNormaliser } from '#pipelines/normalise/normaliser-of-log.ts';
import { REGISTRATION_NORMALISER_VERSION } from '#pipelines/normalise/registration.ts';
import { startReplaying } from '#pipelines/replay/start-replaying.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { registeredCounts } from '#warehouse/queries/registrations.ts';
import { publishEvents, rawEvent } from '../support/listings.ts';
import { eventsOf, listingsLoaded } from '../support/loaded-log.ts';
import { plainRegistrations } from '../support/registrations.ts';
import { decide, replayed } from '../support/replays.ts';

describe('registrations that came', () => {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  let running: RunningSubscription[] = [];
  let rows = 0;
  let files = 0;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-replay-registrations-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
    await start();
    await publishEvents(log, [rawEvent(1)]);
    await publish('first', [
      ['Jaycoo', 'OR', '31', 'Travle Trailer'],
      ['JAYCO', 'OR', '4'],
      ['Jaycoo', 'nowhere', '1'],
    ]);
  });
  afterAll(async () => {
    await stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  async function start(): Promise<void> {
    const { running: following, ...normaliser } = await followNormaliser(log, loadCatalogue());
    const deps = { log, warehouse, now: systemClock, onWait: () => undefined, lingerMs: 20 };
    const logger = createLogger('silent');
    running = [
      following,
      await startReplaying({ ...deps, normaliser, logger, lookAgainMs: 50 }),
      ...(await startLoading({ ...deps, normalise: normaliser.normalise })),
      await startRegistrationLoading({ ...deps, normalise: normaliser.registrations.normalise }),
    ];
  }

  async function stop(): Promise<void> {
    for (const subscription of running.splice(0)) await subscription.stop();
  }

  /** A file taken whole, and loaded: make, state, count and type of each row. */
  async function publish(file: string, records: string[][]): Promise<void> {
    const [row, end] = rawRegistration.examples as [RawRegistration, RawRegistration];
    const take = sha256(file);
    const observedAt = `2026-11-0${(files += 1)}T00:00:00.000Z`;
    const about = () => ({
      take,
      observedAt,
      eventId: sha256(String((rows += 1))),
      start: rows,
      next: rows,
    });
    const events = [
      ...records.map(([make, state, count, type = row.fields.type]) => ({
        ...row,
        ...about(),
        fields: { ...row.fields, make, state, count, type },
      })),
      { ...end, ...about() },
    ];
    await log.publish(
      rawRegistration,
      events.map((event) => encodeEvent(rawRegistration, event)),
    );
    await vi.waitFor(async () => {
      const positions = await log.positions(rawRegistration, REGISTRATION_GROUP);
      expect(positions.every(({ end: last, committed }) => committed >= last)).toBe(true);
    }, 20_000);
    await listingsLoaded(log);
  }

  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const made = async (): Promise<string[]> =>
    (await Array.fromAsync(registeredCounts(warehouse, '2020-01-01')))
      .flat()
      .map(({ make_id, registered }) => `${make_id} ${registered}`)
      .toSorted();
  const versions = async (): Promise<number[]> =>
    (
      await warehouse.batch.rows<{ version: number }>(
        'SELECT DISTINCT normaliser_version AS version FROM registrations FINAL ORDER BY version',
      )
    ).map(({ version }) => version);

  const accept = (alias: string, makeId: string, lineId = ''): Promise<void> =>
    decide(log, { alias, makeId, lineId, decision: 'accepted' });

  it('are understood by an accepted spelling of a type, and no listing is read anew', async () => {
    const types = () =>
      warehouse.batch.rows(
        `SELECT type, sum(count) AS registered FROM registrations FINAL
         WHERE written_type = 'Travle Trailer' GROUP BY type`,
      );
    expect(await types()).toEqual([{ type: '', registered: 31 }]);
    const event = {
      alias: 'TRAVLE TRAILER',
      type: 'travel-trailer',
      decision: 'accepted',
    } as const;
    await log.publish(typeDecision, [
      encodeEvent(typeDecision, { ...event, at: '2026-11-21T06:00:00.000Z' }),
    ]);
    await vi.waitFor(async () => {
      const run = (await eventsOf(log, replayRun)).at(-1);
      expect(run).toMatchObject({ version: NORMALISER_VERSION, state: 'done', read: 4, of: 4 });
      // Two rows, of 31 and of 4; that of no state and the end of the file are none.
      expect(run?.registrations).toBe(35);
    }, 20_000);
    expect(await types()).toEqual([{ type: 'travel-trailer', registered: 31 }]);
  });

  it('stay as they are where a decision is on a line', async () => {
    expect(await made()).toEqual([' 31', 'jayco 4']);
    await accept('Blorptastic', 'keystone', 'keystone/montana');
    expect(await replayed(log, NORMALISER_VERSION + 1)).toMatchObject({
      read: 1,
      of: 1,
      registrations: 0,
    });
    expect(await versions()).toEqual([REGISTRATION_NORMALISER_VERSION + 1]);
  });

  it('are understood by an accepted spelling of a make, and put aside once', async () => {
    await accept('Jaycoo', 'jayco');
    expect(await replayed(log, NORMALISER_VERSION + 2)).toMatchObject({
      read: 5,
      of: 5,
      registrations: 35,
    });
    expect(await made()).toEqual(['jayco 35']);
    expect(await versions()).toEqual([REGISTRATION_NORMALISER_VERSION + 2]);
    await listingsLoaded(log);
    expect((await eventsOf(log, deadLetter)).map(({ reason }) => reason).toSorted()).toEqual([
      'no_state',
      'unknown_make',
    ]);
  });

  it('are understood by what was accepted where they came while nothing was read anew', async () => {
    await stop();
    await accept('Forrest-Rivver', 'forest-river');
    await start();
    await publish('second', [
      ['Forrest-Rivver', 'OR', '7'],
      ['Jaycoo', 'OR', '2'],
    ]);
    await replayed(log, NORMALISER_VERSION + 3);
    expect(await made()).toEqual(['forest-river 7', 'jayco 2']);
  });

  it('are read anew though the listings were, where an older process made facts of them since', async () => {
    const version = NORMALISER_VERSION + 3;
    const ends = async () =>
      (await eventsOf(log, replayRun)).filter(
        (run) => run.version === version && run.state === 'done',
      ).length;
    const before = await ends();
    await stop();
    // It has heard of no decision.
    const older = await startRegistrationLoading({
      log,
      warehouse,
      now: systemClock,
      onWait: () => undefined,
      lingerMs: 20,
      normalise: plainRegistrations.normalise,
    });
    await publish('third', [['Forrest-Rivver', 'OR', '9']]);
    await older.stop();
    expect(await made()).toEqual([' 9']);
    await start();
    await vi.waitFor(async () => expect(await ends()).toBeGreaterThan(before), 20_000);
    expect(await made()).toEqual(['forest-river 9']);
  });
});
