import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import request from 'supertest';
import { route } from '#api/http/route.ts';
import { PaymentProviderError, type PaymentProvider } from '#api/payments/provider.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { defineCall } from '#schemas/api/call.ts';
import { popularMakes } from '#schemas/api/market.ts';
import { valuationReport } from '#schemas/api/report.ts';
import { z } from 'zod';
import { openAccounts, member, PASSWORD, signIn } from '../support/accounts.ts';
import { FakeStripe } from '../support/fake-stripe.ts';
import { buyer, openShop, type Shop } from '../support/payments.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const DAY_MS = 24 * 3_600_000;
const LIFETIME = '/api/create-payment-intent';
const MONTHLY = '/api/create-subscription-intent';
const LIVE = { secretKey: 'sk_live_hunter2' };

await onBothUserStores('payments', (store) => {
  let stripe: FakeStripe;
  let shop: Shop;
  beforeAll(async () => {
    stripe = await FakeStripe.start();
    shop = openShop(store(), stripe);
  });
  afterAll(() => stripe.stop());
  beforeEach(() => {
    stripe.clock = shop.clock;
    stripe.take();
    stripe.calls.length = 0;
  });

  const refOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
  const callsTo = (call: string) => stripe.calls.filter((one) => one.call === call);

  async function premium(kind: 'lifetime' | 'monthly', at: Shop = shop) {
    const person = await buyer(at);
    const begun = kind === 'lifetime' ? person.beginLifetime() : person.beginMonthly();
    const { clientSecret } = (await begun.expect(200)).body;
    stripe.pay(clientSecret);
    await at.deliver();
    const [{ ref } = { ref: '' }] = await store().query<{ ref: string }>(
      'select ref from payment_orders where user_id = $1',
      [person.id],
    );
    return { ...person, ref, payment: refOf(clientSecret) };
  }

  describe('beginning', () => {
    it('is for whoever is signed in', async () => {
      await request(shop.app).post(LIFETIME).send({ amount: 5 }).expect(401);
      await request(shop.app).post(MONTHLY).expect(401);
    });

    it.each([4.99, 5.004, 0, 500, -5, 5.5])('has one price, which is not $%d', async (amount) => {
      const { post } = await buyer(shop);
      const { body } = await post(LIFETIME, { amount }).expect(422);
      expect(body).toMatchObject({ code: 'wrong_amount' });
      expect(stripe.calls).toEqual([]);
    });

    it('of lifetime access asks Stripe for $5, once', async () => {
      const person = await buyer(shop);
      const { body } = await person.beginLifetime().expect(200);
      expect(body).toEqual({
        clientSecret: expect.stringMatching(/^pi_\d+_secret_/),
        publishableKey: 'pk_test_ours',
        sandbox: false,
      });
      const [made] = callsTo('POST /v1/payment_intents');
      expect(made?.body).toMatchObject({
        amount: '500',
        currency: 'usd',
        metadata: { user: person.id },
      });
      expect((await person.beginLifetime().expect(200)).body).toEqual(body);
      expect(callsTo('POST /v1/payment_intents')).toHaveLength(1);
      expect(callsTo('POST /v1/customers')).toHaveLength(1);
    });

    it('of a month is incomplete until it is paid', async () => {
      const person = await buyer(shop);
      const { body } = await person.beginMonthly().expect(200);
      expect(body.clientSecret).toMatch(/^pi_\d+_secret_/);
      const [made] = callsTo('POST /v1/subscriptions');
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
      const person = await buyer(shop);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => person.beginLifetime().expect(200)),
      );
      expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
      const intents = stripe.take().filter(({ type }) => type === 'payment_intent.created');
      expect(intents).toHaveLength(1);
    });

    it('is asked of Stripe so often an hour, and then no more', async () => {
      const person = await buyer(shop);
      for (let i = 0; i < 19; i += 1) await person.beginLifetime().expect(200);
      await person.post('/api/user/cancel-subscription').expect(404);
      stripe.calls.length = 0;
      for (const asked of [
        person.beginLifetime(),
        person.beginMonthly(),
        person.post('/api/user/cancel-subscription'),
      ])
        expect((await asked.expect(429)).headers['retry-after']).toMatch(/^\d+$/);
      expect(stripe.calls).toEqual([]);
      await (await buyer(shop)).beginLifetime().expect(200);
    });

    it('is done anew where Stripe closed what was open', async () => {
      const person = await buyer(shop);
      await person.beginMonthly().expect(200);
      const [{ ref } = { ref: '' }] = await store().query<{ ref: string }>(
        'select ref from payment_orders where user_id = $1',
        [person.id],
      );
      stripe.close(ref, 'incomplete_expired');
      const { body } = await person.beginMonthly().expect(200);
      stripe.pay(body.clientSecret);
      await shop.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('fails plainly while Stripe does, and works when it is tried again', async () => {
      const person = await buyer(shop);
      const begin = [person.beginLifetime, person.beginMonthly];
      // First what fails is making the customer, then the order.
      for (const one of begin) {
        stripe.failures = 1;
        expect((await one().expect(503)).body.code).toBe('payments_unavailable');
        await one().expect(200);
      }
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
      const person = await buyer(openShop(store(), stripe, { around }));
      expect((await person.beginLifetime().expect(409)).body.code).toBe('payment_under_way');
      const intents = stripe
        .take()
        .map(({ data }) => (data as { object: { id: string } }).object.id);
      expect(new Set(intents).size).toBe(1);
      expect(stripe.status(intents[0] ?? '')).toBe('canceled');
    });

    it('of a month works again where its end was never told', async () => {
      const timed = openShop(store(), stripe);
      const person = await premium('monthly', timed);
      stripe.close(person.ref, 'canceled');
      stripe.take();
      expect((await person.beginMonthly().expect(409)).body.code).toBe('already_subscribed');
      await person.later(40 * DAY_MS);
      stripe.pay((await person.beginMonthly().expect(200)).body.clientSecret);
      await timed.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('is not charged to who has it already', async () => {
      const forever = await premium('lifetime');
      const monthly = await premium('monthly');
      stripe.calls.length = 0;
      expect((await forever.beginLifetime().expect(409)).body.code).toBe('already_lifetime');
      expect((await forever.beginMonthly().expect(409)).body.code).toBe('already_lifetime');
      expect((await monthly.beginMonthly().expect(409)).body.code).toBe('already_subscribed');
      expect(stripe.calls).toEqual([]);
    });
  });

  describe('a card', () => {
    it('that is declined changes nothing, and another may pay', async () => {
      const person = await buyer(shop);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      stripe.decline(clientSecret);
      await shop.deliver();
      expect(await person.isPremium()).toBe(false);
      stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await shop.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('of a slow bank is not charged twice', async () => {
      const person = await buyer(shop);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      stripe.slowBank(clientSecret);
      expect((await person.beginLifetime().expect(409)).body.code).toBe('payment_under_way');
      await shop.deliver();
      for (const begin of [person.beginLifetime, person.beginMonthly])
        expect((await begin().expect(409)).body.code).toBe('payment_under_way');
      expect(await person.isPremium()).toBe(false);
      stripe.pay(clientSecret);
      await shop.deliver();
      expect(await person.isPremium()).toBe(true);
    });
  });

  describe('premium', () => {
    const call = defineCall('POST /api/algorithms/comprehensive-analysis', {
      summary: 'An analysis',
      response: z.object({ value: z.number() }),
    });

    it('is said everywhere, and nothing is limited', async () => {
      const limited = openShop(store(), stripe, {
        freePerMonth: 1,
        counted: [
          (counted) => ({ ...counted(call, () => ({ value: 1 })), call: comprehensiveAnalysis }),
        ],
      });
      const person = await premium('lifetime', limited);
      for (let i = 0; i < 4; i += 1) {
        await person.post('/api/track-analysis-usage').expect(200);
        await person.post(call.path).expect(200);
      }
      expect((await person.get('/api/user/usage')).body).toMatchObject({
        subscriptionStatus: 'premium',
        analysesUsed: 4,
        isAtLimit: false,
      });
      expect((await person.get('/api/user/profile')).body.subscriptionStatus).toBe('premium');
      expect((await person.get('/api/subscription/status')).body).toMatchObject({
        tier: 'unlimited',
        usageCount: 4,
      });
      expect(await person.subscription()).toBeNull();
      expect((await person.get('/api/user/data')).body.payments).toMatchObject([
        { kind: 'lifetime', amount: 500, currency: 'usd', status: 'paid' },
      ]);
    });

    it('opens what is for members alone', async () => {
      const bytes = Uint8Array.of(7);
      const withReport = openShop(store(), stripe, {
        premium: [(premium) => premium(valuationReport, () => bytes)],
      });
      const rv = { make: 'Jayco', model: 'Eagle', year: 2021 };
      await request(withReport.app).post(valuationReport.path).send(rv).expect(401);
      const person = await buyer(withReport);
      const { body } = await person.post(valuationReport.path, {}).expect(403);
      expect(body.code).toBe('premium_only');
      stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await withReport.deliver();
      const answer = await person.post(valuationReport.path, rv).expect(200);
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.body).toEqual(Buffer.from(bytes));
      await person.post(valuationReport.path, {}).expect(422);
      for (let i = 2; i < 60; i += 1) await person.post(valuationReport.path, rv).expect(200);
      const { headers } = await person.post(valuationReport.path, rv).expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });

    it('goes deeper in what is open to everyone', async () => {
      const deeper = openShop(store(), stripe, {
        planned: (asksPremium) => [
          route(popularMakes, async ({ request: asked, response }) => [
            { make: (await asksPremium(asked, response)) ? 'premium' : 'free', searchCount: 1 },
          ]),
        ],
      });
      const said = async (asked: request.Test) => (await asked.expect(200)).body[0].make;
      expect(await said(request(deeper.app).get(popularMakes.path))).toBe('free');
      const person = await buyer(deeper);
      expect(await said(person.get(popularMakes.path))).toBe('free');
      stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await deeper.deliver();
      const answer = person.get(popularMakes.path);
      expect(await said(answer)).toBe('premium');
      expect((await answer).headers['vary']).toContain('Cookie');
    });

    it('of a month is shown, and runs to its end once it is cancelled', async () => {
      const timed = openShop(store(), stripe);
      const person = await premium('monthly', timed);
      expect(await person.subscription()).toEqual({
        amount: 500,
        status: 'active',
        currentPeriodEnd: '2026-12-21T12:00:00.000Z',
        cancelAtPeriodEnd: false,
      });
      const { body } = await person.post('/api/user/cancel-subscription').expect(200);
      expect(body.message).toBe('Your subscription will end at the current billing period.');
      await timed.deliver();
      expect(await person.subscription()).toMatchObject({ cancelAtPeriodEnd: true });
      await person.later(29.9 * DAY_MS);
      expect(await person.isPremium()).toBe(true);
      await person.later(0.2 * DAY_MS);
      expect(await person.isPremium()).toBe(false);
      stripe.close(person.ref, 'canceled');
      await timed.deliver();
      expect(await person.subscription()).toBeNull();
    });

    it('goes on with each month that is paid, also while its event is late', async () => {
      const timed = openShop(store(), stripe);
      const person = await premium('monthly', timed);
      await person.later(31 * DAY_MS);
      expect(await person.isPremium()).toBe(true);
      stripe.renew(person.ref);
      await timed.deliver();
      await person.later(25 * DAY_MS);
      expect(await person.isPremium()).toBe(true);
      await person.later(10 * DAY_MS);
      expect(await person.isPremium()).toBe(false);
    });

    it('has a week where a renewal is refused, and another card pays it', async () => {
      const timed = openShop(store(), stripe);
      const person = await premium('monthly', timed);
      await person.later(30 * DAY_MS);
      stripe.renew(person.ref, false);
      await timed.deliver();
      expect(await person.subscription()).toMatchObject({ status: 'past_due' });
      expect(await person.isPremium()).toBe(true);
      await person.later(8 * DAY_MS);
      expect(await person.isPremium()).toBe(false);
      const { clientSecret } = (await person.beginMonthly().expect(200)).body;
      expect(refOf(clientSecret)).toBe(stripe.paymentOf(person.ref));
      stripe.pay(clientSecret);
      await timed.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('for life ends the month that is paid', async () => {
      const person = await premium('monthly');
      stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await shop.deliver();
      expect(stripe.status(person.ref)).toBe('canceled');
      await shop.deliver();
      expect(await person.isPremium()).toBe(true);
      expect(await person.subscription()).toBeNull();
    });
  });

  describe('money that goes back', () => {
    it('takes lifetime access, which may be bought again', async () => {
      const person = await premium('lifetime');
      stripe.refund(person.payment);
      await shop.deliver();
      expect(await person.isPremium()).toBe(false);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      expect(refOf(clientSecret)).not.toBe(person.payment);
    });

    it.each([
      ['won', true],
      ['lost', false],
    ] as const)('by a dispute takes it until that is %s', async (end, isPremium) => {
      const person = await premium('lifetime');
      stripe.dispute(person.payment);
      await shop.deliver();
      expect(await person.isPremium()).toBe(false);
      stripe.closeDispute(person.payment, end);
      await shop.deliver();
      expect(await person.isPremium()).toBe(isPremium);
    });

    it('ends the subscription it paid', async () => {
      const person = await premium('monthly');
      stripe.dispute(person.payment);
      await shop.deliver();
      expect(await person.isPremium()).toBe(false);
      expect(stripe.status(person.ref)).toBe('canceled');
    });

    it('of an older month ends nothing', async () => {
      const timed = openShop(store(), stripe);
      const person = await premium('monthly', timed);
      await person.later(30 * DAY_MS);
      stripe.renew(person.ref);
      await timed.deliver();
      stripe.refund(person.payment);
      await timed.deliver();
      expect(await person.isPremium()).toBe(true);
      expect((await person.get('/api/user/data')).body.payments).toMatchObject([
        { status: 'paid' },
        { status: 'refunded' },
      ]);
    });
  });

  describe('staff', () => {
    /** The same store and Stripe, with somebody named who may give money back. */
    async function staffed() {
      const clerk = await member(shop);
      const at = openShop(store(), stripe, { staffEmails: [clerk.person.email] });
      await store().query('update users set email_verified_at = now() where id = $1', [clerk.id]);
      const as = (method: 'get' | 'post', path: string) =>
        request(at.app)[method](path).set('Cookie', clerk.cookie);
      return { at, clerk, as };
    }

    it('gives a payment back within 30 days, and is written down', async () => {
      const { at, clerk, as } = await staffed();
      const person = await premium('lifetime', at);
      const path = `/api/payments?email=${encodeURIComponent(person.person.email)}`;
      const { body } = await as('get', path).expect(200);
      expect(body).toMatchObject([{ id: person.payment, status: 'paid', refundable: true }]);
      await as('post', `/api/payments/${person.payment}/refund`).expect(200);
      expect(await person.isPremium()).toBe(true);
      await at.deliver();
      expect(await person.isPremium()).toBe(false);
      const { body: again } = await as('post', `/api/payments/${person.payment}/refund`).expect(
        409,
      );
      expect(again.message).toBe('The payment is refunded already.');
      expect(
        await store().query(
          `select action, clerks.id as actor from audit join users on users.audit_id = subject
           left join users as clerks on clerks.audit_id = actor
           where users.id = $1 order by at, action`,
          [person.id],
        ),
      ).toEqual(
        expect.arrayContaining([
          { action: 'payments.read', actor: clerk.id },
          { action: 'refund.asked', actor: clerk.id },
          { action: 'payment.refunded', actor: null },
          { action: 'premium.taken', actor: null },
        ]),
      );
    });

    it('gives a payment back for the first who asks, however many do', async () => {
      const { at, clerk, as } = await staffed();
      const person = await premium('lifetime', at);
      const path = `/api/payments/${person.payment}/refund`;
      const answers = await Promise.all(Array.from({ length: 8 }, () => as('post', path)));
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(7);
      expect(refused[0]?.body).toMatchObject({
        code: 'refund_under_way',
        message: 'Somebody has just asked for this refund. Please look again in a minute.',
      });
      expect(callsTo('POST /v1/refunds')).toHaveLength(1);
      await at.deliver();
      expect(
        await store().query(
          `select clerks.id as actor from audit join users on users.audit_id = subject
           join users as clerks on clerks.audit_id = actor
           where users.id = $1 and action = 'refund.asked'`,
          [person.id],
        ),
      ).toEqual([{ actor: clerk.id }]);
    });

    it.each([
      ['at once where the payment provider failed', true, 0],
      ['in a minute where nothing more was heard of it', false, 61_000],
    ])('may ask for a refund again %s', async (_when, fails, later) => {
      let isAway = fails;
      const clerk = await member(shop);
      await store().query('update users set email_verified_at = now() where id = $1', [clerk.id]);
      const at = openShop(store(), stripe, {
        staffEmails: [clerk.person.email],
        around: (provider) => ({
          ...provider,
          refund: async (payment) => {
            if (isAway) throw new PaymentProviderError('away');
            await provider.refund(payment);
          },
        }),
      });
      const person = await premium('lifetime', at);
      const ask = () =>
        request(at.app).post(`/api/payments/${person.payment}/refund`).set('Cookie', clerk.cookie);
      await ask().expect(fails ? 503 : 200);
      isAway = false;
      at.pass(later);
      await ask().expect(200);
    });

    it('gives nothing back that is older, unknown or somebody else to ask for', async () => {
      const { at, clerk, as } = await staffed();
      const person = await premium('lifetime', at);
      await person.post(`/api/payments/${person.payment}/refund`).expect(403);
      await as('post', '/api/payments/pi_unknown/refund').expect(404);
      await as('post', '/api/payments/pi_%00/refund').expect(422);
      await as('get', '/api/payments?email=nobody@example.com').expect(404);
      at.pass(30.1 * DAY_MS);
      const { post } = await signIn(at, clerk.person);
      const { body } = await post(`/api/payments/${person.payment}/refund`).expect(409);
      expect(body.message).toBe('The payment is older than 30 days.');
      expect(callsTo('POST /v1/refunds')).toEqual([]);
    });

    it('is nobody where nobody is named', async () => {
      const person = await premium('lifetime');
      await person.post(`/api/payments/${person.payment}/refund`).expect(403);
      await person.get(`/api/payments?email=${person.person.email}`).expect(403);
    });

    it('cannot change what was written down', async () => {
      await premium('lifetime');
      const refused = { sqlState: 'P0001' };
      await expect(store().query(`update audit set action = 'x'`)).rejects.toMatchObject(refused);
      await expect(store().query('delete from audit')).rejects.toMatchObject(refused);
      await expect(store().query('truncate audit')).rejects.toMatchObject(refused);
    });
  });

  describe('an account that is deleted', () => {
    const deleted = (person: { post: (path: string, body?: object) => request.Test }) =>
      person.post('/api/user/delete', { password: PASSWORD });

    it('has nothing taken from it any more', async () => {
      const person = await premium('monthly');
      const open = (await person.beginLifetime().expect(200)).body.clientSecret;
      await deleted(person).expect(200);
      expect(stripe.status(person.ref)).toBe('canceled');
      expect(stripe.status(refOf(open))).toBe('canceled');
      expect(stripe.calls.at(-1)?.call).toMatch(/^DELETE \/v1\/customers\/cus_/);
      await shop.deliver();
      const rows = await store().query(
        'select user_id, status from payment_orders where ref = $1',
        [person.ref],
      );
      expect(rows).toEqual([{ user_id: null, status: 'ended' }]);
    });

    it('stays while Stripe cannot be told', async () => {
      const person = await premium('monthly');
      stripe.failures = 1;
      await deleted(person).expect(503);
      await person.get('/api/auth/user').expect(200);
      expect(stripe.status(person.ref)).toBe('active');
      await deleted(person).expect(200);
    });

    it('gets its money back that a slow bank sent later', async () => {
      const person = await buyer(shop);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      stripe.change(refOf(clientSecret), { status: 'succeeded' });
      await deleted(person).expect(200);
      stripe.pay(clientSecret);
      await shop.deliver();
      await shop.deliver();
      expect(callsTo('POST /v1/refunds')).toMatchObject([
        { body: { payment_intent: refOf(clientSecret) } },
      ]);
    });
  });

  describe('where payments are off', () => {
    it('nothing can be paid, and what needs no payment goes on', async () => {
      const person = await member(openAccounts(store()));
      for (const [path, body] of [
        [LIFETIME, { amount: 5 }],
        [MONTHLY, undefined],
        ['/api/user/cancel-subscription', undefined],
      ] as const)
        expect((await person.post(path, body).expect(503)).body.code).toBe('payments_not_set_up');
      expect((await person.get('/api/user/subscription').expect(200)).body).toBeNull();
      await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
    });

    it('an account with a subscription at Stripe is not deleted', async () => {
      stripe.livemode = true;
      const person = await premium('monthly', openShop(store(), stripe, LIVE));
      stripe.livemode = false;
      const off = openAccounts(store());
      await request(off.app)
        .post('/api/user/delete')
        .set('Cookie', person.cookie)
        .send({ password: PASSWORD })
        .expect(503);
      await person.get('/api/auth/user').expect(200);
    });
  });

  it('of test mode count for nothing once money is taken in earnest', async () => {
    const tester = await premium('lifetime');
    const another = await premium('monthly');
    const live = openShop(store(), stripe, LIVE);
    const person = await signIn(live, tester.person);
    const { body } = await person.get('/api/user/usage').expect(200);
    expect(body.subscriptionStatus).toBe('free');
    const { clientSecret } = (await person.post(LIFETIME, { amount: 5 }).expect(200)).body;
    stripe.pay(clientSecret);
    const [event = {}] = stripe.take().toReversed();
    expect((await live.send(stripe.signed(event)).expect(400)).body.code).toBe('bad_signature');
    await live.send(stripe.signed({ ...event, livemode: true })).expect(200);
    expect((await person.get('/api/user/usage')).body.subscriptionStatus).toBe('premium');
    const other = await signIn(live, another.person);
    await other.post('/api/user/cancel-subscription').expect(404);
    await other.post('/api/user/delete', { password: PASSWORD }).expect(200);
  });

  it('that Stripe does not know any more are ended all the same', async () => {
    const person = await premium('monthly');
    await store().query(`update payment_orders set ref = 'sub_gone' where user_id = $1`, [
      person.id,
    ]);
    await person.post('/api/user/cancel-subscription').expect(200);
    await store().query(
      `insert into payment_orders (id, user_id, provider, kind, amount, currency, ref, status, created_at)
       select gen_random_uuid(), user_id, provider, 'lifetime', 500, 'usd', 'pi_gone', 'open', created_at
       from payment_orders where user_id = $1`,
      [person.id],
    );
    await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
  });

  it('write no secret into the log', async () => {
    await premium('monthly');
    stripe.failures = 1;
    await (await buyer(shop)).beginLifetime().expect(503);
    const log = shop.log.join('');
    expect(log).toContain('Stripe refused or did not answer');
    for (const secret of ['hunter2', 'whsec_', 'sk_test_', '_secret_'])
      expect(log).not.toContain(secret);
  });
});
