import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPaymentIntent,
  getSubscription,
  subscriptionStatus,
  usage,
} from '#schemas/api/account.ts';
import { sandboxPay } from '#schemas/api/payments.ts';
import { calculator } from './support/calculator.ts';
import { afterEveryTimer, HOLD_DRAWING } from './support/held-drawing.ts';
import { openMembership, openPremium, SUBSCRIPTION } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

const SANDBOX = { clientSecret: 'sandbox_1_secret_x', publishableKey: null, sandbox: true };
const STRIPE = { clientSecret: 'pi_1_secret_x', publishableKey: 'pk_test_x', sandbox: false };
/** A form that is ready at once, and a bank that is a page of its own. */
const LEADS_TO_BANK = (version: string) => `
  globalThis.Stripe = () => ({
    elements: () => ({
      create: () => ({
        on: (name, told) => { if (name === 'ready') setTimeout(told); },
        mount: () => undefined,
        destroy: () => undefined,
      }),
    }),
    confirmPayment: ({ confirmParams: { return_url } }) => {
      location.assign(return_url + '&payment_intent=pi_1&redirect_status=succeeded');
      return new Promise(() => undefined);
    },
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  });
  globalThis.Stripe.version = '${version}';
`;
const PAY = 'Complete Payment - $5 One-Time';

const toast = (page: Page, title: string) =>
  page.locator('[data-toast]').filter({ hasText: title });

describePortal('a payment that is being confirmed', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMembership(portal.api);
    portal.api.answer(createPaymentIntent, SANDBOX);
  });

  it('says that it is on its way while a slow bank answers, half a minute at most', async () => {
    await visit.page.clock.install();
    portal.api.answer(sandboxPay, { status: 'processing', message: 'x' });
    const release = portal.api.hold(sandboxPay);
    await visit.go('/checkout');
    const { page } = visit;
    await page.getByRole('button', { name: PAY }).click();
    await page.getByRole('button', { name: 'Processing Your Heroic Payment...' }).waitFor();
    release();
    await page.waitForURL('**/profile?upgraded=true');
    await page.getByText('Your payment is being confirmed...').waitFor();
    await page.getByText('Free Member').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Upgrade to Premium' }).count()).toBe(0);
    await page.clock.runFor(31_000);
    await page.getByText('Your payment is still being confirmed').waitFor();
    openPremium(portal.api, null);
    await page.getByRole('button', { name: 'Check again' }).click();
    await toast(page, 'Welcome to the Premium Club!').waitFor();
    await page.getByText('Premium Member').waitFor();
    await page.waitForURL('**/profile');
  });

  it('is not asked for again of who goes back to the form', async () => {
    portal.api.answer(sandboxPay, { status: 'succeeded', message: 'x' });
    await visit.go('/checkout');
    const { page } = visit;
    const pay = page.getByRole('button', { name: PAY });
    await pay.waitFor();
    openPremium(portal.api, null);
    await pay.click();
    await page.getByText('Premium Member').waitFor();
    await page.waitForURL('**/profile');
    await page.goBack();
    await page.getByText('There is nothing to pay').waitFor();
    expect(portal.api.calls(createPaymentIntent)).toBe(1);
  });

  describe('where an analysis was left to pay for it', () => {
    const back = () => visit.page.getByRole('link', { name: 'Back to your analysis' });
    /** Leaves it by its banner, and pays. */
    const pay = async (analysis: string) => {
      const { page } = visit;
      portal.api.answer(sandboxPay, { status: 'succeeded', message: 'x' });
      await visit.go(analysis);
      await page.getByRole('link', { name: 'Upgrade', exact: true }).click();
      await page.waitForURL('**/checkout');
      await page.getByRole('button', { name: PAY }).waitFor();
      openPremium(portal.api, null);
      await page.getByRole('button', { name: PAY }).click();
    };

    it('leads back there once it is paid, and no more', async () => {
      const { page } = visit;
      await pay('/depreciation?make=Jayco&model=Eagle&year=2014');
      await back().click();
      await page.waitForURL('**/depreciation?make=Jayco&model=Eagle&year=2014');
      await expect.poll(() => calculator(page).model.inputValue()).toBe('Eagle');
      await page.goto('/profile');
      await page.getByText('Premium Member').waitFor();
      expect(await back().count()).toBe(0);
    });

    it('does not while it is not known that it is paid: what was kept is of before', async () => {
      const release = portal.api.hold(subscriptionStatus);
      await pay('/depreciation?make=Jayco&model=Eagle&year=2014');
      await visit.page.getByText('Premium Member').waitFor();
      await visit.page.getByText('Your payment is being confirmed...').waitFor();
      expect(await back().count()).toBe(0);
      release();
      await back().waitFor();
    });

    it('leads back there from a page too busy to draw at once that it is paid', async () => {
      const { page } = visit;
      const release = portal.api.hold(subscriptionStatus);
      await page.addInitScript(HOLD_DRAWING);
      await pay('/depreciation?make=Jayco&model=Eagle&year=2014');
      await page.getByText('Premium Member').waitFor();
      const plansAsked = portal.api.calls(getSubscription);
      await page.evaluate('heldDrawing.hold()');
      release();
      await page.waitForURL('**/profile');
      await expect.poll(() => portal.api.calls(getSubscription)).toBe(plansAsked + 1);
      await page.evaluate(afterEveryTimer);
      await page.evaluate('heldDrawing.go()');
      await back().waitFor();
      expect(portal.api.calls(getSubscription)).toBe(plansAsked + 1);
    });

    it('leads back to the one that was refused last, by whichever way it was paid', async () => {
      const { page } = visit;
      const spent = { analysesUsed: 3, analysesLimit: 3, isAtLimit: true, isOneKept: false };
      portal.api.answer(usage, { subscriptionStatus: 'free', ...spent });
      portal.api.answer(sandboxPay, { status: 'succeeded', message: 'x' });
      await visit.go('/depreciation?make=Jayco&model=Eagle&year=2014');
      for (const year of ['2014', '2017']) {
        await calculator(page).year.fill(year);
        await calculator(page).submit.click();
        await page.getByRole('dialog').getByRole('button', { name: 'Maybe Later' }).click();
      }
      await page.goto('/checkout');
      await page.getByRole('button', { name: PAY }).waitFor();
      openPremium(portal.api, null);
      await page.getByRole('button', { name: PAY }).click();
      await back().click();
      await page.waitForURL('**/depreciation?make=Jayco&model=Eagle&year=2017');
    });

    it('leads to no form that was empty', async () => {
      await pay('/depreciation');
      await visit.page.waitForURL('**/profile');
      await visit.page.getByText('Premium Member').waitFor();
      expect(await back().count()).toBe(0);
    });
  });

  it('asks until Premium shows, and tells who comes back from a bank that refused', async () => {
    await visit.page.clock.install();
    await visit.go('/profile?upgraded=true');
    const { page } = visit;
    await page.getByText('Free Member').waitFor();
    await page.getByText('Your payment is being confirmed...').waitFor();
    openPremium(portal.api, null);
    await page.clock.runFor(2_000);
    await toast(page, 'Welcome to the Premium Club!').waitFor();
    await page.getByText('Premium Member').waitFor();
    await page.goto('/profile?upgraded=true&redirect_status=failed&payment_intent=pi_1');
    await toast(page, 'Payment Failed').waitFor();
    await page.waitForURL('**/profile');
  });

  it('for life is waited for by who has Premium by the month, whose plan then is gone', async () => {
    openPremium(portal.api, SUBSCRIPTION);
    portal.api.answer(sandboxPay, { status: 'processing', message: 'x' });
    await visit.page.clock.install();
    await visit.go('/checkout');
    const { page } = visit;
    await page.getByRole('button', { name: PAY }).click();
    await page.getByText('Your payment is being confirmed...').waitFor();
    await page.getByRole('tab', { name: 'Billing' }).click();
    await page.getByText('Next billing date').waitFor();
    portal.api.answer(getSubscription, null);
    await page.clock.runFor(2_000);
    await toast(page, 'Welcome to the Premium Club!').waitFor();
    await page.getByRole('heading', { name: 'Lifetime access' }).waitFor();
  });

  it('for life is waited for by who comes back from a bank', async () => {
    openPremium(portal.api, SUBSCRIPTION);
    portal.api.answer(createPaymentIntent, STRIPE);
    const { page } = visit;
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: LEADS_TO_BANK(new URL(route.request().url()).pathname.split('/')[1] ?? ''),
      }),
    );
    await page.clock.install();
    await visit.go('/checkout');
    await page.getByRole('button', { name: PAY }).click();
    await page.waitForURL('**/profile?upgraded=true&payment_intent=pi_1**');
    await page.getByText('Your payment is being confirmed...').waitFor();
    const asked = portal.api.calls(getSubscription);
    await page.clock.runFor(2_000);
    await expect.poll(() => portal.api.calls(getSubscription)).toBeGreaterThan(asked);
    expect(await toast(page, 'Welcome to the Premium Club!').count()).toBe(0);
    portal.api.answer(getSubscription, null);
    await page.clock.runFor(2_000);
    await toast(page, 'Welcome to the Premium Club!').waitFor();
    await page.waitForURL('**/profile');
  });

  it('of a renewal is waited for until nothing is owed', async () => {
    openPremium(portal.api, { ...SUBSCRIPTION, status: 'past_due' });
    await visit.page.clock.install();
    await visit.go('/profile?upgraded=true&tab=billing');
    const { page } = visit;
    await page.getByText('Your payment is being confirmed...').waitFor();
    portal.api.answer(getSubscription, SUBSCRIPTION);
    await page.clock.runFor(2_000);
    await toast(page, 'Welcome to the Premium Club!').waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
  });
});
