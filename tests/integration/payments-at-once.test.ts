import { expect, it } from 'vitest';
import type { PaymentProvider } from '#api/payments/provider.ts';
import type { Queries, Row, UserStore } from '#api/users/store.ts';
import { member, PASSWORD, signIn } from '../support/accounts.ts';
import { buyer, openShop, openTill, type Shop, refOf } from '../support/payments.ts';
import { onBothUserStores, onPostgresServer, whileLocked } from '../support/user-stores.ts';

const LIFETIME = '/api/create-payment-intent';
const MONTHLY = '/api/create-subscription-intent';
const MINUTE_MS = 60_000;

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** The first query with `text` is followed by `then`; in a transaction without waiting for it. */
function interrupted(store: UserStore, text: string, then: () => Promise<void>) {
  let under: Promise<void> | undefined;
  const query =
    (queries: Queries, mayWait: boolean) =>
    async <R extends Row>(asked: string, values?: readonly unknown[]) => {
      const rows = await queries.query<R>(asked, values);
      if (under === undefined && asked.includes(text)) {
        under = then();
        if (mayWait) await under;
      }
      return rows;
    };
  const shown: UserStore = {
    ...store,
    query: query(store, true),
    tx: (work) => store.tx((queries) => work({ query: query(queries, false) })),
  };
  return { store: shown, done: () => under };
}

await onBothUserStores('payments at once', (store) => {
  const till = openTill(store);
  const refunded = () => till.callsTo('POST /v1/refunds').map(({ body }) => body['payment_intent']);
  const ordersOf = (userId: string) =>
    store().query<{ kind: string; ref: string; status: string; premium: boolean }>(
      `select kind, ref, status, premium_until is not null as premium from payment_orders
       where user_id = $1 order by kind, premium_until`,
      [userId],
    );
  /** All that Stripe has to say, and what that leads to. */
  async function settled(at: Shop = till.shop): Promise<void> {
    for (let events = till.stripe.take(); events.length > 0; events = till.stripe.take())
      await at.deliver(events);
  }

  it('keep what was paid while a second answer was on its way', async () => {
    const [bothBegun, held] = [gate(), gate()];
    let begun = 0;
    const around = (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      async begin(order) {
        begun += 1;
        const isSecond = begun === 2;
        if (isSecond) bothBegun.open();
        await bothBegun.opened;
        const state = await provider.begin(order);
        if (isSecond) await held.opened;
        return state;
      },
    });
    const at = openShop(store(), till.stripe, { around });
    const person = await buyer(at);
    // One that is answered without beginning lets the other go on, and fails below.
    const both = [0, 1].map(() => person.beginMonthly().then((answer) => answer));
    for (const answered of both) void answered.finally(bothBegun.open);
    const first = await Promise.race(both);
    expect(begun).toBe(2);
    till.stripe.pay(first.body.clientSecret);
    await settled(at);
    held.open();
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    await settled(at);
    expect(await person.isPremium()).toBe(true);
    const [order] = await ordersOf(person.id);
    expect(till.stripe.status(order?.ref ?? '')).toBe('active');
  });

  it.each(['monthly', 'lifetime'] as const)(
    'begin no second %s order in the moment the first is confirmed',
    async (kind) => {
      const first = await buyer(till.shop);
      const begun = kind === 'monthly' ? first.beginMonthly() : first.beginLifetime();
      const { clientSecret } = (await begun.expect(200)).body;
      till.stripe.pay(clientSecret);
      const during = interrupted(store(), 'order by o.created_at desc', () => settled());
      const at = openShop(during.store, till.stripe);
      const person = await signIn(at, first.person);
      const again = await person.post(kind === 'monthly' ? MONTHLY : LIFETIME, { amount: 5 });
      await during.done();
      await settled();
      expect(again.status).toBe(409);
      expect(await ordersOf(first.id)).toHaveLength(1);
      expect(await first.isPremium()).toBe(true);
    },
  );

  /** Two orders of one kind that were begun before either was paid, as by two servers. */
  async function twice(kind: 'monthly' | 'lifetime') {
    const person = await buyer(till.shop);
    const begin = () => (kind === 'monthly' ? person.beginMonthly() : person.beginLifetime());
    const one = String((await begin().expect(200)).body.clientSecret);
    await store().query(`update payment_orders set status = 'ended' where user_id = $1`, [
      person.id,
    ]);
    const two = String((await begin().expect(200)).body.clientSecret);
    expect(two).not.toBe(one);
    return { person, one, two };
  }

  it.each([
    ['monthly', 'active'],
    ['lifetime', 'paid'],
  ] as const)('give a second %s payment back, and leave one %s', async (kind, status) => {
    const { person, one, two } = await twice(kind);
    till.stripe.pay(one);
    till.stripe.pay(two);
    await settled();
    expect(refunded()).toHaveLength(1);
    expect(await person.isPremium()).toBe(true);
    expect(await ordersOf(person.id)).toMatchObject([
      { status, premium: true },
      { status: 'ended', premium: false },
    ]);
  });

  it('give a second payment back that is told at the same moment', async () => {
    const { person, one, two } = await twice('lifetime');
    till.stripe.pay(one);
    till.stripe.pay(two);
    await Promise.all(
      till.stripe.take().map((event) => till.shop.send(till.stripe.signed(event)).expect(200)),
    );
    await settled();
    expect(new Set(refunded()).size).toBe(1);
    expect(await person.isPremium()).toBe(true);
  });

  it('are cancelled wherever they run, also for life', async () => {
    const person = await buyer(till.shop);
    till.stripe.pay((await person.beginMonthly().expect(200)).body.clientSecret);
    await settled();
    const [{ ref } = { ref: '' }] = await ordersOf(person.id);
    await store().query(
      `insert into payment_orders (id, user_id, provider, kind, amount, currency, ref, status, premium_until, created_at)
       select gen_random_uuid(), user_id, provider, 'lifetime', 500, 'usd', 'pi_' || id, 'paid', 'infinity', created_at
       from payment_orders where ref = $1`,
      [ref],
    );
    await person.post('/api/user/cancel-subscription').expect(200);
    expect(till.callsTo(`POST /v1/subscriptions/${ref}`)).toHaveLength(1);
  });

  it('begin none of the other kind while what was paid is not told', async () => {
    const person = await buyer(till.shop);
    till.stripe.pay((await person.beginLifetime().expect(200)).body.clientSecret);
    expect((await person.beginMonthly().expect(409)).body.code).toBe('payment_under_way');
    await settled();
    expect(await person.isPremium()).toBe(true);
    const other = await buyer(till.shop);
    till.stripe.pay((await other.beginMonthly().expect(200)).body.clientSecret);
    expect((await other.beginLifetime().expect(409)).body.code).toBe('payment_under_way');
  });

  it('give the month back that was paid after lifetime access', async () => {
    const timed = openShop(store(), till.stripe);
    const person = await buyer(timed);
    const forever = (await person.beginLifetime().expect(200)).body.clientSecret;
    const month = (await person.beginMonthly().expect(200)).body.clientSecret;
    till.stripe.pay(forever);
    const late = till.stripe.take();
    timed.pass(MINUTE_MS);
    till.stripe.pay(month);
    await settled(timed);
    await timed.deliver(late);
    await settled(timed);
    expect(refunded()).toEqual([refOf(month)]);
    expect(await ordersOf(person.id)).toMatchObject([
      { kind: 'lifetime', status: 'paid', premium: true },
      { kind: 'monthly', status: 'ended', premium: false },
    ]);
  });

  it('do not run beside lifetime access that came while they began', async () => {
    const held = gate();
    const atStripe = gate();
    const around = (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      async begin(order) {
        const state = await provider.begin(order);
        if (order.kind === 'monthly') {
          atStripe.open();
          await held.opened;
        }
        return state;
      },
    });
    const at = openShop(store(), till.stripe, { around });
    const person = await buyer(at);
    const { clientSecret } = (await person.beginLifetime().expect(200)).body;
    const monthly = person.beginMonthly().then((answer) => answer);
    await atStripe.opened;
    till.stripe.pay(clientSecret);
    await settled(at);
    held.open();
    expect((await monthly).status).toBe(409);
    const [, month] = await ordersOf(person.id);
    expect(month).toMatchObject({ kind: 'monthly', status: 'ended' });
    const subscriptions = till.stripe.calls.filter(({ call }) =>
      call.startsWith('DELETE /v1/subscr'),
    );
    expect(subscriptions).toHaveLength(1);
  });

  it('end beside lifetime access whoever paid them, and are given back', async () => {
    const person = await buyer(till.shop);
    const forever = (await person.beginLifetime().expect(200)).body.clientSecret;
    const month = (await person.beginMonthly().expect(200)).body.clientSecret;
    till.stripe.pay(forever);
    till.stripe.pay(month);
    await settled();
    expect(refunded()).toEqual([refOf(month)]);
    expect(await person.isPremium()).toBe(true);
    const [, monthly] = await ordersOf(person.id);
    expect(till.stripe.status(monthly?.ref ?? '')).toBe('canceled');
  });

  it('can be made after the account could not be deleted', async () => {
    const other = await member(till.shop);
    let id = '';
    const person = await buyer(
      openShop(store(), till.stripe, {
        around: (provider) => ({
          ...provider,
          async forget(customer) {
            await provider.forget(customer);
            await store().query(
              `update users set password_hash = (select password_hash from users where id = $2)
               where id = $1`,
              [id, other.id],
            );
          },
        }),
      }),
    );
    id = person.id;
    await person.beginLifetime().expect(200);
    await person.post('/api/user/delete', { password: PASSWORD }).expect(401);
    const again = await signIn(till.shop, { ...other.person, email: person.person.email });
    await again.post(LIFETIME, { amount: 5 }).expect(200);
  });

  it('can be made where Stripe has forgotten the customer', async () => {
    const person = await buyer(till.shop);
    await person.beginLifetime().expect(200);
    const [{ ref } = { ref: '' }] = await store().query<{ ref: string }>(
      'select ref from payment_customers where user_id = $1',
      [person.id],
    );
    await fetch(`${till.stripe.url}/v1/customers/${ref}`, { method: 'DELETE' });
    await person.beginMonthly().expect(200);
    expect(till.callsTo('POST /v1/customers')).toHaveLength(2);
  });

  it('leave no second customer behind', async () => {
    const person = await buyer(till.shop);
    await Promise.all([person.beginLifetime(), person.beginMonthly()]);
    const made = till.callsTo('POST /v1/customers').length;
    await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
    const gone = till.stripe.calls.filter(({ call }) => call.startsWith('DELETE /v1/customers'));
    expect(gone).toHaveLength(made);
  });

  it('of a month go back where the account is gone before they are told', async () => {
    const person = await buyer(till.shop);
    const { clientSecret } = (await person.beginMonthly().expect(200)).body;
    till.stripe.pay(clientSecret);
    await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
    await settled();
    expect(new Set(refunded())).toEqual(new Set([refOf(clientSecret)]));
  });

  it('that were told stay after a dispute is won, account or not', async () => {
    const person = await buyer(till.shop);
    const { clientSecret } = (await person.beginLifetime().expect(200)).body;
    till.stripe.pay(clientSecret);
    await settled();
    till.stripe.dispute(refOf(clientSecret));
    await settled();
    await person.post('/api/user/delete', { password: PASSWORD }).expect(200);
    till.stripe.closeDispute(refOf(clientSecret), 'won');
    await settled();
    expect(refunded()).toEqual([]);
  });
});

await onPostgresServer('payments at the same moment', (store) => {
  const till = openTill(store);

  it('begin, whichever of them notes who pays first', async () => {
    const [bothMade, noting] = [gate(), gate()];
    const made: string[] = [];
    const around = (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      async makeCustomer(person) {
        const ref = await provider.makeCustomer(person);
        if (made.push(ref) === 2) bothMade.open();
        await noting.opened;
        return ref;
      },
    });
    const person = await buyer(openShop(store(), till.stripe, { around }));
    const both = [0, 1].map(() => person.beginLifetime().then(({ status }) => status));
    await bothMade.opened;
    const [ref] = made;
    // What both find in their way when they note the customer, and then no more.
    const statuses = await whileLocked(
      store(),
      (queries) =>
        queries.query(`insert into payment_customers (provider, ref) values ('stripe-test', $1)`, [
          ref,
        ]),
      both.map((answered) => () => {
        noting.open();
        return answered;
      }),
      (queries) => queries.query('delete from payment_customers where ref = $1', [ref]),
    );
    expect(statuses).toEqual([200, 200]);
  });
});
