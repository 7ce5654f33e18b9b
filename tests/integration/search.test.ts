import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { searchListings } from '#warehouse/queries/search.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { openMarket, seen } from '../support/market.ts';

const market = await openMarket();
const { warehouse, rebuild, search, titles } = market;
beforeEach(market.empty);
afterAll(market.close);

describe('search', () => {
  beforeEach(async () => {
    await insertSightings(warehouse, [
      seen('eagle 317', 10, {
        make_id: 'jayco',
        line_id: 'jayco/eagle',
        type: 'fifth-wheel',
        year: 2019,
        price: 30_000,
        zip: '83702',
        mileage: null,
      }),
      seen('eagle 28', 11, {
        make_id: 'jayco',
        line_id: 'jayco/eagle',
        type: 'travel-trailer',
        year: 2021,
        price: 40_000,
        city: 'Portland',
        state: 'OR',
      }),
      seen('solitude', 12, {
        make_id: 'grand-design',
        line_id: 'grand-design/solitude',
        type: 'fifth-wheel',
        year: 2023,
        price: 60_000,
        condition: 'new',
        city: 'Nowhere',
        state: 'ZZ',
      }),
      seen('no price', 13, {
        make_id: 'jayco',
        line_id: 'jayco/white-hawk',
        price: null,
        price_state: 'hidden',
        city: 'Nampa',
        zip: '83651',
        title: 'no price 100%_off',
      }),
    ]);
    await rebuild();
  });

  it('filters by each of its filters', async () => {
    expect(await titles({ types: ['fifth-wheel'] })).toEqual(['solitude', 'eagle 317']);
    expect(await titles({ makeIds: ['jayco'], lineIds: ['jayco/eagle'] })).toEqual([
      'eagle 28',
      'eagle 317',
    ]);
    expect(await titles({ conditions: ['new'] })).toEqual(['solitude']);
    expect(await titles({ state: 'OR' })).toEqual(['eagle 28']);
    expect(await titles({ makeIds: [] })).toEqual([]);
    expect(await titles({ priceMin: 30_001, priceMax: 60_000 })).toEqual(['solitude', 'eagle 28']);
    expect(
      await titles({ yearMin: 2020, yearMax: 2021, types: ['travel-trailer'], priceMin: 1 }),
    ).toEqual(['eagle 28']);
    expect(await titles({ keyword: 'Jayco EAGLE 31' })).toEqual(['eagle 317']);
  });

  it('reads Saint, Fort and Mount as they are cut short, and the other way round', async () => {
    await insertSightings(
      warehouse,
      ['Saint Louis', 'St. Paul', 'Fort Worth', 'Mt Pleasant', 'Saints Paul', 'Stone Louis'].map(
        (city) => seen(city, 14, { city, title: city, zip: '' }),
      ),
    );
    await rebuild();
    for (const keyword of ['saint louis', 'ST. LOUIS'])
      expect(await titles({ keyword })).toContain('Saint Louis');
    expect(await titles({ keyword: 'saint louis' })).toEqual(['Saint Louis']);
    expect(await titles({ keyword: 'Saint Paul' })).toEqual(
      expect.arrayContaining(['St. Paul', 'Saints Paul']),
    );
    expect(await titles({ keyword: 'st. paul' })).toEqual(['St. Paul']);
    for (const keyword of ['fort worth', 'ft. worth', 'Ft Worth'])
      expect(await titles({ keyword })).toEqual(['Fort Worth']);
    for (const keyword of ['mount pleasant', 'mt pleasant'])
      expect(await titles({ keyword })).toEqual(['Mt Pleasant']);
  });

  it('looks for a keyword where words begin, and for no mark in it', async () => {
    expect(await titles({ keyword: 'agle' })).toEqual([]);
    expect(await titles({ keyword: 'NAM' })).toEqual(['no price 100%_off']);
    expect(await titles({ keyword: 'ampa' })).toEqual([]);
    expect(await titles({ keyword: 'price-100' })).toEqual(['no price 100%_off']);
    expect(await titles({ keyword: 'off' })).toEqual(['no price 100%_off']);
    expect(await titles({ keyword: '100%_o' })).toEqual(['no price 100%_off']);
    expect(await titles({ keyword: 'jayco & 317' })).toEqual(['eagle 317']);
    expect(await titles({ keyword: '%' })).toEqual([]);
    expect(await titles({ keyword: 'e_gle' })).toEqual([]);
    expect(await titles({ keyword: `\\' OR 1=1 --` })).toEqual([]);
  });

  it('finds within 100 miles of a ZIP, nearest first, and nothing for a ZIP that is none', async () => {
    const near = await search({ zip: '83702' });
    expect(near.rows.map((row) => row.title)).toEqual(['eagle 317', 'no price 100%_off']);
    expect(near.rows[0]?.distance).toBeLessThan(1);
    expect(near.rows[1]?.distance).toBeGreaterThan(10);
    expect(near.rows[1]?.distance).toBeLessThan(30);
    expect(await titles({ zip: '97201' })).toEqual(['eagle 28']);
    expect(await search({ zip: '00000' })).toEqual({ rows: [], total: 0 });
  });

  it('sorts, with the unknown last', async () => {
    expect(await titles({ sort: 'price-asc' })).toEqual([
      'eagle 317',
      'eagle 28',
      'solitude',
      'no price 100%_off',
    ]);
    expect(await titles({ sort: 'price-desc' })).toEqual([
      'solitude',
      'eagle 28',
      'eagle 317',
      'no price 100%_off',
    ]);
    expect((await titles({ sort: 'year-desc' }))[0]).toBe('solitude');
    expect((await titles())[0]).toBe('no price 100%_off');
  });

  it('pages without a repeat or a gap, and counts the whole', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => search({ limit: 1, offset, sort: 'year-desc' })),
    );
    expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.title))).size).toBe(4);
    expect(pages.map((page) => page.total)).toEqual([4, 4, 4, 4]);
    expect(pages[0]?.rows[0]?.price_state).toBe('listed');
  });

  it('shows what changed since the rebuild, and no older state', async () => {
    const update = (title: string, day: number, over: Partial<Sighting>): Sighting =>
      seen('eagle 317', day, { title, make_id: 'jayco', type: 'fifth-wheel', ...over });
    await extendTail(warehouse, [
      update('eagle 317 cut', 14, { price: 25_000 }),
      update('stale', 9, { price: 1 }),
      seen('brand new', 15, { make_id: 'jayco' }),
    ]);
    expect(await titles({ makeIds: ['jayco'], sort: 'price-asc' })).toEqual([
      'brand new',
      'eagle 317 cut',
      'eagle 28',
      'no price 100%_off',
    ]);
    expect((await search({ makeIds: ['jayco'] })).total).toBe(4);
    await extendTail(warehouse, [update('gone', 16, { removed_at: '2026-11-16 00:00:00.000' })]);
    expect((await titles({ makeIds: ['jayco'] })).includes('gone')).toBe(false);
    expect((await search({ makeIds: ['jayco'] })).total).toBe(3);
  });

  it('misses no unit of a page where the market is swapped between its two questions', async () => {
    await extendTail(warehouse, [
      seen('eagle 317', 17, { title: 'cut', make_id: 'jayco', price: 1 }),
    ]);
    const before = await search({ makeIds: ['jayco'], sort: 'newest' });
    const { serving } = warehouse;
    const swappedBetween: Warehouse = {
      ...warehouse,
      serving: {
        ...serving,
        async page(sql, parameters) {
          const page = await serving.page<never>(sql, parameters);
          await insertSightings(warehouse, [
            seen('eagle 317', 17, { title: 'cut', make_id: 'jayco', price: 1 }),
          ]);
          await rebuild();
          return page;
        },
      },
    };
    const { rows, total } = await searchListings(swappedBetween, {
      makeIds: ['jayco'],
      sort: 'newest',
      limit: 100,
      offset: 0,
    });
    expect({ total, shown: rows.length }).toEqual({
      total: before.total,
      shown: before.rows.length,
    });
  });

  const vin = { vin: '1TEST00000000001', vin_valid: true };
  const other = (day: number, over: Partial<Sighting> = {}): Sighting =>
    seen('other', day, { ...vin, source: 'two', ...over });

  it('shows a new listing of a known VIN as its unit, not beside it', async () => {
    await insertSightings(warehouse, [seen('known', 20, vin)]);
    await rebuild();
    await extendTail(warehouse, [other(21, { price: 10_000 })]);
    expect((await search()).total).toBe(5);
    expect(await titles({ priceMax: 15_000 })).toEqual(['other']);
    expect((await titles()).includes('known')).toBe(false);
  });

  it.each([
    ['seen before it', other(19)],
    ['without a price', other(21, { price: null, price_state: 'call' })],
    ['that is gone', other(21, { removed_at: '2026-11-21 00:00:00.000' })],
    ['whose VIN is not valid', other(21, { vin_valid: false })],
  ])('keeps the listing that stands for a unit for another %s', async (what, sighting) => {
    await insertSightings(warehouse, [seen('known', 20, vin)]);
    await rebuild();
    await extendTail(warehouse, [sighting]);
    expect(await titles()).toContain('known');
    expect((await search()).total).toBe(what === 'whose VIN is not valid' ? 6 : 5);
  });

  it('shows a unit again that was gone, by another listing without a price', async () => {
    const gone = { removed_at: '2026-11-20 00:00:00.000' };
    await insertSightings(warehouse, [seen('known', 20, { ...vin, ...gone })]);
    await rebuild();
    expect((await search()).total).toBe(4);
    await extendTail(warehouse, [other(21, { price: null, price_state: 'call' })]);
    expect(await titles()).toContain('other');
  });
});
