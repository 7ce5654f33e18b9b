import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import {
  redriveCommand,
  redriveRun,
  type RedriveCommand,
  type RedriveRun,
} from '#schemas/events/redrive.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { systemClock } from '#platform/clock.ts';
import { createLogger } from '#platform/logging.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import type { Normalise } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { deadLetter as putAside } from '#pipelines/outcome.ts';
import { startRedriving } from '#pipelines/redrive/start-redriving.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import {
  letterAt,
  letterBytes,
  letterChoices,
  letterPage,
} from '#warehouse/queries/dead-letters.ts';
import { asMessage, plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { eventsOf, listingsLoaded } from '../support/loaded-log.ts';

describe('redrive', () => {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  let running: RunningSubscription[] = [];
  let mended = false;
  const normalise: Normalise = (raw, position) =>
    raw.fields.title === 'odd' && !mended
      ? putAside('no_year', 'no model year')
      : plainNormalise(raw, position);
  const listing = (n: number, source: string, title: string): RawListing =>
    rawEvent(n, { source, fields: { title, price: String(20_000 + n) } });
  const odd = [1, 2, 3].map((n) => listing(n, 'one-dealer', 'odd'));
  const unread = [
    ...odd,
    listing(4, 'one-dealer', 'blocked'),
    listing(5, 'other-dealer', 'odd'),
    listing(6, 'picky-dealer', 'odd'),
    listing(7, 'picky-dealer', 'odd'),
    listing(8, 'picky-dealer', 'blocked'),
  ];

  /** How often letters can be sent before the log is full. */
  let sends = Infinity;
  /** How often the loader of listings is still seen behind what was sent. */
  let looksBehind = 0;
  /** How often the loader of letters is seen behind from the next sending on. */
  let lettersBehind: { armed: number; left: number } = { armed: 0, left: 0 };
  const waits: string[] = [];
  const mayBeFull = (all: EventLog): EventLog => ({
    ensureTopics: (topics) => all.ensureTopics(topics),
    subscribe: (subscription) => all.subscribe(subscription),
    readAll: (topic) => all.readAll(topic),
    positions: async (topic, group) => {
      const positions = await all.positions(topic, group);
      const isBehind =
        (topic.name === rawListing.name && looksBehind-- > 0) ||
        (topic.name === deadLetter.name && lettersBehind.left-- > 0);
      return isBehind ? positions.map((position) => ({ ...position, committed: 0 })) : positions;
    },
    close: () => all.close(),
    publish: async (topic, messages) => {
      if (topic.name === rawListing.name && sends-- <= 0) throw new Error('the log is full');
      if (topic.name === rawListing.name) lettersBehind = { armed: 0, left: lettersBehind.armed };
      return all.publish(topic, messages);
    },
  });

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-redrive-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
    const deps = { log, warehouse, now: systemClock, onWait: () => undefined, lingerMs: 20 };
    running = [
      ...(await startLoading({ ...deps, normalise })),
      await startRedriving({
        ...deps,
        log: mayBeFull(log),
        onWait: (reason) => waits.push(reason),
        logger: createLogger('silent'),
      }),
    ];
    await publishEvents(log, unread);
    await listingsLoaded(log);
  });
  afterAll(async () => {
    for (const subscription of running) await subscription.stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  let asked = 0;
  async function redrive(
    command: Partial<RedriveCommand>,
    end: RedriveRun['state'] = 'done',
  ): Promise<RedriveRun> {
    asked += 1;
    const event: RedriveCommand = {
      redriveId: `redrive-${asked}`,
      askedBy: 'command',
      filter: {},
      dryRun: false,
      at: new Date().toISOString(),
      ...command,
    };
    await log.publish(redriveCommand, [encodeEvent(redriveCommand, event)]);
    return vi.waitFor(async () => {
      const run = (await eventsOf(log, redriveRun)).findLast(
        ({ redriveId, state }) => redriveId === event.redriveId && state === end,
      );
      if (run === undefined) throw new Error(`${event.redriveId} is not ${end} yet`);
      return run;
    }, 20_000);
  }

  const facts = (source: string): Promise<{ event_id: string }[]> =>
    warehouse.batch.rows(
      'SELECT event_id FROM sightings FINAL WHERE source = {source:String} ORDER BY event_id',
      { source },
    );
  const statesOf = async (source: string): Promise<string[]> =>
    (await letterPage(warehouse, { source }, { limit: 50, offset: 0 })).rows.map(
      ({ reason, state }) => `${reason} ${state}`,
    );

  it('sends what matches with its own id and bytes, once, and says what became of it', async () => {
    expect(await facts('one-dealer')).toEqual([]);

    expect(await redrive({ filter: { source: 'one-dealer' }, dryRun: true })).toMatchObject({
      matched: 4,
      redriven: 0,
    });
    expect(await statesOf('one-dealer')).toEqual(expect.arrayContaining(['no_year open']));

    mended = true;
    const run = await redrive({ filter: { source: 'one-dealer' } });
    expect(run).toMatchObject({
      matched: 4,
      redriven: 4,
      notSent: {},
      became: { accepted: 3, 'dead_letter: blocked': 1 },
    });
    expect((await facts('one-dealer')).map(({ event_id }) => event_id)).toEqual(
      odd.map(({ eventId }) => eventId).toSorted(),
    );
    await listingsLoaded(log);
    // What failed again is a letter of its own: open, while the one that was sent is not.
    expect((await statesOf('one-dealer')).toSorted()).toEqual([
      'blocked open',
      'blocked redriven',
      'no_year redriven',
      'no_year redriven',
      'no_year redriven',
    ]);
    expect(await statesOf('other-dealer')).toEqual(['no_year open']);
    const ids = (await eventsOf(log, computeCommand)).map(({ commandId }) => commandId);
    expect(ids).toContain(`after@${run.redriveId}`);
  });

  it('sends nothing twice, nor the same command again', async () => {
    const filter = { source: 'other-dealer' };
    const { redriveId, askedAt: at } = await redrive({ filter });
    await redrive({ redriveId, at, filter });
    expect(await redrive({ filter })).toMatchObject({ matched: 0, redriven: 0, became: {} });
    expect(await facts('other-dealer')).toHaveLength(1);
    const sent = (await eventsOf(log, rawListing)).filter(
      ({ source }) => source === 'other-dealer',
    );
    expect(sent).toHaveLength(2);
  });

  it('sends one letter, or those of a reason and a time', async () => {
    const source = 'picky-dealer';
    const { rows } = await letterPage(
      warehouse,
      { source, reason: 'no_year' },
      { limit: 50, offset: 0 },
    );
    const [one, oldest] = rows;
    if (one === undefined || oldest === undefined) throw new Error('fewer letters than sent');
    const place = { topic: one.topic, partition: one.log_partition, offset: one.log_offset };
    expect(await redrive({ place })).toMatchObject({ matched: 1, redriven: 1 });
    const since = `${oldest.at.replace(' ', 'T')}Z`;
    expect(await redrive({ filter: { source, until: since } })).toMatchObject({ matched: 0 });
    expect(await redrive({ filter: { source, reason: 'no_year', since } })).toMatchObject({
      matched: 1,
      redriven: 1,
    });
    expect((await statesOf(source)).toSorted()).toEqual([
      'blocked open',
      'no_year redriven',
      'no_year redriven',
    ]);
  });

  it('sends no message that says what to do, nor one that was cut', async () => {
    const letter = (topic: string, bytes: Buffer, offset: number) =>
      encodeEvent(deadLetter, {
        topic,
        partition: 0,
        offset,
        eventId: '',
        runId: '',
        source: 'cut-dealer',
        sourceId: '',
        origin: '',
        reason: 'poison',
        detail: 'not JSON',
        schema: topic,
        at: new Date().toISOString(),
        bytes: bytes.toString('base64'),
      });
    await log.publish(deadLetter, [
      letter('compute.command.v1', Buffer.from('{'), 900),
      letter('raw.listing.v1', Buffer.alloc(8_000_100, 'x'), 901),
      letter('raw.listing.v1', Buffer.from('not an event'), 902),
    ]);
    await listingsLoaded(log);
    const run = await redrive({ filter: { source: 'cut-dealer' } });
    expect(run).toMatchObject({
      matched: 2,
      redriven: 1,
      notSent: { too_large: 1 },
      became: { 'dead_letter: poison': 1 },
    });
  });

  it('waits for the loader without calling any part away', async () => {
    mended = false;
    await publishEvents(log, [listing(30, 'slow-dealer', 'odd')]);
    await listingsLoaded(log);
    mended = true;
    looksBehind = 3;
    const run = await redrive({ filter: { source: 'slow-dealer' } });
    expect(run).toMatchObject({ redriven: 1, became: { accepted: 1 } });
    expect(looksBehind).toBeLessThan(0);
    expect(waits).toEqual([]);
  });

  it('is done once what failed again is among the letters', async () => {
    mended = false;
    const source = 'odd-dealer';
    await publishEvents(log, [listing(40, source, 'odd')]);
    await listingsLoaded(log);
    lettersBehind = { armed: 3, left: 0 };
    const run = await redrive({ filter: { source } });
    expect(run).toMatchObject({ redriven: 1, became: { 'dead_letter: no_year': 1 } });
    expect((await statesOf(source)).toSorted()).toEqual(['no_year open', 'no_year redriven']);
    expect(lettersBehind.left).toBeLessThan(0);
  });

  it('says how far it came where it breaks off, and has that computed', async () => {
    mended = false;
    const source = 'many-dealer';
    const many = [20, 21, 22, 23, 24, 25, 26, 27].map((n) => listing(n, source, 'odd'));
    const positions = await log.publish(rawListing, many.map(asMessage));
    await listingsLoaded(log);
    mended = true;
    sends = 1;
    const run = await redrive({ filter: { source } }, 'failed');
    sends = Infinity;
    const partitions = Map.groupBy(positions, ({ partition }) => partition);
    const first = partitions.get(Math.min(...partitions.keys()))?.length;
    expect(run).toMatchObject({ matched: 8, redriven: first, error: 'Error: the log is full' });
    const ids = (await eventsOf(log, computeCommand)).map(({ commandId }) => commandId);
    expect(ids).toContain(`after@${run.redriveId}`);
  });

  it('sends once what came again and was put aside again, by its newest letter', async () => {
    mended = false;
    const source = 'same-dealer';
    const again = [30, 31, 30, 30].map((n) => listing(n, source, 'odd'));
    for (const event of again) {
      await log.publish(rawListing, [asMessage(event)]);
      await listingsLoaded(log);
    }
    const reasons = async () => (await letterChoices(warehouse, { source })).byReason;
    expect(await reasons()).toEqual([{ name: 'no_year', letters: 4, open: 2 }]);
    const { rows } = await letterPage(warehouse, { source }, { limit: 9, offset: 0 });
    expect(rows.map(({ state }) => state)).toEqual(['open', 'open', 'repeated', 'repeated']);
    mended = true;
    expect(await redrive({ filter: { source } })).toMatchObject({ matched: 2, redriven: 2 });
    expect(await reasons()).toEqual([{ name: 'no_year', letters: 4, open: 0 }]);
  });

  it('keeps of a page that each crawl finds as bad one letter open, and the bytes of all', async () => {
    mended = false;
    const source = 'crawled-dealer';
    const crawled = (run: number, over: Partial<RawListing> = {}): RawListing =>
      rawEvent(40, {
        source,
        runId: `crawl-${run}`,
        observedAt: `2026-11-1${run}T00:00:00.000Z`,
        fields: { title: 'odd', price: '20040' },
        ...over,
      });
    const body = '{"another": "record"}';
    const events = [
      crawled(1),
      crawled(2),
      crawled(2, { record: { encoding: 'utf8', body } }),
      crawled(2, { source: 'crawled-too' }),
      crawled(3, { fields: { title: 'blocked' } }),
      // What one record tells of two days: each is a fact of its own.
      crawled(4),
      crawled(4, { observedAt: '2026-11-09T00:00:00.000Z' }),
    ];
    for (const event of events) {
      await log.publish(rawListing, [asMessage(event)]);
      await listingsLoaded(log);
    }
    expect(await statesOf(source)).toEqual([
      'no_year open',
      'no_year open',
      'blocked open',
      'no_year open',
      'no_year repeated',
      'no_year repeated',
    ]);
    expect(await statesOf('crawled-too')).toEqual(['no_year open']);
    const { rows, total } = await letterPage(
      warehouse,
      { source, state: 'repeated' },
      { limit: 9, offset: 0 },
    );
    expect(total).toBe(2);
    const bytes = await Promise.all(
      rows.map(({ topic, log_partition: partition, log_offset: offset }) =>
        letterBytes(warehouse, { topic, partition, offset }),
      ),
    );
    expect(bytes.map(String)).toEqual([events[1], events[0]].map((event) => JSON.stringify(event)));
    const [repeated] = rows;
    if (repeated === undefined) throw new Error('no letter is repeated');
    const { topic, log_partition: partition, log_offset: offset } = repeated;
    expect(await redrive({ place: { topic, partition, offset } })).toMatchObject({ matched: 0 });
    mended = true;
    expect(await redrive({ filter: { source, reason: 'no_year' } })).toMatchObject({
      matched: 3,
      redriven: 3,
      became: { accepted: 3 },
    });
    expect((await letterChoices(warehouse, { source })).byReason).toEqual([
      { name: 'no_year', letters: 5, open: 0 },
      { name: 'blocked', letters: 1, open: 1 },
    ]);
  });

  it('needs nothing of a record that a later run brought and that was understood then', async () => {
    mended = false;
    const source = 'mended-dealer';
    const from = (n: number, run: number, title: string): RawListing =>
      rawEvent(n, {
        source,
        runId: `file-${run}`,
        observedAt: `2026-11-1${run}T00:00:00.000Z`,
        fields: { title, price: '20050' },
      });
    const undated = from(50, 1, 'odd');
    const events = [
      undated,
      { ...undated, runId: 'file-2', observedAt: '2026-11-12T00:00:00.000Z', fields: {} },
      // The very event, mapped otherwise: what is mapped does not count for its id.
      from(51, 1, 'odd'),
      { ...from(51, 1, 'odd'), runId: 'file-2', fields: { title: 'fine', price: '20051' } },
      // What else its own run says of a listing is another day's, and what was understood before is older.
      from(52, 1, 'odd'),
      { ...from(52, 1, 'fine'), observedAt: '2026-11-09T00:00:00.000Z' },
      from(53, 1, 'fine'),
      from(53, 2, 'odd'),
    ];
    for (const event of events) {
      await log.publish(rawListing, [asMessage(event)]);
      await listingsLoaded(log);
    }
    const { rows } = await letterPage(warehouse, { source }, { limit: 9, offset: 0 });
    expect(rows.map(({ source_id: id, state }) => `${id} ${state}`)).toEqual([
      'T-53 open',
      'T-52 open',
      'T-51 superseded',
      'T-50 superseded',
    ]);
    expect((await letterChoices(warehouse, { source })).byReason).toEqual([
      { name: 'no_year', letters: 4, open: 2 },
    ]);
    mended = true;
    expect(await redrive({ filter: { source } })).toMatchObject({ matched: 2, redriven: 2 });
  });

  it('shows letters by page, with their bytes and what there is to choose', async () => {
    const { byReason: reasons } = await letterChoices(warehouse, { source: 'cut-dealer' });
    expect(reasons).toEqual([{ name: 'poison', letters: 3, open: 1 }]);
    const filter = { source: 'cut-dealer' };
    const { rows, total } = await letterPage(warehouse, filter, { limit: 2, offset: 2 });
    expect([rows.length, total]).toEqual([1, 3]);
    const ended = { ...filter, state: 'lapsed' as const };
    const lapsed = await letterPage(warehouse, ended, { limit: 9, offset: 0 });
    expect(lapsed.rows.map(({ topic }) => topic)).toEqual(['compute.command.v1']);
    const place = { topic: 'raw.listing.v1', partition: 0, offset: 902 };
    expect(await letterAt(warehouse, place)).toMatchObject({ state: 'redriven', reason: 'poison' });
    expect((await letterBytes(warehouse, place))?.toString()).toBe('not an event');
    const all = await letterPage(warehouse, filter, { limit: 9, offset: 0 });
    const sizes = Object.fromEntries(all.rows.map((row) => [row.log_offset, row.size]));
    expect(sizes).toMatchObject({ 902: 12, 901: 8_000_100 });
    expect(await letterAt(warehouse, { ...place, offset: 903 })).toBeUndefined();
  });
});
