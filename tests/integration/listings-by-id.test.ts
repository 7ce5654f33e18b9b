import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { listingsById } from '#warehouse/queries/listings-by-id.ts';
import { openMarket, seen } from '../support/market.ts';

const market = await openMarket();
beforeEach(market.empty);
afterAll(market.close);

const stateOf = async (...sightings: Sighting[]) => {
  const found = await listingsById(
    market.warehouse,
    sightings.map(({ listing_id }) => listing_id),
  );
  return [...found.values()].map(({ card: { title, price }, current }) => ({
    title,
    price,
    current,
  }));
};

describe('listings by id', () => {
  it('are found as the market was computed, others left out', async () => {
    const eagle = seen('eagle', 10, { price: 30_000 });
    await market.load(eagle, seen('other', 10, { price: 50_000 }));
    await market.rebuild();
    expect(await stateOf(eagle, seen('unheard of', 10))).toEqual([
      { title: 'eagle', price: 30_000, current: true },
    ]);
    expect((await listingsById(market.warehouse, [])).size).toBe(0);
  });

  it('have the price they have since', async () => {
    const eagle = seen('eagle', 10, { price: 30_000 });
    await market.load(eagle);
    await market.rebuild();
    await market.load(seen('eagle', 12, { price: 28_500 }));
    expect(await stateOf(eagle)).toEqual([{ title: 'eagle', price: 28_500, current: true }]);
    await market.rebuild();
    expect(await stateOf(eagle)).toEqual([{ title: 'eagle', price: 28_500, current: true }]);
  });

  it('are found when no compute has seen them', async () => {
    await market.rebuild();
    const eagle = seen('eagle', 12, { price: 28_500 });
    await market.load(eagle);
    expect(await stateOf(eagle)).toEqual([{ title: 'eagle', price: 28_500, current: true }]);
  });

  it('are found as search shows them where their unit was known from elsewhere', async () => {
    const vin = { vin: '4YDT28423MB900042', vin_valid: true };
    await market.load(seen('eagle', 10, { ...vin, price: 30_000 }));
    await market.rebuild();
    const elsewhere = seen('eagle elsewhere', 12, { ...vin, source: 'other', price: 28_500 });
    await market.load(elsewhere);
    expect(await market.titles()).toEqual(['eagle elsewhere']);
    expect(await stateOf(elsewhere)).toEqual([
      { title: 'eagle elsewhere', price: 28_500, current: true },
    ]);
  });

  it('stay known when they are gone', async () => {
    const eagle = seen('eagle', 10, { price: 30_000 });
    await market.load(eagle);
    await market.rebuild();
    await market.load(seen('eagle', 12, { price: 30_000, removed_at: '2026-11-12 00:00:00.000' }));
    const gone = { card: { title: 'eagle', last_seen: eagle.observed_at }, current: false };
    const found = async () => [
      ...(await listingsById(market.warehouse, [eagle.listing_id])).values(),
    ];
    expect(await found()).toMatchObject([gone]);
    await market.rebuild();
    expect(await found()).toMatchObject([gone]);
  });
});
