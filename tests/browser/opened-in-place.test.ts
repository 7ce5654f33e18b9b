import { beforeEach, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { currentUser } from '#schemas/api/account.ts';
import { depreciationByType, marketTrends, popularMakes } from '#schemas/api/market.ts';
import { openListings } from './support/listings.ts';
import { MARKET_DATA } from './support/market.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, eachVisit, type Portal } from './support/portal.ts';
import { openStaff, STAFF } from './support/staff.ts';

const openMember = ({ api }: Portal) => {
  openListings(api);
  openMembership(api);
  api.answer(marketTrends, [{ averagePrice: 62_000, month: '2026-11', n: 61_000 }]);
  api.answer(
    depreciationByType,
    MARKET_DATA.byType.map(({ name: type }) => ({ type, depreciation: 29.4 })),
  );
  api.answer(popularMakes, []);
};

describePortal('what is opened in place', (portal) => {
  const visit = eachVisit(portal);
  const summary = (page: Page, at = 0) => page.locator('main summary').nth(at);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  beforeEach(() => {
    openMember(portal);
    openStaff(portal.api);
    portal.api.answer(currentUser, STAFF);
  });

  it.each([
    ['the table behind a chart at home', '/home', summary],
    ['the table behind the map', '/analytics?map=price', (page: Page) => summary(page, 2)],
    [
      'a setting',
      '/profile?tab=settings',
      (page: Page) => page.getByRole('button', { name: 'Configure' }),
    ],
    ['the details being edited', '/profile?tab=account', (page: Page) => press(page, 'Edit')],
    ['problems on another tab', '/admin?tab=sources', summary],
    ['problems closed where they are listed', '/admin', summary],
    ['the sources of a collection', '/admin', (page: Page) => summary(page, 1)],
    ['examples of a spelling', '/admin?tab=data-quality', (page: Page) => summary(page, 1)],
    ['the partitions of a consumer', '/admin?tab=system-stats', (page: Page) => summary(page, 1)],
    ['the checks of a computation', '/admin?tab=system-stats', (page: Page) => summary(page, -1)],
  ])('is so elsewhere, by the address alone: %s', async (_, path, control) => {
    const { page } = visit;
    const shown = (where: Page) => where.locator('main').innerText();
    await visit.go(path);
    await control(page).waitFor();
    const before = await shown(page);
    await control(page).click();
    await expect.poll(() => shown(page)).not.toBe(before);
    await page.waitForURL(/=(open|closed)$/);

    const elsewhere = await portal.visit();
    await elsewhere.go(page.url());
    await expect.poll(() => shown(elsewhere.page)).toBe(await shown(page));
    await elsewhere.leaveQuietly();
  });

  it('is not one more page to go back through', async () => {
    const { page } = visit;
    await visit.go('/profile?tab=account');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await press(page, 'Configure').click();
    await page.getByRole('button', { name: 'Configure', expanded: true }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Account', selected: true }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Configure', expanded: true }).waitFor();
  });

  it.each([
    ['a table', '/analytics', (page: Page) => summary(page), 'details[open]'],
    [
      'a setting',
      '/profile?tab=settings',
      (page: Page) => press(page, 'Configure'),
      '[aria-expanded=true]',
    ],
    ['the details', '/profile?tab=account', (page: Page) => press(page, 'Edit'), 'form'],
  ])('is closed by who presses again before it is drawn: %s', async (_, path, control, opened) => {
    const { page } = visit;
    await visit.go(path);
    await control(page).evaluate((element: { click: () => void }) => {
      const { history } = globalThis as unknown as {
        history: { replaceState: (...call: unknown[]) => void };
      };
      const { replaceState } = history;
      history.replaceState = (...call) => {
        history.replaceState = replaceState;
        replaceState.apply(history, call);
        queueMicrotask(() => element.click());
      };
      element.click();
    });
    // One more is drawn after both.
    await page.getByRole('banner').getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL('**/compare');
    await page.goBack();
    await control(page).waitFor();
    expect(await page.locator('main').locator(opened).count()).toBe(0);
    expect(page.url()).not.toContain('=open');
  });

  it('stays open, and is closed by one press, where the browser found a word in it', async () => {
    const { page } = visit;
    await visit.go('/analytics');
    const table = page.locator('main details').first();
    await table.evaluate((element: { open: boolean }) => {
      element.open = true;
    });
    await page.waitForURL('**/analytics?trend-table=open');
    await summary(page).click();
    await page.waitForURL('**/analytics');
    await page.locator('main details:not([open])').nth(2).waitFor();
  });
});
