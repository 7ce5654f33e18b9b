import { beforeEach, describe, expect, it } from 'vitest';
import { currentUser, login, logout, register } from '#schemas/api/account.ts';
import { marketAnalysis, marketData } from '#schemas/api/market.ts';
import {
  emptyMarket,
  MARKET_ANALYSIS,
  MARKET_DATA,
  NO_MARKET_ANALYSIS,
  openMarket,
  USER,
} from './support/market.ts';
import { layoutShift } from './support/looks.ts';
import { describePortal, eachVisit, PHONE } from './support/portal.ts';

describePortal('the pages around the calculator', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
  });

  describe('the landing page', () => {
    it('has the specification’s texts and figures', async () => {
      await visit.go('/');
      const { page } = visit;
      for (const words of [
        'Current Market Value',
        '10-Year Forecasts',
        'Market Analytics',
        'Analyze My RV',
        'Market Analysis',
        'Browse Market',
        '190',
        '2,490',
        '67,510+',
        '50',
        'Sign In for Full Features',
      ])
        await page.getByText(words, { exact: true }).first().waitFor();
    });

    it.each(['Calculate Depreciation', 'Start Your Analysis Now'])(
      'leads to the analyzer by "%s"',
      async (name) => {
        await visit.go('/');
        await visit.page.getByRole('main').getByRole('link', { name }).click();
        await visit.page.waitForURL('**/depreciation');
        await visit.page.getByRole('heading', { level: 1, name: /Ten years/ }).waitFor();
        await expect.poll(() => visit.page.evaluate('scrollY')).toBe(0);
      },
    );

    it('shows the analyzer first, and each view by its own address', async () => {
      await visit.go('/');
      const { page } = visit;
      await page.getByRole('form', { name: 'Your RV' }).waitFor();
      await page.getByRole('tab', { name: 'Browse Market' }).click();
      await page.waitForURL('**/?view=browse');
      await page.getByText('67,511 listings on the market').waitFor();
      await page.goBack();
      await page.getByRole('form', { name: 'Your RV' }).waitFor();
    });

    it('switches views by arrow keys', async () => {
      await visit.go('/');
      const { page } = visit;
      await page.getByRole('tab', { name: 'Analyze My RV' }).focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('tab', { name: 'Browse Market', selected: true }).waitFor();
    });

    it('says that market analysis is unavailable when it is', async () => {
      await visit.go('/?view=market');
      await visit.page.getByText('Market Analysis Unavailable').waitFor();
      await visit.page
        .getByText('Unable to load market analysis data. Please try refreshing the page.')
        .waitFor();
      expect(portal.api.calls(marketAnalysis)).toBe(1);
    });

    it('has room for a thumb on the shortest of names', async () => {
      const short = { name: 'Kit', listings: 12, priced: 0, medianPrice: null };
      portal.api.answer(marketData, { ...MARKET_DATA, byMake: [short] });
      await visit.go('/?view=browse');
      const box = await visit.page.getByRole('link', { name: 'Kit', exact: true }).boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    });

    it('says of how many a median is where others show no price', async () => {
      const few = { name: 'Kit', listings: 2, priced: 1, medianPrice: 41_000 };
      portal.api.answer(marketData, { ...MARKET_DATA, byMake: [few] });
      await visit.go('/?view=browse');
      await visit.page.getByRole('row', { name: 'Kit 2 $41,000 of 1 priced' }).waitFor();
      const tile = visit.page.getByRole('listitem').filter({ hasText: 'Class C Motorhome' });
      await tile.getByText('median $89,995 of 7,911 priced').waitFor();
      const all = visit.page.getByRole('listitem').filter({ hasText: 'Fifth Wheel' });
      await expect.poll(() => all.innerText()).toMatch(/median \$52,900$/);
    });

    it('opens the rest of a long table', async () => {
      await visit.go('/?view=browse');
      const makes = visit.page.getByRole('region', { name: 'By make' });
      await makes.waitFor();
      await expect.poll(() => makes.getByRole('rowheader').count()).toBe(10);
      await visit.page.getByRole('button', { name: 'Show all 24' }).click();
      await makes.getByRole('rowheader').nth(23).waitFor();
      await expect.poll(() => makes.getByRole('rowheader').count()).toBe(24);
    });

    it('has the placeholder of Browse Market only for an empty market', async () => {
      emptyMarket(portal.api);
      await visit.go('/?view=browse');
      await visit.page.getByText('Market Browse Coming Soon').waitFor();
    });

    it('offers to try again when the market could not be loaded', async () => {
      portal.api.refuse(marketData, 503, { code: 'unavailable', message: 'x' });
      await visit.go('/?view=browse');
      await visit.page.getByText('The market could not be loaded').waitFor();
      openMarket(portal.api);
      await visit.page.getByRole('button', { name: 'Try again' }).click();
      await visit.page.getByText('67,511 listings on the market').waitFor();
    });

    it('does not offer sign-in to who is signed in', async () => {
      portal.api.answer(currentUser, USER);
      await visit.go('/');
      await visit.page.getByText('Ada', { exact: true }).waitFor();
      await expect.poll(() => visit.page.getByText('Sign In for Full Features').count()).toBe(0);
    });

    it('ends with what a guest has for free, and tells no member so, nor who may be one', async () => {
      const ending = () =>
        visit.page
          .getByRole('heading', { name: 'Find out before the next mile' })
          .locator('+ p')
          .innerText();
      const free = 'It takes less than a minute. The first three each day are free.';
      await visit.go('/');
      await expect.poll(ending).toBe(free);
      portal.api.answer(currentUser, USER);
      const release = portal.api.hold(currentUser);
      await visit.go('/');
      await expect.poll(ending).toBe('It takes less than a minute.');
      release();
      await visit.page.getByText('Ada', { exact: true }).waitFor();
      expect(await ending()).toBe('It takes less than a minute.');
    });
  });

  describe('every page', () => {
    it('says which market it shows while that is the sample', async () => {
      portal.api.market = 'sample';
      await visit.go('/depreciation');
      await visit.page.getByText('Sample market').waitFor();
    });

    it('says so from the first, and moves nothing by it', async () => {
      portal.api.market = 'sample';
      const phone = await portal.visit({ viewport: PHONE });
      await phone.go('/');
      await phone.page.getByText('Sample market').waitFor();
      await phone.page.waitForLoadState('networkidle');
      expect(await layoutShift(phone)).toBeLessThanOrEqual(0.02);
      await phone.leave();
    });

    it('says nothing of a sample when the market is real', async () => {
      await visit.go('/?view=browse');
      await visit.page.getByText('67,511 listings on the market').waitFor();
      await expect.poll(() => visit.page.getByText('Sample market').count()).toBe(0);
    });

    it('links only to pages that exist', async () => {
      await visit.go('/');
      const links = await visit.page
        .getByRole('link')
        .evaluateAll((all) =>
          all.map((link) => (link as unknown as { pathname: string }).pathname),
        );
      for (const path of new Set(links))
        expect((await visit.page.request.get(path)).status()).toBe(200);
    });

    it('lets the keyboard skip to the content', async () => {
      await visit.go('/depreciation');
      await visit.page.keyboard.press('Tab');
      await visit.page.keyboard.press('Enter');
      await visit.page.locator('main:focus').waitFor();
    });

    it('keeps the chosen colours', async () => {
      await visit.go('/');
      const ground = () =>
        visit.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const light = await ground();
      const button = visit.page.getByRole('button', { name: /^Colors/ });
      await button.click();
      await button.click();
      await expect.poll(() => button.getAttribute('aria-label')).toBe('Colors: Dark. Change');
      await expect.poll(ground).not.toBe(light);
      const dark = await ground();
      await visit.page.reload();
      await expect.poll(ground).toBe(dark);
    });

    it('says that it is offline, in sight wherever one reads and over nothing that has the focus', async () => {
      await visit.go('/');
      await visit.page.waitForLoadState('networkidle');
      await visit.page.context().setOffline(true);
      const notice = visit.page.getByText(/^You are offline/);
      await notice.waitFor();
      const links = visit.page.getByRole('main').getByRole('link');
      await links.last().focus();
      await links.first().focus();
      const [strip, link] = [await notice.boundingBox(), await links.first().boundingBox()];
      expect(strip?.y).toBeGreaterThanOrEqual(0);
      expect(link?.y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0));
    });

    it('works without cookies and storage', async () => {
      await visit.page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(globalThis, name, {
            get: () => {
              throw new DOMException('blocked', 'SecurityError');
            },
          });
      });
      await visit.go('/depreciation');
      await visit.page.getByText('3 analyses left of 3 today').waitFor();
    });
  });

  describe('the sign-in modal', () => {
    const open = async () => {
      await visit.go('/depreciation');
      await visit.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
      const dialog = visit.page.getByRole('dialog');
      await dialog.waitFor();
      return dialog;
    };

    it('toggles between signing in and creating an account', async () => {
      const dialog = await open();
      await dialog.getByText("Don't have an account?").waitFor();
      expect(await dialog.getByLabel('First name').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Sign up' }).click();
      await dialog.getByLabel('First name').waitFor();
      await dialog.getByText('Already have an account?').waitFor();
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect.poll(() => dialog.getByLabel('First name').count()).toBe(0);
    });

    it('shows the server’s message', async () => {
      const dialog = await open();
      await dialog.getByLabel('E-mail').fill('ada@example.com');
      await dialog.getByLabel('Password').fill('correct horse');
      await dialog.getByRole('button', { name: 'Sign In' }).click();
      await dialog.getByRole('alert').getByText('This is not built yet.').waitFor();
    });

    it('says that there was no connection', async () => {
      const dialog = await open();
      await visit.page.route('**/login', (route) => route.abort());
      await dialog.getByLabel('E-mail').fill('ada@example.com');
      await dialog.getByLabel('Password').fill('correct horse');
      await dialog.getByRole('button', { name: 'Sign In' }).click();
      await dialog.getByText('Connection error. Please try again.').waitFor();
      expect(visit.complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
    });

    it('says at the field what is wrong, and sends nothing until all is right', async () => {
      const dialog = await open();
      await dialog.getByRole('button', { name: 'Sign up' }).click();
      await dialog.getByLabel('E-mail').fill('ada');
      await dialog.getByLabel('Password').fill('short');
      await dialog.getByRole('button', { name: 'Create Account' }).click();
      await dialog.getByText('First name is required').waitFor();
      await dialog.getByText('A valid e-mail is required').waitFor();
      await dialog.getByText('Password must have at least 8 characters').waitFor();
      await dialog.getByLabel('First name').fill('Ada');
      await dialog.getByLabel('E-mail').fill('ada@example.com');
      await dialog.getByLabel('Password').fill('correct horse');
      await dialog.getByRole('button', { name: 'Create Account' }).click();
      await dialog.getByRole('alert').getByText('This is not built yet.').waitFor();
      expect(portal.api.calls(register)).toBe(1);
    });

    it('says that it works on it, then comes back signed in', async () => {
      const dialog = await open();
      const release = portal.api.hold(login);
      portal.api.answer(login, USER);
      await dialog.getByLabel('E-mail').fill('ada@example.com');
      await dialog.getByLabel('Password').fill('correct horse');
      await dialog.getByRole('button', { name: 'Sign In' }).click();
      await dialog.getByRole('button', { name: 'Please wait...' }).waitFor();
      portal.api.answer(currentUser, USER);
      release();
      await dialog.waitFor({ state: 'detached' });
      await visit.page.getByText('Ada', { exact: true }).waitFor();
    });

    it('gives the focus back when it closes', async () => {
      const dialog = await open();
      await visit.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await visit.page
        .getByRole('banner')
        .getByRole('button', { name: 'Sign In' })
        .and(visit.page.locator(':focus'))
        .waitFor();
    });
  });

  it('signs out to the root', async () => {
    portal.api.answer(currentUser, USER);
    portal.api.answer(logout, { message: 'Signed out.' });
    await visit.go('/depreciation');
    const out = visit.page.getByRole('button', { name: 'Sign Out' });
    await out.waitFor();
    portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
    await out.click();
    await visit.page.waitForURL('**/?auth=logout');
  });

  describe('a path without a page', () => {
    it('is the 404 card, answered with 404', async () => {
      const answer = await visit.page.goto('/nowhere');
      expect(answer?.status()).toBe(404);
      await visit.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    });

    it('is so too where the path cannot be decoded, and the console says nothing of it', async () => {
      await visit.go('/%');
      await visit.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      await visit.page.getByText('There is no page at this address.').waitFor();
    });

    it('says nothing before the user lookup has answered where it may be the visitor’s own', async () => {
      const release = portal.api.hold(currentUser);
      await visit.go('/profile');
      await visit.page.locator('main [aria-busy=true]').waitFor();
      await expect.poll(() => portal.api.calls(currentUser)).toBe(1);
      expect(await visit.page.getByText('404 Page Not Found').count()).toBe(0);
      release();
      await visit.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      await visit.page.getByText('This page opens once you are signed in.').waitFor();
      expect(await visit.page.getByText('There is no page').count()).toBe(0);
      await visit.page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
      await visit.page.getByRole('dialog').waitFor();
    });
  });

  describe('the market analysis', () => {
    beforeEach(() => portal.api.answer(marketAnalysis, MARKET_ANALYSIS));

    it('sums the market up in four cards, names without their detail', async () => {
      await visit.go('/?view=market');
      const { page } = visit;
      await page.getByRole('heading', { name: 'RigWorth Market Analysis' }).waitFor();
      const cards = page.getByRole('tabpanel').getByRole('definition');
      await cards.first().waitFor();
      await expect
        .poll(async () => (await cards.allInnerTexts()).slice(0, 4))
        .toEqual(['Class B Motorhome', 'Toy Hauler', '2-4 Years Old', 'Balanced Market']);
    });

    it('says of which card the answer is a usual one, where the others are known', async () => {
      const summary = { ...MARKET_ANALYSIS.summary, marketCondition: null };
      portal.api.answer(marketAnalysis, { ...MARKET_ANALYSIS, summary });
      await visit.go('/?view=market');
      await visit.page.getByText('Market Condition: a usual answer, until there are').waitFor();
    });

    it('shows the usual words where nothing is known yet, and says what is missing', async () => {
      portal.api.answer(marketAnalysis, NO_MARKET_ANALYSIS);
      await visit.go('/?view=market');
      const { page } = visit;
      const cards = page.getByRole('tabpanel').getByRole('definition');
      await cards.first().waitFor();
      await expect
        .poll(async () => (await cards.allInnerTexts()).slice(0, 4))
        .toEqual(['Class C Motorhome', 'Fifth Wheel', '5-7 Years Old', "Buyer's Market"]);
      await page.getByText('Usual answers, until there are enough listings to say.').waitFor();
      await page.getByText('There are not enough listings yet to compare here.').waitFor();
      await page.getByRole('tab', { name: 'Purchase Insights' }).click();
      await page.getByText('There are not enough listings yet to say.').first().waitFor();
    });

    it('shows what owning costs by type, the chosen one with its total', async () => {
      await visit.go('/?view=market&by=purchase');
      const { page } = visit;
      const total = page.getByRole('row', { name: /Total a year/ });
      await total.getByText('$1,200').waitFor();
      await page.getByLabel('For a').selectOption('Class A Motorhome');
      await total.getByText('$4,700').waitFor();
    });

    it('has a tab for types, manufacturers, model families and buying, each with its address', async () => {
      await visit.go('/?view=market');
      const { page } = visit;
      await page.getByText('31% 5-year avg').waitFor();
      await page.getByRole('tab', { name: 'By Manufacturer' }).click();
      await page.waitForURL('**/?view=market&by=make');
      await page.getByRole('meter', { name: '67% of its value kept' }).waitFor();
      await page.getByRole('tab', { name: 'By Model Family' }).click();
      await page.getByText('Based on 8,040 market transactions • 81% confidence').waitFor();
      await page.getByRole('tab', { name: 'Purchase Insights' }).click();
      await page.getByText('Based on $88,000 RV loan with 20-year term').waitFor();
      // A rate that is rounded more than lenders do gives another payment than the one beside it.
      await page.getByRole('cell', { name: '7.25%' }).waitFor();
      await page
        .getByRole('row', { name: /Total a year/ })
        .getByText('$1,200')
        .waitFor();
      await page.getByText('Potential total savings: 15-25%').waitFor();
    });

    it('refreshes on demand, and says so meanwhile', async () => {
      await visit.go('/?view=market');
      const { page } = visit;
      await page.getByRole('button', { name: 'Refresh Data' }).waitFor();
      const release = portal.api.hold(marketAnalysis);
      await page.getByRole('button', { name: 'Refresh Data' }).click();
      await expect
        .poll(() => page.getByRole('button', { name: 'Refreshing...' }).isDisabled())
        .toBe(true);
      release();
      await page.getByRole('button', { name: 'Refresh Data' }).waitFor();
      await page.getByText('Data is up to date').first().waitFor();
      expect(portal.api.calls(marketAnalysis)).toBe(2);
    });
  });
});
