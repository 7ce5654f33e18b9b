import { describe, expect, it } from 'vitest';
import request from 'supertest';
import type { AsksPremium } from '#api/auth/plan.ts';
import { route, type Route } from '#api/http/route.ts';
import { UserStoreUnavailable, type UserStore } from '#api/users/store.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { defineCall } from '#schemas/api/call.ts';
import { popularMakes } from '#schemas/api/market.ts';
import { valuationReport } from '#schemas/api/report.ts';
import { z } from 'zod';
import { PASSWORD, signIn } from '../support/accounts.ts';
import { buyer, openShop, openTill, refOf } from '../support/payments.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LIFETIME = '/api/create-payment-intent';
const LIVE = { secretKey: 'sk_live_hunter2' };

/** Stands for a call that is open to everyone and goes deeper for members: it says how deep. */
const tellPlan = (asksPremium: AsksPremium): Route[] => [
  route(popularMakes, async ({ request: asked, response }) => [
    { make: (await asksPremium(asked, response)) ? 'premium' : 'free', searchCount: 1 },
  ]),
];

await onBothUserStores('premium', (store) => {
  const till = openTill(store);

  describe('premium', () => {
    const call = defineCall('POST /api/algorithms/comprehensive-analysis', {
      summary: 'An analysis',
      response: z.object({ value: z.number() }),
    });

    /** A member of it who has made four analyses where others have one a month. */
    const busyMember = async () => {
      const limited = openShop(store(), till.stripe, {
        freePerMonth: 1,
        counted: [
          (counted) => ({ ...counted(call, () => ({ value: 1 })), call: comprehensiveAnalysis }),
        ],
      });
      const person = await till.premium('lifetime', limited);
      for (let i = 0; i < 4; i += 1) {
        await person.post('/api/track-analysis-usage').expect(200);
        await person.post(call.path).expect(200);
      }
      return { ...person, limited };
    };

    it('is said everywhere, and nothing is limited', async () => {
      const person = await busyMember();
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

    it('that ends leaves an allowance that is used up, of which no more is used than there is', async () => {
      const { limited, ...person } = await busyMember();
      till.stripe.refund(person.payment);
      await limited.deliver();
      const used = { analysesUsed: 1, analysesLimit: 1 };
      expect((await person.get('/api/user/usage')).body).toMatchObject({
        ...used,
        isAtLimit: true,
      });
      expect((await person.get('/api/user/profile')).body).toMatchObject(used);
      expect((await person.get('/api/subscription/status')).body).toMatchObject({
        tier: 'free',
        usageCount: 1,
        usageLimit: 1,
      });
      // What was done is kept, for who asks for it.
      expect((await person.get('/api/user/data')).body.analyses).toMatchObject([{ used: 4 }]);
    });

    it('opens what is for members alone', async () => {
      const bytes = Uint8Array.of(7);
      const withReport = openShop(store(), till.stripe, {
        premium: [(premium) => premium(valuationReport, () => bytes)],
      });
      const rv = { make: 'Jayco', model: 'Eagle', year: 2021 };
      await request(withReport.app).post(valuationReport.path).send(rv).expect(401);
      const person = await buyer(withReport);
      const { body } = await person.post(valuationReport.path, {}).expect(403);
      expect(body.code).toBe('premium_only');
      till.stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await withReport.deliver();
      const answer = await person.post(valuationReport.path, rv).expect(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'no-store',
      });
      expect(answer.body).toEqual(Buffer.from(bytes));
      await person.post(valuationReport.path, {}).expect(422);
      for (let i = 2; i < 60; i += 1) await person.post(valuationReport.path, rv).expect(200);
      const { headers } = await person.post(valuationReport.path, rv).expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });

    it('goes deeper in what is open to everyone', async () => {
      const deeper = openShop(store(), till.stripe, { planned: tellPlan });
      const said = async (asked: request.Test) => (await asked.expect(200)).body[0].make;
      expect(await said(request(deeper.app).get(popularMakes.path))).toBe('free');
      const person = await buyer(deeper);
      expect(await said(person.get(popularMakes.path))).toBe('free');
      till.stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await deeper.deliver();
      const answer = person.get(popularMakes.path);
      expect(await said(answer)).toBe('premium');
      expect((await answer).headers['vary']).toContain('Cookie');
    });

    it('is not told of while accounts cannot be reached: what is open to everyone goes on', async () => {
      let isAway = false;
      const leaving: UserStore = {
        ...store(),
        query: async (text, values) => {
          if (isAway) throw new UserStoreUnavailable('The user store is away.');
          return store().query(text, values);
        },
      };
      const deeper = openShop(leaving, till.stripe, { planned: tellPlan });
      const person = await till.premium('lifetime', deeper);
      const said = async () =>
        (await person.get(popularMakes.path).expect(200)).body[0].make as string;
      expect(await said()).toBe('premium');
      isAway = true;
      deeper.pass(MINUTE_MS);
      expect(await said()).toBe('free');
      await person.get('/api/user/usage').expect(503);
    });

    it('of a month is shown, and runs to its end once it is cancelled', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
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
      till.stripe.close(person.ref, 'canceled');
      await timed.deliver();
      expect(await person.subscription()).toBeNull();
    });

    it('of a month that was cancelled goes on for who takes it up again while it runs', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      const resume = () => person.post('/api/user/resume-subscription');
      await resume().expect(404);
      await person.post('/api/user/cancel-subscription').expect(200);
      await timed.deliver();
      await resume().expect(200);
      await timed.deliver();
      expect(await person.subscription()).toMatchObject({ cancelAtPeriodEnd: false });
      await person.later(30 * DAY_MS);
      till.stripe.renew(person.ref);
      await timed.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('of a month whose end was set by the provider is not said to go on', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      till.stripe.change(person.ref, { cancel_at: Date.parse('2026-12-05T12:00:00Z') / 1_000 });
      await timed.deliver([till.stripe.updated(person.ref)]);
      const { body } = await person.post('/api/user/resume-subscription').expect(409);
      expect(body.code).toBe('not_resumable');
      expect(await person.subscription()).toMatchObject({ cancelAtPeriodEnd: true });
    });

    it('goes on with each month that is paid, also while its event is late', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      await person.later(31 * DAY_MS);
      expect(await person.isPremium()).toBe(true);
      till.stripe.renew(person.ref);
      await timed.deliver();
      await person.later(25 * DAY_MS);
      expect(await person.isPremium()).toBe(true);
      await person.later(10 * DAY_MS);
      expect(await person.isPremium()).toBe(false);
    });

    it('has a week where a renewal is refused, and another card pays it', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      await person.later(30 * DAY_MS);
      till.stripe.renew(person.ref, false);
      await timed.deliver();
      expect(await person.subscription()).toMatchObject({ status: 'past_due' });
      expect(await person.isPremium()).toBe(true);
      await person.later(8 * DAY_MS);
      expect(await person.isPremium()).toBe(false);
      const { clientSecret } = (await person.beginMonthly().expect(200)).body;
      expect(refOf(clientSecret)).toBe(till.stripe.paymentOf(person.ref));
      till.stripe.pay(clientSecret);
      await timed.deliver();
      expect(await person.isPremium()).toBe(true);
    });

    it('ends once it is cancelled while a renewal is refused, which is not taken any more', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      await person.later(30 * DAY_MS);
      till.stripe.renew(person.ref, false);
      await timed.deliver();
      const cancel = async () =>
        (await person.post('/api/user/cancel-subscription').expect(200)).body;
      expect(await cancel()).toEqual({
        message: 'Your subscription has ended, and nothing more is taken.',
        endsNow: true,
      });
      expect(till.stripe.status(person.ref)).toBe('canceled');
      // Pressed again before the end is told.
      expect(await cancel()).toMatchObject({ endsNow: true });
      await timed.deliver();
      expect(await person.subscription()).toBeNull();
      expect(await person.isPremium()).toBe(false);
    });

    it('keeps a month that was paid after all, of which we have not heard, when it is cancelled', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      await person.later(30 * DAY_MS);
      till.stripe.renew(person.ref, false);
      await timed.deliver();
      till.stripe.pay(till.stripe.secretOf(person.ref));
      const { body } = await person.post('/api/user/cancel-subscription').expect(200);
      expect(body).toEqual({
        message: 'Your subscription will end at the current billing period.',
        endsNow: false,
      });
      await timed.deliver();
      expect(await person.subscription()).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: true,
      });
    });

    it('for life ends the month that is paid', async () => {
      const person = await till.premium('monthly');
      till.stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
      await till.shop.deliver();
      // Also before the end of the month is told.
      expect(await person.subscription()).toBeNull();
      expect(till.stripe.status(person.ref)).toBe('canceled');
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(true);
      expect(await person.subscription()).toBeNull();
    });
  });

  it('of test mode count for nothing once money is taken in earnest', async () => {
    const tester = await till.premium('lifetime');
    const another = await till.premium('monthly');
    const live = openShop(store(), till.stripe, LIVE);
    const person = await signIn(live, tester.person);
    const { body } = await person.get('/api/user/usage').expect(200);
    expect(body.subscriptionStatus).toBe('free');
    const { clientSecret } = (await person.post(LIFETIME, { amount: 5 }).expect(200)).body;
    till.stripe.pay(clientSecret);
    const [event = {}] = till.stripe.take().toReversed();
    expect((await live.send(till.stripe.signed(event)).expect(400)).body.code).toBe(
      'bad_signature',
    );
    await live.send(till.stripe.signed({ ...event, livemode: true })).expect(200);
    expect((await person.get('/api/user/usage')).body.subscriptionStatus).toBe('premium');
    const other = await signIn(live, another.person);
    await other.post('/api/user/cancel-subscription').expect(404);
    await other.post('/api/user/delete', { password: PASSWORD }).expect(200);
  });
});
