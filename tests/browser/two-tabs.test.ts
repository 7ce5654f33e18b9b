import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  currentUser,
  getProfile,
  logout,
  trackAnalysisUsage,
  updateProfile,
  usage,
} from '#schemas/api/account.ts';
import { contribute } from '#schemas/api/contribution.ts';
import { saveRv } from '#schemas/api/listings.ts';
import { getSettings, updateSettings } from '#schemas/api/profile.ts';
import { listSavedRvs } from '#schemas/api/saved-rvs.ts';
import { SIGN_IN_REDIRECT_DELAY_MS } from '#schemas/constants.ts';
import { analysed } from './support/calculator.ts';
import { openListings } from './support/listings.ts';
import { USER } from './support/market.ts';
import { openMembership, PROFILE } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { fillPurchase } from './support/purchase.ts';

const SPENT = {
  subscriptionStatus: 'free',
  analysesUsed: 3,
  analysesLimit: 3,
  isAtLimit: true,
  isOneKept: false,
} as const;
const GRACE = { ...USER, id: 'grace', firstName: 'Grace', email: 'grace@example.com' };

describePortal('a browser with two tabs', (portal) => {
  const visit = eachVisit(portal);
  const lookAt = (page: Page) => page.evaluate(`window.dispatchEvent(new Event('focus'))`);

  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
    portal.api.answer(currentUser, USER);
  });

  it('has the colours in both that were chosen in one', async () => {
    const { page } = visit;
    await visit.go('/depreciation');
    const colours = (tab: Page) => tab.getByRole('button', { name: /^Colors/ });
    const other = await page.context().newPage();
    await other.goto('/accuracy');
    await colours(other).click();
    await other.getByRole('button', { name: 'Colors: Light. Change' }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('button', { name: 'Colors: Dark. Change' }).waitFor();
  });

  describe('signed out in one of them', () => {
    const over = { code: 'unauthorized', message: 'You are not signed in.' };
    const signOutElsewhere = () => {
      for (const call of [currentUser, trackAnalysisUsage, updateProfile, contribute])
        portal.api.refuse(call, 401, over);
    };

    it('tells it at the next press in the other: the calculator, which goes on for a guest', async () => {
      const { page } = visit;
      await visit.go('/depreciation?make=Jayco&model=Jay+Flight&year=2019');
      await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
      signOutElsewhere();
      const ask = page.getByRole('form', { name: 'Your RV' }).getByRole('button').last();
      await ask.click();
      await page.getByRole('alert').getByText('You are not signed in.').waitFor();
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
      await ask.click();
      await page.getByText('Current Market Value').first().waitFor();
    });

    it('tells it at the next press in the other: the profile, which is left', async () => {
      const { page } = visit;
      await visit.go('/profile?tab=account&details=open');
      const save = page.getByRole('button', { name: 'Save Changes' });
      await save.waitFor();
      signOutElsewhere();
      await save.click();
      await page.locator('[data-toast=bad]').getByText('You were signed out').waitFor();
      await page.waitForURL((url) => url.pathname === '/');
    });

    it.each(['/realtime-analyzer', '/market-stories'])(
      'tells it as soon as one looks at the other, once: %s',
      async (path) => {
        const { page } = visit;
        await visit.go(path);
        await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
        await page.waitForLoadState('networkidle');
        signOutElsewhere();
        await lookAt(page);
        await page.locator('[data-toast=bad]').getByText('You were signed out').waitFor();
        await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
        expect(new URL(page.url()).pathname).toBe(path);
        // What is gone to at once is a guest's, and tells it no more.
        await page.getByRole('button', { name: 'Close the notification' }).click();
        await page.getByRole('banner').getByRole('link', { name: 'RigWorth' }).first().click();
        await page.waitForURL((url) => url.pathname === '/');
        await setTimeout(2 * SIGN_IN_REDIRECT_DELAY_MS);
        expect(await page.locator('[data-toast]').count()).toBe(0);
        expect(new URL(page.url()).pathname).toBe('/');
      },
    );

    it('asks for no allowance of whoever is no longer here, and goes on for a guest', async () => {
      const { page } = visit;
      portal.api.answer(usage, SPENT);
      await visit.go('/depreciation?make=Jayco&model=Jay+Flight&year=2019');
      await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
      await expect.poll(() => portal.api.calls(usage)).toBeGreaterThan(0);
      signOutElsewhere();
      portal.api.refuse(usage, 401, over);
      const asked = portal.api.calls(usage);
      const ask = page.getByRole('form', { name: 'Your RV' }).getByRole('button').last();
      // The press that brings the window back.
      await lookAt(page);
      await ask.click();
      await page.getByText('Current Market Value').first().waitFor();
      await page.locator('[data-toast=bad]').getByText('You were signed out').waitFor();
      expect(portal.api.calls(usage)).toBe(asked);
    });

    describe('while a purchase is typed in the other', () => {
      const form = () => visit.page.getByRole('dialog', { name: 'Contribute Your RV Data' });
      const openForm = async () => {
        await visit.page
          .getByRole('banner')
          .getByRole('button', { name: 'Contribute Data' })
          .click();
        await form().getByRole('button', { name: 'Share My RV Purchase' }).click();
      };
      const typeOn = async (path: string) => {
        await visit.go(path);
        await openForm();
        await fillPurchase(visit.page);
      };

      it('closes it with the page that is left', async () => {
        await typeOn('/home');
        signOutElsewhere();
        await lookAt(visit.page);
        await visit.page.locator('[data-toast=bad]').getByText('You were signed out').waitFor();
        await form().waitFor({ state: 'detached' });
        await visit.page.waitForURL((url) => url.pathname === '/');
        // Nothing holds what it stood over.
        await visit.page.getByRole('main').getByRole('link').first().click();
        await visit.page.waitForURL('**/depreciation');
      });

      it('shows nobody what was typed, who comes next', async () => {
        const { page } = visit;
        await typeOn('/depreciation');
        signOutElsewhere();
        await lookAt(page);
        await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
        await form().waitFor({ state: 'detached' });
        portal.api.answer(currentUser, USER);
        await lookAt(page);
        await openForm();
        await expect.poll(() => form().getByLabel('Purchase price').inputValue()).toBe('');
      });

      it('asks who sends it to sign in, and keeps it for who does so elsewhere', async () => {
        const { page } = visit;
        await typeOn('/depreciation');
        signOutElsewhere();
        await form().getByRole('button', { name: 'Contribute Data' }).click();
        const toast = page.locator('[data-toast=bad]');
        await toast.getByText('You were signed out. Sign in again to contribute.').waitFor();
        await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
        await form().waitFor({ state: 'detached' });
        expect(await toast.innerText()).not.toContain('try again');
        portal.api.answer(currentUser, USER);
        await page.keyboard.press('Escape');
        await openForm();
        await expect.poll(() => form().getByLabel('Purchase price').inputValue()).toBe('$47,500');
      });
    });
  });

  it('says nothing of a lost session to who signs out on a slow line', async () => {
    const { page } = visit;
    // Nothing can be asked of a page while another is on its way: what it shows meanwhile is noted.
    await page.addInitScript(`
      const note = (what) => sessionStorage.setItem('noted', (sessionStorage.getItem('noted') ?? '') + what);
      new MutationObserver(() => {
        if (document.querySelector('[data-toast]')) note('a toast;');
      }).observe(document, { childList: true, subtree: true });
      navigation.addEventListener('navigate', ({ destination: { url, sameDocument } }) => {
        if (sameDocument && location.pathname === '/profile' && !url.endsWith('/profile'))
          note('went to ' + url);
      });`);
    await page.route('**/?auth=logout', async (route) => {
      await setTimeout(3 * SIGN_IN_REDIRECT_DELAY_MS);
      await route.continue();
    });
    await visit.go('/profile');
    portal.api.answer(logout, () => {
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
      return { message: 'Signed out.' };
    });
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/?auth=logout');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('noted')`)).toBe(null);
  });

  describe('with choices changed in one of them', () => {
    const chosen = {
      notifications: { priceAlerts: true },
      privacy: { shareContributions: false },
    };
    const row = (name: string) => visit.page.getByRole('button', { name, exact: true });
    /** Both are looked at here, then sharing is switched off elsewhere. */
    const changeElsewhere = async () => {
      await visit.go('/profile?tab=settings');
      await row('Configure').click();
      await visit.page.getByRole('checkbox', { name: 'Count my contributions' }).waitFor();
      portal.api.answer(getSettings, chosen);
      portal.api.answer(updateSettings, ({ body }) => ({ ...chosen, ...(body as object) }));
    };

    it('changes in the other no more than what is chosen there', async () => {
      await changeElsewhere();
      portal.api.hold(getSettings);
      await row('Manage').click();
      await visit.page.getByRole('checkbox', { name: 'Price alerts' }).uncheck();
      await visit.page.locator('[data-toast]').getByText('Settings Saved').waitFor();
      expect(portal.api.bodies(updateSettings)).toEqual([
        { notifications: { priceAlerts: false } },
      ]);
      await expect
        .poll(() =>
          visit.page.getByRole('checkbox', { name: 'Count my contributions' }).isChecked(),
        )
        .toBe(false);
    });

    it('shows them in the other as soon as one looks', async () => {
      await changeElsewhere();
      await row('Configure').click();
      await row('Configure').click();
      await expect
        .poll(() =>
          visit.page.getByRole('checkbox', { name: 'Count my contributions' }).isChecked(),
        )
        .toBe(false);
    });
  });

  it('shows nobody what was loaded for who signed in before', async () => {
    const { page } = visit;
    await visit.go('/profile?tab=account&details=open');
    await page.getByLabel('First name').fill('Ada Augusta');
    portal.api.answer(currentUser, GRACE);
    portal.api.answer(getProfile, { ...PROFILE, firstName: 'Grace', email: GRACE.email });
    await lookAt(page);
    await page.getByRole('banner').getByText('Grace', { exact: true }).waitFor();
    await expect
      .poll(() => page.locator('main').getByText(PROFILE.email, { exact: true }).count())
      .toBe(0);
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Grace');
  });

  it('does nothing for who has signed in in the other, and shows who it is', async () => {
    const { page } = visit;
    portal.api.answer(listSavedRvs, []);
    await visit.go('/search');
    const heart = page.getByRole('button', { name: /^Save / }).first();
    await heart.waitFor();
    portal.api.refuse(saveRv, 409, { code: 'somebody_else', message: 'x' });
    portal.api.answer(currentUser, GRACE);
    await heart.click();
    await page.getByRole('banner').getByText('Grace', { exact: true }).waitFor();
    await setTimeout(2 * SIGN_IN_REDIRECT_DELAY_MS);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  describe('keeps analyses of who signed in for them alone', () => {
    const over = { code: 'unauthorized', message: 'You are not signed in.' };
    /** The address of an analysis that Ada has asked for in this tab. */
    const adasAnalysis = async () => {
      portal.api.answer(trackAnalysisUsage, {
        analysesUsed: 1,
        analysesLimit: 3,
        isAtLimit: false,
      });
      await visit.go('/depreciation');
      await visit.page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
      await analysed(visit.page);
      await visit.page.waitForURL(/make=Jayco.*year=2019/);
      return visit.page.url();
    };
    const comeBack = async (address: string, who: string) => {
      await visit.page.goto(address);
      await visit.page.getByRole('banner').getByText(who, { exact: true }).waitFor();
    };
    /** In one look: its form is filled from the address, and no answer stands beside it. */
    const unanswered = () =>
      expect
        .poll(() =>
          visit.page.evaluate(
            `document.querySelector('main input[type=number]')?.value === '2019' &&
              document.querySelector('main').innerText.includes('Your result appears here')`,
          ),
        )
        .toBe(true);

    it('signed out here', async () => {
      const { page } = visit;
      const address = await adasAnalysis();
      portal.api.answer(logout, () => {
        portal.api.refuse(currentUser, 401, over);
        return { message: 'Signed out.' };
      });
      await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
      await page.waitForURL('**/?auth=logout');
      await comeBack(address, 'Sign In');
      await unanswered();
    });

    it('signed out elsewhere, and come back to this tab: says so', async () => {
      await adasAnalysis();
      portal.api.refuse(currentUser, 401, over);
      await lookAt(visit.page);
      await visit.page.locator('[data-toast=bad]').getByText('You were signed out').waitFor();
      await unanswered();
    });

    it.each([
      ['signed out elsewhere', 'Sign In', () => portal.api.refuse(currentUser, 401, over)],
      ['somebody else having signed in', 'Grace', () => portal.api.answer(currentUser, GRACE)],
    ])('%s', async (_, who, happens) => {
      const address = await adasAnalysis();
      happens();
      await comeBack(address, who);
      await unanswered();
    });
  });
});
