import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FakeStripe } from '../support/fake-stripe.ts';
import { buyer, openShop, type Shop } from '../support/payments.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const DAY_MS = 24 * 3_600_000;

await onBothUserStores('Premium by the month', (store) => {
  let stripe: FakeStripe;
  let shop: Shop;
  beforeAll(async () => {
    stripe = await FakeStripe.start();
  });
  afterAll(() => stripe.stop());
  beforeEach(() => {
    // Each has a clock of its own.
    shop = openShop(store(), stripe);
    stripe.take();
    stripe.calls.length = 0;
  });

  async function begun() {
    const person = await buyer(shop);
    const { clientSecret } = (await person.beginMonthly().expect(200)).body;
    const [{ ref } = { ref: '' }] = await store().query<{ ref: string }>(
      'select ref from payment_orders where user_id = $1',
      [person.id],
    );
    return { ...person, ref, clientSecret: String(clientSecret) };
  }

  async function subscriber() {
    const person = await begun();
    stripe.pay(person.clientSecret);
    await shop.deliver();
    return person;
  }

  const amountsOf = async ({ get }: Awaited<ReturnType<typeof buyer>>) => {
    const { body } = await get('/api/user/data').expect(200);
    return (body.payments as { amount: number }[]).map(({ amount }) => amount);
  };

  /** The next month, at another sum than the price. */
  function renewAt(ref: string, change: { amount?: number; currency?: string }): void {
    stripe.renew(ref, false);
    stripe.change(stripe.paymentOf(ref), change);
    stripe.pay(stripe.secretOf(ref));
  }

  /** The next month, of which so many are asked for since. */
  function renewTimes(ref: string, quantity: number): void {
    stripe.setItem(ref, { quantity });
    stripe.renew(ref);
  }

  it('ends on the day that was set at Stripe, and says so', async () => {
    const person = await subscriber();
    const end = new Date('2026-12-05T12:00:00Z');
    stripe.change(person.ref, { cancel_at: end.getTime() / 1_000 });
    await shop.deliver([stripe.updated(person.ref)]);
    expect(await person.subscription()).toMatchObject({
      currentPeriodEnd: end.toISOString(),
      cancelAtPeriodEnd: true,
    });
    await person.later(13 * DAY_MS);
    expect(await person.isPremium()).toBe(true);
    await person.later(2 * DAY_MS);
    expect(await person.isPremium()).toBe(false);
  });

  it('has one week unpaid, not one a month', async () => {
    const person = await subscriber();
    await person.later(30 * DAY_MS);
    stripe.renew(person.ref, false);
    await shop.deliver();
    await person.later(6 * DAY_MS);
    expect(await person.isPremium()).toBe(true);
    await person.later(24 * DAY_MS);
    stripe.renew(person.ref, false);
    await shop.deliver();
    expect(await person.isPremium()).toBe(false);
    stripe.pay(stripe.secretOf(person.ref));
    await shop.deliver();
    expect(await person.isPremium()).toBe(true);
  });

  it('has none once Stripe has given the payment up, which may still be made', async () => {
    const person = await subscriber();
    await person.later(30 * DAY_MS);
    stripe.renew(person.ref, false);
    stripe.change(person.ref, { status: 'unpaid' });
    await shop.deliver();
    expect(await person.isPremium()).toBe(false);
    stripe.pay((await person.beginMonthly().expect(200)).body.clientSecret);
    await shop.deliver();
    expect(await person.isPremium()).toBe(true);
  });

  it('begins with the money, not with the promise of a slow bank', async () => {
    const person = await begun();
    stripe.slowBank(person.clientSecret);
    stripe.change(person.ref, { status: 'active' });
    stripe.take();
    await shop.deliver([stripe.updated(person.ref)]);
    expect(await person.isPremium()).toBe(false);
    stripe.pay(person.clientSecret);
    await shop.deliver();
    expect(await person.isPremium()).toBe(true);
  });

  it('goes on for a month that a credit paid in part', async () => {
    const person = await subscriber();
    await person.later(30 * DAY_MS);
    renewAt(person.ref, { amount: 400 });
    await shop.deliver();
    await person.later(20 * DAY_MS);
    expect(await person.isPremium()).toBe(true);
    expect(await amountsOf(person)).toEqual([400, 500]);
  });

  it('goes on for a month that a coupon paid whole', async () => {
    const person = await subscriber();
    await person.later(30 * DAY_MS);
    stripe.renewForNothing(person.ref);
    await shop.deliver();
    await person.later(20 * DAY_MS);
    expect(await person.isPremium()).toBe(true);
    expect(await amountsOf(person)).toEqual([500]);
  });

  it('goes on at a lower price that was set at Stripe', async () => {
    const person = await subscriber();
    await person.later(30 * DAY_MS);
    stripe.setItem(person.ref, { price: { unit_amount: 400 } });
    stripe.renew(person.ref);
    await shop.deliver();
    await person.later(20 * DAY_MS);
    expect(await person.isPremium()).toBe(true);
    expect(await amountsOf(person)).toEqual([400, 500]);
    stripe.close(person.ref, 'canceled');
    await shop.deliver();
    expect(await person.subscription()).toBeNull();
  });

  it.each<[string, (ref: string) => void]>([
    ['another amount', (ref) => renewAt(ref, { amount: 600 })],
    ['another currency', (ref) => renewAt(ref, { currency: 'cad' })],
    ['twice its price', (ref) => renewTimes(ref, 2)],
  ])(
    'is not had for %s, which is given back, and what comes after is heard',
    async (_sum, renew) => {
      const person = await subscriber();
      await person.later(30 * DAY_MS);
      renew(person.ref);
      const odd = stripe.paymentOf(person.ref);
      await shop.deliver();
      // What the refund told is heard too, and leads to no other.
      await shop.deliver();
      expect(
        stripe.calls
          .filter(({ call }) => call === 'POST /v1/refunds')
          .map(({ body }) => body['payment_intent']),
      ).toEqual([odd]);
      await person.later(20 * DAY_MS);
      expect(await person.isPremium()).toBe(false);
      expect(await amountsOf(person)).toEqual([500]);
      const noted = await store().query(
        `select details->>'fault' as fault from audit join users on audit_id = subject
         where users.id = $1 and action = 'payment.unexpected' group by 1`,
        [person.id],
      );
      expect(noted).toEqual([{ fault: 'payment' }]);
      await person.later(10 * DAY_MS);
      stripe.setItem(person.ref, { quantity: 1 });
      stripe.renew(person.ref);
      await shop.deliver();
      expect(await person.isPremium()).toBe(true);
      stripe.close(person.ref, 'canceled');
      await shop.deliver();
      expect(await person.subscription()).toBeNull();
    },
  );
});
