import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentProvider } from '#api/payments/provider.ts';
import type { Queries, UserStore } from '#api/users/store.ts';
import { FakeStripe } from '../support/fake-stripe.ts';
import { buyer, openShop, refOf, WEBHOOK, type Shop } from '../support/payments.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const MINUTE_MS = 60_000;

const permutations = (items: readonly number[]): number[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, i) =>
        permutations(items.toSpliced(i, 1)).map((others) => [item, ...others]),
      );

await onBothUserStores('webhooks', (store) => {
  let stripe: FakeStripe;
  let shop: Shop;
  beforeAll(async () => {
    stripe = await FakeStripe.start();
    shop = openShop(store(), stripe);
  });
  afterAll(() => stripe.stop());

  /** Everything an order left behind, without ids and instants. */
  const traces = async (userId: string) => ({
    orders: await store().query(
      `select kind, status, premium_until is not null as premium from payment_orders
       where user_id = $1 order by created_at`,
      [userId],
    ),
    payments: await store().query(
      `select p.amount, p.currency, p.status from payments p
       join payment_orders o on o.id = p.order_id where o.user_id = $1`,
      [userId],
    ),
    audit: (
      await store().query<{ action: string }>(
        'select action from audit join users on audit_id = subject where users.id = $1 order by action',
        [userId],
      )
    ).map(({ action }) => action),
  });

  const LIFETIME = {
    orders: [{ kind: 'lifetime', status: 'paid', premium: true }],
    payments: [{ amount: 500, currency: 'usd', status: 'paid' }],
    audit: ['payment.paid', 'premium.granted'],
  };
  const MONTH = { ...LIFETIME, orders: [{ kind: 'monthly', status: 'active', premium: true }] };

  async function paid(kind: 'lifetime' | 'monthly') {
    const person = await buyer(shop);
    const begun = kind === 'lifetime' ? person.beginLifetime() : person.beginMonthly();
    stripe.pay((await begun.expect(200)).body.clientSecret);
    return { person, events: stripe.take() };
  }

  it('give premium, and nothing before them does', async () => {
    const { person, events } = await paid('lifetime');
    expect(await person.isPremium()).toBe(false);
    await shop.deliver(events);
    expect(await person.isPremium()).toBe(true);
    expect(await traces(person.id)).toEqual(LIFETIME);
  });

  it('of a lifetime converge in every order', async () => {
    const { events } = await paid('lifetime');
    expect(events).toHaveLength(3);
    for (const order of permutations([0, 1, 2])) {
      const { person, events: own } = await paid('lifetime');
      await shop.deliver(order.map((i) => own[i] ?? {}));
      expect({ order, ...(await traces(person.id)) }).toEqual({ order, ...LIFETIME });
    }
  });

  it('of a month converge in every order', async () => {
    for (const order of permutations([1, 4, 5])) {
      const { person, events } = await paid('monthly');
      expect(events.map(({ type }) => type)).toEqual([
        'payment_intent.created',
        'customer.subscription.created',
        'charge.succeeded',
        'payment_intent.succeeded',
        'invoice.paid',
        'customer.subscription.updated',
      ]);
      await shop.deliver([...order, 0, 2, 3].map((i) => events[i] ?? {}));
      expect({ order, ...(await traces(person.id)) }).toEqual({ order, ...MONTH });
    }
  });

  it('of a month that was cut short converge in every order', async () => {
    for (const order of permutations([0, 1, 2, 3]).filter((_, i) => i % 4 === 0)) {
      const { person, events } = await paid('monthly');
      const [{ ref } = { ref: '' }] = await store().query<{ ref: string }>(
        'select ref from payment_orders where user_id = $1',
        [person.id],
      );
      stripe.close(ref, 'canceled');
      const [, created, , , invoicePaid, updated] = events;
      const all = [created, invoicePaid, updated, ...stripe.take()];
      await shop.deliver(order.map((i) => all[i] ?? {}));
      expect({ order, ...(await traces(person.id)) }).toEqual({
        order,
        orders: [{ kind: 'monthly', status: 'ended', premium: false }],
        payments: LIFETIME.payments,
        audit: ['payment.paid'],
      });
    }
  });

  it('have one effect, sent three times each', async () => {
    const { person, events } = await paid('lifetime');
    await shop.deliver([...events, ...events.toReversed(), ...events]);
    expect(await traces(person.id)).toEqual(LIFETIME);
    const [row] = await store().query<{ n: number }>(
      `select count(*)::int as n from payment_events e join payment_orders o on o.id = e.order_id
       where o.user_id = $1`,
      [person.id],
    );
    expect(row?.n).toBe(events.length);
  });

  it('have one effect, ten of one at once and all of them at once', async () => {
    for (const kind of ['lifetime', 'monthly'] as const) {
      const { person, events } = await paid(kind);
      const last = events.at(-1);
      const ten = last === undefined ? [] : Array.from({ length: 10 }, () => last);
      const answers = await Promise.all(
        [...ten, ...events].map((event) => shop.send(stripe.signed(event))),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await traces(person.id)).toEqual(kind === 'lifetime' ? LIFETIME : MONTH);
    }
  });

  it.each([
    ['', false],
    [', also of an account that is gone', true],
  ])('cannot bring back what was so before%s', async (_what, isGone) => {
    // The first look at the order is answered, and held until what came later is written.
    let release = (): void => undefined;
    const written = new Promise<void>((resolve) => (release = resolve));
    let looks = 0;
    const around = (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      async look(order, payment) {
        const state = await provider.look(order, payment);
        looks += 1;
        if (looks === 1) await written;
        return state;
      },
    });
    const held = openShop(store(), stripe, { around });
    const person = await buyer(held);
    const { clientSecret } = (await person.beginLifetime().expect(200)).body;
    const payment = refOf(clientSecret);
    const isRefunded = async (): Promise<void> => {
      expect(await shop.payments.isPremium(person.id)).toBe(false);
      expect(await store().query('select status from payments where ref = $1', [payment])).toEqual([
        { status: 'refunded' },
      ]);
    };
    stripe.pay(clientSecret);
    const [, , succeeded = {}] = stripe.take();
    if (isGone) await store().query('delete from users where id = $1', [person.id]);
    const first = held.send(stripe.signed(succeeded)).then(({ status }) => status);
    await expect.poll(() => looks).toBe(1);
    stripe.refund(payment);
    await shop.deliver();
    await isRefunded();
    release();
    expect(await first).toBe(200);
    await isRefunded();
  });

  it('that fail on the way are answered as failures, and work when they come again', async () => {
    const { person, events } = await paid('lifetime');
    let failures = 1;
    const failing: UserStore = {
      ...store(),
      tx: <T>(work: (queries: Queries) => Promise<T>) =>
        store().tx(async (queries) => {
          const result = await work(queries);
          if ((failures -= 1) >= 0) throw new Error('killed before the commit');
          return result;
        }),
    };
    const event = events.at(-1) ?? {};
    await openShop(failing, stripe).send(stripe.signed(event)).expect(500);
    expect(await person.isPremium()).toBe(false);
    expect((await traces(person.id)).audit).toEqual([]);
    await shop.send(stripe.signed(event)).expect(200);
    expect(await traces(person.id)).toEqual(LIFETIME);
  });

  it('are sent again while Stripe cannot be asked', async () => {
    const { person, events } = await paid('lifetime');
    const event = events.at(-1) ?? {};
    stripe.failures = 1;
    const { body } = await shop.send(stripe.signed(event)).expect(503);
    expect(body.code).toBe('payments_unavailable');
    await shop.send(stripe.signed(event)).expect(200);
    expect(await person.isPremium()).toBe(true);
    expect(shop.log.join('')).not.toContain('hunter2');
  });

  it('are believed only with the signature of these bytes and this time', async () => {
    const { person, events } = await paid('lifetime');
    const event = events.at(-1) ?? {};
    const good = stripe.signed(event);
    const at = (minutes: number) => new Date(shop.clock().getTime() + minutes * MINUTE_MS);
    const bad = [
      { body: good.body },
      { ...good, signature: '' },
      { ...good, signature: good.signature.replace(/v1=..../, 'v1=0000') },
      { ...good, body: good.body.replace('succeeded', 'succeedeD') },
      { ...good, body: `${good.body} ` },
      { ...good, signature: good.signature.replace(/^t=\d+/, 't=NaN') },
      { ...good, signature: `t=1,${good.signature}` },
      stripe.signed(event, shop.clock(), 'whsec_of_somebody_else'),
      stripe.signed({ ...event, livemode: true }),
      stripe.signed(event, at(-6)),
      stripe.signed(event, at(6)),
      stripe.signed(event, at(60)),
    ];
    for (const sent of bad) {
      const { body } = await shop.send(sent).expect(400);
      expect(body.code).toBe('bad_signature');
    }
    expect(await person.isPremium()).toBe(false);
    await shop.send(stripe.signed(event, at(-4))).expect(200);
    expect(await person.isPremium()).toBe(true);
    await shop.send({ body: '' }).expect(400);
    await shop.browser().post(WEBHOOK).type('text').send(good.body).expect(415);
  });

  it.each([
    ['a thin event', { object: 'v2.core.event', related_object: { id: 'pi_1' } }],
    ['an event without its object', { object: 'event' }],
    ['what is no event', []],
  ])('say what to set up anew at Stripe where it signs %s', async (_what, event) => {
    const sent = stripe.signed(event);
    const { body } = await shop.send(sent).expect(400);
    expect(body.code).toBe('unreadable_event');
    expect(body.message).toContain('Set the endpoint up at Stripe for snapshot events');
    expect(shop.log.join('')).toContain(body.message);
    // What the endpoint takes is told to nobody else.
    const stranger = await shop.send({ ...sent, signature: 't=1,v1=00' }).expect(400);
    expect(stranger.body.code).toBe('bad_signature');
  });

  it.each([
    ['amount', () => ({ amount: 100 })],
    ['currency', () => ({ currency: 'cad' })],
    ['user', (order: unknown) => ({ metadata: { order, user: crypto.randomUUID() } })],
    ['order', (_: unknown, user: string) => ({ metadata: { order: crypto.randomUUID(), user } })],
  ])('give nothing where the %s is not of the order', async (fault, change) => {
    const person = await buyer(shop);
    const { body } = await person.beginLifetime().expect(200);
    const ref = refOf(body.clientSecret);
    const [row] = await store().query<{ id: string }>(
      'select id from payment_orders where user_id = $1',
      [person.id],
    );
    stripe.change(ref, change(row?.id, person.id));
    stripe.pay(body.clientSecret);
    await shop.deliver();
    expect(await person.isPremium()).toBe(false);
    const { audit } = await traces(person.id);
    expect(new Set(audit)).toEqual(new Set(['payment.unexpected']));
    expect(shop.log.join('')).toContain(`"fault":"${fault}"`);
  });

  it('of other business are taken and do nothing', async () => {
    const objects = [
      { object: 'payout', id: 'po_1' },
      { object: 'payment_intent', id: 'pi_of_another_shop', metadata: {} },
      { object: 'payment_intent', id: 'pi_x', metadata: { order: 'no id of ours' } },
      { object: 'invoice', id: 'in_x', parent: null },
    ];
    await shop.deliver(
      objects.map((object, i) => ({
        id: `evt_other_${i}_${stripe.url}_${crypto.randomUUID()}`,
        object: 'event',
        type: 'something.happened',
        data: { object },
      })),
    );
  });

  it('find an order whose beginning was not answered yet', async () => {
    const person = await buyer(shop);
    const { body } = await person.beginMonthly().expect(200);
    stripe.pay(body.clientSecret);
    await store().query('update payment_orders set ref = null where user_id = $1', [person.id]);
    await shop.deliver();
    expect(await traces(person.id)).toEqual(MONTH);
  });
});
