import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from '#api/payments/sandbox.ts';
import { openStripe } from '#api/payments/stripe.ts';
import { createLogger } from '#platform/logging.ts';
import { paymentProviderContract, type Till } from '../contract/payment-provider.ts';
import { FakeStripe, SECRET_KEY, WEBHOOK_SECRET } from '../support/fake-stripe.ts';
import { member, openAccounts } from '../support/accounts.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const clock = () => new Date('2026-11-21T12:00:00Z');

describe('Stripe', () => {
  let stripe: FakeStripe;
  let till: Till;
  beforeAll(async () => {
    stripe = await FakeStripe.start();
    till = {
      provider: openStripe({
        secretKey: SECRET_KEY,
        webhookSecret: WEBHOOK_SECRET,
        publishableKey: 'pk_test_ours',
        baseUrl: stripe.url,
        clock,
      }),
      person: async () => crypto.randomUUID(),
      pay: async (secret) => stripe.pay(secret),
      slowBank: async (secret) => stripe.slowBank(secret),
    };
  });
  afterAll(() => stripe.stop());
  paymentProviderContract(() => till);

  it('says what a month costs of which several are asked for', async () => {
    const { provider } = till;
    const userId = await till.person();
    const id = crypto.randomUUID();
    const customer = await provider.makeCustomer({ userId, email: 'a@example.com', orderId: id });
    const order = { id, kind: 'monthly', userId, customer, amount: 500, currency: 'usd' } as const;
    const begun = await provider.begin(order);
    stripe.setItem(begun.ref, { quantity: 3 });
    expect(await provider.look(begun)).toMatchObject({ amount: 1_500 });
  });
});

await onBothUserStores('the sandbox', (store) => {
  paymentProviderContract(() => {
    const sandbox = new Sandbox({ store: store(), clock, logger: createLogger('silent') });
    const pay =
      (cardNumber: '4242424242424242' | '4000000000000077') =>
      async (clientSecret: string, userId: string): Promise<void> => {
        await sandbox.pay({ clientSecret, cardNumber }, userId);
      };
    return {
      provider: sandbox,
      person: async () => (await member(openAccounts(store()))).id,
      pay: pay('4242424242424242'),
      slowBank: pay('4000000000000077'),
    };
  });
});
