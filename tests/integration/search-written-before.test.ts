import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { readMigrations } from '#warehouse/migrations.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { searchListings } from '#warehouse/queries/search.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { seen } from '../support/market.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';

/** A market was built, and its tail filled, before search looked for a keyword where words begin. */
let directory: string;
let warehouse: Warehouse;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-search-before-'));
  warehouse = await openWarehouse({ directory });
  await migrate(
    warehouse,
    readMigrations().filter(({ name }) => !name.startsWith('015')),
  );
  const palace = {
    make_id: 'thor',
    line_name: 'Palazzo',
    title: 'Palace, with "Solar-Ready" roof',
  };
  await insertSightings(warehouse, [
    seen('base', 10, { ...palace, url: 'base', dealer: "O'Neill's RV", city: 'Boise' }),
  ]);
  await rebuildMarket(warehouse, 'run-1');
  const late = [seen('tail', 11, { ...palace, url: 'tail', make_id: 'grand-design' })];
  await insertSightings(warehouse, late);
  await extendTail(warehouse, late);
  await migrate(warehouse);
});
afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

const found = async (keyword: string): Promise<string[]> =>
  (await searchListings(warehouse, { limit: 9, offset: 0, keyword })).rows
    .map(({ url }) => url)
    .toSorted();

it.each([
  ['thor', ['base']],
  ['palaz', ['base', 'tail']],
  ['pala', ['base', 'tail']],
  ['ready', ['base', 'tail']],
  ['grand design', ['tail']],
  ['design', ['tail']],
  ["o'nei", ['base']],
  ['neill', ['base']],
  ['ace', []],
  ['eady', []],
])('finds %s where it begins a word of what was written then', async (keyword, urls) => {
  expect(await found(keyword)).toEqual(urls);
});
