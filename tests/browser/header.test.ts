import { beforeEach, describe, expect, it } from 'vitest';
import { currentUser, getSubscription, logout, usage } from '#schemas/api/account.ts';
import { CONTRIBUTION_PROMPT_DELAY_MS, MODAL_CLOSE_DELAY_MS } from '#schemas/constants.ts';
import { openListings } from './support/listings.ts';
import { expectGoodLooks, VIEWS } from './support/looks.ts';
import { openMarket, USER } from './support/market.ts';
import { DESKTOP, describePortal, eachVisit, PHONE } from './support/portal.ts';

const PHONES = VIEWS.filter(({ viewport }) => viewport === PHONE);

const PREMIUM = {
  subscriptionStatus: 'premium',
  analysesUsed: 0,
  analysesLimit: 0,
  isAtLimit: false,
  isOneKept: false,
} as const;
const FREE = { ...PREMIUM, subscriptionStatus: 'free', analysesLimit: 3 } as const;

describePortal('the header', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    portal.api.answer(currentUser, USER);
    portal.api.answer(usage, FREE);
  });
  const signOut = () =>
    portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Please sign in.' });

  const menuButton = () => visit.page.getByRole('banner').getByRole('button', { name: 'Menu' });
  const menu = () => visit.page.getByRole('dialog', { name: 'Menu' });
  const openMenu = async (path = '/depreciation') => {
    await visit.page.setViewportSize(PHONE);
    await visit.go(path);
    await menuButton().click();
    await menu().waitFor();
  };
  const closed = async () => {
    await menu().waitFor({ state: 'detached' });
    await menuButton().and(visit.page.locator(':focus')).waitFor();
    await expect.poll(() => menuButton().getAttribute('aria-expanded')).toBe('false');
  };

  it('has a menu that is not covered by what a page offers by itself', async () => {
    const { page } = visit;
    openListings(portal.api);
    await page.clock.install();
    await openMenu('/home');
    // Opened once: with its code here it stands there at once.
    const offer = page.locator('[role=dialog]').filter({ hasText: 'Why Your Data Matters' });
    await menu().getByRole('button', { name: 'Contribute Data' }).click();
    await offer.waitFor();
    await page.keyboard.press('Escape');
    await page.clock.runFor(2 * MODAL_CLOSE_DELAY_MS);
    await offer.waitFor({ state: 'detached' });
    await menuButton().click();
    await menu().waitFor();
    // However long that took, the page begins to wait only now.
    portal.api.answer(currentUser, { ...USER, hasContributedData: false });
    const heard = page.waitForResponse('**/api/auth/user');
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await heard;
    for (let look = 0; look < 10; look++) {
      await page.clock.runFor(CONTRIBUTION_PROMPT_DELAY_MS);
      await page.evaluate('new Promise(requestAnimationFrame)');
      expect(await offer.count()).toBe(0);
    }
    await page.keyboard.press('Escape');
    await closed();
    await page.clock.runFor(2 * CONTRIBUTION_PROMPT_DELAY_MS);
    await offer.waitFor();
  });

  it('has a menu on a phone in place of the row of links, with the page one is on', async () => {
    await openMenu();
    const links = menu().getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual([
        'Home',
        'Calculate Depreciation',
        'Real-Time Analyzer',
        'Market Stories',
        'Search RVs',
        'Market Data',
        'Compare',
        'Admin',
        'Subscription',
        'Checkout',
      ]);
    await links.first().and(visit.page.locator(':focus')).waitFor();
    const current = menu().locator('[aria-current=page]');
    await expect.poll(() => current.allInnerTexts()).toEqual(['Calculate Depreciation']);
    for (const link of await links.all())
      await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await menu().getByRole('link', { name: 'Your profile' }).waitFor();
    await expectGoodLooks(visit, 'menu', PHONES);
  });

  it.each(['guest', 'member'])('is one row for a %s on the narrowest phone', async (who) => {
    if (who === 'guest') signOut();
    const { page } = visit;
    await page.setViewportSize({ width: 320, height: 640 });
    await visit.go('/depreciation');
    const last = who === 'guest' ? page.getByRole('button', { name: /^Colors/ }) : menuButton();
    await last.waitFor();
    await expect
      .poll(async () => (await page.getByRole('banner').boundingBox())?.height)
      .toBeLessThanOrEqual(65);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(320);
  });

  it('has no menu where the links have room, and none for who is not signed in', async () => {
    await visit.go('/depreciation');
    const links = visit.page.getByRole('banner').getByRole('navigation', { name: 'Main' });
    await links.getByRole('link', { name: 'Compare' }).waitFor();
    await expect.poll(() => menuButton().count()).toBe(0);
    signOut();
    await visit.page.setViewportSize(PHONE);
    await visit.page.reload();
    await visit.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    await expect.poll(() => menuButton().count()).toBe(0);
  });

  it('opens and leaves its menu by keyboard, and has the focus back then', async () => {
    const { page } = visit;
    await page.setViewportSize(PHONE);
    await visit.go('/depreciation');
    await expect.poll(() => menuButton().getAttribute('aria-expanded')).toBe('false');
    await menuButton().press('Enter');
    await menu().waitFor();
    // What lies behind an open dialog has no role; the button says so all the same.
    await expect
      .poll(() => page.locator('header [aria-haspopup=dialog]').getAttribute('aria-expanded'))
      .toBe('true');
    await menu().locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await closed();
  });

  it('closes its menu when a link is taken, and when Back leads elsewhere', async () => {
    const { page } = visit;
    await openMenu('/market-stories');
    await menu().getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL('**/compare');
    await closed();
    await menuButton().click();
    await menu().waitFor();
    await page.goBack();
    await page.waitForURL('**/market-stories');
    await closed();
  });

  it('leads from its menu to the contribution, which gives the focus back to it', async () => {
    await openMenu();
    await menu().getByRole('button', { name: 'Contribute Data' }).click();
    const dialog = visit.page.getByRole('dialog').filter({ hasText: 'Why Your Data Matters' });
    await dialog.waitFor();
    await expect.poll(() => menu().count()).toBe(0);
    await visit.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await menuButton().and(visit.page.locator(':focus')).waitFor();
  });

  it('signs out from its menu', async () => {
    portal.api.answer(logout, { message: 'Signed out.' });
    await openMenu();
    signOut();
    await menu().getByRole('button', { name: 'Sign Out' }).click();
    await visit.page.waitForURL('**/?auth=logout');
  });

  describe('where signing out comes to nothing', () => {
    const press = async () => {
      await visit.go('/market-stories');
      await visit.page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    };
    const stillHere = async (reason: RegExp) => {
      const toast = visit.page.locator('[data-toast=bad]');
      await toast.getByText('You could not be signed out').waitFor();
      await toast.getByText(reason).waitFor();
      expect(new URL(visit.page.url()).pathname).toBe('/market-stories');
      await visit.page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
    };

    it('says so where the server refuses', async () => {
      portal.api.refuse(logout, 503, { code: 'unavailable', message: 'Down for a moment.' });
      await press();
      await stillHere(/Down for a moment/);
    });

    it('says so where no server answers', async () => {
      await visit.page.route('**/api/auth/logout', async (route) => {
        await visit.page.route('**/api/**', (any) => any.abort());
        await route.abort();
      });
      await press();
      await stillHere(/No answer came/);
      visit.forgiveNetwork();
    });

    it('leaves it to the server’s own page where only that answer is lost', async () => {
      await visit.page.route('**/api/auth/logout', (route) => route.abort());
      await visit.page.route('**/api/logout', (route) =>
        route.fulfill({ status: 302, headers: { location: '/?auth=logout' } }),
      );
      await press();
      await visit.page.waitForURL('**/?auth=logout');
      visit.forgiveNetwork();
    });
  });

  it('leads to payment who has Premium for life too, and says there what they have', async () => {
    portal.api.answer(usage, PREMIUM);
    portal.api.answer(getSubscription, null);
    const { page } = visit;
    await visit.go('/market-stories');
    for (const name of ['Subscription', 'Checkout']) {
      await page.getByRole('banner').getByRole('link', { name }).click();
      await page.getByRole('heading', { name: 'Premium is yours for life' }).waitFor();
    }
  });

  it('gives a long name no more room than there is', async () => {
    portal.api.answer(currentUser, { ...USER, firstName: 'N'.repeat(100) });
    const { page } = visit;
    await visit.go('/depreciation');
    await page.getByRole('banner').getByRole('link', { name: /^N+$/ }).waitFor();
    for (const width of [DESKTOP.width, 768, PHONE.width]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  it('leads to the collection only whom the server takes for staff', async () => {
    portal.api.answer(currentUser, { ...USER, staff: false, staffControls: false });
    const { page } = visit;
    await visit.go('/market-stories');
    await page.getByRole('banner').getByRole('link', { name: 'Compare' }).waitFor();
    // In the header and in the footer.
    await expect.poll(() => page.getByRole('link', { name: 'Compare' }).count()).toBe(2);
    await expect.poll(() => page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  });

  it('keeps no room for links from a guest on an address that only members have', async () => {
    signOut();
    const { page } = visit;
    await page.setViewportSize(DESKTOP);
    const height = async () => (await page.getByRole('banner').boundingBox())?.height;
    await visit.go('/depreciation');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    const withoutLinks = await height();
    await visit.go('/search');
    await page.getByText('404 Page Not Found').waitFor();
    await expect.poll(height).toBe(withoutLinks);
  });
});
