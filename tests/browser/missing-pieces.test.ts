import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { depreciationByType, marketData, marketTrends } from '#schemas/api/market.ts';
import { openListings } from './support/listings.ts';
import { MARKET_DATA, openMarket, USER } from './support/market.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, eachVisit, PHONE } from './support/portal.ts';

/** A part of a page whose code does not come: the rest of the page is used meanwhile. */
describePortal('a page that lacks a piece of its code', (portal) => {
  const visit = eachVisit(portal);
  const withhold = (piece: string) =>
    visit.page.route(`**/assets/${piece}-*.js`, (route) => route.abort());

  beforeEach(() => {
    openMarket(portal.api);
    openListings(portal.api);
    portal.api.answer(currentUser, USER);
    portal.api.answer(marketData, MARKET_DATA);
    portal.api.answer(depreciationByType, []);
    portal.api.answer(marketTrends, [{ averagePrice: 62_000, month: '2026-11', n: 61_000 }]);
  });

  it('says that a chart did not come, and draws it when asked again', async () => {
    const { page } = visit;
    await withhold('echarts-chart');
    await visit.go('/analytics');
    const failed = page.getByText('The chart could not be drawn.').first();
    await failed.waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.locator('main [data-chart] svg').first().waitFor();
    visit.forgiveNetwork();
  });

  it('draws a chart by itself once there is a connection again', async () => {
    const { page } = visit;
    await withhold('echarts-chart');
    await visit.go('/analytics');
    await page.getByText('The chart could not be drawn.').first().waitFor();
    await page.unrouteAll();
    await page.evaluate(`window.dispatchEvent(new Event('online'))`);
    await page.locator('main [data-chart] svg').first().waitFor();
    await expect.poll(() => page.getByText('The chart could not be drawn.').count()).toBe(0);
    visit.forgiveNetwork();
  });

  it('waits for the first answer where a connection is told of too early', async () => {
    const { page } = visit;
    await withhold('echarts-chart');
    await visit.go('/analytics');
    const failed = page.getByText('The chart could not be drawn.').first();
    await failed.waitFor();
    let asked = 0;
    await page.route('**/icon.svg', (route) => ((asked += 1), route.abort()));
    await page.evaluate(`window.dispatchEvent(new Event('online'))`);
    await expect.poll(() => asked).toBeGreaterThan(1);
    await failed.waitFor();
    await page.unrouteAll();
    await page.locator('main [data-chart] svg').first().waitFor();
    visit.forgiveNetwork();
  });

  it('leaves the landing page and its other views, and goes back to one of them', async () => {
    const { page } = visit;
    await visit.go('/');
    await page.waitForLoadState('networkidle');
    await withhold('market-browse');
    await page.getByRole('tab', { name: 'Browse Market' }).click();
    await page.getByText('This part of the page could not be loaded').waitFor();
    await page.getByRole('tab', { name: 'Browse Market', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('form', { name: 'Your RV' }).waitFor();
    await page.goForward();
    await page.getByText('This part of the page could not be loaded').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('67,511 listings on the market').waitFor();
    visit.forgiveNetwork();
  });

  it('shows the other view where one did not come', async () => {
    const { page } = visit;
    await withhold('market-analysis');
    await visit.go('/?view=market');
    await page.getByText('This part of the page could not be loaded').waitFor();
    await page.getByRole('tab', { name: 'Browse Market' }).click();
    await page.getByText('67,511 listings on the market').waitFor();
    visit.forgiveNetwork();
  });

  it('keeps the other tabs of the profile, and draws one when asked again', async () => {
    const { page } = visit;
    openMembership(portal.api);
    await withhold('billing-tab');
    await visit.go('/profile?tab=billing');
    await page.getByText('This part of the page could not be loaded').waitFor();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.getByRole('tab', { name: 'Billing' }).click();
    await page.getByText('This part of the page could not be loaded').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Upgrade to Premium').first().waitFor();
    visit.forgiveNetwork();
  });

  it('says that a dialog did not come, and opens it when asked again', async () => {
    const { page } = visit;
    openMembership(portal.api);
    await withhold('dialog');
    await visit.go('/profile?tab=settings');
    const asks = page.getByRole('button', { name: 'Delete', exact: true });
    await asks.click();
    await page.locator('[data-toast=bad]').getByText('That could not be opened').waitFor();
    await page.unrouteAll();
    await asks.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await page.locator(':focus').filter({ hasText: 'Delete' }).waitFor();
    visit.forgiveNetwork();
  });

  it('says of one page alone that a dialog did not come', async () => {
    const { page } = visit;
    await Promise.all([withhold('menu'), withhold('toast-card')]);
    await visit.go('/depreciation');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Menu' }).click();
    const toast = page.getByText('That could not be opened');
    await toast.waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'RigWorth' }).click();
    await page.getByRole('heading', { level: 1, name: /Know what it is worth/ }).waitFor();
    await expect.poll(() => toast.count()).toBe(0);
    visit.forgiveNetwork();
  });

  it('says nothing on another page of what was to open on the one before it', async () => {
    const { page } = visit;
    let refuse = () => {};
    const left = new Promise<void>((resolve) => (refuse = resolve));
    let asked = 0;
    await page.route('**/assets/menu-*.js', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      await left;
      return route.abort();
    });
    await visit.go('/depreciation');
    await page.setViewportSize(PHONE);
    await page.evaluate(NOTE_TOASTS);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await page.getByRole('banner').getByRole('link', { name: 'RigWorth' }).click();
    await page.getByRole('heading', { level: 1, name: /Know what it is worth/ }).waitFor();
    refuse();
    // It is asked for anew once it is known to have failed.
    await expect
      .poll(async () => {
        await menu.click({ timeout: 1_000 }).catch(() => undefined);
        return page.getByRole('dialog').count();
      })
      .toBe(1);
    expect(await page.evaluate('toasts')).toEqual([]);
    visit.forgiveNetwork();
  });

  it('says in the console why a piece that came could not be drawn', async () => {
    const { page } = visit;
    const body = `export function MarketBrowse() { throw new Error('The piece is broken'); }`;
    await page.route('**/assets/market-browse-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
    await page.goto('/?view=browse');
    await page.getByText('This page could not be shown').waitFor();
    await expect.poll(() => visit.complaints.splice(0).join()).toContain('The piece is broken');
  });

  it('keeps the form, and shows the value it was asked for when what draws it comes', async () => {
    const { page } = visit;
    portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Please sign in.' });
    await withhold('results');
    await visit.go('/depreciation?make=Jayco&model=Jay+Flight&year=2019');
    await page.getByRole('form', { name: 'Your RV' }).getByRole('button').last().click();
    await page.getByText('This part of the page could not be loaded').waitFor();
    await expect.poll(() => page.getByLabel('Year').inputValue()).toBe('2019');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Current Market Value').first().waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
    visit.forgiveNetwork();
  });

  it('says nothing of an offer that could not be made: nobody asked for it', async () => {
    const { page } = visit;
    portal.api.answer(currentUser, { ...USER, hasContributedData: false });
    await withhold('contribute-dialog');
    const failed = page.waitForEvent('requestfailed');
    await visit.go('/home');
    await failed;
    await page.evaluate(NOTE_TOASTS);
    // A chart is drawn later than a toast would be.
    await page.getByRole('banner').getByRole('link', { name: 'Market Data' }).click();
    await page.locator('main [data-chart] svg').first().waitFor();
    expect(await page.evaluate('toasts')).toEqual([]);
    // Who does ask is told.
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await page.locator('[data-toast=bad]').getByText('That could not be opened').waitFor();
    visit.forgiveNetwork();
  });

  it('finds listings without its filters', async () => {
    const { page } = visit;
    await withhold('filter-panel');
    await visit.go('/search');
    await page.getByText('This part of the page could not be loaded').waitFor();
    await page.getByRole('article').first().waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Keyword').waitFor();
    visit.forgiveNetwork();
  });
});

/** Every toast that is drawn from now on, also one that goes again. */
const NOTE_TOASTS = `
  globalThis.toasts = [];
  new MutationObserver(() => {
    const toast = document.querySelector('[data-toast]');
    if (toast !== null) toasts.push(toast.textContent);
  }).observe(document.body, { childList: true, subtree: true });
`;
