import { beforeEach, expect, it } from 'vitest';
import { currentUser, login } from '#schemas/api/account.ts';
import { marketAnalysis, marketData } from '#schemas/api/market.ts';
import { openListings } from './support/listings.ts';
import { MARKET_ANALYSIS, MARKET_DATA, openMarket, USER } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

const TWELVE_MAKES = Array.from({ length: 12 }, (_, at) => ({
  segment: `Maker ${at + 1}`,
  marketTrend: 'stable' as const,
  averageDepreciationRate: 30 + at,
  bestPerformers: [],
  worstPerformers: [],
  recommendedBuyTiming: '',
  dataPoints: 900,
  confidence: 0.8,
}));

describePortal('the views of the market', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    portal.api.answer(marketAnalysis, { ...MARKET_ANALYSIS, byMake: TWELVE_MAKES });
  });

  it('say beside the button that a refresh failed and why, and keep what there was', async () => {
    const { page } = visit;
    await visit.go('/?view=market');
    await page.getByText('Best Retention').waitFor();
    portal.api.refuse(marketAnalysis, 503, { code: 'busy', message: 'The market rests.' });
    await page.getByRole('button', { name: 'Refresh Data' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The market rests.' });
    await alert.waitFor();
    await expect.poll(() => alert.locator('..').innerText()).toContain('Refresh Data');
    await expect.poll(() => page.getByText('Best Retention').count()).toBe(1);
  });

  it('show ten manufacturers, and all by their own address', async () => {
    const { page } = visit;
    await visit.go('/?view=market&by=make');
    const makes = page.getByRole('heading', { name: /^#\d+ Maker/ });
    await makes.first().waitFor();
    await expect.poll(() => makes.count()).toBe(10);
    await page.getByRole('button', { name: 'Show all 12' }).click();
    await page.waitForURL('**/?view=market&by=make&all=make');
    await makes.nth(11).waitFor();
    await expect.poll(() => makes.count()).toBe(12);
  });

  it('name the strong models of a manufacturer without repeating its name', async () => {
    portal.api.answer(marketAnalysis, MARKET_ANALYSIS);
    await visit.go('/?view=market&by=make');
    const card = visit.page.getByRole('listitem').filter({ hasText: '#1 Winnebago' });
    await expect
      .poll(() => card.innerText())
      .toMatch(/Strong models\s+\u2068View\u2069, \u2068Jayco Redhawk\u2069/);
  });

  it('keep the type whose costs are shown in the address', async () => {
    const { page } = visit;
    await visit.go('/?view=market&by=purchase');
    await page.getByLabel('For a').selectOption('Class A Motorhome');
    await page.waitForURL('**/?view=market&by=purchase&owning=Class+A+Motorhome');
    await page.reload();
    await page
      .getByRole('row', { name: /Total a year/ })
      .getByText('$4,700')
      .waitFor();
  });

  it('say in place of a table without any row what no listing says', async () => {
    portal.api.answer(marketData, { ...MARKET_DATA, byType: [], byMake: [], byState: [] });
    await visit.go('/?view=browse');
    for (const text of [
      'No listing says what type it is.',
      'No listing says who made it.',
      'No listing says where it is.',
    ])
      await visit.page.getByText(text).waitFor();
    expect(await visit.page.locator('#content').getByRole('table').count()).toBe(0);
  });

  it('lead from a type, a make and a state to their listings', async () => {
    const { page } = visit;
    openListings(portal.api);
    for (const [name, query] of [
      ['Travel Trailer', 'type=travel-trailer'],
      ['Jayco', 'make=Jayco'],
      ['Alabama', 'state=AL'],
    ] as const) {
      await visit.go('/?view=browse&states=all');
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**/search?${query}`);
    }
  });

  it('ask who is not signed in to do so where they are, and lead on then', async () => {
    const { api } = portal;
    const { page } = visit;
    openListings(api);
    api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Please sign in.' });
    await visit.go('/?view=browse');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    const link = page.getByRole('link', { name: 'Fifth Wheel', exact: true });
    await link.click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await link.and(page.locator(':focus')).waitFor();
    expect(page.url()).toBe(`${api.url}/?view=browse`);

    await link.click();
    await dialog.getByLabel('E-mail').fill('ada@example.com');
    await dialog.getByLabel('Password').fill('correct horse');
    api.answer(login, USER);
    api.answer(currentUser, USER);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/search?type=fifth-wheel');
    await page.getByRole('heading', { level: 1, name: 'Search RVs' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/?view=browse');
  });

  it('lead on who may be signed in: that is not known yet', async () => {
    const { page } = visit;
    openListings(portal.api);
    const release = portal.api.hold(currentUser);
    await visit.go('/?view=browse');
    await page.getByRole('link', { name: 'Fifth Wheel', exact: true }).click();
    await page.waitForURL('**/search?type=fifth-wheel');
    release();
    await page.getByRole('heading', { level: 1, name: 'Search RVs' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
