import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPaymentIntent,
  createSubscriptionIntent,
  currentUser,
  getProfile,
  trackAnalysisUsage,
} from '#schemas/api/account.ts';
import { sandboxPay } from '#schemas/api/payments.ts';
import { valuationReport } from '#schemas/api/report.ts';
import { calculator } from './support/calculator.ts';
import { expectGoodLooks, layoutShift, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { openMarket } from './support/market.ts';
import { openMembership, openPremium, openReports, SUBSCRIPTION } from './support/membership.ts';
import { DESKTOP, describePortal, eachVisit, PHONE, type Visit } from './support/portal.ts';

const SANDBOX = { clientSecret: 'sandbox_1_secret_x', publishableKey: null, sandbox: true };
const STRIPE = { clientSecret: 'pi_1_secret_x', publishableKey: 'pk_test_x', sandbox: false };

/** What the page uses of Stripe's script: a form that is ready at once, and a bank of the test's choice. */
const stripeScript = (version: string, refusal: object) => `
  globalThis.Stripe = (key) => ({
    elements: ({ clientSecret, appearance }) => ({
      create: (kind) => {
        let ready;
        return {
          on: (name, told) => { if (name === 'ready') ready = told; },
          mount: (frame) => {
            frame.textContent = [kind, key, clientSecret, appearance.theme].join(' ');
            setTimeout(() => ready());
          },
          destroy: () => undefined,
        };
      },
    }),
    confirmPayment: async ({ confirmParams, redirect }) => {
      globalThis.confirmed = [...(globalThis.confirmed ?? []), [confirmParams.return_url, redirect]];
      return globalThis.confirmed.length === 1
        ? { error: ${JSON.stringify(refusal)} }
        : { paymentIntent: { status: 'succeeded' } };
    },
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  });
  globalThis.Stripe.version = '${version}';
`;

const toast = (page: Page, title: string) =>
  page.locator('[data-toast]').filter({ hasText: title });
const PAY = 'Complete Payment - $5 One-Time';

describePortal('paying', (portal) => {
  /** Payment goes by Stripe, whose first answer that is; the one after it is that it succeeded. */
  const openStripe = async (page: Page, refusal: object) => {
    portal.api.answer(createPaymentIntent, STRIPE);
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        // Its address names the version that the loader wants: /VERSION/stripe.js
        body: stripeScript(new URL(route.request().url()).pathname.split('/')[1] ?? '', refusal),
      }),
    );
  };

  describe('as a member sees it', () => {
    const visit = eachVisit(portal);
    beforeEach(() => {
      openMembership(portal.api);
      portal.api.answer(createPaymentIntent, SANDBOX);
      portal.api.answer(createSubscriptionIntent, SANDBOX);
    });

    it('costs five dollars once at the checkout, with what they unlock', async () => {
      await visit.go('/checkout');
      const { page } = visit;
      await page.getByRole('button', { name: PAY }).waitFor();
      for (const text of [
        'Unlimited RV analyses',
        'Advanced market insights',
        'Export PDF reports',
        '10+ years market data',
        /adopted Ewoks/,
        'Secure Payment',
        'One-Time Only',
        'Lifetime Access',
        'Terms and privacy',
      ])
        await page.getByText(text, { exact: true }).first().waitFor();
      expect(portal.api.bodies(createPaymentIntent)).toEqual([
        { amount: 5, description: 'RigWorth unlimited analyses, lifetime access' },
      ]);
    });

    it('costs five dollars a month at the upgrade page, free and Premium side by side', async () => {
      await visit.go('/subscription');
      const { page } = visit;
      await page.getByRole('button', { name: 'Subscribe - $5 per month' }).waitFor();
      await page.getByText('30-day money-back guarantee').waitFor();
      for (const row of [
        'Analyses 3 analyses per month Unlimited analyses',
        'Insights Basic data Advanced insights',
        'PDF export No Yes',
        'Support Limited support Priority support',
      ])
        await page.getByRole('row', { name: row }).waitFor();
      expect(portal.api.calls(createSubscriptionIntent)).toBe(1);
      expect(portal.api.calls(createPaymentIntent)).toBe(0);
    });

    it.each(['/subscription', '/checkout'])(
      'offers nothing at %s to who has paid for life, and begins no payment',
      async (path) => {
        openPremium(portal.api, null);
        await visit.go(path);
        const { page } = visit;
        await page.getByRole('heading', { name: 'Premium is yours for life' }).waitFor();
        await page.getByText('There is nothing to pay').waitFor();
        await expect.poll(() => page.getByText('$5', { exact: true }).count()).toBe(0);
        expect(portal.api.calls(createSubscriptionIntent)).toBe(0);
        expect(portal.api.calls(createPaymentIntent)).toBe(0);
      },
    );

    it('does not take a payment that was begun for somebody else for one that is made', async () => {
      portal.api.refuse(createPaymentIntent, 409, { code: 'somebody_else', message: 'x' });
      await visit.go('/checkout');
      await visit.page.getByText('Unable to initialize payment. Please try again.').waitFor();
    });

    it('offers by the month nothing to who has it, and says at the checkout what ends', async () => {
      openPremium(portal.api, SUBSCRIPTION);
      await visit.go('/subscription');
      const { page } = visit;
      await page.getByRole('heading', { name: 'Premium is yours by the month' }).waitFor();
      await page.getByText('There is nothing to pay').waitFor();
      await expect.poll(() => page.getByText('$5', { exact: true }).count()).toBe(0);
      await page.getByRole('link', { name: 'Lifetime access for $5' }).click();
      await page.getByRole('button', { name: PAY }).waitFor();
      await page.getByText('Your monthly plan ends with this payment').waitFor();
      expect(portal.api.calls(createSubscriptionIntent)).toBe(0);
    });

    it.each([
      ['free', undefined],
      ['for life', null],
      ['by the month', SUBSCRIPTION],
    ])('moves nothing for a member %s once it is known what is paid', async (_, subscription) => {
      if (subscription !== undefined) openPremium(portal.api, subscription);
      for (const viewport of [PHONE, DESKTOP])
        for (const path of ['/subscription', '/checkout']) {
          const visitor = await portal.visit({ viewport });
          await visitor.go(path);
          await visitor.page.waitForLoadState('networkidle');
          expect(await layoutShift(visitor)).toBeLessThanOrEqual(0.02);
          await visitor.leaveQuietly();
        }
    });

    it('takes a renewal that was refused from who pays by the month', async () => {
      openPremium(portal.api, { ...SUBSCRIPTION, status: 'past_due' });
      await visit.go('/subscription');
      await visit.page.getByRole('button', { name: 'Subscribe - $5 per month' }).waitFor();
      expect(portal.api.calls(createSubscriptionIntent)).toBe(1);
    });

    it('asks a guest at the upgrade page to sign in', async () => {
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
      await visit.go('/subscription');
      await visit.page.getByText('Sign In Required').waitFor();
      await visit.page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
      await visit.page.getByRole('dialog').getByLabel('E-mail').waitFor();
      await visit.page.keyboard.press('Escape');
      await visit.page.getByRole('link', { name: 'To the start page' }).click();
      await visit.page.waitForURL('**/');
      await visit.page.getByText('Sign In for Full Features').waitFor();
      expect(portal.api.calls(createSubscriptionIntent)).toBe(0);
    });

    it('says that it is being set up, and offers to reload where that failed', async () => {
      const release = portal.api.hold(createPaymentIntent);
      portal.api.refuse(createPaymentIntent, 503, {
        code: 'payments_not_set_up',
        message: 'Payments are not set up on this server at this moment. Nothing was charged.',
      });
      await visit.go('/checkout');
      const { page } = visit;
      await page.getByText('Setting up your payment...').waitFor();
      release();
      await page.getByText('Unable to initialize payment. Please try again.').waitFor();
      await page.getByText('Payments are not set up on this server').waitFor();
      portal.api.answer(createPaymentIntent, { ...SANDBOX, clientSecret: '' });
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Retry' }).click();
      await loaded;
      await page.getByText('Unable to initialize payment. Please try again.').waitFor();
      portal.api.answer(createPaymentIntent, SANDBOX);
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('button', { name: PAY }).waitFor();
    });

    it('says no longer that a card was declined once another is tried', async () => {
      portal.api.answer(sandboxPay, { status: 'declined', message: 'Your card was declined.' });
      await visit.go('/checkout');
      const { page } = visit;
      await page.getByRole('button', { name: PAY }).click();
      await toast(page, 'Payment Failed').waitFor();
      portal.api.answer(sandboxPay, { status: 'requires_action', message: 'x' });
      await page.getByRole('button', { name: PAY }).click();
      await page.getByRole('dialog', { name: 'Confirm your payment' }).waitFor();
      // Now, not once it would close by itself.
      expect(await toast(page, 'Payment Failed').count()).toBe(0);
    });

    it('says who has paid meanwhile, in another tab, that there is nothing to pay', async () => {
      await visit.go('/checkout');
      const { page } = visit;
      await page.getByRole('button', { name: PAY }).waitFor();
      portal.api.refuse(sandboxPay, 404, { code: 'unknown_payment', message: 'No such payment.' });
      openPremium(portal.api, null);
      await page.getByRole('button', { name: PAY }).click();
      await page.getByRole('button', { name: PAY }).waitFor({ state: 'detached' });
      expect(await toast(page, 'Payment Failed').count()).toBe(0);
    });

    it('is not refused by a key while the bank is told to pay', async () => {
      const { page } = visit;
      portal.api.answer(sandboxPay, { status: 'requires_action', message: 'x' });
      await visit.go('/checkout');
      await page.getByRole('button', { name: PAY }).click();
      const bank = page.getByRole('dialog', { name: 'Confirm your payment' });
      await bank.waitFor();
      const answer = portal.api.hold(sandboxPay);
      await bank.getByRole('button', { name: 'Confirm', exact: true }).click();
      await bank.locator('button:disabled').first().waitFor();
      await page.keyboard.press('Escape');
      portal.api.answer(sandboxPay, { status: 'declined', message: 'It was refused.' });
      answer();
      await bank.waitFor({ state: 'detached' });
      expect(portal.api.bodies(sandboxPay).slice(1)).toMatchObject([{ authenticated: true }]);
    });

    it('has the focus again on its button when nothing was paid', async () => {
      const { page } = visit;
      const pay = page.getByRole('button', { name: PAY });
      const focused = pay.and(page.locator(':focus'));
      portal.api.answer(sandboxPay, { status: 'declined', message: 'Your card was declined.' });
      await visit.go('/checkout');
      await pay.press('Enter');
      await toast(page, 'Payment Failed').waitFor();
      await focused.waitFor();
      portal.api.answer(sandboxPay, { status: 'requires_action', message: 'x' });
      await pay.press('Enter');
      const bank = page.getByRole('dialog', { name: 'Confirm your payment' });
      await bank.waitFor();
      portal.api.answer(sandboxPay, { status: 'declined', message: 'It was refused.' });
      await page.keyboard.press('Escape');
      await bank.waitFor({ state: 'detached' });
      await focused.waitFor();
    });

    it('is Stripe’s own form where there is Stripe: told why it failed, then welcomed', async () => {
      const { page } = visit;
      await openStripe(page, { message: 'Your card has insufficient funds.' });
      await visit.go('/checkout');
      await page.getByText('payment pk_test_x pi_1_secret_x flat').waitFor();
      const pay = page.getByRole('button', { name: PAY });
      await pay.click();
      await toast(page, 'Payment Failed').getByText('Your card has insufficient funds.').waitFor();
      openPremium(portal.api, null);
      await pay.click();
      await toast(page, 'Welcome to the Premium Club!').waitFor();
      await page.getByText('Premium Member').waitFor();
      const back = `${portal.api.url}/profile?upgraded=true`;
      await expect
        .poll(() => page.evaluate('confirmed'))
        .toEqual([
          [back, 'if_required'],
          [back, 'if_required'],
        ]);
    });

    it('is gone where Stripe knows that it was paid meanwhile, in another tab', async () => {
      const { page } = visit;
      await openStripe(page, { code: 'payment_intent_unexpected_state', message: 'x' });
      await visit.go('/checkout');
      await page.getByText('payment pk_test_x').waitFor();
      openPremium(portal.api, null);
      const pay = page.getByRole('button', { name: PAY });
      await pay.click();
      await pay.waitFor({ state: 'detached' });
      expect(await toast(page, 'Payment Failed').count()).toBe(0);
    });

    it('says so where Stripe’s form cannot be loaded', async () => {
      portal.api.answer(createPaymentIntent, STRIPE);
      await visit.page.route('https://js.stripe.com/**', (route) => route.abort());
      await visit.go('/checkout');
      await visit.page.getByText('The card form could not be loaded').waitFor();
      visit.forgiveNetwork();
    });

    it('is entered by loading the page: a policy for card forms comes with it', async () => {
      portal.api.refuse(trackAnalysisUsage, 403, {
        code: 'usage_limit_reached',
        message: 'Usage limit reached',
      });
      await visit.go('/depreciation');
      const { page } = visit;
      const rv = calculator(page);
      await rv.fill();
      await rv.submit.click();
      const dialog = page.getByRole('dialog', { name: "Whoopsie! You've Used All 3" });
      const loaded = page.waitForEvent('load');
      await dialog.getByRole('link', { name: 'Unlock for $5' }).click();
      await loaded;
      await page.waitForURL('**/checkout');
      await page.getByRole('link', { name: 'Subscription' }).first().click();
      await page.getByRole('heading', { name: 'Upgrade to Premium' }).waitFor();
      expect(portal.api.calls(getProfile)).toBe(0);
    });
  });

  it('gives members of Premium the report as a file, and leads others to what unlocks it', async () => {
    const { api } = portal;
    openReports(api);
    const visit = await portal.visit();
    const { page } = visit;
    const analyse = async () => {
      await visit.go('/depreciation');
      const rv = calculator(page);
      await rv.fill();
      await rv.submit.click();
    };
    await analyse();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF report' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^rigworth-2019-jayco-.*\.pdf$/);
    expect(await readFile(await download.path(), 'utf8')).toBe('%PDF-1.7');
    expect(api.bodies(valuationReport)).toEqual([
      { make: 'Jayco', model: 'Jay Flight 28QZX', year: 2019, condition: 'used' },
    ]);

    openMarket(api);
    await analyse();
    const link = page.getByRole('link', { name: 'PDF report with Premium' });
    await expect.poll(() => link.getAttribute('href')).toBe('/checkout');
    await visit.leaveQuietly();
  });

  describe('as it looks', () => {
    const atCheckout = async ({ go, page }: Visit, text: string) => {
      await go('/checkout');
      await page.getByText(text).waitFor();
    };
    const guest = () =>
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Not signed in.' });
    const FULL: Record<string, (visit: Visit) => Promise<unknown>> = {
      checkout: (visit) => atCheckout(visit, PAY),
      subscription: async ({ go, page }) => {
        await go('/subscription');
        await page.getByText('Subscribe - $5 per month').waitFor();
      },
    };
    const STATES: Record<string, (visit: Visit) => Promise<unknown>> = {
      'checkout of a guest': async (visit) => {
        guest();
        await atCheckout(visit, 'Sign in to pay');
        await visit.page.getByRole('dialog').waitFor();
      },
      'checkout being set up': async (visit) => {
        portal.api.hold(createPaymentIntent);
        await atCheckout(visit, 'Setting up your payment...');
      },
      'checkout that failed': async (visit) => {
        portal.api.refuse(createPaymentIntent, 503, { code: 'x', message: 'Nothing was charged.' });
        await atCheckout(visit, 'Unable to initialize payment.');
      },
      'checkout with nothing to pay': async (visit) => {
        portal.api.refuse(createPaymentIntent, 409, { code: 'x', message: 'You have it already.' });
        await atCheckout(visit, 'There is nothing to pay');
      },
      'subscription of who has it': async ({ go, page }) => {
        openPremium(portal.api, SUBSCRIPTION);
        await go('/subscription');
        await page.getByText('There is nothing to pay').waitFor();
      },
      'checkout of who has it for life': async (visit) => {
        openPremium(portal.api, null);
        await atCheckout(visit, 'There is nothing to pay');
      },
      'subscription of a guest': async ({ go, page }) => {
        guest();
        await go('/subscription');
        await page.getByText('Sign In Required').waitFor();
      },
      'profile after a payment': async ({ go, page }) => {
        await go('/profile?upgraded=true');
        await page.getByText('Your payment is being confirmed...').waitFor();
        await page.getByText('Free Member').waitFor();
      },
    };
    it.each([
      ...Object.entries(FULL).map(([name, show]) => ({ name, show, views: VIEWS })),
      ...Object.entries(STATES).map(([name, show]) => ({ name, show, views: TWO_VIEWS })),
    ])('$name: accessible, quiet, and no wider than its window', async ({ name, show, views }) => {
      openMembership(portal.api);
      portal.api.answer(createPaymentIntent, SANDBOX);
      portal.api.answer(createSubscriptionIntent, SANDBOX);
      const visit = await portal.visit(TWO_VIEWS[0]);
      await show(visit);
      await expectGoodLooks(visit, name, views);
    });
  });
});
