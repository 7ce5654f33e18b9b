import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { tablesBeside, type MarketTables } from '#warehouse/queries/market-tables.ts';
import { unitCellSizes } from '#warehouse/queries/market-facts.ts';
import { unitQuality } from '#warehouse/queries/quality.ts';
import { openMarket, seen } from '../support/market.ts';

const market = await openMarket();
const { warehouse, rebuild, rows } = market;
beforeEach(market.empty);
afterAll(market.close);

const IN_USE: MarketTables = {
  ...tablesBeside('00000000'),
  units: 'units',
  listings: 'listings',
};

const eagle = (id: string, over: Partial<Sighting> = {}): Sighting =>
  seen(id, 10, {
    price: 40_000,
    make_id: 'jayco',
    line_id: 'jayco/eagle',
    floorplan: '330RSTS',
    type: '',
    ...over,
  });

async function typeOf(...sightings: Sighting[]): Promise<string> {
  await market.load(...sightings);
  await rebuild();
  const [row] = await rows<{ type: string }>("SELECT type FROM units WHERE title = 'asked'");
  return row?.type ?? 'no unit';
}

it('is of the type that others of its line and floorplan are, at whatever dealer', async () => {
  const type = await typeOf(
    eagle('asked'),
    eagle('B', { type: 'travel-trailer', source: 'another' }),
    eagle('C', { type: 'fifth-wheel', floorplan: '355MBQS' }),
  );
  expect(type).toBe('travel-trailer');
  expect(await unitCellSizes(warehouse, IN_USE)).toEqual([
    { units: 1, cells: 1 },
    { units: 2, cells: 1 },
  ]);
  expect(await unitQuality(warehouse)).toMatchObject({ withoutType: 0 });
  // What the listing itself says stays what it says.
  expect(await rows("SELECT type FROM listings WHERE title = 'asked'")).toEqual([{ type: '' }]);
});

it('keeps it when it is seen again, before the market is built anew', async () => {
  await typeOf(eagle('asked'), eagle('B', { type: 'travel-trailer' }));
  await market.load(eagle('asked', { observed_at: '2026-11-12 08:00:00.000', price: 39_000 }));
  const { rows: cards } = await market.search({ types: ['travel-trailer'] });
  expect(cards.find(({ title }) => title === 'asked')?.type).toBe('travel-trailer');
});

it('keeps it when it comes back on offer, before the market is built anew', async () => {
  const gone = eagle('asked', { removed_at: '2026-11-11 08:00:00.000' });
  expect(await typeOf(gone, eagle('B', { type: 'travel-trailer' }))).toBe('travel-trailer');
  await market.load(eagle('asked', { observed_at: '2026-11-12 08:00:00.000', price: 39_000 }));
  const { rows: cards } = await market.search({ types: ['travel-trailer'] });
  expect(cards.find(({ title }) => title === 'asked')?.type).toBe('travel-trailer');
});

it('is so of a make whose codes stand without a line', async () => {
  const camper = { make_id: 'lance', line_id: '', floorplan: '850' };
  expect(
    await typeOf(eagle('asked', camper), eagle('B', { ...camper, type: 'truck-camper' })),
  ).toBe('truck-camper');
});

it('stays open where others of its floorplan are of two types', async () => {
  expect(
    await typeOf(
      eagle('asked'),
      eagle('B', { type: 'travel-trailer' }),
      eagle('C', { type: 'fifth-wheel' }),
    ),
  ).toBe('');
  expect(await unitQuality(warehouse)).toMatchObject({ withoutType: 1 });
});

it('follows nine in ten of its floorplan', async () => {
  const trailers = Array.from({ length: 9 }, (_, at) =>
    eagle(`T${at}`, { type: 'travel-trailer' }),
  );
  expect(await typeOf(eagle('asked'), ...trailers, eagle('F', { type: 'fifth-wheel' }))).toBe(
    'travel-trailer',
  );
});

it('is of the one type of its line where five or more listings state it', async () => {
  const line = { line_id: 'thor-motor-coach/tranquility', make_id: 'thor-motor-coach' };
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      eagle(`B${at}`, { ...line, type: 'class-b', floorplan: `19${at}` }),
    );
  const asked = eagle('asked', { ...line, floorplan: '24X' });
  expect(await typeOf(asked, ...others(5))).toBe('class-b');
  await market.empty();
  expect(await typeOf(asked, ...others(4))).toBe('');
  await market.empty();
  const coach = eagle('C', { ...line, type: 'class-c', floorplan: '24L' });
  expect(await typeOf(asked, ...others(5), coach)).toBe('');
});

it('stays open of a make alone, and what states a type keeps it', async () => {
  const alone = { line_id: '', floorplan: '' };
  const others = Array.from({ length: 6 }, (_, at) =>
    eagle(`B${at}`, { ...alone, type: 'travel-trailer' }),
  );
  expect(await typeOf(eagle('asked', alone), ...others)).toBe('');
  await market.empty();
  const trailers = Array.from({ length: 9 }, (_, at) =>
    eagle(`T${at}`, { type: 'travel-trailer' }),
  );
  expect(await typeOf(eagle('asked', { type: 'fifth-wheel' }), ...trailers)).toBe('fifth-wheel');
});
