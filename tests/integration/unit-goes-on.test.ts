import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { listingsById } from '#warehouse/queries/listings-by-id.ts';
import { openMarket, seen } from '../support/market.ts';

/**
 * One unit on several sites, of which one lets it go: before the next compute search shows what the market built
 * from the same facts does.
 */
const market = await openMarket();
beforeEach(market.empty);
afterAll(market.close);

const VIN = { vin: '1TEST00000000001', vin_valid: true };
/** A sighting of the unit on a site, which is its title too. */
const on = (site: string, day: number, over: Partial<Sighting> = {}): Sighting =>
  seen(site, day, { source: site, ...VIN, ...over });
const endOn = (site: string, day: number): Sighting =>
  on(site, day, { removed_at: `2026-11-${day} 00:00:00.000` });

/** What search shows, now and once the market is built anew: the same. */
async function shown(): Promise<{ title: string; price: number | null; lastSeen: string }[]> {
  const cards = async () => {
    const { rows, total } = await market.search();
    expect(rows.length).toBe(total);
    return rows.map(({ title, price, last_seen: lastSeen }) => ({ title, price, lastSeen }));
  };
  const before = await cards();
  await market.rebuild();
  expect(await cards()).toEqual(before);
  return before;
}

it('goes on through the other site once the one that stands for it has ended', async () => {
  await market.load(on('B', 10, { price: 21_000 }), on('A', 11, { price: 20_000 }));
  await market.rebuild();
  expect(await market.titles()).toEqual(['A']);
  await market.load(endOn('A', 13));
  expect(await shown()).toEqual([
    { title: 'B', price: 21_000, lastSeen: '2026-11-11 00:00:00.000' },
  ]);
});

it('goes on as the other site shows it since', async () => {
  await market.load(on('B', 10), on('A', 11));
  await market.rebuild();
  await market.load(on('B', 12, { price: null, price_state: 'call' }));
  await market.load(endOn('A', 13));
  expect(await shown()).toMatchObject([{ title: 'B', price: null }]);
});

it('goes on by a site that came since, which is shown for it', async () => {
  await market.load(on('A', 11));
  await market.rebuild();
  await market.load(on('C', 12, { price: 19_000 }));
  await market.load(endOn('A', 13));
  expect(await shown()).toMatchObject([{ title: 'C', price: 19_000 }]);
});

it('goes back to the first site where one that came since has ended', async () => {
  await market.load(on('A', 11));
  await market.rebuild();
  await market.load(on('C', 12, { price: 19_000 }));
  await market.load(endOn('C', 13));
  expect(await shown()).toMatchObject([{ title: 'A', price: 20_000 }]);
});

it('is gone where all have ended, by one batch or several, and comes back', async () => {
  await market.load(on('B', 10), on('A', 11));
  await market.rebuild();
  await market.load(endOn('A', 13), endOn('B', 13));
  expect(await shown()).toEqual([]);

  await market.load(on('A', 14), on('B', 14));
  await market.rebuild();
  await market.load(endOn('A', 15));
  await market.load(endOn('B', 16));
  expect(await market.titles()).toEqual([]);
  await market.load(on('B', 17));
  expect(await shown()).toMatchObject([{ title: 'B' }]);
});

it('does not go on through a site that a whole collection no longer saw it on', async () => {
  await market.load(on('B', 10), on('A', 11));
  await market.rebuild();
  await market.warehouse.command("ALTER TABLE listings UPDATE current = false WHERE source = 'B' SETTINGS mutations_sync = 1"); // prettier-ignore
  await market.load(endOn('A', 13));
  expect(await market.titles()).toEqual([]);
});

it.each([
  ['at one instant', [on('N', 13), endOn('A', 13)]],
  ['seen before the end', [on('N', 12), endOn('A', 13)]],
  ['seen before the end, and before it was on offer last', [on('N', 12), endOn('A', 14)], on('A', 13)], // prettier-ignore
  ['seen after the end', [endOn('A', 13), on('N', 14)]],
  ['twice', [on('N', 13), endOn('A', 13), on('O', 12)]],
])(
  'goes on by the id under which it is listed anew in the batch of the end: %s',
  async (...row) => {
    const [, batch, since] = row;
    await market.load(on('A', 11));
    await market.rebuild();
    if (since) await market.load(since);
    await market.load(...batch);
    expect(await shown()).toMatchObject([{ title: 'N' }]);
  },
);

it.each([
  ['the one shown ends', [endOn('A', 13)], [false, true, true]],
  ['the stand-in is seen again', [endOn('A', 13), on('B', 14)], [false, true, true]],
  ['the stand-in ends too', [endOn('A', 13), endOn('B', 14)], [false, false, true]],
  ['all end', [endOn('A', 13), endOn('B', 14), endOn('C', 15)], [false, false, false]],
  ['one not shown ends', [endOn('B', 13)], [true, false, true]],
  ['one comes back', [endOn('A', 13), on('A', 14), on('B', 15)], [true, true, true]],
])('has each listing on the market or off it for who saved it: %s', async (...row) => {
  const [, since, expected] = row;
  const saved = [on('A', 11), on('B', 10), on('C', 9)];
  const ids = saved.map(({ listing_id }) => listing_id);
  const current = async () => {
    const found = await listingsById(market.warehouse, ids);
    return ids.map((id) => found.get(id)?.current);
  };
  await market.load(...saved);
  await market.rebuild();
  for (const sighting of since) await market.load(sighting);
  expect(await current()).toEqual(expected);
  await market.rebuild();
  expect(await current()).toEqual(expected);
});

it('has a listing that had gone on the market again once it is seen, whichever is shown', async () => {
  const gone = endOn('B', 10);
  await market.load(gone, on('A', 11));
  await market.rebuild();
  await market.load(on('B', 12));
  await market.load(on('A', 13));
  const current = async () =>
    (await listingsById(market.warehouse, [gone.listing_id])).get(gone.listing_id)?.current;
  expect(await current()).toBe(true);
  await market.rebuild();
  expect(await current()).toBe(true);
});
