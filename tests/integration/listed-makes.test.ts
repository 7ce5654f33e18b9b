import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueDecision } from '#schemas/events/catalogue-decision.ts';
import type { ListingFields, RawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { AliasProposals } from '#api/staff-data/alias-proposals.ts';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { AliasDecisions, ofName } from '#domain/names/alias-decisions.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { NORMALISER_VERSION } from '#pipelines/normalise/normalise.ts';
import { followNormaliser } from '#pipelines/normalise/normaliser-of-log.ts';
import { startReplaying } from '#pipelines/replay/start-replaying.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { publishEvents, rawEvent } from '../support/listings.ts';
import { eventsOf, listingsLoaded } from '../support/loaded-log.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';
import { decide, replayed } from '../support/replays.ts';

const catalogue = loadCatalogue();

describe('makes that nobody knows, of listings that their type lets in', () => {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  const running: RunningSubscription[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-listed-makes-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
    const followed = await followNormaliser(log, catalogue);
    const deps = { log, warehouse, now: systemClock, onWait: () => undefined, lingerMs: 20 };
    running.push(
      followed.running,
      await startReplaying({
        ...deps,
        normaliser: followed,
        logger: createLogger('silent'),
      }),
      ...(await startLoading({ ...deps, normalise: followed.normalise })),
    );
  });
  afterAll(async () => {
    for (const subscription of running) await subscription.stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  let listings = 0;
  const listed = (count: number, fields: ListingFields): RawListing[] =>
    Array.from({ length: count }, () =>
      rawEvent(++listings, {
        source: 'a-feed',
        fields: { type: 'Travel Trailer', year: '2021', price: '20000', ...fields },
      }),
    );

  /** What staff are told by a process that has read the log so far. */
  async function told() {
    const decisions = new AliasDecisions();
    for (const decision of await eventsOf(log, catalogueDecision))
      decisions.apply(ofName(decision));
    const proposals = new AliasProposals({
      warehouse,
      catalogue,
      decisions,
      clock: systemClock,
      snapshotId: () => undefined,
    });
    return { open: await proposals.open(), unknown: await proposals.unknown() };
  }
  const spelled = (names: readonly { alias: string; listings: number }[]) =>
    names.map(({ alias, listings }) => [alias, listings]);

  it('are proposed with those of dead letters, the most used first, and named where they are like none', async () => {
    await publishEvents(log, [
      ...listed(6, { make: 'Jayko', model: '24BH', title: '2021 Jayko 24BH' }),
      // One of the same that names no type: a dead letter.
      ...listed(1, { make: 'JAYKO', model: '24BH', type: '' }),
      ...listed(2, { title: 'Used 2021 Coachmenn Apex 213' }),
      ...listed(1, { title: '2019 Coachmenn 24' }),
      ...listed(4, { make: 'Zzyzx Coach', model: '24' }),
      ...listed(1, { title: '2021 Blorpo Vantaru 12' }),
      ...listed(3, { make: 'Keystone', model: 'Montana' }),
    ]);
    await listingsLoaded(log);
    await rebuildMarket(warehouse, 'compute-1');
    const { open, unknown } = await told();
    expect(spelled(open)).toEqual([
      ['JAYKO', 7],
      ['Coachmenn', 3],
    ]);
    expect(open[0]).toMatchObject({
      of: 'make',
      sources: ['a-feed'],
      examples: [{ source: 'a-feed' }, { source: 'a-feed' }, { source: 'a-feed' }],
    });
    expect(open[0]?.candidates[0]).toMatchObject({ makeId: 'jayco', lineId: '' });
    expect(spelled(unknown)).toEqual([
      ['Zzyzx Coach', 4],
      ['Blorpo Vantaru', 1],
    ]);
  });

  it('are proposed no more once they are decided, and have their make once they are read anew', async () => {
    await decide(log, { alias: 'Jayko', makeId: 'jayco', lineId: '', decision: 'accepted' });
    expect(spelled((await told()).open)).toEqual([['Coachmenn', 3]]);
    await replayed(log, NORMALISER_VERSION + 1);
    await rebuildMarket(warehouse, 'compute-2');
    const { open, unknown } = await told();
    expect(spelled(open)).toEqual([['Coachmenn', 3]]);
    expect(spelled(unknown)).toEqual([
      ['Zzyzx Coach', 4],
      ['Blorpo Vantaru', 1],
    ]);
    const makes = await warehouse.batch.rows(
      'SELECT make_id, count() AS n FROM listings GROUP BY make_id ORDER BY make_id',
    );
    expect(makes).toEqual([
      { make_id: '', n: 8 },
      { make_id: 'jayco', n: 7 },
      { make_id: 'keystone', n: 3 },
    ]);
  });

  it('are named no more as like none once somebody says what they mean all the same', async () => {
    await decide(log, { alias: 'Zzyzx Coach', makeId: 'jayco', lineId: '', decision: 'accepted' });
    expect(spelled((await told()).unknown)).toEqual([['Blorpo Vantaru', 1]]);
  });
});
