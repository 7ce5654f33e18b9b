import { beforeEach, it } from 'vitest';
import { calculator } from './support/calculator.ts';
import { openListings } from './support/listings.ts';
import { openMarket } from './support/market.ts';
import { describePortal, eachVisit, PHONE } from './support/portal.ts';

/** Slow 3G, as Chromium's own tools have it: bytes a second, and ms until an answer begins. */
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

describePortal('on slow 3G', (portal) => {
  const visit = eachVisit(portal, { viewport: PHONE });
  beforeEach(async () => {
    const line = await visit.page.context().newCDPSession(visit.page);
    await line.send('Network.emulateNetworkConditions', SLOW_3G);
  });

  it('has a face at once, and a value with its chart', async () => {
    const { page } = visit;
    openMarket(portal.api);
    await page.goto('/depreciation', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const rv = calculator(page);
    await rv.fill();
    await rv.submit.click();
    await rv.result.getByText('Calculating…').waitFor();
    await rv.result.getByText('Current Market Value').waitFor();
    await rv.result.locator('svg[width]').first().waitFor();
  });

  it('shows that it searches, and what it found', async () => {
    const { page } = visit;
    openListings(portal.api);
    await page.goto('/search', { waitUntil: 'commit' });
    await page.locator('#content [aria-busy=true]').first().waitFor();
    await page.getByRole('heading', { name: '1,234 RVs found' }).waitFor();
    await page.getByRole('article').first().waitFor();
  });
});
