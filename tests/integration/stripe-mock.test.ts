import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStripe } from '#api/payments/stripe.ts';
import type { PaymentProvider } from '#api/payments/provider.ts';
import { requireOrSkip } from '../support/engines.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from '../support/fake-stripe.ts';
import { startStripeMock, whyNoStripeMock } from '../support/stripe-mock.ts';

const missing = whyNoStripeMock();
requireOrSkip('stripe-mock', missing);

/** It knows the shape of every call and answer, and no behaviour: that is asked of our own fake. */
describe.skipIf(missing !== undefined)("the shape of Stripe's calls", () => {
  let mock: Awaited<ReturnType<typeof startStripeMock>>;
  let stripe: PaymentProvider;
  beforeAll(async () => {
    mock = await startStripeMock();
    stripe = openStripe({
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      publishableKey: 'pk_test_ours',
      baseUrl: mock.url,
      clock: () => new Date(),
    });
  }, 300_000);
  afterAll(() => mock.stop());

  const order = { id: 'order', userId: 'user', customer: 'cus_1', amount: 500, currency: 'usd' };
  const calls: [string, () => Promise<unknown>][] = [
    [
      'makes a customer',
      () => stripe.makeCustomer({ userId: 'user', email: 'ada@example.com', orderId: 'order' }),
    ],
    ['begins a payment', () => stripe.begin({ ...order, kind: 'lifetime' })],
    ['begins a subscription', () => stripe.begin({ ...order, kind: 'monthly' })],
    ['looks at a payment', () => stripe.look({ kind: 'lifetime', ref: 'pi_1' })],
    ['looks at a subscription', () => stripe.look({ kind: 'monthly', ref: 'sub_1' }, 'pi_1')],
    ['cancels at the end', () => stripe.cancelAtPeriodEnd('sub_1')],
    ['resumes', () => stripe.resume('sub_1')],
    ['ends a subscription', () => stripe.end({ kind: 'monthly', ref: 'sub_1' })],
    ['ends a payment', () => stripe.end({ kind: 'lifetime', ref: 'pi_1' })],
    ['refunds', () => stripe.refund('pi_1')],
    ['forgets a customer', () => stripe.forget('cus_1')],
  ];

  it.each(calls)('%s', async (_, call) => {
    await expect(call()).resolves.not.toThrow();
  });

  it('has what we read of a payment and of a subscription', async () => {
    expect(await stripe.look({ kind: 'lifetime', ref: 'pi_1' })).toMatchObject({
      status: 'open',
      currency: 'usd',
      clientSecret: expect.stringContaining('_secret_'),
    });
    expect(await stripe.look({ kind: 'monthly', ref: 'sub_1' })).toMatchObject({
      status: 'active',
      amount: expect.any(Number),
      period: { start: expect.any(Date), end: expect.any(Date) },
    });
  });

  it('is found wrong where it is', async () => {
    await expect(
      stripe.begin({ ...order, kind: 'lifetime', amount: 'much' as unknown as number }),
    ).rejects.toMatchObject({ code: 'payment_provider' });
  });
});
