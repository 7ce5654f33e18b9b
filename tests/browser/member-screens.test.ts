import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { searchListings } from '#schemas/api/listings.ts';
import {
  depreciationByType,
  marketAnalysis,
  marketData,
  marketTrends,
  popularMakes,
} from '#schemas/api/market.ts';
import { openListings, pageOf } from './support/listings.ts';
import { expectGoodLooks, TWO_VIEWS, VIEWS } from './support/looks.ts';
import {
  MARKET_ANALYSIS,
  MARKET_DATA,
  NO_MARKET_ANALYSIS,
  USER,
  emptyMarket,
} from './support/market.ts';
import { describePortal, eachVisit, PHONE, type Visit } from './support/portal.ts';
import { withoutTypeface } from './support/typeface.ts';

const MONTHS = Array.from({ length: 12 }, (_, at) => ({
  averagePrice: 62_000 + 900 * Math.round(4 * Math.sin(at / 2)),
  month: at < 1 ? '2025-12' : `2026-${String(at).padStart(2, '0')}`,
  n: 61_000 + 410 * at,
}));
const LOSSES = MARKET_DATA.byType.map(({ name }, at) => ({
  type: name,
  depreciation: 29.4 + 2 * at,
}));
const BRANDS = [
  'Jayco',
  'Grand Design',
  'Forest River',
  'Airstream',
  'Winnebago',
  'Thor',
  'Keystone',
].map((make, at) => ({ make, searchCount: 1_320 - 170 * at }));

describePortal('the screens of members', (portal) => {
  beforeEach(() => {
    const { api } = portal;
    openListings(api);
    api.answer(marketTrends, MONTHS);
    api.answer(depreciationByType, ({ query }) =>
      query.get('years') === '10'
        ? LOSSES.map(({ type, depreciation }) => ({ type, depreciation: depreciation + 24 }))
        : LOSSES,
    );
    api.answer(popularMakes, BRANDS);
    api.answer(marketAnalysis, MARKET_ANALYSIS);
    api.answer(marketData, { ...MARKET_DATA, daysOnMarket: 63 });
  });
  const nothing = () => {
    const { api } = portal;
    emptyMarket(api);
    api.answer(currentUser, USER);
    api.answer(marketTrends, []);
    api.answer(depreciationByType, []);
    api.answer(popularMakes, []);
    api.answer(marketAnalysis, NO_MARKET_ANALYSIS);
    api.answer(searchListings, { listings: [], total: 0 });
  };

  describe('as a visitor sees them', () => {
    const visit = eachVisit(portal);

    const stats = () =>
      visit.page
        .getByRole('region', { name: 'The market in four figures' })
        .getByRole('definition');
    const table = (name: string) => visit.page.getByRole('region', { name });

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

    describe('market analytics', () => {
      const open = async (query = '') => {
        await visit.go(`/analytics${query}`);
        await visit.page.getByRole('heading', { level: 1, name: 'Market Analytics' }).waitFor();
      };

      const figures = async () =>
        (await stats().allInnerTexts()).map((text) => text.split('\n')[0]);

      it('has four figures, computed from the market', async () => {
        await open();
        await expect.poll(figures).toEqual(['$59,300', '32%', '63', 'Travel Trailer']);
      });

      it('has its figures beside each other on one line, whatever lines their names take', async () => {
        await visit.page.setViewportSize(PHONE);
        await open();
        await expect.poll(figures).toContain('$59,300');
        const tops = await stats().evaluateAll((all) =>
          all.map((figure) => figure.getBoundingClientRect().top),
        );
        expect(tops[0]).toBe(tops[1]);
        expect(tops[2]).toBe(tops[3]);
      });

      it('shows the specification’s figures and sample values where there are no data, and says so', async () => {
        nothing();
        await open();
        const { page } = visit;
        await page.getByText('Sample values').waitFor();
        await page.getByText('No depreciation data available...').waitFor();
        await page.getByText('Nobody has searched yet.').waitFor();
        await expect.poll(figures).toEqual(['$89,450', '22%', '42', 'Travel Trailers']);
        await stats().first().getByText('A usual figure, until there are data').waitFor();
      });

      it('takes figures that could not be loaded for no market without data', async () => {
        const { page } = visit;
        await page.route(/api\/analytics\/market-trends/, (route) =>
          route.fulfill({ status: 500 }),
        );
        await open();
        await page.getByText('These figures could not be loaded').first().waitFor();
        expect(await page.getByText('A usual figure, until there are data').count()).toBe(0);
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Try again' }).first().click();
        await expect.poll(figures).toEqual(['$59,300', '32%', '63', 'Travel Trailer']);
      });

      it('has each choice of months on one line of a phone', async () => {
        const { page } = visit;
        await page.setViewportSize(PHONE);
        // The portal's font may come too late to be used; what stands in for it is wider.
        await withoutTypeface(page);
        await visit.go('/analytics');
        const choices = page.getByRole('group', { name: 'Months shown' });
        await choices.waitFor();
        const lines = await page.evaluate(`[...document.querySelectorAll('fieldset label')]
          .filter(({ textContent }) => /months$/.test(textContent))
          .map(({ lastChild }) => {
            const text = document.createRange();
            text.selectNodeContents(lastChild);
            return text.getClientRects().length;
          })`);
        expect(lines).toEqual([1, 1, 1]);
      });

      it('keeps both of two choices that were made before the page drew the first', async () => {
        await open();
        const { page } = visit;
        // Each comes with the answer it is about.
        for (const name of ['3 months', '10 Year'])
          await page.getByRole('radio', { name }).waitFor({ state: 'attached' });
        await page.evaluate(`for (const value of ['3', '10'])
          document.querySelector('input[type=radio][value="' + value + '"]').click()`);
        await page.waitForURL('**/analytics?months=3&years=10');
      });

      it('prints what is to be read, and nothing that is to be pressed', async () => {
        await open();
        const { page } = visit;
        await page.locator('main svg[width]').nth(1).waitFor();
        const pressed = page.locator('main :is(button, summary, input)');
        await expect.poll(() => pressed.count()).toBeGreaterThan(0);
        await page.emulateMedia({ media: 'print' });
        for (const control of await pressed.all())
          await expect.poll(() => control.isVisible()).toBe(false);
        await page.getByRole('heading', { name: 'Market Value Trends' }).waitFor();
      });

      it('switches the months and the years, each in the address, and keeps a table behind each chart', async () => {
        await open();
        const { page } = visit;
        await page.locator('main svg[width]').nth(1).waitFor();
        await page.getByText('Show as a table').first().click();
        await expect
          .poll(() => table('Average asking price by month').getByRole('row').count())
          .toBe(13);
        await page.getByText('3 months', { exact: true }).click();
        await page.waitForURL('**/analytics?trend-table=open&months=3');
        await expect
          .poll(() => table('Average asking price by month').getByRole('row').count())
          .toBe(4);
        await page.getByText('10 Year', { exact: true }).click();
        await page.waitForURL('**/analytics?trend-table=open&months=3&years=10');
        await page.getByText('Percent of the new price that is lost in 10 years.').waitFor();
        await page.getByText('Show as a table').nth(1).click();
        await table('Depreciation by type')
          .getByRole('row', { name: /Travel Trailer 53\.4%/ })
          .waitFor();
        await page.goBack();
        await page.getByRole('radio', { name: '5 Year', checked: true }).waitFor();
      });

      it.each([
        [
          'trend-table',
          'average-asking-price-by-month.csv',
          MONTHS.map(({ month, averagePrice, n }) => [month, averagePrice, n]),
        ],
        [
          'depreciation-table',
          'depreciation-by-type-5-year.csv',
          LOSSES.toSorted((a, b) => b.depreciation - a.depreciation).map(
            ({ type, depreciation }) => [type, 5, depreciation],
          ),
        ],
        [
          'states-table',
          'listings-and-median-asking-prices-by-state.csv',
          MARKET_DATA.byState
            .toSorted((a, b) => b.listings - a.listings)
            .map((state) => [state.name, state.listings, state.priced, state.medianPrice]),
        ],
      ])('gives the figures of %s as a file, not rounded', async (table, name, figures) => {
        await open(`?${table}=open`);
        const download = visit.page.waitForEvent('download');
        await visit.page.getByRole('button', { name: 'Download CSV' }).click();
        const file = await download;
        expect(file.suggestedFilename()).toBe(name);
        const rows: string[][] = parse(await readFile(await file.path(), 'utf8'), { bom: true });
        expect(rows[0]?.at(-1)).toBe('market');
        expect(rows.slice(1).map((row) => row.slice(0, -1))).toEqual(
          figures.map((row) => row.map((cell) => String(cell ?? ''))),
        );
      });

      it('has no file of sample values', async () => {
        nothing();
        await open('?trend-table=open');
        await visit.page.getByRole('table', { name: 'Average asking price by month' }).waitFor();
        expect(await visit.page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
      });

      it('names the six brands searched most, the types and the four states', async () => {
        await open();
        const { page } = visit;
        await page.getByRole('link', { name: 'Search listings of Jayco' }).waitFor();
        await expect
          .poll(() => page.getByRole('link', { name: /^Search listings of/ }).count())
          .toBe(6);
        await page.getByText('1,320 searches').waitFor();
        await page.getByRole('row', { name: 'Truck Camper 905 N/A' }).waitFor();
        for (const state of ['Texas', 'California', 'Florida', 'Arizona'])
          await page.getByRole('heading', { name: state }).waitFor();
        await page.getByRole('link', { name: 'Fifth Wheel' }).click();
        await page.waitForURL('**/search?type=fifth-wheel');
      });

      it('shades the states by listings or price, in the address', async () => {
        await open();
        const { page } = visit;
        await page
          .getByText('Listings by state: most in Connecticut, 4,100, least in Washington, 550.')
          .waitFor();
        await page.getByRole('group', { name: 'Shaded by' }).getByText('Median price').click();
        await page.waitForURL('**/analytics?map=price');
        await page.getByText(/^Median price by state: most in Washington/).waitFor();
      });

      it('has states on the map that a finger meets on a phone', async () => {
        await visit.page.setViewportSize(PHONE);
        await open();
        const tile = await visit.page.locator('figure svg a rect').first().boundingBox();
        expect(Math.min(tile?.width ?? 0, tile?.height ?? 0)).toBeGreaterThanOrEqual(24);
      });

      it('leads from a state to what is listed there, on the map and in its table', async () => {
        await open();
        const { page } = visit;
        const map = page.locator('figure', { hasText: 'Listings by state' });
        await map.getByText('TX', { exact: true }).click();
        await page.waitForURL('**/search?state=TX');
        await page.getByRole('button', { name: 'Remove filter: Texas' }).waitFor();
        await page.goBack();
        const card = page.locator('.card', { has: map });
        await card.locator('summary').click();
        await card.getByRole('link', { name: 'Texas' }).click();
        await page.waitForURL('**/search?state=TX');
      });

      it('offers to try again what could not be loaded', async () => {
        for (const call of [marketTrends, depreciationByType, popularMakes, marketData])
          portal.api.refuse(call, 503, { code: 'busy', message: 'x' });
        await open();
        const again = visit.page.getByRole('button', { name: 'Try again' });
        await again.nth(4).waitFor();
        portal.api.answer(popularMakes, BRANDS);
        await again.nth(3).click();
        await visit.page.getByText('1,320 searches').waitFor();
      });
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
        await page.locator('main .echarts-for-react svg').nth(1).waitFor();
        await page.getByRole('heading', { name: 'Arizona' }).waitFor();
      },
      'home dashboard': async ({ go, page }) => {
        await go('/home');
        await page.locator('main .echarts-for-react svg').nth(1).waitFor();
        await page.getByRole('article').nth(5).waitFor();
      },
    };
    const empty: Show = async ({ go, page }) => {
      nothing();
      await go('/home');
      await page.getByText('There are no listings yet.').first().waitFor();
      await page.locator('main .echarts-for-react svg').first().waitFor();
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
        nothing();
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
