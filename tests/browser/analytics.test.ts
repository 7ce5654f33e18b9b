import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, it } from 'vitest';
import { depreciationByType, marketData, marketTrends, popularMakes } from '#schemas/api/market.ts';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { MARKET_DATA } from './support/market.ts';
import {
  BRANDS,
  LOSSES,
  MONTHS,
  openMembersMarket,
  emptyMembersMarket,
} from './support/members.ts';
import { describePortal, eachVisit, PHONE } from './support/portal.ts';
import { withoutTypeface } from './support/typeface.ts';

describePortal('market analytics', (portal) => {
  beforeEach(() => {
    openMembersMarket(portal.api);
  });

  const visit = eachVisit(portal);

  const stats = () =>
    visit.page.getByRole('region', { name: 'The market in four figures' }).getByRole('definition');
  const table = (name: string) => visit.page.getByRole('region', { name });

  const open = async (query = '') => {
    await visit.go(`/analytics${query}`);
    await visit.page.getByRole('heading', { level: 1, name: 'Market Analytics' }).waitFor();
  };

  const figures = async () => (await stats().allInnerTexts()).map((text) => text.split('\n')[0]);

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
    emptyMembersMarket(portal.api);
    await open();
    const { page } = visit;
    await page.getByText('Sample values').waitFor();
    await page.getByText('No depreciation data available...').waitFor();
    await page.getByText('No make has been looked for in the last year.').waitFor();
    await page.getByText('No listing says yet in which state it is.').waitFor();
    await expect.poll(figures).toEqual(['$89,450', '22%', '42', 'Travel Trailers']);
    await stats().first().getByText('A usual figure, until there are data').waitFor();
  });

  it('takes figures that could not be loaded for no market without data', async () => {
    const { page } = visit;
    await page.route(/api\/analytics\/market-trends/, (route) => route.fulfill({ status: 500 }));
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

  it('gives each type its own lines on a phone, and moves nothing with the answer', async () => {
    const { page } = visit;
    await page.setViewportSize(PHONE);
    portal.api.answer(
      depreciationByType,
      RV_TYPES.map(({ name }, at) => ({ type: name, depreciation: 47 - at })),
    );
    const release = portal.api.hold(depreciationByType);
    await open();
    const card = page.locator('main .card').filter({ hasText: 'Depreciation by RV Type' });
    const heightOf = async () => (await card.boundingBox())?.height;
    await card.locator('.skeleton').waitFor();
    const waiting = await heightOf();
    release();
    await card.locator('svg').getByText('38%', { exact: true }).waitFor();
    expect(await heightOf()).toBe(waiting);
    const textsDrawn = () =>
      card.locator('svg text').evaluateAll((all) =>
        all.map((text) => {
          const { top, bottom, left, right } = text.getBoundingClientRect();
          return { said: text.textContent, top, bottom, left, right };
        }),
      );
    const texts = await textsDrawn();
    const tops = RV_TYPES.map(({ name }) => texts.find(({ said }) => said === name)?.top ?? 0);
    for (const [at, top] of tops.slice(1).entries())
      expect(top - (tops[at] ?? 0)).toBeGreaterThanOrEqual(33.5);
    const meeting = async () =>
      (await textsDrawn()).flatMap((one, at, all) =>
        all
          .slice(at + 1)
          .filter((two) => one.left < two.right && two.left < one.right)
          .filter((two) => one.top < two.bottom && two.top < one.bottom)
          .map((two) => `${one.said} and ${two.said}`),
      );
    // The numbers come along with their bars as these grow.
    await expect.poll(meeting).toEqual([]);
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
      LOSSES.toSorted((a, b) => b.depreciation - a.depreciation).map(({ type, depreciation }) => [
        type,
        5,
        depreciation,
      ]),
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
    emptyMembersMarket(portal.api);
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
    await page.getByText('1,320 searches and analyses').waitFor();
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
      .getByRole('figure', {
        name: 'Listings by state: most in Connecticut, 4,100, least in Washington, 550.',
      })
      .waitFor();
    await page.getByRole('group', { name: 'Shaded by' }).getByText('Median price').click();
    await page.waitForURL('**/analytics?map=price');
    await page
      .getByRole('figure', { name: /^Median price by state: most in Washington/ })
      .waitFor();
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
    const map = page.getByRole('figure', { name: 'Listings by state' });
    await map.getByText('TX', { exact: true }).click();
    await page.waitForURL('**/search?state=TX');
    await page.getByRole('button', { name: 'Remove filter: In Texas' }).waitFor();
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
    await visit.page.getByText('1,320 searches and analyses').waitFor();
  });
});
