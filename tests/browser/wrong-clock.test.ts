import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { contribute } from '#schemas/api/contribution.ts';
import { refreshStatus } from '#schemas/api/data.ts';
import { calculator } from './support/calculator.ts';
import { openListings } from './support/listings.ts';
import { openMarket, USER } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { fillPurchase } from './support/purchase.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

describePortal('a device whose clock is wrong', (portal) => {
  const visit = eachVisit(portal);

  beforeEach(() => {
    openListings(portal.api);
    portal.api.answer(refreshStatus, {
      sample: false,
      is_refreshing: false,
      auto_refresh_enabled: true,
      last_refresh: new Date(Date.now() - 20.5 * MINUTE_MS).toISOString(),
    });
  });

  it.each([
    ['behind', -3],
    ['ahead', 3],
  ])('is told how old the data are by the server’s: three days %s', async (_, days) => {
    await visit.page.clock.install({ time: Date.now() + days * DAY_MS });
    await visit.go('/search');
    await visit.page
      .locator('[data-freshness=live]')
      .getByText(/, 2\d min/)
      .waitFor();
  });

  const yearsOff = [
    ['behind', -3 * 366],
    ['ahead', 3 * 366],
  ] as const;

  it.each(yearsOff)('shares a purchase of the server’s today: years %s', async (_, days) => {
    const { page } = visit;
    portal.api.answer(currentUser, { ...USER, hasContributedData: false });
    portal.api.answer(contribute, { id: 'x', shared: true, message: 'x' });
    await page.clock.install({ time: Date.now() + days * DAY_MS });
    await visit.go('/search');
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await page.getByRole('button', { name: 'Share My RV Purchase' }).click();
    const year = page.getByRole('dialog').getByLabel('Model year');
    const now = new Date().getUTCFullYear();
    await expect.poll(() => year.inputValue()).toBe(String(now));
    expect(await year.getAttribute('max')).toBe(String(now + 1));
    await fillPurchase(page);
    await year.fill(String(now + 1));
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('Purchase date').fill(today);
    await page.getByRole('dialog').getByRole('button', { name: 'Contribute Data' }).click();
    await expect
      .poll(() => portal.api.bodies(contribute))
      .toMatchObject([{ year: now + 1, purchaseDate: today }]);
  });

  it.each(yearsOff)('has next year’s model valued: years %s', async (_, days) => {
    const { page } = visit;
    openMarket(portal.api);
    await page.clock.install({ time: Date.now() + days * DAY_MS });
    const next = new Date().getUTCFullYear() + 1;
    await visit.go(`/depreciation?make=Jayco&model=Eagle&year=${next}`);
    const rv = calculator(page);
    await expect.poll(() => rv.year.getAttribute('max')).toBe(String(next));
    await rv.submit.click();
    await expect
      .poll(() => portal.api.bodies(comprehensiveAnalysis))
      .toMatchObject([{ year: next }]);
  });

  it.each(yearsOff)('filters by years up to the server’s: years %s', async (_, days) => {
    const { page } = visit;
    await page.clock.install({ time: Date.now() + days * DAY_MS });
    const now = new Date().getUTCFullYear();
    await visit.go(`/search?yearMax=${now - 1}`);
    await page.getByRole('button', { name: `Remove filter: Up to ${now - 1}` }).click();
    await page.getByText(`2000 and older to ${now} and newer`).waitFor();
    await page.getByRole('contentinfo').getByText(`© ${now} RigWorth`).waitFor();
  });
});
