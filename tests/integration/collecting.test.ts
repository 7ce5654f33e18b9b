import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { Collecting } from '#api/collection/collecting.ts';
import { loadSites } from '#ingest/collect/load-sites.ts';
import { systemClock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestCollection } from '#schemas/events/ingest-collection.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { lot, useCollecting } from '../support/collecting.ts';
import { dealerMapping, dealerSiteFile } from '../support/sites/dealer.ts';

const desk = useCollecting();
const { followAll, holdBack, idle, lastRun, letGoOn, post, serve, stats } = desk;

const [loadedRun] = ingestRun.examples.filter(({ state }) => state === 'loaded') as [IngestRun];

/** One that has read its log, of which no ingest role has said anything. */
function withoutSources(): Collecting {
  const all = new Collecting(systemClock, 'Etc/UTC');
  all.hasRead = () => true;
  return all;
}

/** A log that takes commands once so many are there: none of those who ask has heard of the others. */
function meeting(count: number): EventLog {
  const all = Promise.withResolvers<void>();
  let there = 0;
  return {
    ...desk.log,
    publish: async (topic, messages) => {
      if (topic.name === ingestCommand.name && (there += 1) === count) all.resolve();
      if (topic.name === ingestCommand.name) await all.promise;
      return desk.log.publish(topic, messages);
    },
  };
}

/** A log that refuses the first command, once it is told to. */
function refuseFirstCommand() {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isFirst = true;
  const publish: EventLog['publish'] = async (topic, messages) => {
    if (topic.name !== ingestCommand.name || !isFirst) return desk.log.publish(topic, messages);
    isFirst = false;
    asked.resolve();
    await gate.promise;
    throw new Error('the log is away');
  };
  letGoOn.push(gate.resolve);
  return { log: { ...desk.log, publish }, asked: asked.promise, refuse: () => gate.resolve() };
}

/** A log of which the runs' events are read only once it is let go on. */
function holdRuns() {
  const gate = Promise.withResolvers<void>();
  const subscribe: EventLog['subscribe'] = (options) =>
    desk.log.subscribe({
      ...options,
      handler: async (batch) => {
        if (options.topic.name === ingestCollection.name) await gate.promise;
        return options.handler(batch);
      },
    });
  letGoOn.push(gate.resolve);
  return { log: { ...desk.log, subscribe }, goOn: () => gate.resolve() };
}

describe('a collection that staff ask for', () => {
  it('is told from the ingest role’s sources to its end, and again finds nothing new', async () => {
    expect(desk.collecting.known?.sources).toContainEqual({
      source: 'test-dealer',
      category: 'dealers',
      collected: true,
    });
    const first = await post('/api/scraper/run').expect(200);
    expect(first.body).toMatchObject({
      processed: lot.length,
      newListings: lot.length,
      outcome: 'done',
    });
    const { at } = desk.collecting.collections.last ?? { at: '' };
    expect(await stats()).toMatchObject({
      isRunning: false,
      scheduledScraping: true,
      totalListings: desk.snapshot.totals.listings,
      recentListings: 0,
      run: { runId: first.body.runId, kind: 'scan', outcome: 'done', endedAt: at },
    });
    await expect
      .poll(async () => (await post('/api/scraper/run')).body)
      .toMatchObject({ processed: lot.length, newListings: 0, outcome: 'done' });
    expect(await lastRun()).toMatchObject({
      sources: [{ source: 'test-dealer', state: 'done', processed: lot.length }],
    });
  });

  it('is not the last that was collected where a command of staff collected since', async () => {
    await idle();
    const { at } = desk.collecting.collections.last ?? { at: '' };
    const since = { ...loadedRun, sample: false, runId: 'a command', at: new Date().toISOString() };
    expect(since.at > at).toBe(true);
    expect((await stats()).lastRun).toBe(at);
    desk.collecting.runs.apply(since);
    expect((await stats()).lastRun).toBe(since.at);
  });

  it('is one for all who ask while it runs, and answers 202 to who would wait too long', async () => {
    await idle();
    const held = holdBack('/inventory');
    const impatient = await serve(desk.collecting, 20);
    const begun = await post('/api/data/collect-all').expect(202);
    const { runId } = begun.body;
    expect(begun.body).toMatchObject({ begun: true });
    await held.asked;
    await expect.poll(() => desk.collecting.collections.current?.runId).toBe(runId);
    const late = await post('/api/scraper/run', {}, impatient).expect(202);
    expect(late.body).toMatchObject({ runId, outcome: null });
    expect((await post('/api/data/refresh').expect(202)).body).toEqual({
      runId,
      begun: false,
      message: 'It joins the collection that is under way.',
    });
    expect(
      (await request(desk.app).get('/api/data/collection-status').expect(200)).body,
    ).toMatchObject({
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
    const hasty = await serve(desk.collecting, 20);
    await post('/api/scraper/specific', { make: 'Jayco', model: 'Eagle' }, hasty).expect(202);
    await held.asked;
    await expect.poll(() => desk.collecting.collections.current?.kind).toBe('specific');
    const asked = (await post('/api/data/collect-all').expect(202)).body;
    const { runId } = asked;
    expect(asked).toMatchObject({
      begun: false,
      message: 'It waits for its turn: another collection is under way.',
    });
    expect((await post('/api/data/refresh').expect(202)).body).toEqual({
      runId,
      begun: false,
      message: 'It joins the collection that waits for its turn.',
    });
    const board = (await request(desk.app).get('/api/staff/collections').expect(200)).body;
    expect(board[0]).toMatchObject({ runId, state: 'waiting' });
    held.goOn();
    await expect.poll(lastRun).toMatchObject({ runId, state: 'ended' });
  });

  it('is joined by nobody before it is in the log', async () => {
    await idle();
    const second = new Date(Date.now() + 7_200_000);
    const held = refuseFirstCommand();
    const then = await serve(desk.collecting, 20, () => second, held.log);
    const refused = post('/api/data/refresh', {}, then).then(({ status }) => status);
    await held.asked;
    const { body } = await post('/api/data/refresh', {}, then).expect(202);
    expect(body.message).toBe('The refresh has begun.');
    held.refuse();
    expect(await refused).toBe(500);
    expect(await desk.collecting.collections.settled(body.runId, 60_000)).toMatchObject({
      state: 'ended',
    });
  });

  it('waits its turn and is joined though the log refused it at first in that second', async () => {
    await idle();
    const turn = holdBack('/inventory');
    const hasty = await serve(desk.collecting, 20);
    await post('/api/scraper/specific', { make: 'Jayco', model: 'Eagle' }, hasty).expect(202);
    await turn.asked;
    const second = new Date(Date.now() + 10_800_000);
    const held = refuseFirstCommand();
    const then = await serve(desk.collecting, 20, () => second, held.log);
    held.refuse();
    await post('/api/data/refresh', {}, then).expect(500);
    const { runId } = (await post('/api/data/refresh', {}, then).expect(202)).body;
    const later = await serve(desk.collecting, 20, () => new Date(second.getTime() + 5_000));
    expect((await post('/api/data/refresh', {}, later).expect(202)).body).toEqual({
      runId,
      begun: false,
      message: 'It joins the collection that waits for its turn.',
    });
    turn.goOn();
    await expect.poll(lastRun).toMatchObject({ runId, state: 'ended' });
  });

  it('joins none of which a process that has just begun has not read whether it ended', async () => {
    await idle();
    const { runId } = (await post('/api/data/refresh').expect(202)).body;
    await desk.collecting.collections.settled(runId, 60_000);
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
    await desk.collecting.collections.settled(body.runId, 60_000);
  });

  it('for one make and model leaves out what is known to be of others', async () => {
    await idle();
    const before = desk.site.seen.length;
    const { body } = await post('/api/scraper/specific', { make: 'Jayco', model: 'eagle' }).expect(
      200,
    );
    const units = lot.filter(({ make }) => make === 'Jayco');
    expect(body).toMatchObject({ processed: units.length, newListings: 0, outcome: 'partial' });
    const asked = desk.site.seen.slice(before).map(({ path }) => path);
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
  const schedule = (to = desk.app) => request(to).get('/api/staff/schedule').expect(200);

  it('is switched by staff, for every process and over a restart', async () => {
    expect((await schedule()).body).toMatchObject({
      refresh: { enabled: true, hours: [6, 18], timeZone: 'Etc/UTC', nextAt: expect.any(String) },
      compute: { enabled: true, everyHours: 2 },
    });
    const off = await request(desk.app)
      .put('/api/staff/schedule')
      .send({ refresh: false })
      .expect(200);
    expect(off.body).toMatchObject({
      refresh: { enabled: false, nextAt: null },
      compute: { enabled: true },
    });
    expect(await stats()).toMatchObject({ scheduledScraping: false });
    const other = await followAll();
    await expect.poll(() => other.schedules.isOn('refresh')).toBe(false);
    await request(desk.app).put('/api/staff/schedule').send({ refresh: true }).expect(200);
    await expect.poll(() => other.schedules.isOn('refresh')).toBe(true);
    expect(other.schedules.isOn('compute')).toBe(true);
  });

  it('promises no collection where there is nothing to collect from', async () => {
    const nobody = await serve(withoutSources());
    expect((await schedule(nobody)).body).toMatchObject({
      refresh: { enabled: true, nextAt: null },
      compute: { enabled: true, nextAt: expect.any(String) },
    });
  });

  it.each([
    [{}, 'Name refresh, compute or both, each true or false'],
    [
      { refesh: false },
      'The request knows no refesh: leave it out. Name refresh, compute or both, each true or false',
    ],
    [{ refresh: false, compete: true }, 'The request knows no compete: leave it out'],
    [{ refresh: 'off' }, 'refresh must be true or false'],
  ])(
    'is not switched by a body that names no switch, or anything else: %j',
    async (body, message) => {
      const before = await schedule();
      const put = request(desk.app).put('/api/staff/schedule').set('x-person', 'misspeller');
      const refused = await put.send(body).expect(422);
      expect(refused.body).toMatchObject({ code: 'invalid_request', message });
      expect((await schedule()).body).toEqual(before.body);
    },
  );

  it('is not switched by one person without end', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const put = request(desk.app).put('/api/staff/schedule').set('x-person', 'undecided');
      statuses.push((await put.send({ compute: true })).status);
    }
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]));
    expect(statuses[30]).toBe(429);
  });
});

describe('the folder of site files', () => {
  it('is refused with all that is wrong in it', async () => {
    await expect(loadSites(join(desk.folder, 'nowhere'))).rejects.toThrow(
      /^SITES_DIR: the folder .*nowhere cannot be read/,
    );
    const broken = join(desk.folder, 'broken');
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
