import { describe, expect, it } from 'vitest';
import { catalogueDecision } from '#schemas/events/catalogue-decision.ts';
import type { ListingFields, RawListing } from '#schemas/events/raw-listing.ts';
import { AliasProposals } from '#api/staff-data/alias-proposals.ts';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { AliasDecisions, ofName } from '#domain/names/alias-decisions.ts';
import { systemClock } from '#platform/clock.ts';
import { NORMALISER_VERSION } from '#pipelines/normalise/normalise.ts';
import { publishEvents, rawEvent } from '../support/listings.ts';
import { eventsOf, listingsLoaded } from '../support/loaded-log.ts';
import { useReadingAnew } from '../support/reading-anew.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';
import { decide, replayed } from '../support/replays.ts';

const catalogue = loadCatalogue();

describe('makes that nobody knows, of listings that their type lets in', () => {
  const market = useReadingAnew();

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
    for (const decision of await eventsOf(market.log, catalogueDecision))
      decisions.apply(ofName(decision));
    const proposals = new AliasProposals({
      warehouse: market.warehouse,
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
    await publishEvents(market.log, [
      ...listed(6, { make: 'Jayko', model: '24BH', title: '2021 Jayko 24BH' }),
      // One of the same that names no type: a dead letter.
      ...listed(1, { make: 'JAYKO', model: '24BH', type: '' }),
      ...listed(2, { title: 'Used 2021 Coachmenn Apex 213' }),
      ...listed(1, { title: '2019 Coachmenn 24' }),
      ...listed(4, { make: 'Zzyzx Coach', model: '24' }),
      ...listed(1, { title: '2021 Blorpo Vantaru 12' }),
      ...listed(3, { make: 'Keystone', model: 'Montana' }),
    ]);
    await listingsLoaded(market.log);
    await rebuildMarket(market.warehouse, 'compute-1');
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
    await decide(market.log, { alias: 'Jayko', makeId: 'jayco', lineId: '', decision: 'accepted' });
    expect(spelled((await told()).open)).toEqual([['Coachmenn', 3]]);
    await replayed(market.log, NORMALISER_VERSION + 1);
    await rebuildMarket(market.warehouse, 'compute-2');
    const { open, unknown } = await told();
    expect(spelled(open)).toEqual([['Coachmenn', 3]]);
    expect(spelled(unknown)).toEqual([
      ['Zzyzx Coach', 4],
      ['Blorpo Vantaru', 1],
    ]);
    const makes = await market.warehouse.batch.rows(
      'SELECT make_id, count() AS n FROM listings GROUP BY make_id ORDER BY make_id',
    );
    expect(makes).toEqual([
      { make_id: '', n: 8 },
      { make_id: 'jayco', n: 7 },
      { make_id: 'keystone', n: 3 },
    ]);
  });

  it('are named no more as like none once somebody says what they mean all the same', async () => {
    await decide(market.log, {
      alias: 'Zzyzx Coach',
      makeId: 'jayco',
      lineId: '',
      decision: 'accepted',
    });
    expect(spelled((await told()).unknown)).toEqual([['Blorpo Vantaru', 1]]);
  });

  it('are named no more once a later run brought their listings with makes that are known', async () => {
    const inColumn = (make: string, over: Partial<RawListing> = {}) =>
      Array.from({ length: 5 }, (_, n) =>
        rawEvent(1_000 + n, {
          source: 'a-feed',
          fields: { make, model: '24', year: '2021', price: '20000' },
          ...over,
        }),
      );
    await publishEvents(market.log, inColumn('Condition: used'));
    await listingsLoaded(market.log);
    expect(spelled((await told()).unknown)).toContainEqual(['Condition: used', 5]);
    const later = { runId: 'a-later-run', observedAt: '2026-11-22T06:00:00.000Z' };
    await publishEvents(market.log, inColumn('Keystone', later));
    await listingsLoaded(market.log);
    expect(spelled((await told()).unknown)).toEqual([['Blorpo Vantaru', 1]]);
  });
});
