import { describe, expect, it } from 'vitest';
import type request from 'supertest';
import type { PaymentProvider } from '#api/payments/provider.ts';
import { PASSWORD, signIn } from '../support/accounts.ts';
import { buyer, openShop, openTill, refOf } from '../support/payments.ts';
import {
  followedBy,
  onBothUserStores,
  onPostgresServer,
  rowsNaming,
  whileHeld,
} from '../support/user-stores.ts';

await onBothUserStores('payments of deleted accounts', (store) => {
  const till = openTill(store);

  describe('an account that is deleted', () => {
    const deleted = (person: { post: (path: string, body?: object) => request.Test }) =>
      person.post('/api/user/delete', { password: PASSWORD });

    it('has nothing taken from it any more', async () => {
      const person = await till.premium('monthly');
      const open = (await person.beginLifetime().expect(200)).body.clientSecret;
      await deleted(person).expect(200);
      expect(till.stripe.status(person.ref)).toBe('canceled');
      expect(till.stripe.status(refOf(open))).toBe('canceled');
      expect(till.stripe.calls.at(-1)?.call).toMatch(/^DELETE \/v1\/customers\/cus_/);
      await till.shop.deliver();
      const rows = await store().query(
        'select user_id, status from payment_orders where ref = $1',
        [person.ref],
      );
      expect(rows).toEqual([{ user_id: null, status: 'ended' }]);
    });

    it('stays while Stripe cannot be told', async () => {
      const person = await till.premium('monthly');
      till.stripe.failures = 1;
      await deleted(person).expect(503);
      await person.get('/api/auth/user').expect(200);
      expect(till.stripe.status(person.ref)).toBe('active');
      await deleted(person).expect(200);
    });

    it('gets its money back that a slow bank sent later', async () => {
      const person = await buyer(till.shop);
      const { clientSecret } = (await person.beginLifetime().expect(200)).body;
      till.stripe.change(refOf(clientSecret), { status: 'succeeded' });
      await deleted(person).expect(200);
      till.stripe.pay(clientSecret);
      await till.shop.deliver();
      await till.shop.deliver();
      expect(till.callsTo('POST /v1/refunds')).toMatchObject([
        { body: { payment_intent: refOf(clientSecret) } },
      ]);
    });
  });

  /** Somebody who begins to pay while their account is on its way out, and then is gone. */
  async function goneWhilePaying(then: () => void = () => undefined) {
    const person = await buyer(till.shop);
    let begun = '';
    const leaving = openShop(
      followedBy(store(), 'select ref from payment_customers', async () => {
        begun = refOf((await person.beginLifetime().expect(200)).body.clientSecret);
        then();
      }),
      till.stripe,
    );
    const { post } = await signIn(leaving, person.person);
    await post('/api/user/delete', { password: PASSWORD }).expect(200);
    await leaving.settled();
    return { id: person.id, begun, log: leaving.log };
  }

  it('that were begun while the account was on its way out are ended too, and nobody stays at Stripe', async () => {
    const { id, begun } = await goneWhilePaying();
    expect(till.stripe.status(begun)).toBe('canceled');
    expect(till.stripe.customersOf(id)).toEqual([]);
  });

  it('keep nobody else waiting where Stripe does not answer', async () => {
    const away = Promise.withResolvers<void>();
    const { id } = await goneWhilePaying(() => (till.stripe.failures = 2));
    const around = (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      end: () => away.promise,
    });
    const waiting = openShop(store(), till.stripe, { around });
    const person = await buyer(waiting);
    await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
    away.resolve();
    await waiting.settled();
    expect(till.stripe.customersOf(id)).toEqual([]);
  });

  it('are ended later where Stripe does not answer at that moment, and it forgets who is gone', async () => {
    const { id, begun, log } = await goneWhilePaying(() => (till.stripe.failures = 2));
    expect(till.stripe.status(begun)).toBe('requires_payment_method');
    const [customer = ''] = till.stripe.customersOf(id);
    expect(log.join('')).toContain('it is tried again');
    expect(await rowsNaming(store(), [id])).toEqual([]);
    await till.shop.payments.forgetGone();
    expect(till.stripe.status(begun)).toBe('canceled');
    expect(till.stripe.customersOf(id)).toEqual([]);
    expect(await rowsNaming(store(), [customer])).toEqual([]);
    till.stripe.calls.length = 0;
    await till.shop.payments.forgetGone();
    expect(till.stripe.calls).toEqual([]);
  });

  it('are of nobody where the account goes once Stripe’s customer is noted, who is then forgotten', async () => {
    const person = await buyer(till.shop);
    const beginning = openShop(
      followedBy(store(), 'insert into payment_customers', () =>
        store().query('delete from users where id = $1', [person.id]),
      ),
      till.stripe,
    );
    const { post } = await signIn(beginning, person.person);
    await post('/api/create-payment-intent', { amount: 5 }).expect(401);
    expect(till.callsTo('POST /v1/customers')).toHaveLength(1);
    expect(till.stripe.customersOf(person.id)).toEqual([]);
  });

  it('that Stripe does not know any more are ended all the same', async () => {
    const person = await till.premium('monthly');
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
});

/** The embedded store does one thing after the other; here somebody who pays meets their deletion. */
await onPostgresServer('who is deleted while they begin to pay', (store) => {
  const till = openTill(store);

  it.each([
    ['does not stay at Stripe', 0, 401],
    ['leaves Stripe later where it does not answer at that moment', 1, 503],
  ])('%s', async (_what, failures, status) => {
    const made = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const around = (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      async makeCustomer(person) {
        const customer = await provider.makeCustomer(person);
        made.resolve();
        await goOn.promise;
        return customer;
      },
    });
    const person = await buyer(openShop(store(), till.stripe, { around }));
    const begun = person.beginLifetime().then(({ status }) => status);
    await made.promise;
    const work = () => {
      till.stripe.failures = failures;
      goOn.resolve();
      return begun;
    };
    const statuses = await whileHeld(store(), person.id, [work], (queries) =>
      queries.query('delete from users where id = $1', [person.id]),
    );
    expect(statuses).toEqual([status]);
    expect(till.callsTo('POST /v1/customers')).toHaveLength(1);
    await till.shop.payments.forgetGone();
    expect(till.stripe.customersOf(person.id)).toEqual([]);
  });
});
