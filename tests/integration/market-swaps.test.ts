import { afterAll, beforeEach, expect, it } from 'vitest';
import { buildMarket, dropMarket, swapMarket } from '#pipelines/units/build-market.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { openMarket, seen } from '../support/market.ts';
import { swapIn } from '../support/rebuild-market.ts';

const market = await openMarket();
const { warehouse, load, rebuild, rows, search, titles } = market;
beforeEach(market.empty);
afterAll(market.close);

it('keeps in the tail only what came after the rebuild began', async () => {
  const later = seen('brand new', 15);
  await insertSightings(warehouse, [later]);
  await extendTail(warehouse, [later]);
  expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 1 }]);
  await rebuild();
  expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 0 }]);
  expect((await search()).total).toBe(1);
});

it('shows a market built beside, and lets go of the tail it holds, only when it is swapped in', async () => {
  await load(seen('old', 10));
  await rebuild();
  const before = [seen('before', 15), seen('after', 15)];
  await insertSightings(warehouse, before);
  await extendTail(warehouse, before.slice(0, 1));
  const keptBack = await buildMarket(warehouse, 'kept back', { sample: 'auto' });
  await dropMarket(warehouse, keptBack.tables);
  expect((await titles()).toSorted()).toEqual(['before', 'old']);
  const built = await buildMarket(warehouse, 'beside', { sample: 'auto' });
  await extendTail(warehouse, [seen('after', 16)]);
  expect((await search()).total).toBe(3);
  expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 2 }]);

  await swapIn(warehouse, built);
  expect((await search()).total).toBe(3);
  expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 1 }]);
});

it('lets go of what entered the tail of the sample while the real market was built', async () => {
  const sample = [1, 2].map((n) => seen(`S${n}`, n, { sample: true, source: 'simulator' }));
  await insertSightings(warehouse, sample);
  await rebuild();
  await insertSightings(warehouse, [seen('R', 10)]);
  const real = await buildMarket(warehouse, 'real', { sample: 'auto' });
  await extendTail(warehouse, [seen('S3', 3, { sample: true, source: 'simulator' })]);
  expect((await search()).total).toBe(3);
  await swapIn(warehouse, real);
  expect(await titles()).toEqual(['R']);
});

it.each([
  ['changed', 'newer', {}],
  ['removed', undefined, { removed_at: '2026-11-20 00:00:00.000' }],
])('keeps a %s unit so when an older state comes late, during a build', async (...row) => {
  const [, shown, over] = row;
  await load(seen('A', 10));
  await rebuild();
  await load(seen('A', 20, { title: 'newer', ...over }));
  const built = await buildMarket(warehouse, 'late', { sample: 'auto' });
  await load(seen('A', 15, { title: 'older' }));
  expect(await titles()).toEqual(shown ? [shown] : []);
  await swapIn(warehouse, built);
  expect(await titles()).toEqual(shown ? [shown] : []);
});

it('joins a new listing of a known VIN by the compute that began before it came', async () => {
  const vin = { vin: '1TEST00000000001', vin_valid: true };
  await load(seen('A', 10, { ...vin, source: 'one' }));
  await rebuild();
  const other = ['B', 'C'].map((id) => seen(id, 11, { ...vin, source: 'two' }));
  await insertSightings(warehouse, other);
  const built = await buildMarket(warehouse, 'joined', { sample: 'auto' });
  await extendTail(warehouse, other);
  await swapIn(warehouse, built);
  expect((await search()).total).toBe(1);
});

/** The warehouse, with something that happens just before rows enter the tail. */
const beforeEntering = (happens: () => Promise<void>): Warehouse => ({
  ...warehouse,
  insert: async (insert) => {
    if (insert.table === 'search_tail') await happens();
    return warehouse.insert(insert);
  },
});

it('shows no sample where the real market is swapped in while a sample enters the tail', async () => {
  const sample = { sample: true, source: 'simulator' };
  await load(seen('S1', 1, sample));
  await rebuild();
  await insertSightings(warehouse, [seen('R', 10)]);
  const real = await buildMarket(warehouse, 'real', { sample: 'auto' });
  const swapping = beforeEntering(() => swapIn(warehouse, real));
  await extendTail(swapping, [seen('S2', 3, sample)]);
  expect(await titles()).toEqual(['R']);
});

it('shows no older state where a newer is swapped in while the older enters the tail', async () => {
  await load(seen('A', 10));
  await rebuild();
  await insertSightings(warehouse, [seen('A', 20, { title: 'newer' })]);
  const built = await buildMarket(warehouse, 'newer', { sample: 'auto' });
  const swapping = beforeEntering(() => swapIn(warehouse, built));
  await extendTail(swapping, [seen('A', 15, { title: 'older' }), seen('B', 15)]);
  expect((await titles()).toSorted()).toEqual(['B', 'newer']);
});

it('does not swap a market in once another was begun after it', async () => {
  await load(seen('A', 10));
  const older = await buildMarket(warehouse, 'older', { sample: 'auto' });
  await insertSightings(warehouse, [seen('B', 11)]);
  await rebuild();
  await expect(swapMarket(warehouse, older)).rejects.toThrow(older.tables.listings);
  expect((await titles()).toSorted()).toEqual(['A', 'B']);
  expect(await rows('SELECT count() AS n FROM listings')).toEqual([{ n: 2 }]);
});

it('takes up to 50,000 changed units, and leaves the rest to the next compute', async () => {
  await warehouse.command(
    `INSERT INTO search_tail (unit_id, visible, version)
     SELECT toString(number), false, 1 FROM numbers(49999)`,
  );
  expect(await extendTail(warehouse, [seen('A', 15), seen('B', 15)])).toBe(0);
  expect(await extendTail(warehouse, [seen('A', 15)])).toBe(1);
  expect(await extendTail(warehouse, [seen('B', 15)])).toBe(0);
  expect(await titles()).toEqual(['A']);
});

it.each([
  ['unit_listings', 'told_at'],
  ['units', 'told_at'],
  ['search_base', 'state'],
])(
  'has a table %s without %s, swapped in by an older program, as it is now with the next build',
  async (...row) => {
    const [table, column] = row;
    await load(seen('A', 10));
    await warehouse.command(`CREATE TABLE ${table}_older AS ${table}`);
    await warehouse.command(`ALTER TABLE ${table}_older DROP COLUMN ${column}`);
    await warehouse.command(`EXCHANGE TABLES ${table}_older AND ${table}`);
    const columns = (name: string) =>
    rows(`SELECT name, type, default_expression FROM system.columns WHERE database = currentDatabase() AND table = '${name}'`); // prettier-ignore
    await rebuild();
    expect(await columns(table)).toEqual(await columns(`${table}_older`));
    await warehouse.command(`DROP TABLE ${table}_older`);
    await load(seen('B', 12));
    expect((await titles()).toSorted()).toEqual(['A', 'B']);
  },
);
