import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { FILL_LISTINGS, MARKET_OF_FACTS } from '#warehouse/queries/build-market.ts';
import { insertOutcomes, insertSightings } from '#warehouse/queries/facts.ts';
import { recordRun } from '#warehouse/queries/runs.ts';
import { openMarket, seen } from '../support/market.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';

const market = await openMarket();
const { warehouse, rebuild, rows, search, titles } = market;
beforeEach(market.empty);
afterAll(market.close);

describe('listings', () => {
  it('take a sighting dated before 1970 for their oldest, and stay open to newer ones', async () => {
    const old = { observed_at: '1950-01-01 00:00:00.000', price: 9_000 };
    await market.load(seen('A', 12, { price: 18_000 }), seen('A', 1, old));
    await market.load(seen('B', 1, { ...old, title: 'B' }));
    await rebuild();
    expect(await rows('SELECT title, price FROM listings ORDER BY title')).toEqual([
      { title: 'A', price: 18_000 },
      { title: 'B', price: 9_000 },
    ]);
    await market.load(seen('B', 13, { price: 17_000 }));
    expect(await market.search({ sort: 'price-asc' })).toMatchObject({
      rows: [{ price: 17_000 }, { price: 18_000 }],
    });
  });

  it('are what the latest sighting shows, whatever order they came in', async () => {
    await insertSightings(warehouse, [seen('A', 12, { price: 18_000 })]);
    await insertSightings(warehouse, [
      seen('A', 10, { price: 20_000 }),
      seen('A', 11, { price: 20_000 }),
    ]);
    await rebuild();
    expect(
      await rows('SELECT price, first_seen, last_seen, sightings, current FROM listings'),
    ).toEqual([
      {
        price: 18_000,
        first_seen: '2026-11-10 00:00:00.000',
        last_seen: '2026-11-12 00:00:00.000',
        sightings: 3,
        current: true,
      },
    ]);
    expect(await rows('SELECT at, price FROM price_history ORDER BY at')).toEqual([
      { at: '2026-11-10 00:00:00.000', price: 20_000 },
      { at: '2026-11-12 00:00:00.000', price: 18_000 },
    ]);
  });

  it('take a redelivered fact for one, and a better normaliser for the truth', async () => {
    const first = seen('A', 10, { price: 20_000 });
    await insertSightings(warehouse, [first]);
    await insertSightings(warehouse, [first, seen('B', 10)]);
    await insertSightings(warehouse, [{ ...first, price: 21_000, normaliser_version: 2 }]);
    await rebuild();
    expect(
      await rows(
        "SELECT price, sightings, length(prices) AS changes FROM listings WHERE title = 'A'",
      ),
    ).toEqual([{ price: 21_000, sightings: 1, changes: 1 }]);
  });

  it('forget a price and a beginning that a better normaliser refused, merged or not', async () => {
    const first = seen('A', 10, { price: 50_000 });
    const misread = seen('A', 12, { price: 2_026, first_seen_at: '1999-01-01 00:00:00.000' });
    await insertSightings(warehouse, [first, misread]);
    await insertSightings(warehouse, [
      {
        ...misread,
        price: null,
        price_state: 'hidden',
        first_seen_at: null,
        normaliser_version: 2,
      },
    ]);
    await rebuild();
    expect(
      await rows('SELECT prices.price AS prices, toString(first_seen) AS since FROM listings'),
    ).toEqual([{ prices: [50_000], since: '2026-11-10 00:00:00.000' }]);
  });

  it('are all there when a better normaliser replaces facts in the middle of a build', async () => {
    const facts = [seen('A', 10), seen('B', 10), seen('C', 10)];
    await insertSightings(warehouse, facts);
    const busy: Warehouse = {
      ...warehouse,
      command: async (sql, parameters) => {
        if (sql === FILL_LISTINGS) {
          const better = facts.slice(0, 2).map((fact) => ({ ...fact, normaliser_version: 2 }));
          await insertSightings(warehouse, better);
          await warehouse.command('OPTIMIZE TABLE sightings FINAL');
        }
        await warehouse.command(sql, parameters);
      },
    };
    expect(await rebuildMarket(busy, 'replaced')).toMatchObject({ listings: 3, currentUnits: 3 });
  });
});

describe('what is current', () => {
  let collections = 0;
  const run = (runId: string, coverage: 'full' | 'partial') =>
    recordRun(warehouse, {
      runId,
      source: 'test-dealer',
      sample: false,
      state: 'loaded',
      at: '2026-11-21T06:00:00.000Z',
      coverage,
    });
  async function collect(
    runId: string,
    coverage: 'full' | 'partial',
    sightings: Sighting[],
    letters: { reason: string; source_id: string }[] = [],
  ): Promise<void> {
    const mine = sightings.map((s) => ({ ...s, run_id: runId }));
    await insertSightings(warehouse, mine);
    await insertOutcomes(
      warehouse,
      [...mine, ...letters].map((of, n) => ({
        event_id: 'event_id' in of ? of.event_id : `letter-${n}`,
        run_id: runId,
        source: 'test-dealer',
        topic: 'raw.listing.v1',
        log_partition: 0,
        log_offset: collections * 1000 + n,
        outcome: 'reason' in of ? 'dead_letter' : 'accepted',
        reason: 'reason' in of ? of.reason : '',
        source_id: 'reason' in of ? of.source_id : '',
        seen_at: '2026-11-12 00:00:00.000',
        recorded_at: '2026-11-21 06:00:00.000',
      })),
    );
    collections += 1;
    await run(runId, coverage);
  }

  it('ages out what a later full collection of the source did not see', async () => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10)]);
    await collect('r2', 'full', [seen('B', 12)]);
    await insertSightings(warehouse, [seen('X', 1, { source: 'elsewhere' })]);
    await rebuild();
    expect((await titles()).toSorted()).toEqual(['B', 'X']);
  });

  it('never ages out by a partial collection, or by the same file again', async () => {
    const both = [seen('A', 10), seen('B', 11)];
    await collect('r1', 'full', both);
    await collect('r2', 'partial', [seen('B', 12)]);
    await collect('r3', 'full', both);
    await rebuild();
    expect((await titles()).toSorted()).toEqual(['A', 'B']);
  });

  it.each([
    { reason: 'blocked', source_id: '' },
    { reason: 'blocked', source_id: 'B' },
    { reason: 'unreadable_record', source_id: '' },
    { reason: 'no_year', source_id: '' },
  ])('never ages out by a full collection with any listing hidden: %o', async (letter) => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10)]);
    await collect('r2', 'full', [seen('B', 12)], [letter]);
    await rebuild();
    expect((await titles()).toSorted()).toEqual(['A', 'B']);
  });

  it.each([
    { reason: 'no_vehicle', source_id: '' },
    { reason: 'unreadable_record', source_id: 'C' },
  ])('ages out by a full collection with no other listing hidden: %o', async (letter) => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10)]);
    await collect('r2', 'full', [seen('B', 12)], [letter]);
    await rebuild();
    expect(await titles()).toEqual(['B']);
  });

  it('never ages out by a collection that saw fewer than half of what is current', async () => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10), seen('C', 10)]);
    await rebuild();
    await collect('r2', 'full', [seen('B', 12)]);
    await rebuild();
    expect((await titles()).toSorted()).toEqual(['A', 'B', 'C']);
    await collect('r3', 'full', [seen('B', 13), seen('C', 13)]);
    await rebuild();
    expect((await titles()).toSorted()).toEqual(['B', 'C']);
  });

  it('leaves out what was removed, and takes back what was seen again', async () => {
    const removed = { removed_at: '2026-11-11 00:00:00.000' };
    await insertSightings(warehouse, [
      seen('A', 11, removed),
      seen('B', 11, removed),
      seen('B', 12),
    ]);
    await rebuild();
    expect(await titles()).toEqual(['B']);
  });

  const day = (n: number): string => `2026-11-${n} 00:00:00.000`;
  it.each([
    ['that was not there any more', [seen('A', 11), seen('A', 12, { removed_at: day(12) })], 11],
    ['seen, and said to end later', [seen('A', 11, { removed_at: day(13) })], 11],
    ['seen again after its end', [seen('A', 11, { removed_at: day(11) }), seen('A', 12)], 12],
    ['only ever told of as gone', [seen('A', 11, { removed_at: day(11) })], 11],
  ])('was last seen when it was last on offer: one %s', async (_what, sightings, last) => {
    await insertSightings(warehouse, sightings);
    await rebuild();
    expect(await rows('SELECT last_seen FROM listings')).toEqual([{ last_seen: day(last) }]);
    expect(await rows('SELECT last_seen, told_at FROM units')).toEqual([
      { last_seen: day(last), told_at: sightings.at(-1)?.observed_at },
    ]);
  });

  const gone = { removed_at: day(14) };
  it.each([
    [
      'another page told of it at another price since',
      [seen('A', 10, { price: 20_000 }), seen('A', 12, { price: 18_000 })],
      seen('A', 14, { ...gone, price: 20_000 }),
      { price: 18_000, price_state: 'listed', prices: [20_000, 18_000] },
    ],
    [
      'its page named no price',
      [seen('A', 10, { price: 20_000 })],
      seen('A', 14, { ...gone, price: null, price_state: 'call' }),
      { price: 20_000, price_state: 'listed', prices: [20_000] },
    ],
    [
      'it was never on offer',
      [],
      seen('A', 14, { ...gone, price: 20_000 }),
      { price: 20_000, price_state: 'listed', prices: [20_000] },
    ],
    [
      'it never had a price before',
      [seen('A', 10, { price: null, price_state: 'call' })],
      seen('A', 14, { ...gone, price: 20_000 }),
      { price: null, price_state: 'call', prices: [] },
    ],
    [
      'its price was taken away before',
      [seen('A', 10, { price: 20_000 }), seen('A', 12, { price: null, price_state: 'hidden' })],
      seen('A', 14, { ...gone, price: 20_000 }),
      { price: null, price_state: 'hidden', prices: [20_000] },
    ],
  ])(
    'ends at the price that it was last offered at, where %s',
    async (_what, before, end, last) => {
      await insertSightings(warehouse, [...before, end]);
      await rebuild();
      expect(await rows('SELECT price, price_state, prices.price AS prices FROM listings')).toEqual(
        [last],
      );
    },
  );

  it('takes an end for one as its best reading says, whether readings were merged or not', async () => {
    const at11 = seen('A', 11);
    const misread = seen('A', 12);
    const read = { ...misread, removed_at: day(12), normaliser_version: 2 };
    await insertSightings(warehouse, [at11, misread]);
    await insertSightings(warehouse, [read]);
    await rebuild();
    expect(await rows('SELECT last_seen, current FROM listings')).toEqual([
      { last_seen: day(11), current: false },
    ]);
  });

  it('does not count the end of one as seen where another source still offers the unit', async () => {
    const vin = { vin: '1TEST00000000001', vin_valid: true };
    await insertSightings(warehouse, [
      seen('A', 10, vin),
      seen('B', 11, { ...vin, source: 'two' }),
      seen('A', 12, { ...vin, removed_at: day(12) }),
    ]);
    await rebuild();
    const { rows: found } = await search();
    expect(found.map(({ title, last_seen }) => ({ title, last_seen }))).toEqual([
      { title: 'B', last_seen: day(11) },
    ]);
  });

  it('is the sample until one real sighting exists', async () => {
    await insertSightings(warehouse, [seen('S', 10, { sample: true, source: 'simulator' })]);
    expect(await rebuild()).toMatchObject({ kind: 'sample', listings: 1 });
    expect(await rebuildMarket(warehouse, 'off', { sample: 'off' })).toMatchObject({
      kind: 'empty',
      listings: 0,
    });
    await insertSightings(warehouse, [seen('R', 10)]);
    expect(await rebuild()).toMatchObject({ kind: 'real', listings: 1 });
    expect(await titles()).toEqual(['R']);
  });

  it('are a real market where the first ones come in while it is built', async () => {
    const batch = {
      ...warehouse.batch,
      rows: async <Row>(...asked: Parameters<Warehouse['batch']['rows']>): Promise<Row[]> => {
        const found = await warehouse.batch.rows<Row>(...asked);
        if (asked[0] === MARKET_OF_FACTS) await insertSightings(warehouse, [seen('R', 10)]);
        return found;
      },
    };
    expect(await rebuildMarket({ ...warehouse, batch }, 'first', { sample: 'off' })).toMatchObject({
      kind: 'real',
      listings: 1,
    });
  });
});
