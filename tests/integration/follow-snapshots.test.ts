import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { followSnapshots } from '#api/follow-snapshots.ts';
import { MarketHolder } from '#api/market.ts';
import { loadNames } from '#deploy/names.ts';
import { encodeSnapshot } from '#domain/snapshot-codec.ts';
import { createLogger } from '#platform/logging.ts';
import { openEventLog } from '#platform/log/open.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { snapshotPublished, type SnapshotPublished } from '#schemas/events/snapshot-published.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { migrate } from '#warehouse/migrate.ts';
import { writeSnapshot } from '#warehouse/queries/snapshots.ts';

const directory = mkdtempSync(join(tmpdir(), 'rigworth-follow-'));
const { catalogue, resolver } = loadNames();
const snapshot = snapshotOf(drawMarket({ units: 60, seed: 5 }));
let warehouse: Warehouse;
let log: EventLog;
let folders = 0;
let running: RunningSubscription | undefined;

beforeAll(async () => {
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
});
afterEach(async () => {
  await running?.stop();
  await log.close();
});
afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

/** A log of its own, with these snapshots published in it. */
async function published(...events: SnapshotPublished[]): Promise<void> {
  folders += 1;
  log = await openEventLog({
    directory: join(directory, `log-${folders}`),
    clientId: 'follow-test',
    clock: () => new Date(),
    random: Math.random,
    report: () => undefined,
  });
  await log.ensureTopics([snapshotPublished]);
  await publish(...events);
}
const publish = (...events: SnapshotPublished[]) =>
  log.publish(
    snapshotPublished,
    events.map((event) => encodeEvent(snapshotPublished, event)),
  );
const event = (snapshotId: string, kind: 'real' | 'sample' = 'real'): SnapshotPublished => ({
  snapshotId,
  kind,
  at: '2026-11-01T06:00:00.000Z',
  ends: [],
  listings: 60,
});
async function stored(id: string, bytes?: Uint8Array): Promise<void> {
  await writeSnapshot(warehouse, {
    id,
    kind: 'real',
    createdAt: new Date('2026-11-01T06:00:00.000Z'),
    bytes: bytes ?? (await encodeSnapshot({ ...snapshot, id })),
  });
}
async function follow(over: Partial<Parameters<typeof followSnapshots>[0]> = {}) {
  const market = new MarketHolder(catalogue, resolver);
  const logger = createLogger('silent');
  const following = await followSnapshots(
    { log, warehouse, logger, newId: () => 'test', refused: 'empty', waitMs: 1, ...over },
    market,
  );
  running = following;
  return {
    market,
    looked: following.looked,
    serves: (id: string) => vi.waitFor(() => expect(market.snapshot?.id).toBe(id), 10_000),
  };
}

it('serves the newest, and what is published later', async () => {
  await stored('first');
  await stored('second');
  await published(event('first'), event('second'));
  const { serves } = await follow();
  await serves('second');
  await stored('third');
  await publish(event('third'));
  await serves('third');
});

it('serves the one before where the newest cannot be read, of its own kind', async () => {
  await stored('whole');
  await stored('sample');
  await stored('damaged', Buffer.from('no snapshot'));
  await published(event('whole'), event('sample', 'sample'), event('gone'), event('damaged'));
  const { serves } = await follow();
  await serves('whole');
});

it('keeps its own where a newer version publishes, and begins with its own', async () => {
  await stored('before', await encodeSnapshot({ ...snapshot, id: 'before', formatVersion: 1 }));
  const newer = { ...snapshot, id: 'newer', formatVersion: 4 as 3 };
  await stored('newer', await encodeSnapshot(newer));
  await published(event('before'));
  const logger = createLogger('silent');
  const refused = vi.spyOn(logger, 'error');
  const { market, serves } = await follow({ logger });
  await serves('before');
  await publish(event('newer'));
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce(), 10_000);
  expect(market.snapshot?.id).toBe('before');
  await running?.stop();
  await (await follow({ newId: () => 'again' })).serves('before');
});

it('waits for a warehouse that is away as long as it takes', async () => {
  await stored('kept');
  await published(event('kept'));
  let away = 25;
  const { serves } = await follow({
    warehouse: {
      ...warehouse,
      batch: {
        ...warehouse.batch,
        stream(sql, params) {
          if ((away -= 1) > 0) throw new WarehouseAway('away');
          return warehouse.batch.stream(sql, params);
        },
      },
    },
  });
  await serves('kept');
});

it('has looked once the newest is served, and also where it cannot be', async () => {
  await stored('there');
  await published(event('there'));
  const { looked, market } = await follow();
  await looked;
  expect(market.snapshot?.id).toBe('there');
  await running?.stop();

  const batch = {
    ...warehouse.batch,
    stream: () => {
      throw new WarehouseAway('away');
    },
  };
  const away = await follow({ newId: () => 'again', warehouse: { ...warehouse, batch } });
  await away.looked;
  expect(away.market.snapshot).toBeUndefined();
});
