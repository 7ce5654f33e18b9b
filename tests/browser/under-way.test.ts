import { beforeEach, describe, expect, it } from 'vitest';
import { cancelSubscription, currentUser, login } from '#schemas/api/account.ts';
import { contribute } from '#schemas/api/contribution.ts';
import { resetPassword } from '#schemas/api/mailed-links.ts';
import { deleteAccount } from '#schemas/api/profile.ts';
import { openMarket, USER } from './support/market.ts';
import { openMembership, openPremium, SUBSCRIPTION } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

const OVER = { code: 'unauthorized', message: 'You are not signed in.' };

describePortal('a dialog whose work is under way', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => openMembership(portal.api));

  const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
  const dialog = () => visit.page.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  /** Tries these buttons of it, its X and Escape. */
  const staysThough = async (...names: string[]) => {
    for (const name of [...names, 'Close']) {
      await dialog().getByRole('button', { name, exact: true }).dispatchEvent('click');
      expect(await dialog().count()).toBe(1);
    }
    await visit.page.keyboard.press('Escape');
    expect(await dialog().count()).toBe(1);
  };

  describe('deleting the account', () => {
    const begin = async () => {
      await button('Delete').click();
      await dialog().getByLabel('Password').fill('a caravan in the rain');
      portal.api.answer(deleteAccount, { message: 'x' });
      const answer = portal.api.hold(deleteAccount);
      await press('Delete My Account');
      await button('Deleting...').waitFor();
      return () => {
        portal.api.refuse(currentUser, 401, OVER);
        answer();
      };
    };

    it('stays, and says that it is done', async () => {
      await visit.go('/profile?tab=settings');
      const answer = await begin();
      await staysThough('Keep My Account');
      answer();
      await visit.page.getByRole('dialog', { name: 'Your account is deleted' }).waitFor();
      await button('To the start page').click();
      await visit.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    });

    it('leads to the start page who went back meanwhile', async () => {
      const { page } = visit;
      await visit.go('/profile');
      await page.getByRole('tab', { name: 'Settings' }).click();
      const answer = await begin();
      await page.goBack();
      await dialog().waitFor({ state: 'detached' });
      answer();
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    });

    it('closes as before where it failed', async () => {
      await visit.go('/profile?tab=settings');
      const answer = await begin();
      portal.api.refuse(deleteAccount, 403, { code: 'x', message: 'The password is wrong.' });
      answer();
      await dialog().getByRole('alert').getByText('The password is wrong.').waitFor();
      await press('Keep My Account');
      await dialog().waitFor({ state: 'detached' });
      await button('Delete').click();
      await dialog().getByLabel('Password').waitFor();
      expect(await dialog().getByRole('alert').count()).toBe(0);
    });
  });

  it('cancelling the plan: stays', async () => {
    openPremium(portal.api, SUBSCRIPTION);
    await visit.go('/profile?tab=billing');
    await button('Cancel Plan').click();
    portal.api.answer(cancelSubscription, { message: 'x', endsNow: false });
    const answer = portal.api.hold(cancelSubscription);
    await press('Cancel Plan');
    await button('Cancelling...').waitFor();
    await staysThough('Keep Premium');
    answer();
    await visit.page.locator('[data-toast]').getByText('Subscription Cancelled').waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('contributing: stays, and neither skips nor goes back', async () => {
    await visit.go('/depreciation');
    await visit.page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await press('Share My RV Purchase');
    await dialog().getByRole('combobox', { name: 'Make' }).fill('Jayco');
    await dialog().getByRole('combobox', { name: 'Model' }).fill('Eagle 317RLOK');
    await dialog().getByLabel('RV type').selectOption('Fifth Wheel');
    await dialog().getByLabel('Purchase price').fill('$47,500');
    await dialog().getByLabel('Purchase date').fill('2024-10-03');
    await dialog().getByLabel('Purchase location').fill('Boise, ID');
    portal.api.answer(contribute, { id: 'c1', shared: true, message: 'Thank you.' });
    const answer = portal.api.hold(contribute);
    await press('Contribute Data');
    await button('Contributing...').waitFor();
    await staysThough('Back', 'Skip for Now');
    expect(await visit.page.locator('[data-dialog=leaving]').count()).toBe(0);
    expect(await button('Contributing...').isVisible()).toBe(true);
    answer();
    await visit.page.getByText('Thank You for Contributing!', { exact: true }).waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('signing in: stays as it is until the page is loaded anew', async () => {
    openMarket(portal.api);
    await visit.go('/depreciation');
    await visit.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await dialog().getByLabel('E-mail').fill('ada@example.com');
    await dialog().getByLabel('Password').fill('a caravan in the rain');
    portal.api.answer(login, () => {
      portal.api.answer(currentUser, USER);
      return USER;
    });
    const answer = portal.api.hold(login);
    await press('Sign In');
    await button('Please wait...').waitFor();
    await staysThough('Forgot your password?', 'Sign up');
    expect(await visit.page.getByRole('dialog', { name: 'Sign in' }).count()).toBe(1);
    answer();
    await visit.page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('setting a new password by a mailed link: stays, and says that it is set', async () => {
    openMarket(portal.api);
    await visit.go('/#reset-password=token');
    await dialog().getByLabel('New password').fill('a tent under the stars');
    portal.api.answer(resetPassword, { message: 'Your password is set.' });
    const answer = portal.api.hold(resetPassword);
    await press('Set the Password');
    await button('Please wait...').waitFor();
    await staysThough();
    answer();
    await dialog().getByText('Your password is set.').waitFor();
  });
});
