import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { savedRv } from '#schemas/api/saved-rvs.ts';
import { member, openAccounts } from '../support/accounts.ts';
import { shownMarket } from '../support/shown-market.ts';
import { onBothUserStores, onPostgresServer, whileHeld } from '../support/user-stores.ts';

const SAVED = '/api/saved-rvs';
type SavedAnswer = z.output<typeof savedRv>;

const { market, findListings, show } = shownMarket();

await onBothUserStores('saved RVs', (store) => {
  const open = () => openAccounts(store(), { findListings });
  beforeEach(() => {
    market.clear();
    show('eagle', 30_000);
  });

  it('are listed with what their price did since', async () => {
    const api = open();
    const { get, post } = await member(api);
    await post(SAVED, { listingId: 'eagle' }).expect(200);
    show('hidden', null);
    api.pass(60_000);
    await post(SAVED, { listingId: 'hidden' }).expect(200);
    show('eagle', 28_500);
    const { body } = await get(SAVED).expect(200);
    expect(body).toMatchObject([
      { listingId: 'hidden', priceWhenSaved: null, priceNow: null, priceChange: null },
      {
        listingId: 'eagle',
        savedAt: '2026-11-21T12:00:00.000Z',
        priceWhenSaved: 30_000,
        priceNow: 28_500,
        priceChange: -1_500,
        onMarket: true,
        listing: { make: { name: 'Jayco' } },
      },
    ]);
  });

  it('are saved once, however often and however many at a time', async () => {
    const { get, post } = await member(open());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(SAVED, { listingId: 'eagle' }).expect(200)),
    );
    show('eagle', 20_000);
    answers.push(await post(SAVED, { listingId: 'eagle' }).expect(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { body } = await get(SAVED).expect(200);
    expect(body).toMatchObject([{ id: answers[0]?.body.id, priceWhenSaved: 30_000 }]);
  });

  it('stay when the listing is gone, and when nobody knows it any more', async () => {
    const { get, post } = await member(open());
    await post(SAVED, { listingId: 'eagle' }).expect(200);
    show('eagle', 30_000, false);
    expect((await get(SAVED)).body).toMatchObject([{ onMarket: false, priceChange: 0 }]);
    market.clear();
    expect((await get(SAVED)).body).toMatchObject([
      { onMarket: false, priceNow: null, priceChange: null, listing: null },
    ]);
  });

  it('keep their name and the last price that was shown when nobody knows them any more', async () => {
    const { get, post } = await member(open());
    await post(SAVED, { listingId: 'eagle' }).expect(200);
    show('never priced', null);
    await post(SAVED, { listingId: 'never priced' }).expect(200);
    market.clear();
    const kept = async () =>
      new Map(
        ((await get(SAVED).expect(200)).body as SavedAnswer[]).map((rv) => [rv.listingId, rv]),
      );
    const name = '2019 Jayco Eagle';
    expect((await kept()).get('eagle')).toMatchObject({ name, lastPrice: 30_000 });
    expect((await kept()).get('never priced')).toMatchObject({ name, lastPrice: null });
    show('eagle', 27_000);
    expect((await kept()).get('eagle')).toMatchObject({ name, lastPrice: 27_000 });
    show('eagle', null);
    expect((await kept()).get('eagle')).toMatchObject({ name, lastPrice: 27_000 });
    market.clear();
    expect((await kept()).get('eagle')).toMatchObject({ listing: null, name, lastPrice: 27_000 });
  });

  it('get the name they were saved without when the listing is next seen', async () => {
    const { get, id } = await member(open());
    await store().query(
      `insert into saved_rvs (id, user_id, listing_id, saved_at)
       values (gen_random_uuid(), $1::uuid, 'eagle', now()), (gen_random_uuid(), $1::uuid, 'gone', now())`,
      [id],
    );
    await get(SAVED).expect(200);
    market.clear();
    const { body } = await get(SAVED).expect(200);
    expect(body).toHaveLength(2);
    expect(body).toContainEqual(
      expect.objectContaining({ listingId: 'eagle', name: '2019 Jayco Eagle', lastPrice: 30_000 }),
    );
    expect(body).toContainEqual(
      expect.objectContaining({ listingId: 'gone', name: null, lastPrice: null }),
    );
  });

  it('are removed by who saved them, and by nobody else', async () => {
    const api = open();
    const [ada, eve] = [await member(api), await member(api)];
    const { body } = await ada.post(SAVED, { listingId: 'eagle' }).expect(200);
    expect((await eve.get(SAVED)).body).toEqual([]);
    await eve.delete(`${SAVED}/${body.id}`).expect(404);
    await ada.delete(`${SAVED}/${body.id}`).expect(200);
    await ada.delete(`${SAVED}/${body.id}`).expect(404);
    await ada.delete(`${SAVED}/${randomUUID()}`).expect(404);
    expect((await ada.get(SAVED)).body).toEqual([]);
  });

  it('are of listings there are', async () => {
    const { post } = await member(open());
    const { body } = await post(SAVED, { listingId: `x'; drop table users; --` }).expect(404);
    expect(body.code).toBe('unknown_listing');
    await post(SAVED, { listingId: '' }).expect(422);
    await post(SAVED, { listingId: 'eagle\0' }).expect(422);
    await post(SAVED, {}).expect(422);
  });

  it('are at most two hundred', async () => {
    const { id, post } = await member(open());
    await store().query(
      `insert into saved_rvs (id, user_id, listing_id, saved_at)
       select gen_random_uuid(), $1::uuid, 'listing ' || n, now() from generate_series(1, 200) n`,
      [id],
    );
    const { body } = await post(SAVED, { listingId: 'eagle' }).expect(409);
    expect(body.code).toBe('saved_rvs_full');
  });

  it('are in the file of what is kept', async () => {
    const { get, post } = await member(open());
    await post(SAVED, { listingId: 'eagle' }).expect(200);
    expect((await get('/api/user/data')).body.savedRvs).toEqual([
      {
        listingId: 'eagle',
        savedAt: '2026-11-21T12:00:00.000Z',
        name: '2019 Jayco Eagle',
        priceWhenSaved: 30_000,
        toldPrice: 30_000,
        lastPrice: 30_000,
      },
    ]);
  });
});

await onPostgresServer('saved RVs of one person at once', (store) => {
  it('are at most two hundred', async () => {
    const { get, id, post } = await member(openAccounts(store(), { findListings }));
    await store().query(
      `insert into saved_rvs (id, user_id, listing_id, saved_at)
       select gen_random_uuid(), $1::uuid, 'listing ' || n, now() from generate_series(1, 199) n`,
      [id],
    );
    const wanted = ['one', 'two', 'three'];
    for (const listingId of wanted) show(listingId, 30_000);
    const answers = await whileHeld(
      store(),
      id,
      wanted.map((listingId) => () => post(SAVED, { listingId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await get(SAVED).expect(200)).body).toHaveLength(200);
  });
});
