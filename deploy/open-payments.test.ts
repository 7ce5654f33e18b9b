import { afterEach, expect, it } from 'vitest';
import type { UserStore } from '#api/users/store.ts';
import { loadConfig, ALL_VARIABLES } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import { dataPaths, openPayments } from './parts.ts';

const logger = createLogger('silent');
const lifecycle = new Lifecycle(logger);
afterEach(() => lifecycle.stop());

/** Nothing is asked of it here. */
const store = {} as UserStore;
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const LIVE = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };

it.each([
  [{}, 'sandbox'],
  [STRIPE, 'stripe-test'],
  [LIVE, 'stripe'],
  [{ NODE_ENV: 'production' }, undefined],
  [{ NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '0' }, undefined],
  [{ NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' }, 'sandbox'],
  [{ NODE_ENV: 'production', ...STRIPE, ALLOW_SANDBOX_PAYMENTS: '1' }, 'stripe-test'],
  [{ NODE_ENV: 'production', ...LIVE }, 'stripe'],
])('with %j payments are taken by %s', (env, expected) => {
  const opening = { paths: dataPaths('unused'), lifecycle, logger };
  expect(openPayments(loadConfig(env, ALL_VARIABLES), store, opening)?.name).toBe(expected);
});
