import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMarket } from '#pipelines/units/build-market.ts';
import type { Sighting } from '#schemas/facts.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { unitMonths } from '#warehouse/queries/market-facts.ts';
import { openMarket, seen, type TestMarket } from '../support/market.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const HIDDEN: Partial<Sighting> = { price: null, price_state: 'hidden' };
const GONE: Partial<Sighting> = { ...HIDDEN, removed_at: '2026-11-14 00:00:00.000' };

it('keeps of a unit whose price was taken away what was asked for it before', async () => {
  const { warehouse } = market;
  await insertSightings(warehouse, [
    seen('A', 1, { price: 20_000 }),
    seen('A', 12, HIDDEN),
    seen('A', 14, GONE),
    seen('B', 1, { price: 30_000 }),
    seen('B', 12, { ...HIDDEN, msrp: 40_000 }),
    seen('C', 12, { ...HIDDEN, msrp: 50_000 }),
    seen('D', 12, HIDDEN),
  ]);
  const { tables } = await buildMarket(warehouse, 'months', { sample: 'auto' });
  const months = (await Array.fromAsync(unitMonths(warehouse, tables, 100))).flat();
  expect(months.map(({ price, msrp }) => `${price}, new ${msrp}`).toSorted()).toEqual([
    '20000, new null',
    '30000, new 40000',
    'null, new 50000',
  ]);
});
