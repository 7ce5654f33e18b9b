import { describe, expect, it } from 'vitest';
import request from 'supertest';
import { type PaymentProvider } from '#api/payments/provider.ts';
import { openAccounts, member, PASSWORD } from '../support/accounts.ts';
import { buyer, openShop, openTill } from '../support/payments.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const DAY_MS = 24 * 3_600_000;
const LIFETIME = '/api/create-payment-intent';
const MONTHLY = '/api/create-subscription-intent';
const LIVE = { secretKey: 'sk_live_hunter2' };

await onBothUserStores('payments', (store) => {
  const till = openTill(store);

  describe('beginning', () => {
    it('is for whoever is signed in', async () => {
      await request(till.shop.app).post(LIFETIME).send({ amount: 5 }).expect(401);
      await request(till.shop.app).post(MONTHLY).expect(401);
    });

    it.each([4.99, 5.004, 0, 500, -5, 5.5])('has one price, which is not $%d', async (amount) => {
      const { post } = await buyer(till.shop);
      const { body } = await post(LIFETIME, { amount }).expect(422);
      expect(body).toMatchObject({ code: 'wrong_amount' });
      expect(till.stripe.calls).toEqual([]);
    });

    it('of lifetime access asks Stripe for $5, once', async () => {
      const person = await buyer(till.shop);
      const { body } = await person.beginLifetime().expect(200);
      expect(body).toEqual({
        clientSecret: expect.stringMatching(/^pi_\d+_secret_/),
        publishableKey: 'pk_test_ours',
        sandbox: false,
      });
      const [made] = till.callsTo('POST /v1/payment_intents');
      expect(made?.body).toMatchObject({
        amount: '500',
        currency: 'usd',
        metadata: { user: person.id },
      });
      expect((await person.beginLifetime().expect(200)).body).toEqual(body);
      expect(till.callsTo('POST /v1/payment_intents')).toHaveLength(1);
      expect(till.callsTo('POST /v1/customers')).toHaveLength(1);
    });

    it('of a month is incomplete until it is paid', async () => {
      const person = await buyer(till.shop);
      const { body } = await person.beginMonthly().expect(200);
      expect(body.clientSecret).toMatch(/^pi_\d+_secret_/);
      const [made] = till.callsTo('POST /v1/subscriptions');
      expect(made?.body).toMatchObject({
        payment_behavior: 'default_incomplete',
        items: [
          { price_data: { unit_amount: '500', currency: 'usd', recurring: { interval: 'month' } } },
        ],
        expand: expect.arrayContaining(['latest_invoice.confirmation_secret']),
      });
      expect(await person.subscription()).toBeNull();
      expect(await person.isPremium()).toBe(false);
    });

    it('twice at once begins one payment', async () => {
      const person = await buyer(till.shop);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => person.beginLifetime().expect(200)),
      );
      expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
      const intents = till.stripe.take().filter(({ type }) => type === 'payment_intent.created');
      expect(intents).toHaveLength(1);
    });

    it('twice at once makes one customer: both ask Stripe by the same key', async () => {
      const person = await buyer(till.shop);
      await Promise.all([person.beginLifetime().expect(200), person.beginLifetime().expect(200)]);
      const keys = till.callsTo('POST /v1/customers').map(({ key }) => key);
      expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^customer-[\da-f-]{36}$/)]));
    });

    it('is asked of Stripe so often an hour, and then no more', async () => {
      const person = await buyer(till.shop);
      for (let i = 0; i < 19; i += 1) await person.beginLifetime().expect(200);
      await person.post('/api/user/cancel-subscription').expect(404);
      till.stripe.calls.length = 0;
      for (const asked of [
        person.beginLifetime(),
        person.beginMonthly(),
        person.post('/api/user/cancel-subscription'),
        person.post('/api/user/resume-subscription'),
      ])
        expect((await asked.expect(429)).headers['retry-after']).toMatch(/^\d+$/);
      expect(till.stripe.calls).toEqual([]);
      await (await buyer(till.shop)).beginLifetime().expect(200);
    });

    it('is done anew where Stripe closed what was open', async () => {
      const person = await buyer(till.shop);
      await person.beginMonthly().expect(200);
      const [{ ref } = { ref: '' }] = await store().query<{ ref: string }>(
        'select ref from payment_orders where user_id = $1',
        [person.id],
      );
      till.stripe.close(ref, 'incomplete_expired');
      const { body } = await person.beginMonthly().expect(200);
      till.stripe.pay(body.clientSecret);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('fails plainly while Stripe does, and works when it is tried again', async () => {
      const person = await buyer(till.shop);
      const begin = [person.beginLifetime, person.beginMonthly];
      // First what fails is making the customer, then the order.
      for (const one of begin) {
        till.stripe.failures = 1;
        expect((await one().expect(503)).body.code).toBe('payments_unavailable');
        await one().expect(200);
      }
    });

    it('says so where Stripe refuses, by no word of what was sent', async () => {
      const person = await buyer(till.shop);
      till.stripe.refusals = 1;
      const { text } = await person.beginLifetime().expect(502);
      expect(text).toContain('payment_refused');
      expect(text).toContain('(insufficient_funds)');
      expect(text).not.toContain('hunter2');
      await person.beginLifetime().expect(200);
    });

    it('says that nothing can be paid now, and no more, where Stripe does not take our key', async () => {
      const person = await buyer(till.shop);
      till.stripe.keyIsRevoked = true;
      const { body, text } = await person.beginLifetime().expect(503);
      till.stripe.keyIsRevoked = false;
      expect(body.code).toBe('payments_unavailable');
      expect(text).not.toContain('key');
      expect(till.shop.log.join('')).toContain('Stripe does not let us in');
      await person.beginLifetime().expect(200);
    });

    it('leaves nothing to pay behind where another try was first', async () => {
      const around = (provider: PaymentProvider): PaymentProvider => ({
        ...provider,
        async begin(order) {
          const state = await provider.begin(order);
          await store().query(`update payment_orders set status = 'ended' where id = $1`, [
            order.id,
          ]);
          return state;
        },
      });
      const person = await buyer(openShop(store(), till.stripe, { around }));
      expect((await person.beginLifetime().expect(409)).body.code).toBe('payment_under_way');
      const intents = till.stripe
        .take()
        .map(({ data }) => (data as { object: { id: string } }).object.id);
      expect(new Set(intents).size).toBe(1);
      expect(till.stripe.status(intents[0] ?? '')).toBe('canceled');
    });

    it('of a month works again where its end was never told', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      till.stripe.close(person.ref, 'canceled');
      till.stripe.take();
      expect((await person.beginMonthly().expect(409)).body.code).toBe('already_subscribed');
      await person.later(40 * DAY_MS);
      till.stripe.pay((await person.beginMonthly().expect(200)).body.clientSecret);
      await timed.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('is not charged to who has it already', async () => {
      const forever = await till.premium('lifetime');
      const monthly = await till.premium('monthly');
      till.stripe.calls.length = 0;
      expect((await forever.beginLifetime().expect(409)).body.code).toBe('already_lifetime');
      expect((await forever.beginMonthly().expect(409)).body.code).toBe('already_lifetime');
      expect((await monthly.beginMonthly().expect(409)).body.code).toBe('already_subscribed');
      expect(till.stripe.calls).toEqual([]);
    });
  });

  describe('a card', () => {
    it('that is declined changes nothing, and another may pay', async () => {
      const person = await buyer(till.shop);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      till.stripe.decline(clientSecret);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(false);
      till.stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('of a slow bank is not charged twice', async () => {
      const person = await buyer(till.shop);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      till.stripe.slowBank(clientSecret);
      expect((await person.beginLifetime().expect(409)).body.code).toBe('payment_under_way');
      await till.shop.deliver();
      for (const begin of [person.beginLifetime, person.beginMonthly])
        expect((await begin().expect(409)).body.code).toBe('payment_under_way');
      expect(await person.isPremium()).toBe(false);
      till.stripe.pay(clientSecret);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(true);
    });
  });

  describe('where payments are off', () => {
    it('nothing can be paid, and what needs no payment goes on', async () => {
      const person = await member(openAccounts(store()));
      for (const [path, body] of [
        [LIFETIME, { amount: 5 }],
        [MONTHLY, undefined],
        ['/api/user/cancel-subscription', undefined],
        ['/api/user/resume-subscription', undefined],
      ] as const)
        expect((await person.post(path, body).expect(503)).body.code).toBe('payments_not_set_up');
      expect((await person.get('/api/user/subscription').expect(200)).body).toBeNull();
      await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
    });

    it.each(['active', 'past_due'])(
      'an account with a subscription at Stripe that is %s is not deleted',
      async (status) => {
        till.stripe.livemode = true;
        const person = await till.premium('monthly', openShop(store(), till.stripe, LIVE));
        till.stripe.livemode = false;
        await store().query('update payment_orders set status = $2 where user_id = $1', [
          person.id,
          status,
        ]);
        const off = openAccounts(store());
        await request(off.app)
          .post('/api/user/delete')
          .set('Cookie', person.cookie)
          .send({ password: PASSWORD })
          .expect(503);
        await person.get('/api/auth/user').expect(200);
      },
    );
  });

  it('that charged nothing keep no account from being deleted', async () => {
    const person = await till.premium('monthly');
    await store().query(`update payment_orders set provider = 'sandbox' where user_id = $1`, [
      person.id,
    ]);
    await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
  });

  it('write no secret into the log', async () => {
    await till.premium('monthly');
    till.stripe.failures = 1;
    await (await buyer(till.shop)).beginLifetime().expect(503);
    const log = till.shop.log.join('');
    expect(log).toContain('Stripe did not answer: StripeAPIError, 500');
    for (const secret of ['hunter2', 'whsec_', 'sk_test_', '_secret_'])
      expect(log).not.toContain(secret);
  });
});
