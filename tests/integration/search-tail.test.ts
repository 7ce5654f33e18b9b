import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { LISTING_CONDITIONS } from '#schemas/vocabulary.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { searchListings, type SearchFilters } from '#warehouse/queries/search.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { startClickHouseStandIn } from '../support/clickhouse-http.ts';
import { sighting } from '../support/listings.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';

const directory = mkdtempSync(join(tmpdir(), 'rigworth-tail-'));
let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await openWarehouse({ directory });
  await migrate(warehouse);
});
afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

const LISTINGS = 60;
const TYPES = ['travel-trailer', 'fifth-wheel', 'class-c'] as const;
const PLACES = [
  { city: 'Boise', state: 'ID', zip: '83702' },
  { city: 'Nampa', state: 'ID', zip: '83651' },
  { city: 'Portland', state: 'OR', zip: '97201' },
  { city: 'Nowhere', state: 'ZZ', zip: '' },
] as const;
const DEALERS = ['Alder RV', 'Birch & Sons', '100% Campers'];

const choice = <T>(items: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...items);
const state = fc.record({
  type: choice(TYPES),
  condition: choice(LISTING_CONDITIONS),
  year: fc.integer({ min: 2005, max: 2027 }),
  price: fc.option(fc.integer({ min: 5, max: 90 }).map((n) => n * 1_000)),
  mileage: fc.option(fc.integer({ min: 0, max: 90 }).map((n) => n * 1_000)),
  place: choice(PLACES),
  dealer: choice(DEALERS),
  removed: fc.nat(9).map((n) => n === 0),
});
type State = typeof state extends fc.Arbitrary<infer S> ? S : never;

const asSighting = (
  id: number,
  minute: number,
  { place, price, removed, ...over }: State,
): Sighting => {
  const at = `2026-11-20 08:${String(minute).padStart(2, '0')}:00.000`;
  return sighting({
    source_id: `L-${id}`,
    title: `Listing ${id}`,
    observed_at: at,
    make_id: `make-${id % 3}`,
    line_id: `make-${id % 3}/line-${id % 7}`,
    price,
    price_state: price === null ? 'hidden' : 'listed',
    removed_at: removed ? at : null,
    ...place,
    ...over,
  });
};

const filters: fc.Arbitrary<SearchFilters> = fc.record(
  {
    types: fc.subarray([...TYPES], { minLength: 1 }),
    keyword: choice(['listing 1', 'ALDER', '100%', 'boise 2', 'nothing at all']),
    zip: choice(['83702', '97201', '00000']),
    makeIds: fc.subarray(['make-0', 'make-1'], { minLength: 1 }),
    conditions: fc.subarray(['new', 'used'] as const, { minLength: 1 }),
    priceMin: fc.integer({ min: 0, max: 50_000 }),
    priceMax: fc.integer({ min: 20_000, max: 90_000 }),
    yearMin: fc.integer({ min: 2005, max: 2020 }),
    sort: choice(['price-asc', 'price-desc', 'year-desc', 'year-asc', 'mileage-asc'] as const),
    limit: fc.integer({ min: 1, max: 20 }),
    offset: fc.integer({ min: 0, max: 40 }),
  },
  { requiredKeys: ['limit', 'offset'] },
);

// One listing of a unit changed or not, come in before the market was built or after: a search cannot tell.
it('answers from base and tail as it does from the base built anew', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(state, { minLength: LISTINGS, maxLength: LISTINGS }),
      fc.array(fc.tuple(fc.integer({ min: 40, max: LISTINGS + 10 }), state), {
        minLength: 40,
        maxLength: 40,
      }),
      fc.array(filters, { minLength: 30, maxLength: 30 }),
      async (first, changes, asked) => {
        for (const table of ['sightings', 'search_tail'])
          await warehouse.command(`TRUNCATE TABLE ${table}`);
        await insertSightings(
          warehouse,
          first.map((value, id) => asSighting(id, 0, { ...value, removed: false })),
        );
        await rebuildMarket(warehouse, 'before');
        // They come in another order than they were seen.
        const later = changes.map(([id, value], n) => asSighting(id, 1 + ((n * 17) % 41), value));
        await insertSightings(warehouse, later);
        // What a merge would tidy away must not matter.
        await warehouse.command('SYSTEM STOP MERGES search_tail');
        for (let n = 0; n < later.length; n += 7)
          await extendTail(warehouse, later.slice(n, n + 7));

        const answers = async () =>
          (await Promise.all(asked.map((each) => searchListings(warehouse, each)))).map(
            ({ rows, total }) => ({
              total,
              rows: rows.map(({ distance, ...row }) => ({
                ...row,
                miles: Math.round(distance ?? 0),
              })),
            }),
          );
        const withTail = await answers();
        await warehouse.command('SYSTEM START MERGES search_tail');
        await rebuildMarket(warehouse, 'after');
        expect(withTail).toEqual(await answers());
      },
    ),
    { numRuns: 8, seed: 20_261_121, endOnFailure: true },
  );
});

it('takes as many sightings as a batch has from a server too, which bounds what one question may hold', async () => {
  const standIn = await startClickHouseStandIn();
  const server = await openWarehouse({ url: standIn.url });
  try {
    await migrate(server);
    const many = Array.from({ length: 2_499 }, (_, n) => sighting({ source_id: `many-${n}` }));
    expect(await extendTail(server, many)).toBe(many.length);
  } finally {
    await server.close();
    await standIn.stop();
  }
});
