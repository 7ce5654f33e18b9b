import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogueDecision } from '#schemas/events/catalogue-decision.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawRegistration, type RawRegistration } from '#schemas/events/raw-registration.ts';
import { redriveRun } from '#schemas/events/redrive.ts';
import {
  decodeEvent,
  encodeEvent,
  tryDecodeEvent,
  type EventOf,
  type Topic,
} from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { typeDecision } from '#schemas/events/type-decision.ts';
import { aliasRoutes } from '#api/resources/aliases.ts';
import { deadLetterRoutes } from '#api/resources/dead-letters.ts';
import { AliasProposals } from '#api/staff-data/alias-proposals.ts';
import { Redrives } from '#api/staff-data/redrives.ts';
import type { UserStore } from '#api/users/store.ts';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import {
  AliasDecisions,
  ofName,
  ofType,
  type AliasDecision,
} from '#domain/names/alias-decisions.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { systemClock } from '#platform/clock.ts';
import { createLogger } from '#platform/logging.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { startRedriving } from '#pipelines/redrive/start-redriving.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { insertRegistrations, insertTakes } from '#warehouse/queries/registrations.ts';
import { member, openAccounts } from '../support/accounts.ts';
import { plainNormalise, publishEvents, rawEvent, sighting } from '../support/listings.ts';
import { newEmbeddedStore } from '../support/user-stores.ts';

const NO_SPELLING = { alias: '!!', makeId: 'keystone' };

describe('data for staff', () => {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  let store: UserStore;
  let running: RunningSubscription[] = [];
  let api: ReturnType<typeof openAccounts>;
  let staff: Awaited<ReturnType<typeof member>>;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-staff-data-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
    store = await newEmbeddedStore(join(directory, 'users'));
    const deps = { log, warehouse, now: systemClock, onWait: () => undefined, lingerMs: 20 };
    const redrives = new Redrives();
    running = [
      ...(await startLoading({ ...deps, normalise: plainNormalise })),
      await startRedriving({ ...deps, logger: createLogger('silent') }),
      await log.subscribe({
        topic: redriveRun,
        group: 'test',
        maxBatch: 10,
        handler: async ({ messages }) => {
          for (const { value } of messages) {
            const run = tryDecodeEvent(redriveRun, value);
            if (run !== undefined) redrives.apply(run);
          }
        },
      }),
    ];
    const catalogue = loadCatalogue();
    const decisions = new AliasDecisions();
    const follow = <T extends Topic>(topic: T, decisionOf: (event: EventOf<T>) => AliasDecision) =>
      log.subscribe({
        topic,
        group: 'test',
        maxBatch: 10,
        handler: async ({ messages }) => {
          for (const { value } of messages)
            decisions.apply(decisionOf(decodeEvent(topic, value) as EventOf<T>));
        },
      });
    running.push(await follow(catalogueDecision, ofName), await follow(typeDecision, ofType));
    const clock = systemClock;
    const options = { warehouse, log, clock, newId: randomUUID, store };
    const proposals = new AliasProposals({
      warehouse,
      catalogue,
      decisions,
      clock,
      snapshotId: () => undefined,
    });
    api = openAccounts(store, {
      staff: [
        (route) => deadLetterRoutes({ ...options, redrives, staff: route }),
        (route) => aliasRoutes({ ...options, catalogue, decisions, proposals, staff: route }),
      ],
    });
    staff = await member(api);
    await publishEvents(
      log,
      [1, 2, 3].map((n) => rawEvent(n, { source: 'a-dealer', fields: { title: 'no year' } })),
    );
    await log.publish(deadLetter, [
      encodeEvent(deadLetter, {
        topic: 'raw.listing.v1',
        partition: 0,
        offset: 77,
        eventId: '',
        runId: '',
        source: '',
        sourceId: '',
        origin: '',
        reason: 'poison',
        detail: 'not JSON',
        schema: 'raw.listing.v1',
        at: '2020-01-01T00:00:00.000Z',
        bytes: Buffer.from([0xff, 0x00]).toString('base64'),
      }),
    ]);
    await vi.waitFor(async () => {
      const { body } = await staff.get('/api/staff/dead-letters').expect(200);
      if (body.total !== 4) throw new Error(`${body.total} letters of 4`);
    }, 30_000);
  });
  afterAll(async () => {
    for (const subscription of running) await subscription.stop();
    await log.close();
    await warehouse.close();
    await store.close();
    rmSync(directory, { recursive: true });
  });

  it('dead letters come by page and filter, with what there is to choose', async () => {
    const { body } = await staff.get('/api/staff/dead-letters?source=a-dealer&reason=no_year');
    expect(body).toMatchObject({
      total: 3,
      byReason: [{ reason: 'no_year', letters: 3, open: 3 }],
      bySource: [{ source: 'a-dealer', letters: 3, open: 3 }],
    });
    expect(body.letters[0]).toMatchObject({
      topic: 'raw.listing.v1',
      source: 'a-dealer',
      reason: 'no_year',
      detail: 'no model year',
      state: 'open',
      endedAt: null,
    });
    expect(body.letters[0].size).toBeGreaterThan(100);
    const old = await staff.get('/api/staff/dead-letters?until=2021-01-01T00:00:00.000Z');
    expect(old.body).toMatchObject({ total: 1, letters: [{ reason: 'poison', size: 2 }] });
    const few = await staff.get('/api/staff/dead-letters?limit=3&page=2').expect(200);
    expect(few.body).toMatchObject({ total: 4, pageSize: 3, letters: [{ reason: 'poison' }] });
    for (const [query, message] of [
      ['since=yesterday', 'since must be an instant such as 2026-11-21T06:00:00Z, not yesterday'],
      ['limit=5000', 'limit must be at most 200, not 5000'],
      ['limit=0', 'limit must be at least 1, not 0'],
      ['limits=5', 'The request knows no limits: leave it out'],
    ]) {
      const refused = await staff.get(`/api/staff/dead-letters?${query}`).expect(422);
      expect(refused.body.message).toBe(message);
    }
    expect((await staff.get('/api/staff/dead-letters?page=9')).body).toMatchObject({
      letters: [],
      total: 4,
    });
  });

  it('dead letters show their bytes, as text or not, and give them whole', async () => {
    const path = '/api/staff/dead-letters/raw.listing.v1/0/77';
    expect((await staff.get(path).expect(200)).body).toMatchObject({
      reason: 'poison',
      bytes: { encoding: 'base64', body: '/wA=', cut: false },
      redrivenTo: null,
      became: null,
    });
    const whole = await staff.get(`${path}/bytes`).expect(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=raw.listing.v1-0-77.bin',
    });
    expect([...whole.body]).toEqual([0xff, 0x00]);
    await staff.get('/api/staff/dead-letters/raw.listing.v1/0/78').expect(404);
    await staff.get('/api/staff/dead-letters/raw.listing.v1/0/x').expect(422);
  });

  it('dead letters are sent again, one or all that match, told and written down', async () => {
    const { letters } = (await staff.get('/api/staff/dead-letters?source=a-dealer')).body;
    const [{ topic, partition, offset }] = letters;
    const path = `/api/staff/dead-letters/${topic}/${partition}/${offset}`;
    const one = await staff.post(`${path}/redrive`).expect(200);
    expect(one.body).toMatchObject({
      state: 'done',
      askedBy: 'staff',
      place: { topic, partition, offset },
      matched: 1,
      redriven: 1,
      became: { 'dead_letter: no_year': 1 },
    });
    expect((await staff.get(path)).body).toMatchObject({
      state: 'redriven',
      became: { outcome: 'dead_letter', reason: 'no_year' },
      bytes: { encoding: 'text' },
    });
    const again = await staff.post(`${path}/redrive`).expect(200);
    expect(again.body).toMatchObject({ matched: 0, redriven: 0 });
    // One that was mistyped would be none, and send all.
    for (const wrong of [{ sorce: 'a-dealer' }, { filter: { source: 'a-dealer' } }])
      await staff.post('/api/staff/dead-letters/redrive', wrong).expect(422);
    const filter = { source: 'a-dealer', until: '2021-01-01T00:00:00.000Z' };
    const none = await staff.post('/api/staff/dead-letters/redrive', filter).expect(200);
    expect(none.body).toMatchObject({ matched: 0, filter, place: null });
    // Those that had nothing to send are told to who asked, and are no entry of the list.
    const { redrives } = (await staff.get('/api/staff/redrives')).body;
    expect(redrives.map(({ redriveId }: { redriveId: string }) => redriveId)).toEqual([
      one.body.redriveId,
    ]);
    const audit = await store.query<{ details: object }>(
      'select details from audit join users on audit_id = actor where users.id = $1 order by at',
      [staff.id],
    );
    expect(audit.map(({ details }) => details)).toContainEqual({
      call: 'POST /api/staff/dead-letters/redrive',
      ...filter,
    });
  });

  it('spellings nobody knows are proposed with what they may mean, and decided once', async () => {
    const unknown = { name_basis: 'derived', make_id: 'keystone', maker_id: 'thor' } as const;
    await insertSightings(warehouse, [
      ...[1, 2, 3].map((n) =>
        sighting({ ...unknown, source_id: `M-${n}`, line_id: 'x', line_name: 'Montanna' }),
      ),
      // Nothing is like it: a line the catalogue does not have, and no misspelling.
      sighting({ ...unknown, source_id: 'M-4', line_id: 'y', line_name: 'Qwrtzpft' }),
    ]);
    await rebuildMarket(warehouse, 'compute-1');
    const registered = {
      source: 'a-state',
      take: 'take',
      run_id: 'run',
      normaliser_version: 1,
    } as const;
    const place = {
      month: '2026-10-01',
      state: 'OR',
      region: 'West',
      make_id: '',
    } as const;
    await insertRegistrations(
      warehouse,
      [
        { make: 'JAYCOO', written_type: 'TT', count: 4 },
        { make: 'Forrest-Rivver', written_type: 'TT', count: 31 },
        { make: '', written_type: 'Travle Trailer', count: 2 },
      ].map((row, start) => ({
        ...registered,
        ...place,
        ...row,
        type: row.written_type === 'TT' ? 'travel-trailer' : '',
        start,
        event_id: String(start),
        condition: 'new',
      })),
    );
    const end = rawRegistration.examples[1] as RawRegistration;
    await insertTakes(warehouse, [{ ...end, source: 'a-state', take: 'take' }]);
    const letters = [
      { make: 'Jaycoo', title: 'Jaycoo Eagle' },
      // Sources that name nothing apart.
      { title: 'Used 2021 JAYCOO Jay Flight 28BHS' },
      { title: '2019 Forrest Rivver Cherokee 264DBH' },
      { title: '2020 Forrest Rivver Wildwood' },
      { title: 'Qwrtzpft Asdfgh 12' },
    ].map((fields, n) => rawEvent(50 + n, { fields }));
    await log.publish(
      deadLetter,
      letters.map((letter, n) =>
        encodeEvent(deadLetter, {
          topic: 'raw.listing.v1',
          partition: 1,
          offset: 500 + n,
          eventId: letter.eventId,
          runId: 'run-1',
          source: 'a-dealer',
          sourceId: letter.sourceId,
          origin: letter.origin,
          reason: 'unknown_make',
          detail: 'no make or type is known',
          schema: 'raw.listing.v1',
          at: new Date(Date.UTC(2026, 0, 20 - n)).toISOString(),
          bytes: Buffer.from(JSON.stringify(letter)).toString('base64'),
        }),
      ),
    );
    await vi.waitFor(
      () => staff.get('/api/staff/dead-letters/raw.listing.v1/1/504').expect(200),
      20_000,
    );
    const { body } = await staff.get('/api/staff/aliases').expect(200);
    expect(body).toMatchObject({ total: 4, decided: [] });
    expect(body.proposals).toMatchObject([
      {
        alias: 'Forrest-Rivver',
        make: null,
        listings: 2,
        registrations: 31,
        sources: ['a-dealer', 'a-state'],
      },
      {
        alias: 'Jaycoo',
        make: null,
        listings: 2,
        registrations: 4,
        sources: ['a-dealer', 'a-state'],
        examples: [
          { source: 'a-dealer', title: 'Jaycoo Eagle' },
          { source: 'a-dealer', title: 'Used 2021 JAYCOO Jay Flight 28BHS' },
        ],
      },
      {
        alias: 'Montanna',
        make: { id: 'keystone', name: 'Keystone' },
        listings: 3,
        registrations: 0,
        sources: ['test-dealer'],
        candidates: [{ makeId: 'keystone', lineId: 'keystone/montana', name: 'Keystone Montana' }],
      },
      {
        alias: 'Travle Trailer',
        of: 'type',
        make: null,
        listings: 0,
        registrations: 2,
        sources: ['a-state'],
      },
    ]);
    // What is like nothing is named, for there is nothing to decide; a line goes by its own name.
    expect(body).toMatchObject({
      unknown: [{ alias: 'QWRTZPFT Asdfgh', of: 'make', listings: 1, registrations: 0 }],
      unknownTotal: 1,
    });
    const [travelTrailer] = body.proposals[3].candidates;
    expect(travelTrailer).toMatchObject({ makeId: '', type: 'travel-trailer' });
    expect(body.proposals[0].candidates[0]).toMatchObject({ makeId: 'forest-river', lineId: '' });
    expect(body.proposals[1].candidates[0]).toMatchObject({ makeId: 'jayco', lineId: '' });

    const path = '/api/staff/aliases';
    const meant = { alias: 'Montanna', makeId: 'keystone', lineId: 'keystone/montana' };
    const accepted = await staff.post(path, { ...meant, decision: 'accepted' }).expect(200);
    expect(accepted.body).toMatchObject({ name: 'Keystone Montana', replays: true });
    const again = await staff.post(path, { ...meant, decision: 'accepted' }).expect(200);
    expect(again.body.replays).toBe(false);
    const kind = { alias: 'Travle Trailer', type: 'travel-trailer', decision: 'accepted' };
    const typed = await staff.post(path, kind).expect(200);
    expect(typed.body).toMatchObject({
      ...kind,
      makeId: '',
      name: 'Travel Trailer',
      replays: true,
    });
    for (const { alias, candidates } of body.proposals.slice(0, 2))
      for (const { makeId, lineId } of candidates) {
        const refused = { alias, makeId, lineId, decision: 'refused' };
        expect((await staff.post(path, refused).expect(200)).body.replays).toBe(false);
      }
    const after = (await staff.get(path)).body;
    expect(after.proposals).toEqual([]);
    expect(after.decided).toContainEqual(
      expect.objectContaining({ ...meant, name: 'Keystone Montana', decision: 'accepted' }),
    );
  });

  it.each([
    ['redrives', 30, '/api/staff/dead-letters/redrive', { source: 'nobody' }, 200],
    ['decisions', 120, '/api/staff/aliases', { ...NO_SPELLING, decision: 'refused' }, 422],
  ])('%s of one person are limited by the hour', async (_what, limit, path, body, status) => {
    const eager = await member(api);
    const statuses: number[] = [];
    for (let n = 0; n <= limit; n += 1) statuses.push((await eager.post(path, body)).status);
    expect(new Set(statuses.slice(0, limit))).toEqual(new Set([status]));
    expect(statuses[limit]).toBe(429);
    expect((await staff.post(path, body)).status).not.toBe(429);
  });

  it.each([
    ['no_spelling', NO_SPELLING],
    ['two_meanings', { alias: 'Montanna', makeId: 'keystone', type: 'class-a' }],
    ['unknown_make', { alias: 'Montanna', makeId: 'nobody' }],
    ['unknown_line', { alias: 'Montanna', makeId: 'keystone', lineId: 'jayco/eagle' }],
    ['known_name', { alias: 'Montana', makeId: 'keystone', lineId: 'keystone/cougar' }],
  ])('a meaning that cannot be is refused: %s', async (code, meant) => {
    const answer = await staff.post('/api/staff/aliases', { ...meant, decision: 'accepted' });
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });
});
