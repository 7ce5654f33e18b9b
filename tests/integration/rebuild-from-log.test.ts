import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListingLoader } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, LogBatch, RunningSubscription } from '#platform/log/port.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { MARKET_TABLES } from '#warehouse/queries/market-tables.ts';
import { startClickHouseStandIn, type StandIn } from '../support/clickhouse-http.ts';
import { plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { listingsLoaded } from '../support/loaded-log.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';

const LISTINGS = 200;
const SIGHTINGS = 6;
const NOW = () => new Date('2026-11-21T06:00:00.000Z');

/** Every listing seen on six days, at a price that falls on some of them; some of it is no listing. */
const events: RawListing[] = Array.from({ length: LISTINGS * SIGHTINGS }, (_, n) => {
  const [listing, day] = [n % LISTINGS, Math.floor(n / LISTINGS)];
  return rawEvent(listing, {
    observedAt: `2026-11-${10 + day}T00:00:00.000Z`,
    fields: {
      title: ['boat', 'blocked'][listing % 20] ?? `Used 2021 Testmake Model ${listing}`,
      price: String(20_000 + listing - 100 * Math.floor((day * (listing % 4)) / 3)),
    },
  });
});

/** Another order each time it is taken, as sources bring what they have. */
const shuffled = <T>(all: readonly T[], step: number): T[] =>
  all.map((_, n) => all[(n * step) % all.length] as T);

describe('a warehouse that is filled from the log anew', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rigworth-rebuild-'));
  let log: EventLog;
  let live: Warehouse;
  let standIn: StandIn;
  let rebuilt: Warehouse;
  beforeAll(async () => {
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    live = await openWarehouse({ directory: join(directory, 'warehouse') });
    standIn = await startClickHouseStandIn();
    rebuilt = await openWarehouse({ url: standIn.url });
    await migrate(live);
    await migrate(rebuilt);
    await liveThrough();
    await fillFromLog(rebuilt);
    await rebuildMarket(live, 'run');
    await rebuildMarket(rebuilt, 'run');
  });
  afterAll(async () => {
    await rebuilt.close();
    await standIn.stop();
    await live.close();
    await log.close();
    rmSync(directory, { recursive: true });
  });

  const loaderOf = (warehouse: Warehouse) =>
    createListingLoader({
      log,
      warehouse,
      normalise: plainNormalise,
      now: NOW,
      waiting: {
        sleep: async () => undefined,
        stopping: new AbortController().signal,
        onWait: () => undefined,
      },
    });

  const batches = async (): Promise<LogBatch[]> => {
    const all: LogBatch[] = [];
    for await (const batch of log.readAll(rawListing)) all.push(batch);
    return all;
  };

  /** Days with a restart, with deliveries that come again in other pieces, with what was published twice. */
  async function liveThrough(): Promise<void> {
    const start = (maxBatch: number): Promise<RunningSubscription[]> =>
      startLoading({
        log,
        warehouse: live,
        normalise: plainNormalise,
        now: NOW,
        onWait: () => undefined,
        maxBatch,
        lingerMs: 20,
      });
    const brought = shuffled(events, 7);
    let running = await start(64);
    await publishEvents(log, brought.slice(0, 700));
    await listingsLoaded(log);
    for (const subscription of running) await subscription.stop();
    running = await start(500);
    await publishEvents(log, brought.slice(600));
    const again = loaderOf(live);
    for (const batch of await batches())
      for (const from of [0, 33, 90])
        await again({ ...batch, messages: batch.messages.slice(from, from + 60) });
    await listingsLoaded(log);
    for (const subscription of running) await subscription.stop();
  }

  async function fillFromLog(warehouse: Warehouse): Promise<void> {
    const load = loaderOf(warehouse);
    for (const batch of await batches()) await load(batch);
  }

  /** How many rows, and a sum over all that stands in them. Where a row came from may be any of its deliveries. */
  const checksum = async (warehouse: Warehouse, table: string, final = '') => {
    const [row] = await warehouse.batch.rows<{ count: number; sum: string }>(
      `SELECT count() AS count, toString(groupBitXor(cityHash64(toString(tuple(*))))) AS sum
       FROM (SELECT * ${final} FROM ${table} ${final === '' ? '' : 'FINAL'})`,
    );
    return row;
  };

  it.each([
    ['sightings', 'EXCEPT (topic, log_partition, log_offset)'],
    ['event_outcomes', 'EXCEPT (recorded_at)'],
  ])('has the same facts: %s', async (table, position) => {
    const facts = await checksum(live, table, position);
    expect(await checksum(rebuilt, table, position)).toEqual(facts);
    expect(facts?.count).toBeGreaterThan(LISTINGS);
  });

  it.each(MARKET_TABLES)('has the same market: %s', async (table) => {
    const market = await checksum(live, table);
    expect(await checksum(rebuilt, table)).toEqual(market);
    expect(market?.count).toBe(LISTINGS * 0.9);
  });

  it('has of each listing what the log says of it', async () => {
    const rows = await live.batch.rows<{ source_id: string; price: number; sightings: number }>(
      'SELECT source_id, price, sightings FROM listings ORDER BY source_id',
    );
    const expected = events
      .slice(-LISTINGS)
      .filter(({ fields }) => fields.title !== 'boat' && fields.title !== 'blocked')
      .map(({ sourceId, fields }) => ({
        source_id: sourceId,
        price: Number(fields.price),
        sightings: SIGHTINGS,
      }));
    expect(rows).toEqual(
      expected.toSorted(
        (a, b) => Number(a.source_id > b.source_id) - Number(a.source_id < b.source_id),
      ),
    );
  });
});
