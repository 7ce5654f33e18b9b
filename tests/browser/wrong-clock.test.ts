import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { refreshStatus } from '#schemas/api/data.ts';
import { openListings } from './support/listings.ts';
import { USER } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

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

  it('is offered the model year of the server’s calendar: two years ahead', async () => {
    const { page } = visit;
    portal.api.answer(currentUser, { ...USER, hasContributedData: false });
    await page.clock.install({ time: Date.now() + 730 * DAY_MS });
    await visit.go('/search');
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await page.getByRole('button', { name: 'Share My RV Purchase' }).click();
    const year = page.getByRole('dialog').getByLabel('Model year');
    const now = new Date().getUTCFullYear();
    await expect.poll(() => year.inputValue()).toBe(String(now));
    expect(await year.getAttribute('max')).toBe(String(now + 1));
  });
});
