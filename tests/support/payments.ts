import request from 'supertest';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openStripe } from '#api/payments/stripe.ts';
import type { PaymentProvider } from '#api/payments/provider.ts';
import type { UserStore } from '#api/users/store.ts';
import { member, openAccounts, signIn, type AccountsOptions } from './accounts.ts';
import { FakeStripe, SECRET_KEY, WEBHOOK_SECRET } from './fake-stripe.ts';

export const WEBHOOK = '/api/webhooks/stripe';

type Event = FakeStripe['events'][number];

/** An api process that takes its payments from the fake. */
export function openShop(
  store: UserStore,
  stripe: FakeStripe,
  options: AccountsOptions & {
    around?: (provider: PaymentProvider) => PaymentProvider;
    secretKey?: string;
  } = {},
) {
  const { around = (provider) => provider, secretKey = SECRET_KEY, ...others } = options;
  const api = openAccounts(store, {
    ...others,
    payments: ({ clock }) =>
      around(
        openStripe({
          secretKey,
          webhookSecret: WEBHOOK_SECRET,
          publishableKey: 'pk_test_ours',
          baseUrl: stripe.url,
          clock,
        }),
      ),
  });
  stripe.clock = api.clock;
  const send = ({ body, signature }: { body: string; signature?: string }) => {
    const sent = request(api.app).post(WEBHOOK).set('Content-Type', 'application/json');
    if (signature !== undefined) void sent.set('Stripe-Signature', signature);
    return sent.send(body);
  };
  return {
    ...api,
    send,
    /** Sends each in turn, as Stripe would. */
    async deliver(events: Event[] = stripe.take()): Promise<void> {
      for (const event of events) await send(stripe.signed(event)).expect(200);
    },
  };
}

export type Shop = ReturnType<typeof openShop>;

/** Somebody with an account, and what they can do at the till. */
export async function buyer(shop: Shop) {
  const person = await member(shop);
  let device: Pick<typeof person, 'get' | 'post'> = person;
  const get = (path: string) => device.get(path);
  const post = (path: string, body?: object) => device.post(path, body);
  return {
    ...person,
    get,
    post,
    beginLifetime: () => post('/api/create-payment-intent', { amount: 5 }),
    beginMonthly: () => post('/api/create-subscription-intent'),
    /** Time passes, and they sign in again: a session that is not used ends. */
    async later(milliseconds: number): Promise<void> {
      shop.pass(milliseconds);
      device = await signIn(shop, person.person);
    },
    async isPremium(): Promise<boolean> {
      const { body } = await get('/api/user/usage').expect(200);
      return body.subscriptionStatus === 'premium';
    },
    async subscription() {
      return (await get('/api/user/subscription').expect(200)).body;
    },
  };
}

/** What a payment goes by at Stripe, of the secret the portal gets. */
export const refOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** A fake Stripe and a shop that sells by it, for the tests of a file; what was asked before is forgotten at each. */
export function openTill(store: () => UserStore) {
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
  return {
    get stripe() {
      return stripe;
    },
    get shop() {
      return shop;
    },
    callsTo: (call: string) => stripe.calls.filter((one) => one.call === call),
    /** Somebody who has paid, with their payment and what they ordered. */
    async premium(kind: 'lifetime' | 'monthly', at: Shop = shop) {
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
    },
  };
}
