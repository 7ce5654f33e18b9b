import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUnits } from '#pipelines/valuation/read-units.ts';
import type { UnitTable } from '#pipelines/valuation/unit-table.ts';
import { MARKET_TABLES, type MarketTables } from '#warehouse/queries/market-tables.ts';
import { openMarket, seen, type TestMarket } from '../support/market.ts';

const IN_USE = Object.fromEntries(MARKET_TABLES.map((name) => [name, name])) as MarketTables;
let market: TestMarket;

beforeAll(async () => {
  market = await openMarket();
  const plan = (floorplan: string, count: number) =>
    Array.from({ length: count }, (_, at) => seen(`${floorplan}-${at}`, 20, { floorplan }));
  await market.load(...plan('24RB', 60), ...plan('31BH', 9), ...plan('19FD', 3));
  await market.rebuild();
});
afterAll(() => market.close());

const countOf = ({ floorplans, floorplan, rows }: UnitTable, name: string) =>
  floorplan.subarray(0, rows).filter((code) => floorplans[code] === name).length;
const read = (most?: number) => readUnits(market.warehouse, IN_USE, most);

describe('the units that the fit reads', () => {
  it('are all of a market that is not too large', async () => {
    const table = await read();
    expect(table.units).toBe(72);
    expect([...table.stands.subarray(0, table.rows)].every((stands) => stands === 1)).toBe(true);
  });

  it('are fewer of the thickest cells, and stand for all', async () => {
    const table = await read(32);
    expect(table.units).toBe(32);
    expect(['24RB', '31BH', '19FD'].map((name) => countOf(table, name))).toEqual([20, 9, 3]);
    const stands = table.stands.subarray(0, table.rows).reduce((sum, own) => sum + own, 0);
    expect(stands).toBeCloseTo(72, 3);
  });

  it('are at least one of each cell', async () => {
    expect((await read(2)).units).toBe(3);
  });

  it('are the same each time', async () => {
    const [one, other] = [await read(20), await read(20)];
    expect(one.hash.subarray(0, one.rows)).toEqual(other.hash.subarray(0, other.rows));
  });
});
