import { beforeEach, it } from 'vitest';
import {
  createPaymentIntent,
  createSubscriptionIntent,
  currentUser,
  usage,
} from '#schemas/api/account.ts';
import { contribute } from '#schemas/api/contribution.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { requestPasswordReset, resetPassword } from '#schemas/api/mailed-links.ts';
import { sandboxPay } from '#schemas/api/payments.ts';
import { deleteAccount } from '#schemas/api/profile.ts';
import { CONTRIBUTION_PROMPT_DELAY_MS } from '#schemas/constants.ts';
import { calculator } from './support/calculator.ts';
import { openListings, pageOf } from './support/listings.ts';
import { expectGoodLooks, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { openMarket, USER } from './support/market.ts';
import { openMembership, openPremium, SUBSCRIPTION } from './support/membership.ts';
import { describePortal, DESKTOP, eachVisit } from './support/portal.ts';
import { fillPurchase } from './support/purchase.ts';
import { openStaff } from './support/staff.ts';

describePortal('a dialog as it looks', (portal) => {
  const visit = eachVisit(portal, TWO_VIEWS[0]);
  beforeEach(() => openMembership(portal.api));

  const dialog = () => visit.page.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const says = (text: string) => dialog().getByText(text).waitFor();
  /** What is opened by a button of a page. */
  const open = async (path: string, name: string) => {
    await visit.go(path);
    await visit.page.getByRole('button', { name, exact: true }).click();
    await dialog().waitFor();
  };
  const askForLink = async () => {
    openMarket(portal.api);
    await open('/depreciation', 'Sign In');
    await press('Forgot your password?');
    await press('Send the Link');
  };

  const SHOWN: Record<string, () => Promise<unknown>> = {
    'upgrade at the limit': async () => {
      const spent = { analysesUsed: 3, analysesLimit: 3, isAtLimit: true, isOneKept: false };
      portal.api.answer(usage, { subscriptionStatus: 'free', ...spent });
      await visit.go('/depreciation');
      await visit.page.getByText("You've used all your free analyses").waitFor();
      const rv = calculator(visit.page);
      await rv.fill();
      await rv.submit.click();
      await says('2,847 happy customers');
    },
    'cancelling the plan': async () => {
      openPremium(portal.api, SUBSCRIPTION);
      await open('/profile?tab=billing', 'Cancel Plan');
    },
    'cancelling a plan that is owed': async () => {
      openPremium(portal.api, { ...SUBSCRIPTION, status: 'past_due' });
      await open('/profile?tab=billing', 'Cancel Plan');
    },
    'deleting the account, without a password': async () => {
      await open('/profile?tab=settings', 'Delete');
      await press('Delete My Account');
      await says('Password is required');
    },
    'deleting the account, refused': async () => {
      portal.api.refuse(deleteAccount, 403, { code: 'x', message: 'The password is wrong.' });
      await open('/profile?tab=settings', 'Delete');
      await dialog().getByLabel('Password').fill('wrong');
      await press('Delete My Account');
      await says('The password is wrong.');
    },
    'account deleted': async () => {
      portal.api.answer(deleteAccount, { message: 'x' });
      await open('/profile?tab=settings', 'Delete');
      await dialog().getByLabel('Password').fill('a caravan in the rain');
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
      await press('Delete My Account');
      await says('Your account is deleted');
    },
    'forgotten password, without an e-mail': async () => {
      await askForLink();
      await dialog().locator('[aria-invalid=true]').waitFor();
    },
    'forgotten password, link sent': async () => {
      const message = 'If this e-mail has an account, a link is on its way to it.';
      await askForLink();
      portal.api.answer(requestPasswordReset, { message });
      await dialog().getByLabel('E-mail').fill('ada@example.com');
      await press('Send the Link');
      await says(message);
    },
    'new password by a link of before': async () => {
      openMarket(portal.api);
      const message = 'This link was used or is too old. Please ask for another.';
      portal.api.refuse(resetPassword, 410, { code: 'x', message });
      await visit.go('/#reset-password=token');
      await dialog().getByLabel('New password').fill('a tent under the stars');
      await press('Set the Password');
      await says(message);
    },
    'e-mail to verify': async () => {
      await visit.go('/#verify-email=token');
      await says('Is this your e-mail?');
    },
    'collection to cancel': async () => {
      openStaff(portal.api);
      await open('/admin', 'Cancel: Comprehensive');
    },
    'dead letters to send again': async () => {
      openStaff(portal.api);
      await visit.go('/admin?tab=dead-letters&source=lakeside');
      await visit.page.getByRole('button', { name: /^Send .* again$/ }).click();
      await dialog().waitFor();
    },
  };
  it.each(Object.keys(SHOWN))('%s', async (name) => {
    await SHOWN[name]?.();
    await expectGoodLooks(visit, `dialog ${name.replaceAll(',', '')}`, TWO_VIEWS);
  });

  /** A toast that does not go by itself. */
  const toastsStay = () =>
    visit.page.addInitScript(`{
      const { setTimeout } = window;
      const goes = (ms) => ms > ${CONTRIBUTION_PROMPT_DELAY_MS};
      window.setTimeout = (call, ms, ...with_) => (goes(ms) ? 0 : setTimeout(call, ms, ...with_));
    }`);
  const contribution = (shared: boolean, message: string) => async () => {
    await toastsStay();
    await visit.page.setViewportSize(DESKTOP);
    portal.api.answer(contribute, { id: 'c1', shared, message });
    await open('/depreciation', 'Contribute Data');
    await press('Share My RV Purchase');
    await fillPurchase(visit.page);
    await press('Contribute Data');
    await visit.page.getByText('Thank You for Contributing!').first().waitFor();
    await dialog().waitFor({ state: 'detached' });
  };
  const pay = async (path: string) => {
    portal.api.answer(sandboxPay, { status: 'requires_action', message: 'x' });
    const test = { clientSecret: 'sandbox_1_secret_x', publishableKey: null, sandbox: true };
    portal.api.answer(createPaymentIntent, test);
    portal.api.answer(createSubscriptionIntent, test);
    await visit.go(path);
    await visit.page.getByRole('form').getByRole('button').last().click();
    await says('whether you are paying $5');
  };
  const ENDED: Record<string, () => Promise<unknown>> = {
    'contribution thanked for': contribution(true, 'Thank you.'),
    'contribution kept out of figures': contribution(
      false,
      'It counts in no figure until your e-mail address is verified.',
    ),
    'contribution put off': async () => {
      await toastsStay();
      openListings(portal.api);
      portal.api.answer(searchListings, (question) => pageOf(6, question));
      portal.api.answer(currentUser, { ...USER, hasContributedData: false });
      await visit.go('/home');
      await press('Skip for Now');
      await visit.page.getByText('You can contribute later').first().waitFor();
      await dialog().waitFor({ state: 'detached' });
    },
    'bank that asks': () => pay('/checkout'),
    'bank that asks about a subscription': () => pay('/subscription'),
    'bank that is told': async () => {
      await pay('/checkout');
      portal.api.hold(sandboxPay);
      await dialog().getByRole('button').first().click();
      await dialog().locator('button:disabled').first().waitFor();
    },
  };
  it.each(Object.keys(ENDED))('%s', async (name) => {
    await ENDED[name]?.();
    await expectGoodLooks(visit, `dialog ${name.replaceAll(',', '')}`, VIEWS);
  });
});
