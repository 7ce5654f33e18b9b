import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  cancelSubscription,
  currentUser,
  getProfile,
  getSubscription,
  logout,
  updateProfile,
} from '#schemas/api/account.ts';
import { listContributions, removeContribution } from '#schemas/api/contribution.ts';
import { requestVerification } from '#schemas/api/mailed-links.ts';
import {
  changePassword,
  deleteAccount,
  listSessions,
  personalData,
  revokeSession,
  updateSettings,
} from '#schemas/api/profile.ts';
import { listSavedRvs, removeSavedRv } from '#schemas/api/saved-rvs.ts';
import { USER } from './support/market.ts';
import { openMembership, openPremium, PROFILE, SUBSCRIPTION } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

const NO = { code: 'busy', message: '' };

describePortal('the profile', (portal) => {
  beforeEach(() => {
    openMembership(portal.api);
  });

  describe('as its owner sees it', () => {
    const visit = eachVisit(portal);

    const toast = (title: string) => visit.page.locator('[data-toast]').filter({ hasText: title });
    const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
    const tab = (name: string) => visit.page.getByRole('tab', { name });
    const open = async (query = '') => {
      await visit.go(`/profile${query}`);
      await visit.page.getByRole('heading', { level: 1, name: 'My Profile' }).waitFor();
      await tab('Overview').waitFor();
    };

    it('is led to from the header, and says what one has used', async () => {
      await visit.go('/depreciation');
      const { page } = visit;
      await page.getByRole('banner').getByRole('link', { name: 'Ada' }).click();
      await page.waitForURL('**/profile');
      await page.getByText('Free Member').waitFor();
      await page.getByRole('meter', { name: '2 / 3 analyses used' }).waitFor();
      await page.getByText('Nov 19, 2026').waitFor();
      await page.getByText('ada@example.com (verified)').waitFor();
      await page.getByText('Mar 4, 2026').waitFor();
      const upgrade = page.getByRole('link', { name: 'Upgrade to Premium' });
      await expect.poll(() => upgrade.getAttribute('href')).toBe('/subscription');
    });

    it('warns at the limit, and says Recently where nobody knows since when', async () => {
      portal.api.answer(getProfile, { ...PROFILE, analysesUsed: 3, joinedAt: null });
      await open();
      await visit.page
        .getByText("You've reached your free limit. Upgrade for unlimited access!")
        .waitFor();
      await visit.page.getByText('Recently').waitFor();
    });

    it('says that one is left where the last is kept for the next try', async () => {
      portal.api.answer(getProfile, { ...PROFILE, analysesUsed: 3, isOneKept: true });
      await open();
      const { page } = visit;
      await page.getByRole('meter', { name: '2 / 3 analyses used' }).waitFor();
      const left = page.getByRole('definition').nth(2);
      await expect.poll(() => left.textContent()).toBe('1');
      expect(await page.getByText("You've reached your free limit").count()).toBe(0);
    });

    it('lists the saved RVs with what their prices did, and lets go of one', async () => {
      await open();
      const { page } = visit;
      await page.getByText('$2,000 less than then').waitFor();
      await page.getByText('$4,995 more than then').waitFor();
      const gone = page.getByRole('listitem').filter({ hasText: '2016 Jayco Jay Feather 23BHM' });
      await gone.getByText('$11,500').waitFor();
      portal.api.answer(removeSavedRv, { message: 'x' });
      portal.api.answer(listSavedRvs, []);
      await page
        .getByRole('button', { name: /^Remove .* from the saved ones$/ })
        .first()
        .click();
      await toast('RV Removed').waitFor();
      await page.getByText('Save a listing by its heart').waitFor();
    });

    it('keeps a detail that is being typed for who looks into another tab', async () => {
      await open();
      const { page } = visit;
      await tab('Account').click();
      await button('Edit').click();
      await page.getByLabel('Phone').fill('775 555 0100');
      await tab('Billing').click();
      await page.getByLabel('Phone').waitFor({ state: 'detached' });
      await page.goBack();
      await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('775 555 0100');
      await button('Cancel').click();
      await button('Edit').click();
      await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('');
    });

    it('changes the details, in its tab and at its address', async () => {
      await open();
      const { page } = visit;
      await tab('Account').click();
      await page.waitForURL('**/profile?tab=account');
      await page.getByText('Not provided').waitFor();
      await button('Edit').click();
      await page.getByLabel('Phone').fill('775 555 0100');
      await button('Cancel').click();
      await page.getByText('Not provided').waitFor();

      await button('Edit').click();
      // What is wrong stands at its field, and nothing is sent.
      await page.getByLabel('First name').fill(' ');
      await button('Save Changes').click();
      await page.getByText('First name is required').waitFor();
      await page.locator('input:focus[name=firstName][aria-invalid=true]').waitFor();
      expect(portal.api.calls(updateProfile)).toBe(0);
      await button('Cancel').click();

      await button('Edit').click();
      await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('');
      await page.getByLabel('Phone').fill('775 555 0100');
      portal.api.refuse(updateProfile, 500, NO);
      await button('Save Changes').click();
      await toast('Update Failed')
        .getByText('Failed to update profile. Please try again.')
        .waitFor();
      portal.api.answer(updateProfile, { ...PROFILE, phone: '775 555 0100' });
      await button('Save Changes').click();
      await toast('Profile Updated')
        .getByText('Your profile has been successfully updated.')
        .waitFor();
      await page.getByText('775 555 0100').waitFor();
      await page.locator('button:focus', { hasText: 'Edit' }).waitFor();
      // The rest may have been changed in another tab meanwhile.
      expect(portal.api.bodies(updateProfile).at(-1)).toEqual({ phone: '775 555 0100' });
      await page.goBack();
      await page.getByText('Usage statistics').waitFor();
    });

    it('offers Premium by the month to who has none', async () => {
      await open('?tab=billing');
      const { page } = visit;
      for (const text of [
        '$5',
        'per month',
        'Unlimited depreciation analyses',
        'Advanced market insights',
        'Price alerts and notifications',
        'Historical data access',
      ])
        await page.getByRole('tabpanel').getByText(text, { exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href'))
        .toBe('/subscription');
      expect(portal.api.calls(getSubscription)).toBe(0);
    });

    it('shows the plan of a member by the month, and cancels it', async () => {
      openPremium(portal.api, SUBSCRIPTION);
      await open('?tab=billing');
      const { page } = visit;
      await page.getByText('Premium Member').waitFor();
      await page.getByText('Unlimited Access').waitFor();
      for (const text of ['Premium Unlimited', '$5 per month', 'Active', 'Dec 14, 2026'])
        await page.getByText(text, { exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole('link', { name: 'Upgrade to Premium' }).count())
        .toBe(0);
      await button('Cancel Plan').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('You keep Premium until Dec 14, 2026').waitFor();
      // The plan is told as it was until the payment provider's event is in.
      portal.api.answer(cancelSubscription, { message: 'x', endsNow: false });
      await dialog.getByRole('button', { name: 'Cancel Plan' }).click();
      await toast('Subscription Cancelled')
        .getByText('Your subscription will end at the current billing period.')
        .waitFor();
      await page.getByText('Premium until').waitFor();
      await expect.poll(() => button('Cancel Plan').count()).toBe(0);
      // The button is gone that the dialog was opened by.
      await page.getByRole('heading', { name: 'Your plan' }).and(page.locator(':focus')).waitFor();
    });

    it('names no day to who owes a month, whose plan ends when it is cancelled', async () => {
      openPremium(portal.api, { ...SUBSCRIPTION, status: 'past_due' });
      await open('?tab=billing');
      const { page } = visit;
      await page.getByText('The last payment was refused').waitFor();
      await expect.poll(() => page.getByText('Next billing date').count()).toBe(0);
      await button('Cancel Plan').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Premium ends now, and nothing more is taken.').waitFor();
      portal.api.answer(cancelSubscription, { message: 'x', endsNow: true });
      await dialog.getByRole('button', { name: 'Cancel Plan' }).click();
      await toast('Subscription Cancelled')
        .getByText('Your subscription has ended, and nothing more is taken.')
        .waitFor();
      await page.getByText('Cancelled', { exact: true }).waitFor();
      await expect.poll(() => page.getByText('Premium ends soon unless').count()).toBe(0);
      await expect.poll(() => button('Cancel Plan').count()).toBe(0);
      openMembership(portal.api);
      await page.reload();
      await page.getByText('Free Member').waitFor();
      await page.getByRole('link', { name: 'Upgrade Now' }).waitFor();
    });

    it('names the end of the month to who owed one that was paid meanwhile', async () => {
      openPremium(portal.api, { ...SUBSCRIPTION, status: 'past_due' });
      portal.api.answer(cancelSubscription, { message: 'x', endsNow: false });
      await open('?tab=billing');
      await button('Cancel Plan').click();
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Cancel Plan' }).click();
      await toast('Subscription Cancelled')
        .getByText('Your subscription will end at the current billing period.')
        .waitFor();
      await visit.page.getByText('Dec 14, 2026', { exact: true }).waitFor();
      await button('Resume Plan').waitFor();
    });

    it('resumes no plan that ended at once, where the page knew of no refused month', async () => {
      openPremium(portal.api, SUBSCRIPTION);
      portal.api.answer(cancelSubscription, { message: 'x', endsNow: true });
      await open('?tab=billing');
      await button('Cancel Plan').click();
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Cancel Plan' }).click();
      await toast('Subscription Cancelled')
        .getByText('Your subscription has ended, and nothing more is taken.')
        .waitFor();
      await visit.page.getByText('Cancelled', { exact: true }).waitFor();
      expect(await button('Resume Plan').count()).toBe(0);
      expect(await visit.page.getByText('Dec 14, 2026', { exact: true }).count()).toBe(0);
    });

    it('has nothing to sell to who has it for life', async () => {
      openPremium(portal.api, null);
      await open('?tab=billing');
      await visit.page.getByRole('heading', { name: 'Lifetime access' }).waitFor();
      await expect.poll(() => visit.page.getByRole('link', { name: /Upgrade/ }).count()).toBe(0);
      await tab('Overview').click();
      await visit.page.getByText('Unlimited', { exact: true }).waitFor();
    });

    it('keeps which mails may come', async () => {
      await open('?tab=settings');
      const { page } = visit;
      await button('Manage').click();
      const alerts = page.getByRole('checkbox', { name: 'Price alerts' });
      await page.getByText('Price alerts are part of Premium').waitFor();
      portal.api.refuse(updateSettings, 503, NO);
      await alerts.click();
      await toast('Not Saved').waitFor();
      await expect.poll(() => alerts.isChecked()).toBe(true);
      const kept = {
        notifications: { priceAlerts: false },
        privacy: { shareContributions: true },
      };
      portal.api.answer(updateSettings, kept);
      await alerts.uncheck();
      await toast('Settings Saved').waitFor();
      expect(portal.api.bodies(updateSettings).at(-1)).toEqual({
        notifications: kept.notifications,
      });
    });

    it('takes contributions out, takes one back, and hands over what is kept', async () => {
      await open('?tab=settings');
      const { page } = visit;
      await button('Configure').click();
      const kept = {
        notifications: { priceAlerts: true },
        privacy: { shareContributions: false },
      };
      portal.api.answer(updateSettings, kept);
      await page.getByRole('checkbox', { name: 'Count my contributions' }).uncheck();
      await toast('Settings Saved').waitFor();
      expect(portal.api.bodies(updateSettings)).toEqual([{ privacy: kept.privacy }]);

      await page.getByText('$24,900, shared').waitFor();
      portal.api.answer(removeContribution, { message: 'x' });
      portal.api.answer(listContributions, []);
      await button('Take back: 2021 Jayco Jay Flight 28BHS').click();
      await toast('Taken Back').waitFor();
      await page.getByText('You have contributed no purchase.').waitFor();

      portal.api.answer(personalData, {
        user: USER,
        profile: PROFILE,
        settings: kept,
        sessions: [],
        analyses: [],
        questionsAnswered: [],
        payments: [],
        savedRvs: [],
        contributions: [],
        emailVerifiedAt: null,
        orders: [],
        paymentCustomers: [],
        priceAlertsWaiting: [],
        audit: [],
      });
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download my data' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('rigworth-my-data.json');
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
        profile: { location: 'Reno, NV' },
      });
    });

    it('signs another device out', async () => {
      await open('?tab=settings');
      const { page } = visit;
      await button('Show').click();
      await page.getByText('This device').waitFor();
      portal.api.answer(revokeSession, { message: 'x' });
      portal.api.answer(listSessions, []);
      await button('Sign out: Safari, iPhone').click();
      await toast('Signed Out').waitFor();
      await expect.poll(() => page.getByText('Safari, iPhone').count()).toBe(0);
    });

    it('changes the password, and says at the field what is wrong', async () => {
      await open('?tab=settings');
      const { page } = visit;
      await button('Change').click();
      await page.getByLabel('Current password').fill('a caravan in the rain');
      await page.getByLabel('New password').fill('short');
      await button('Change Password').click();
      await page.getByText('Password must have at least 8 characters').waitFor();
      await page.getByLabel('New password').fill('a tent under the stars');
      portal.api.refuse(changePassword, 403, { code: 'x', message: 'The password is wrong.' });
      await button('Change Password').click();
      const wrong = page.getByRole('alert').getByText('The password is wrong.');
      await wrong.waitFor();
      // What is refused here was not asked of the server: what it said is of an earlier one.
      await page.getByLabel('New password').fill('short');
      await button('Change Password').click();
      await wrong.waitFor({ state: 'detached' });
      await page.getByLabel('New password').fill('a tent under the stars');
      portal.api.answer(changePassword, { message: 'Your password is changed.' });
      await button('Change Password').click();
      await toast('Password Changed').waitFor();
      expect(portal.api.calls(changePassword)).toBe(2);
      await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('');
    });

    it('deletes the account by its password, and is then nobody’s', async () => {
      await open('?tab=settings');
      const { page } = visit;
      await button('Delete').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Delete My Account' }).click();
      await dialog.getByText('Password is required').waitFor();
      await dialog.getByLabel('Password').fill('wrong');
      portal.api.refuse(deleteAccount, 403, { code: 'x', message: 'The password is wrong.' });
      await dialog.getByRole('button', { name: 'Delete My Account' }).click();
      const wrong = dialog.getByRole('alert').getByText('The password is wrong.');
      await wrong.waitFor();
      await dialog.getByLabel('Password').fill('');
      await dialog.getByRole('button', { name: 'Delete My Account' }).click();
      await wrong.waitFor({ state: 'detached' });
      await dialog.getByLabel('Password').fill('a caravan in the rain');
      await dialog.getByRole('checkbox', { name: /^Take my contributions out/ }).check();
      portal.api.answer(deleteAccount, { message: 'x' });
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
      await dialog.getByRole('button', { name: 'Delete My Account' }).click();
      await page.getByRole('dialog', { name: 'Your account is deleted' }).waitFor();
      const asked = portal.api.calls(currentUser);
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
      await button('To the start page').click();
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/');
      // By the start page alone: asked before, on coming back to the tab, what was said would be gone unread.
      expect(portal.api.calls(currentUser)).toBe(asked + 1);
      expect(portal.api.bodies(deleteAccount).at(-1)).toEqual({
        password: 'a caravan in the rain',
        withdrawContributions: true,
      });
    });

    it('asks for the e-mail to be verified, and mails the link again', async () => {
      portal.api.answer(currentUser, { ...USER, emailVerified: false });
      await open();
      await visit.page.getByText('Please verify your e-mail').waitFor();
      portal.api.answer(requestVerification, { message: 'A link is on its way to you.' });
      await button('Send the link again').click();
      await toast('Mail Sent').getByText('A link is on its way to you.').waitFor();
    });

    it('leads to contributing, as was promised to who skipped it', async () => {
      await open('?tab=settings');
      await visit.page
        .getByRole('tabpanel')
        .getByRole('button', { name: 'Contribute Data' })
        .click();
      await visit.page.getByText('Why Your Data Matters').waitFor();
    });

    it('says what could not be loaded, and is nobody’s once the session is lost', async () => {
      portal.api.refuse(getProfile, 503, NO);
      await visit.go('/profile');
      const { page } = visit;
      await page.getByText('Your profile could not be loaded').waitFor();
      portal.api.answer(getProfile, PROFILE);
      await button('Try again').click();
      await page.getByText('Free Member').waitFor();
      await page.clock.install();
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
      portal.api.answer(logout, { message: 'x' });
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
      await page.getByText('Please Sign In').waitFor();
      await page.clock.runFor(600);
      await page.waitForURL('**/');
    });
  });
});
