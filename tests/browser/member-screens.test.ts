import { beforeEach, describe, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { depreciationByType, marketData, marketTrends, popularMakes } from '#schemas/api/market.ts';
import { pageOf } from './support/listings.ts';
import { expectGoodLooks, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { USER } from './support/market.ts';
import { emptyMembersMarket, openMembersMarket } from './support/members.ts';
import { describePortal, eachVisit, type Visit } from './support/portal.ts';

describePortal('the screens of members', (portal) => {
  beforeEach(() => {
    openMembersMarket(portal.api);
  });

  describe('as a visitor sees them', () => {
    const visit = eachVisit(portal);

    const stats = () =>
      visit.page
        .getByRole('region', { name: 'The market in four figures' })
        .getByRole('definition');

    it.each(['/analytics', '/home'])(
      'has its charts in their cards on a sheet that lies: %s',
      async (path) => {
        const { page } = visit;
        // As many pixels of CSS as A4 has.
        await page.setViewportSize({ width: 1123, height: 794 });
        await visit.go(path);
        await page.locator('main svg[width]').nth(1).waitFor();
        await page.emulateMedia({ media: 'print' });
        // Until both are drawn for good: each is drawn a first time to be measured.
        const printed = () =>
          page.evaluate(`
            dispatchEvent(new Event('beforeprint'));
            [...document.querySelectorAll('main svg[width]')].map((chart) => {
              const { width, right } = chart.getBoundingClientRect();
              return { width, inside: right < chart.closest('.card').getBoundingClientRect().right };
            })`);
        await expect
          .poll(printed)
          .toEqual(Array.from({ length: 2 }, () => ({ width: 660, inside: true })));
      },
    );

    it.each([
      ['/home', 6],
      ['/search', 12],
    ])('draws no more listings than were asked for: %s', async (path, asked) => {
      const { listings } = pageOf(40, {
        params: {},
        query: new URLSearchParams('limit=40'),
        body: undefined,
      });
      portal.api.answer(searchListings, {
        listings: listings.map((listing, at) => ({ ...listing, id: `unit-${at}` })),
        total: 40,
      });
      await visit.go(path);
      const cards = visit.page
        .getByRole('listitem')
        .filter({ has: visit.page.getByRole('button', { name: /^Save/ }) });
      await cards.first().waitFor();
      expect(await cards.count()).toBe(asked);
    });

    describe('the home dashboard', () => {
      const open = async () => {
        await visit.go('/home');
        await visit.page.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor();
      };

      it('shows the market, six recent listings, four brands, trends and states, and leads on', async () => {
        await open();
        const { page } = visit;
        await page.getByRole('article').nth(5).waitFor();
        await expect.poll(() => page.getByRole('article').count()).toBe(6);
        await page.getByRole('link', { name: 'Search listings of Airstream' }).waitFor();
        await expect
          .poll(() => page.getByRole('link', { name: /^Search listings of/ }).count())
          .toBe(4);
        await page.getByText('Shorter trailers sell faster than last year').waitFor();
        await page.getByText('4,100 listings').waitFor();
        await stats().getByText('$59,300').waitFor();
        const actions = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link');
        await expect
          .poll(() =>
            actions.evaluateAll((all) =>
              all.map((link) => (link as unknown as { pathname: string }).pathname),
            ),
          )
          .toEqual(['/search', '/compare', '/analytics']);
      });

      /** On another screen, where the dialog was opened before: with its code here, it would stand there at once. */
      const dialogLoaded = async () => {
        const { page } = visit;
        await page.clock.install();
        await visit.go('/depreciation');
        const dialog = page.getByRole('dialog');
        await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
        await dialog.getByText('Why Your Data Matters').waitFor();
        await page.keyboard.press('Escape');
        await page.clock.runFor(1_000);
        await dialog.waitFor({ state: 'detached' });
        return dialog;
      };

      it('offers the contribution two seconds after it was loaded to who made none, and once', async () => {
        portal.api.answer(currentUser, { ...USER, hasContributedData: false });
        const dialog = await dialogLoaded();
        await visit.page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
        await visit.page.getByRole('article').first().waitFor();
        expect(await dialog.count()).toBe(0);
        await visit.page.clock.runFor(2_000);
        await dialog.getByText('Why Your Data Matters').waitFor();
        await visit.page.keyboard.press('Escape');
        await visit.page.clock.runFor(1_000);
        await dialog.waitFor({ state: 'detached' });
        await visit.page.getByRole('link', { name: 'See all listings' }).click();
        await visit.page.getByRole('heading', { level: 1, name: 'Search RVs' }).waitFor();
        await visit.page.goBack();
        await visit.page.getByRole('article').first().waitFor();
        await visit.page.clock.runFor(5_000);
        expect(await dialog.count()).toBe(0);
      });

      it('asks nothing of who has contributed', async () => {
        const { page } = visit;
        const dialog = await dialogLoaded();
        await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
        await page.getByRole('article').first().waitFor();
        await page.clock.runFor(5_000);
        expect(await dialog.count()).toBe(0);
      });
    });
  });

  describe('as they look', () => {
    type Show = (visit: Visit) => Promise<unknown>;
    const full: Record<string, Show> = {
      analytics: async ({ go, page }) => {
        await go('/analytics');
        await page.locator('main [data-chart] svg').nth(1).waitFor();
        await page.getByRole('heading', { name: 'Arizona' }).waitFor();
      },
      'home dashboard': async ({ go, page }) => {
        await go('/home');
        await page.locator('main [data-chart] svg').nth(1).waitFor();
        await page.getByRole('article').nth(5).waitFor();
      },
    };
    const empty: Show = async ({ go, page }) => {
      emptyMembersMarket(portal.api);
      await go('/home');
      await page.getByText('There are no listings yet.').first().waitFor();
      await page.locator('main [data-chart] svg').first().waitFor();
    };
    const CALLS = [marketTrends, depreciationByType, popularMakes, marketData, searchListings];
    const loading =
      (path: string): Show =>
      async ({ go, page }) => {
        for (const call of CALLS) portal.api.hold(call);
        await go(path);
        await page.locator('main .skeleton').nth(3).waitFor();
      };
    const unavailable =
      (path: string): Show =>
      async ({ go, page }) => {
        for (const call of CALLS)
          portal.api.refuse(call, 503, { code: 'busy', message: 'Please wait a moment.' });
        await go(path);
        await page.getByText('Please wait a moment.').nth(2).waitFor();
      };
    const few: Record<string, Show> = {
      'home of an empty market': empty,
      'home loading': loading('/home'),
      'home unavailable': unavailable('/home'),
      'analytics of an empty market': async ({ go, page }) => {
        emptyMembersMarket(portal.api);
        await go('/analytics');
        await page.getByText('No depreciation data available...').waitFor();
      },
      'analytics loading': loading('/analytics'),
      'analytics unavailable': unavailable('/analytics'),
    };
    it.each([
      ...Object.entries(full).map(([name, show]) => ({ name, show, views: VIEWS })),
      ...Object.entries(few).map(([name, show]) => ({ name, show, views: TWO_VIEWS })),
    ])('$name', async ({ name, show, views }) => {
      const visit = await portal.visit(views[0]);
      await show(visit);
      await expectGoodLooks(visit, name, views);
    });
  });
});
