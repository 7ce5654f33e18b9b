import { expect, it } from 'vitest';
import type { OrderKind, PaymentProvider } from '#api/payments/provider.ts';

/** A provider, and what a person and time do at it. */
export interface Till {
  provider: PaymentProvider;
  /** The id of somebody who has an account. */
  person(): Promise<string>;
  /** The card goes through. */
  pay(clientSecret: string, userId: string): Promise<void>;
  slowBank(clientSecret: string, userId: string): Promise<void>;
}

/** What every adapter of the payment provider keeps. `till` is called inside each test. */
export function paymentProviderContract(till: () => Till): void {
  const CURRENCY = { amount: 500, currency: 'usd' };

  async function begun(kind: OrderKind) {
    const { provider } = till();
    const userId = await till().person();
    const id = crypto.randomUUID();
    const email = 'ada@example.com';
    const customer = await provider.makeCustomer({ userId, email, orderId: id });
    const order = { id, kind, userId, customer, ...CURRENCY };
    const state = await provider.begin(order);
    return { order, customer, userId, state, secret: state.clientSecret ?? '' };
  }

  async function paid(kind: OrderKind) {
    const order = await begun(kind);
    await till().pay(order.secret, order.userId);
    return { ...order, state: await till().provider.look(order.state) };
  }

  const kinds = ['lifetime', 'monthly'] as const;

  it.each(kinds)('begins a %s order with what it is paid by, once', async (kind) => {
    const { order, userId, state } = await begun(kind);
    expect(state).toMatchObject({
      kind,
      orderId: order.id,
      userId,
      ...CURRENCY,
      status: 'open',
      payments: [],
    });
    expect(state.clientSecret).toEqual(expect.any(String));
    expect((await till().provider.begin(order)).clientSecret).toBe(state.clientSecret);
    expect((await till().provider.look(state)).clientSecret).toBe(state.clientSecret);
  });

  it.each([
    ['lifetime', 'paid'],
    ['monthly', 'active'],
  ] as const)('says of a %s order that it is paid', async (kind, status) => {
    const { state } = await paid(kind);
    expect(state).toMatchObject({ status, latest: 'paid', clientSecret: undefined });
    expect(state.payments).toMatchObject([
      { ...CURRENCY, status: 'paid', paidAt: expect.any(Date) },
    ]);
  });

  it('has a month for a period, which a cancelled subscription ends with unless it is resumed', async () => {
    const { provider } = till();
    const { state } = await paid('monthly');
    const { start, end, cancelsAtEnd } = state.period ?? {
      start: new Date(NaN),
      end: new Date(NaN),
    };
    const days = (end.getTime() - start.getTime()) / (24 * 3_600_000);
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(cancelsAtEnd).toBe(false);
    await provider.cancelAtPeriodEnd(state.ref);
    await provider.cancelAtPeriodEnd(state.ref);
    expect(await provider.look(state)).toMatchObject({
      status: 'active',
      period: { end, cancelsAtEnd: true },
    });
    await provider.resume(state.ref);
    await provider.resume(state.ref);
    expect(await provider.look(state)).toMatchObject({
      status: 'active',
      period: { end, cancelsAtEnd: false },
    });
  });

  it('waits for a slow bank', async () => {
    const { state, secret, userId } = await begun('lifetime');
    await till().slowBank(secret, userId);
    expect(await till().provider.look(state)).toMatchObject({
      status: 'processing',
      clientSecret: undefined,
      payments: [],
    });
  });

  it.each(kinds)('gives the payment of a %s order back, once', async (kind) => {
    const { provider } = till();
    const { state } = await paid(kind);
    const ref = state.payments[0]?.ref ?? '';
    await provider.refund(ref);
    await provider.refund(ref);
    const after = await provider.look(state);
    expect(after.latest).toBe('refunded');
    expect(after.status).toBe(kind === 'lifetime' ? 'ended' : 'active');
  });

  it.each(kinds)('ends a %s order that is not paid, for good', async (kind) => {
    const { provider } = till();
    const { state } = await begun(kind);
    await provider.end(state);
    await provider.end(state);
    expect(await provider.look(state)).toMatchObject({ status: 'ended', clientSecret: undefined });
  });

  it('ends a subscription now, and leaves a payment that was made', async () => {
    const { provider } = till();
    const monthly = await paid('monthly');
    await provider.end(monthly.state);
    expect(await provider.look(monthly.state)).toMatchObject({ status: 'ended', latest: 'paid' });
    const lifetime = await paid('lifetime');
    await provider.end(lifetime.state);
    expect(await provider.look(lifetime.state)).toMatchObject({ status: 'paid' });
  });

  it('forgets a customer, also twice', async () => {
    const { customer } = await begun('lifetime');
    await till().provider.forget(customer);
    await till().provider.forget(customer);
  });

  it('does not know an order that there is not', async () => {
    for (const kind of kinds)
      await expect(till().provider.look({ kind, ref: 'no_such_order' })).rejects.toMatchObject({
        code: 'payment_provider',
      });
  });

  it('believes no event that it did not sign', () => {
    expect(() => till().provider.readEvent(Buffer.from('{}'), 't=1,v1=00')).toThrow(/signature/);
  });
}
