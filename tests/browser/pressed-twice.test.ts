import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPaymentIntent,
  currentUser,
  resumeSubscription,
  updateProfile,
} from '#schemas/api/account.ts';
import type { Call } from '#schemas/api/call.ts';
import { removeContribution } from '#schemas/api/contribution.ts';
import { saveRv } from '#schemas/api/listings.ts';
import { requestVerification } from '#schemas/api/mailed-links.ts';
import { sandboxPay } from '#schemas/api/payments.ts';
import {
  changePassword,
  deleteAccount,
  revokeSession,
  updateSettings,
} from '#schemas/api/profile.ts';
import { listSavedRvs, removeSavedRv } from '#schemas/api/saved-rvs.ts';
import { afterEveryTimer } from './support/held-drawing.ts';
import { openListings, SAVED } from './support/listings.ts';
import { USER } from './support/market.ts';
import { openMembership, openPremium, PROFILE, SUBSCRIPTION } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

interface Pressed {
  click: () => void;
}

describePortal('a press while another is under way', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
  });

  const button = (name: string | RegExp) =>
    visit.page.getByRole('button', { name, exact: true }).first();
  const says = (text: string) => visit.page.getByText(text).first().waitFor();
  /** As a busy device hands on a double tap: before it has drawn that the first is under way. */
  const pressTwice = (name: string | RegExp) =>
    button(name).evaluate((pressed: Pressed) => {
      pressed.click();
      pressed.click();
    });

  describe('of the same button asks for nothing:', () => {
    const OF_MEMBERS: Record<
      string,
      { at: string; name: string | RegExp; said: string; call: Call }
    > = {
      'signing out a device': {
        at: '/profile?tab=settings&devices=open',
        name: 'Sign out: Safari, iPhone',
        said: 'That device is signed out.',
        call: revokeSession,
      },
      'taking back a contribution': {
        at: '/profile?tab=settings&privacy=open',
        name: 'Take back: 2021 Jayco Jay Flight 28BHS',
        said: 'Taken Back',
        call: removeContribution,
      },
      'sending a link again': {
        at: '/profile',
        name: 'Send the link again',
        said: 'It is on its way.',
        call: requestVerification,
      },
      'resuming a plan': {
        at: '/profile?tab=billing',
        name: 'Resume Plan',
        said: 'Plan Resumed',
        call: resumeSubscription,
      },
      'saving an RV': { at: '/search', name: /^Save /, said: 'RV Saved', call: saveRv },
    };
    it.each(Object.keys(OF_MEMBERS))('%s', async (what) => {
      const { at, name, said, call } = OF_MEMBERS[what] as (typeof OF_MEMBERS)[string];
      if (call === resumeSubscription)
        openPremium(portal.api, { ...SUBSCRIPTION, cancelAtPeriodEnd: true });
      if (call === requestVerification)
        portal.api.answer(currentUser, { ...USER, emailVerified: false });
      // The first heart would be another's once it is known what is saved.
      if (call === saveRv) portal.api.answer(listSavedRvs, []);
      portal.api.answer(call, { id: 'x', listingId: 'a1', message: 'It is on its way.' });
      await visit.go(at);
      await pressTwice(name);
      await says(said);
      expect(portal.api.calls(call)).toBe(1);
    });

    it('deleting the account', async () => {
      portal.api.answer(deleteAccount, { message: 'x' });
      await visit.go('/profile?tab=settings');
      await button('Delete').click();
      await visit.page.getByRole('dialog').getByLabel('Password').fill('a caravan in the rain');
      await pressTwice('Delete My Account');
      await visit.page.getByRole('dialog', { name: 'Your account is deleted' }).waitFor();
      expect(portal.api.calls(deleteAccount)).toBe(1);
    });

    it('paying, and telling the bank to', async () => {
      portal.api.answer(createPaymentIntent, {
        clientSecret: 'sandbox_1_secret_x',
        publishableKey: null,
        sandbox: true,
      });
      portal.api.answer(sandboxPay, { status: 'requires_action', message: 'x' });
      await visit.go('/checkout');
      await pressTwice('Complete Payment - $5 One-Time');
      await visit.page.getByRole('dialog', { name: 'Confirm your payment' }).waitFor();
      await button('Confirm').and(visit.page.locator(':enabled')).waitFor();
      expect(portal.api.calls(sandboxPay)).toBe(1);
      portal.api.answer(sandboxPay, { status: 'succeeded', message: 'x' });
      await pressTwice('Confirm');
      await visit.page.waitForURL('**/profile**');
      expect(portal.api.calls(sandboxPay)).toBe(2);
    });
  });

  it('of the tab that is shown is no step of the history', async () => {
    const { page } = visit;
    await visit.go('/search');
    const steps = await page.evaluate('history.length');
    const tab = page.getByRole('tab', { name: 'Saved' });
    await tab.evaluate((pressed: Pressed) => {
      pressed.click();
      pressed.click();
    });
    await page.waitForURL('**/search?view=saved');
    await tab.click();
    expect(await page.evaluate('history.length')).toBe(Number(steps) + 1);
  });

  it('of a heart that was taken away in another tab takes it away here', async () => {
    await visit.go('/search?view=saved');
    portal.api.refuse(removeSavedRv, 404, { code: 'unknown_saved_rv', message: 'x' });
    const [, kept] = SAVED;
    await button(/^Remove /).waitFor();
    portal.api.answer(listSavedRvs, kept === undefined ? [] : [kept]);
    await button(/^Remove /).click();
    await says('RV Removed');
    await expect
      .poll(() => visit.page.getByRole('button', { name: /^Remove /, exact: true }).count())
      .toBe(1);
  });

  it('of the same heart on another view asks for nothing', async () => {
    await visit.go('/search?view=saved');
    portal.api.answer(removeSavedRv, { message: 'x' });
    const answer = portal.api.hold(removeSavedRv);
    const [, kept] = SAVED;
    await button(/^Remove /).click();
    await expect.poll(() => portal.api.calls(removeSavedRv)).toBe(1);
    await visit.page.getByRole('tab', { name: 'All listings' }).click();
    await visit.page.getByLabel('Keyword').waitFor();
    await pressTwice(/^Remove /);
    portal.api.answer(listSavedRvs, kept === undefined ? [] : [kept]);
    answer();
    await says('RV Removed');
    expect(portal.api.calls(removeSavedRv)).toBe(1);
  });

  it('of another choice is kept after it, and shown so', async () => {
    const { page } = visit;
    // Each tells of all that was kept by then.
    portal.api.answer(updateSettings, ({ body }) => ({
      notifications: { priceAlerts: false },
      privacy: { shareContributions: 'notifications' in (body as object) },
    }));
    await visit.go('/profile?tab=settings&notifications=open&privacy=open');
    // The first answer is on its way for long. Not held by the server: Chromium itself puts one PUT behind another.
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    await page.route(`**${updateSettings.path}`, async (route) => {
      const response = await route.fetch();
      if (route.request().postData()?.includes('priceAlerts') === true) await late;
      await route.fulfill({ response });
    });
    const alerts = page.getByRole('checkbox', { name: 'Price alerts' });
    const shares = page.getByRole('checkbox', { name: 'Count my contributions' });
    await alerts.uncheck();
    await expect.poll(() => portal.api.calls(updateSettings)).toBe(1);
    await shares.uncheck();
    await page.evaluate(afterEveryTimer);
    answer();
    await expect.poll(() => portal.api.calls(updateSettings)).toBe(2);
    await page.evaluate(afterEveryTimer);
    expect([await alerts.isChecked(), await shares.isChecked()]).toEqual([false, false]);
  });

  it('of Cancel, and what is typed, wait for details that are being saved', async () => {
    const { page } = visit;
    portal.api.answer(updateProfile, { ...PROFILE, firstName: 'Cleo' });
    await visit.go('/profile?tab=account&details=open');
    const answer = portal.api.hold(updateProfile);
    await page.getByLabel('First name').fill('Cleo');
    await button('Save Changes').click();
    await button('Saving...').waitFor();
    expect(await page.getByLabel('Phone').isEditable()).toBe(false);
    await button('Cancel').dispatchEvent('click');
    await page.getByLabel('Phone').waitFor();
    answer();
    await says('Profile Updated');
    await button('Edit').click();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Cleo');
  });

  it('of a key waits for a password that is being changed', async () => {
    const { page } = visit;
    portal.api.answer(changePassword, { message: 'x' });
    await visit.go('/profile?tab=settings&password=open');
    const answer = portal.api.hold(changePassword);
    await page.getByLabel('Current password').fill('a caravan in the rain');
    await page.getByLabel('New password').fill('a trailer in the snow');
    await button('Change Password').click();
    await button('Please wait...').waitFor();
    expect(await page.getByLabel('New password').isEditable()).toBe(false);
    answer();
    await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('');
    expect(await page.getByLabel('New password').isEditable()).toBe(true);
  });
});
