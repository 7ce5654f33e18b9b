import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { marketAnalysis } from '#schemas/api/market.ts';
import { openListings } from './support/listings.ts';
import { MARKET_ANALYSIS, openMarket } from './support/market.ts';
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

  it('ask who is not signed in to do so, and lead on then', async () => {
    const { page } = visit;
    await visit.go('/?view=browse');
    await page.getByRole('link', { name: 'Fifth Wheel', exact: true }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/search\?type=fifth-wheel$/);
    expect(portal.api.calls(currentUser)).toBeGreaterThan(0);
    // The link is gone with its page: the focus goes to the one that stands there now.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('main:focus').waitFor();
  });
});
