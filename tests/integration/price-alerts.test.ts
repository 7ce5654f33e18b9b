import type { FindListings } from '#api/resources/saved-rvs.ts';
import type { Row, UserStore } from '#api/users/store.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { member, type AccountsOptions } from '../support/accounts.ts';
import { FakeStripe } from '../support/fake-stripe.ts';
import { buyer, openShop } from '../support/payments.ts';
import { shownMarket } from '../support/shown-market.ts';
import { followedBy, onBothUserStores } from '../support/user-stores.ts';

const { market, findListings, show } = shownMarket();

await onBothUserStores('price alerts', (store) => {
  let stripe: FakeStripe;
  beforeAll(async () => {
    stripe = await FakeStripe.start();
  });
  afterAll(() => stripe.stop());
  beforeEach(async () => {
    await store().query('delete from saved_rvs');
    market.clear();
    show('eagle', 30_000);
  });

  const open = (options: AccountsOptions = {}) =>
    openShop(store(), stripe, { findListings, ...options });
  type Api = ReturnType<typeof open>;

  const verify = (id: string) =>
    store().query('update users set email_verified_at = now() where id = $1', [id]);

  /** Somebody who has paid and saved an RV. */
  async function watcher(api: Api, listingId = 'eagle') {
    const person = await buyer(api);
    stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
    await api.deliver();
    await verify(person.id);
    await person.post('/api/saved-rvs', { listingId }).expect(200);
    return person;
  }

  const alerts = async (api: Api) =>
    (await api.mails()).filter(({ subject }) => subject.includes('you saved'));

  it('tell a change once, with what it was and is', async () => {
    const api = open();
    const { person } = await watcher(api);
    expect(await api.alertPrices()).toBe(0);
    show('eagle', 28_500);
    expect(await api.alertPrices()).toBe(1);
    expect(await api.alertPrices()).toBe(0);
    const [mail, ...others] = await alerts(api);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: person.email,
      subject: 'The price of an RV you saved has changed',
    });
    expect(mail?.text).toContain('2019 Jayco Eagle: now $28,500, $1,500 less than before');
    expect(mail?.text).toContain('https://rv.example.com/profile');
  });

  it('tell the next change from the last one told', async () => {
    const api = open();
    await watcher(api);
    for (const price of [28_000, 29_000]) {
      show('eagle', price);
      await api.alertPrices();
    }
    const texts = (await alerts(api)).map(({ text }) => text);
    expect(texts[1]).toContain('now $29,000, $1,000 more than before');
  });

  it('tell all changes of a person in one mail, and a price that is shown at last', async () => {
    const api = open();
    show('hidden', null);
    const person = await watcher(api);
    await person.post('/api/saved-rvs', { listingId: 'hidden' }).expect(200);
    show('eagle', 31_000);
    show('hidden', 12_000);
    expect(await api.alertPrices()).toBe(1);
    const [mail] = await alerts(api);
    expect(mail?.subject).toBe('The prices of 2 RVs you saved have changed');
    expect(mail?.text).toContain('now $12,000, no price was shown before');
  });

  it('say nothing of what is gone, or shows no price now', async () => {
    const api = open();
    await watcher(api);
    show('eagle', null);
    expect(await api.alertPrices()).toBe(0);
    show('eagle', 20_000, false);
    expect(await api.alertPrices()).toBe(0);
    market.clear();
    expect(await api.alertPrices()).toBe(0);
    show('eagle', 30_000);
    expect(await api.alertPrices()).toBe(0);
  });

  it('are for members of Premium who want them, at an e-mail that is theirs', async () => {
    const api = open();
    const free = await member(api);
    await verify(free.id);
    await free.post('/api/saved-rvs', { listingId: 'eagle' }).expect(200);
    const quiet = await watcher(api);
    await quiet
      .put('/api/user/settings', {
        notifications: { priceAlerts: false },
        privacy: { shareContributions: true },
      })
      .expect(200);
    const unverified = await watcher(api);
    await store().query('update users set email_verified_at = null where id = $1', [unverified.id]);
    const over = await watcher(api);
    await store().query('update payment_orders set premium_until = $2 where user_id = $1', [
      over.id,
      api.clock(),
    ]);
    const elsewhere = await watcher(api);
    await store().query(`update payment_orders set provider = 'sandbox' where user_id = $1`, [
      elsewhere.id,
    ]);
    show('eagle', 25_000);
    expect(await api.alertPrices()).toBe(0);
    await verify(unverified.id);
    expect(await api.alertPrices()).toBe(1);
  });

  it('go out once from several processes at a time', async () => {
    const apis = [open(), open(), open()] as const;
    await watcher(apis[0]);
    show('eagle', 27_000);
    const sent = await Promise.all(apis.map((api) => api.alertPrices()));
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  it('are tried again where the mail did not go out, and keep nobody else waiting', async () => {
    let refused = '';
    const got: string[] = [];
    const api = open({
      mailer: {
        send: async ({ to, subject }) => {
          if (to === refused) throw new Error('the mail server said no');
          if (subject.includes('you saved')) got.push(to);
        },
        close: async () => undefined,
      },
    });
    const [first, second] = [await watcher(api), await watcher(api)];
    refused = first.person.email;
    show('eagle', 26_000);
    expect(await api.alertPrices()).toBe(1);
    expect(got).toEqual([second.person.email]);
    refused = '';
    // Not at once: it is in hand for a while, as if it were still being sent.
    expect(await api.alertPrices()).toBe(0);
    api.pass(6 * 60_000);
    expect(await api.alertPrices()).toBe(1);
    expect(got).toEqual([second.person.email, first.person.email]);
  });

  it('are sent again where a process dies over them, as the same mail', async () => {
    const got: (string | undefined)[] = [];
    let dies = true;
    const dying: UserStore = {
      ...store(),
      async query<R extends Row>(text: string, values?: readonly unknown[]) {
        if (dies && text.startsWith('delete from price_alerts where id')) throw new Error('killed');
        return store().query<R>(text, values);
      },
    };
    const api = openShop(dying, stripe, {
      findListings,
      mailer: {
        send: async ({ subject, messageId }) => {
          if (subject.includes('you saved')) got.push(messageId);
        },
        close: async () => undefined,
      },
    });
    await watcher(api);
    show('eagle', 26_000);
    await expect(api.alertPrices()).rejects.toThrow('killed');
    dies = false;
    expect(await api.alertPrices()).toBe(0);
    api.pass(6 * 60_000);
    expect(await api.alertPrices()).toBe(1);
    api.pass(6 * 60_000);
    expect(await api.alertPrices()).toBe(0);
    expect(got).toHaveLength(2);
    expect(got[0]).toMatch(/^<[0-9a-f-]{36}@rv\.example\.com>$/);
    expect(got[1]).toBe(got[0]);
  });

  it('lose no change where a process dies before the mail goes out', async () => {
    let dies = true;
    const api = openShop(
      {
        ...store(),
        async query<R extends Row>(text: string, values?: readonly unknown[]) {
          if (dies && text.startsWith('update price_alerts')) throw new Error('killed');
          return store().query<R>(text, values);
        },
      },
      stripe,
      { findListings },
    );
    await watcher(api);
    show('eagle', 26_000);
    await expect(api.alertPrices()).rejects.toThrow('killed');
    dies = false;
    expect(await api.alertPrices()).toBe(1);
    expect(await alerts(api)).toHaveLength(1);
  });

  it('do not go to who turned them off while they were being written', async () => {
    const found: FindListings = async (ids) => {
      if (quiet !== undefined)
        await quiet
          .put('/api/user/settings', {
            notifications: { priceAlerts: false },
            privacy: { shareContributions: true },
          })
          .expect(200);
      return findListings(ids);
    };
    let quiet: Awaited<ReturnType<typeof watcher>> | undefined;
    const api = open({ findListings: found });
    quiet = await watcher(api);
    show('eagle', 26_000);
    expect(await api.alertPrices()).toBe(0);
    expect(await alerts(api)).toEqual([]);
  });

  it('do not go to who turned them off at the last moment', async () => {
    let person: Awaited<ReturnType<typeof watcher>> | undefined;
    const off = {
      notifications: { priceAlerts: false },
      privacy: { shareContributions: true },
    };
    const api = openShop(
      followedBy(store(), 'delete from price_alerts where written_at', async () =>
        person?.put('/api/user/settings', off).expect(200),
      ),
      stripe,
      { findListings },
    );
    person = await watcher(api);
    show('eagle', 26_000);
    expect(await api.alertPrices()).toBe(0);
    expect(await alerts(api)).toEqual([]);
  });

  it('that could not be sent for a day are no news any more', async () => {
    let isAway = true;
    const got: string[] = [];
    const api = open({
      mailer: {
        send: async ({ text }) => {
          if (isAway) throw new Error('no mail server');
          got.push(text);
        },
        close: async () => undefined,
      },
    });
    await watcher(api);
    show('eagle', 26_000);
    expect(await api.alertPrices()).toBe(0);
    isAway = false;
    api.pass(24 * 3_600_000 + 1);
    expect(await api.alertPrices()).toBe(0);
    expect(got).toEqual([]);
    // The next change is, from what was to be told.
    show('eagle', 25_000);
    expect(await api.alertPrices()).toBe(1);
    expect(got[0]).toContain('now $25,000, $1,000 less than before');
  });
});
