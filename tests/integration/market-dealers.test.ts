import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMarket } from '#pipelines/units/build-market.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import {
  DEALERS_MAX,
  dealerCuts,
  dealerDays,
  dealerSupply,
} from '#warehouse/queries/market-dealers.ts';
import type { MarketTables } from '#warehouse/queries/market-tables.ts';
import { sighting } from '../support/listings.ts';
import { openMarket, type TestMarket } from '../support/market.ts';

const DEALERS = 3 * DEALERS_MAX;
/** October 2026, in months since January 1970. */
const MONTH = 681;

let market: TestMarket;
let tables: MarketTables;
beforeAll(async () => {
  market = await openMarket();
  const { warehouse } = market;
  await insertSightings(warehouse, [
    // When its source was first read.
    sighting({ source_id: 'A', stock_number: 'A', observed_at: '2026-08-01 00:00:00.000' }),
    sighting({ source_id: 'B', stock_number: 'B', observed_at: '2026-09-01 00:00:00.000' }),
    sighting({ source_id: 'B', stock_number: 'B', observed_at: '2026-11-20 00:00:00.000' }),
  ]);
  const built = await buildMarket(warehouse, 'one', { sample: 'auto' });
  await warehouse.command('CREATE TABLE units_of_many AS units');
  // The same two units at each of many dealers.
  await warehouse.command(
    `INSERT INTO units_of_many
     SELECT * EXCEPT (copy) REPLACE (
         concat(unit_id, toString(copy)) AS unit_id,
         concat('dealer-', toString(copy)) AS dealer_key
     )
     FROM {units:Identifier} CROSS JOIN (SELECT number AS copy FROM numbers({dealers:UInt32})) AS copies`,
    { ...built.tables, dealers: DEALERS },
  );
  tables = { ...built.tables, units: 'units_of_many' };
});
afterAll(() => market.close());

it('sums of dealers are bounded in number, and leave no unit out', async () => {
  const { warehouse } = market;
  const days = await dealerDays(warehouse, tables, { sample: false });
  const cuts = await dealerCuts(warehouse, tables);
  const supply = await dealerSupply(warehouse, tables, MONTH);
  for (const rows of [days, cuts, supply]) {
    // Of one type, condition, region and source.
    expect(rows.length).toBeLessThanOrEqual(DEALERS_MAX);
    expect(rows.length).toBeGreaterThan(0.8 * DEALERS_MAX);
  }
  const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
  expect(total(days.map(({ units }) => units))).toBe(DEALERS);
  expect(total(supply.map(({ inMonth }) => inMonth))).toBe(2 * DEALERS);
});

it('units of a dealer are in one sum of each kind, whatever it sells', async () => {
  const { warehouse } = market;
  const of = async (units: string) => {
    const rows = await dealerSupply(warehouse, { ...tables, units }, MONTH);
    return new Set(rows.map(({ dealer }) => dealer));
  };
  await warehouse.command('CREATE TABLE units_of_one AS units');
  await warehouse.command(
    `INSERT INTO units_of_one
     SELECT * REPLACE ('one dealer' AS dealer_key, if(unit_id LIKE '%7', 'class-a', type) AS type)
     FROM units_of_many`,
  );
  expect((await of('units_of_one')).size).toBe(1);
});
