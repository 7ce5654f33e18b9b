import request from 'supertest';
import { expect, it } from 'vitest';
import { Sandbox } from '#api/payments/sandbox.ts';
import { sign } from '#api/payments/signed-event.ts';
import type { Queries, UserStore } from '#api/users/store.ts';
import { createLogger } from '#platform/logging.ts';
import { member, openAccounts, signIn } from '../support/accounts.ts';
import { WEBHOOK } from '../support/payments.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const DAY_MS = 24 * 3_600_000;
const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000-0000-0000-0002',
  authenticated: '4000002500003155',
  slow: '4000000000000077',
};

await onBothUserStores('payments that charge nothing', (store) => {
  async function open(users: UserStore = store()) {
    let sandbox: Sandbox | undefined;
    const api = openAccounts(users, {
      payments: (parts) => (sandbox = new Sandbox({ ...parts, store: users })),
    });
    const person = await member(api);
    const begin = async (kind: 'lifetime' | 'monthly' = 'lifetime') => {
      const { body } = await (
        kind === 'lifetime'
          ? person.post('/api/create-payment-intent', { amount: 5 })
          : person.post('/api/create-subscription-intent')
      ).expect(200);
      expect(body).toMatchObject({ publishableKey: null, sandbox: true });
      return String(body.clientSecret);
    };
    return {
      api,
      person,
      begin,
      pay: (clientSecret: string, cardNumber: string, authenticated?: boolean) =>
        person.post('/api/sandbox/pay', { clientSecret, cardNumber, authenticated }),
      settle: () => sandbox?.settle(),
      isPremium: async () => {
        const { body } = await person.get('/api/user/usage').expect(200);
        return body.subscriptionStatus === 'premium';
      },
    };
  }

  it.each(['lifetime', 'monthly'] as const)('give premium for the good card: %s', async (kind) => {
    const { begin, pay, isPremium } = await open();
    const { body } = await pay(await begin(kind), CARDS.good).expect(200);
    expect(body).toEqual({
      status: 'succeeded',
      message: 'The test payment succeeded. No card was charged.',
    });
    expect(await isPremium()).toBe(true);
  });

  it('can be declined, and paid with another card', async () => {
    const { begin, pay, isPremium } = await open();
    const secret = await begin();
    expect((await pay(secret, CARDS.declined).expect(200)).body.status).toBe('declined');
    expect(await isPremium()).toBe(false);
    await pay(await begin(), CARDS.good).expect(200);
    expect(await isPremium()).toBe(true);
  });

  it('can ask for 3-D Secure, which may be refused', async () => {
    const { begin, pay, isPremium } = await open();
    const secret = await begin();
    const status = async (authenticated?: boolean) =>
      (await pay(secret, CARDS.authenticated, authenticated).expect(200)).body.status;
    expect(await status()).toBe('requires_action');
    expect(await status(false)).toBe('declined');
    expect(await isPremium()).toBe(false);
    expect(await status(true)).toBe('succeeded');
    expect(await isPremium()).toBe(true);
  });

  it('can take a slow bank', async () => {
    const { api, begin, pay, settle, isPremium } = await open();
    expect((await pay(await begin(), CARDS.slow).expect(200)).body.status).toBe('processing');
    await settle();
    expect(await isPremium()).toBe(false);
    api.pass(10_000);
    await settle();
    expect(await isPremium()).toBe(true);
  });

  it('take no card in earnest, and do not say its number', async () => {
    const { api, begin, pay } = await open();
    const { body, text } = await pay(await begin(), '5555555555554444').expect(422);
    expect(body.message).toContain('No card is charged here');
    expect(text + api.log.join('')).not.toContain('5555');
  });

  it('are of who began them, and paid once', async () => {
    const { begin, pay } = await open();
    const other = await open();
    const secret = await begin();
    await other.pay(secret, CARDS.good).expect(404);
    await other.pay('no_such_secret', CARDS.good).expect(404);
    await other.pay('no\0secret', CARDS.good).expect(422);
    await pay(secret, CARDS.good).expect(200);
    await pay(secret, CARDS.good).expect(404);
  });

  it('begin a month after another, until cancelled', async () => {
    const { api, person, begin, pay, settle } = await open();
    await pay(await begin('monthly'), CARDS.good).expect(200);
    const said = async (path: string) => (await device.get(path).expect(200)).body;
    let device: Pick<typeof person, 'get' | 'post'> = person;
    const later = async (days: number): Promise<void> => {
      api.pass(days * DAY_MS);
      device = await signIn(api, person.person);
      await settle();
    };
    const end = async () => (await said('/api/user/subscription'))?.currentPeriodEnd;
    expect(await end()).toBe('2026-12-21T12:00:00.000Z');
    await later(30);
    expect(await end()).toBe('2027-01-21T12:00:00.000Z');
    await device.post('/api/user/cancel-subscription').expect(200);
    await later(30);
    expect(await said('/api/user/usage')).toMatchObject({ subscriptionStatus: 'premium' });
    await later(1);
    expect(await said('/api/user/usage')).toMatchObject({ subscriptionStatus: 'free' });
    expect(await said('/api/user/subscription')).toBeNull();
  });

  it('end a month on its last day where it has none like the one it began on', async () => {
    const { api } = await open();
    // To the 31st of January.
    api.pass(71 * DAY_MS);
    const { get, post } = await member(api);
    const { clientSecret } = (await post('/api/create-subscription-intent').expect(200)).body;
    await post('/api/sandbox/pay', { clientSecret, cardNumber: CARDS.good }).expect(200);
    const { body } = await get('/api/user/subscription').expect(200);
    expect(body.currentPeriodEnd).toBe('2027-02-28T12:00:00.000Z');
  });

  it('renew once, whoever settles', async () => {
    let now = new Date('2026-11-21T12:00:00Z');
    const make = () =>
      new Sandbox({ store: store(), clock: () => now, logger: createLogger('silent') });
    const [one, two] = [make(), make()];
    const id = crypto.randomUUID();
    const userId = (await open()).person.id;
    const price = { amount: 500, currency: 'usd' };
    const order = { id, kind: 'monthly', userId, customer: 'c', ...price } as const;
    const { ref, clientSecret = '' } = await one.begin(order);
    await one.pay({ clientSecret, cardNumber: '4242424242424242' }, userId);
    now = new Date('2026-12-22T12:00:00Z');
    await Promise.all([one.settle(), two.settle()]);
    const { payments, period } = await one.look({ ref });
    expect(payments).toHaveLength(2);
    expect(period?.end).toEqual(new Date('2027-01-21T12:00:00Z'));
  });

  it('cannot be confirmed by who has not the secret of the server', async () => {
    const { api, begin, isPremium } = await open();
    const ref = (await begin()).split('_secret_')[0] ?? '';
    const orderId = ref.replace('sandbox_', '');
    const body = JSON.stringify({
      id: 'x',
      type: 'order.changed',
      orderId,
      order: { kind: 'lifetime', ref },
    });
    await request(api.app)
      .post(WEBHOOK)
      .set('Content-Type', 'application/json')
      .set('Stripe-Signature', sign(body, 'guessed', api.clock()))
      .send(body)
      .expect(400);
    expect(await isPremium()).toBe(false);
  });

  it('are told again where they could not be taken', async () => {
    let failures = 0;
    const { begin, pay, settle, isPremium } = await open({
      ...store(),
      tx: <T>(work: (queries: Queries) => Promise<T>) =>
        store().tx(async (queries) => {
          const result = await work({
            query: (text, values) => {
              if (text.includes('payment_events') && (failures -= 1) >= 0)
                throw new Error('killed');
              return queries.query(text, values);
            },
          });
          return result;
        }),
    });
    const secret = await begin();
    failures = 1;
    expect((await pay(secret, CARDS.good).expect(200)).body.status).toBe('succeeded');
    expect(await isPremium()).toBe(false);
    await settle();
    expect(await isPremium()).toBe(true);
  });

  it('count for nothing once money is taken in earnest', async () => {
    const { begin, pay, person } = await open();
    await pay(await begin(), CARDS.good).expect(200);
    const later = openAccounts(store());
    const { body } = await request(later.app).get('/api/user/usage').set('Cookie', person.cookie);
    expect(body.subscriptionStatus).toBe('free');
  });
});
