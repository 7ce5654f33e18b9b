import { describe, expect, it } from 'vitest';
import request from 'supertest';
import { PaymentProviderError } from '#api/payments/provider.ts';
import { member, signIn } from '../support/accounts.ts';
import { openShop, openTill, refOf } from '../support/payments.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const DAY_MS = 24 * 3_600_000;

await onBothUserStores('refunds', (store) => {
  const till = openTill(store);

  describe('money that goes back', () => {
    it('takes lifetime access, which may be bought again', async () => {
      const person = await till.premium('lifetime');
      till.stripe.refund(person.payment);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(false);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      expect(refOf(clientSecret)).not.toBe(person.payment);
    });

    it.each([
      ['won', true],
      ['lost', false],
    ] as const)('by a dispute takes it until that is %s', async (end, isPremium) => {
      const person = await till.premium('lifetime');
      till.stripe.dispute(person.payment);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(false);
      till.stripe.closeDispute(person.payment, end);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(isPremium);
    });

    it('by a dispute that is won leaves the month that was paid meanwhile', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('lifetime', timed);
      till.stripe.dispute(person.payment);
      await timed.deliver();
      timed.pass(DAY_MS);
      till.stripe.pay((await person.beginMonthly().expect(200)).body.clientSecret);
      await timed.deliver();
      till.stripe.closeDispute(person.payment, 'won');
      await timed.deliver();
      expect(await person.isPremium()).toBe(true);
      expect(till.callsTo('POST /v1/refunds')).toEqual([]);
    });

    it.each(['warning_needs_response', 'warning_under_review', 'prevented'])(
      'by a bank that asks only takes nothing: %s',
      async (status) => {
        const person = await till.premium('lifetime');
        till.stripe.dispute(person.payment, status);
        await till.shop.deliver();
        expect(await person.isPremium()).toBe(true);
      },
    );

    it('ends the subscription it paid', async () => {
      const person = await till.premium('monthly');
      till.stripe.dispute(person.payment);
      await till.shop.deliver();
      expect(await person.isPremium()).toBe(false);
      expect(till.stripe.status(person.ref)).toBe('canceled');
    });

    it('of an older month ends nothing', async () => {
      const timed = openShop(store(), till.stripe);
      const person = await till.premium('monthly', timed);
      await person.later(30 * DAY_MS);
      till.stripe.renew(person.ref);
      await timed.deliver();
      till.stripe.refund(person.payment);
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
      const clerk = await member(till.shop);
      const at = openShop(store(), till.stripe, { staffEmails: [clerk.person.email] });
      await store().query('update users set email_verified_at = now() where id = $1', [clerk.id]);
      const as = (method: 'get' | 'post', path: string) =>
        request(at.app)[method](path).set('Cookie', clerk.cookie);
      return { at, clerk, as };
    }

    it('gives a payment back within 30 days, and is written down', async () => {
      const { at, clerk, as } = await staffed();
      const person = await till.premium('lifetime', at);
      const path = `/api/payments?email=${encodeURIComponent(person.person.email)}`;
      const { body } = await as('get', path).expect(200);
      expect(body).toMatchObject([{ id: person.payment, status: 'paid', refundable: true }]);
      await as('post', `/api/payments/${person.payment}/refund`).expect(200);
      expect(await person.isPremium()).toBe(true);
      await at.deliver();
      expect(await person.isPremium()).toBe(false);
      const call = { call: 'POST /api/payments/{id}/refund', id: person.payment };
      expect(
        await store().query(
          `select details from audit join users on audit_id = actor
           where users.id = $1 and action = 'staff.call'`,
          [clerk.id],
        ),
      ).toEqual([{ details: call }]);
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
      const person = await till.premium('lifetime', at);
      const path = `/api/payments/${person.payment}/refund`;
      const answers = await Promise.all(Array.from({ length: 8 }, () => as('post', path)));
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(7);
      expect(refused[0]?.body).toMatchObject({
        code: 'refund_under_way',
        message: 'Somebody has just asked for this refund. Please look again in a minute.',
      });
      expect(till.callsTo('POST /v1/refunds')).toHaveLength(1);
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
      const clerk = await member(till.shop);
      await store().query('update users set email_verified_at = now() where id = $1', [clerk.id]);
      const at = openShop(store(), till.stripe, {
        staffEmails: [clerk.person.email],
        around: (provider) => ({
          ...provider,
          refund: async (payment) => {
            if (isAway) throw new PaymentProviderError('away');
            await provider.refund(payment);
          },
        }),
      });
      const person = await till.premium('lifetime', at);
      const ask = () =>
        request(at.app).post(`/api/payments/${person.payment}/refund`).set('Cookie', clerk.cookie);
      await ask().expect(fails ? 503 : 200);
      isAway = false;
      at.pass(later);
      await ask().expect(200);
    });

    it('is told why Stripe refused a refund, which may be asked for again at once', async () => {
      const { at, as } = await staffed();
      const person = await till.premium('lifetime', at);
      const path = `/api/payments/${person.payment}/refund`;
      // As where the balance is too low, until it is filled.
      till.stripe.refusals = 1;
      const { body, headers } = await as('post', path).expect(502);
      expect(body).toEqual({
        code: 'payment_refused',
        message:
          'The payment provider refused this (insufficient_funds), so it was not done. Asking again helps only once the reason is gone.',
      });
      expect(headers).not.toHaveProperty('retry-after');
      await as('post', path).expect(200);
      await at.deliver();
      expect(await person.isPremium()).toBe(false);
    });

    it('is told to try again where Stripe did not answer', async () => {
      const { at, as } = await staffed();
      const person = await till.premium('lifetime', at);
      till.stripe.failures = 1;
      const { body, headers } = await as('post', `/api/payments/${person.payment}/refund`).expect(
        503,
      );
      expect(body.code).toBe('payments_unavailable');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });

    it('gives nothing back that is older, unknown or somebody else to ask for', async () => {
      const { at, clerk, as } = await staffed();
      const person = await till.premium('lifetime', at);
      await person.post(`/api/payments/${person.payment}/refund`).expect(403);
      await as('post', '/api/payments/pi_unknown/refund').expect(404);
      await as('post', '/api/payments/pi_%00/refund').expect(422);
      await as('get', '/api/payments?email=nobody@example.com').expect(404);
      at.pass(30.1 * DAY_MS);
      const { post } = await signIn(at, clerk.person);
      const { body } = await post(`/api/payments/${person.payment}/refund`).expect(409);
      expect(body.message).toBe('The payment is older than 30 days.');
      expect(till.callsTo('POST /v1/refunds')).toEqual([]);
    });

    it('is nobody where nobody is named', async () => {
      const person = await till.premium('lifetime');
      await person.post(`/api/payments/${person.payment}/refund`).expect(403);
      await person.get(`/api/payments?email=${person.person.email}`).expect(403);
    });

    it('cannot change what was written down', async () => {
      await till.premium('lifetime');
      const refused = { sqlState: 'P0001' };
      await expect(store().query(`update audit set action = 'x'`)).rejects.toMatchObject(refused);
      await expect(store().query('delete from audit')).rejects.toMatchObject(refused);
      await expect(store().query('truncate audit')).rejects.toMatchObject(refused);
    });
  });
});
