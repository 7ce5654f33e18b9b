import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { buyingDecision } from '#schemas/api/analysis.ts';
import {
  algorithmStatus,
  contributionStats,
  dataSources,
  refreshData,
  refreshStatus,
  scraperRun,
  scraperSpecific,
  scraperStats,
} from '#schemas/api/data.ts';
import { staffAlerts } from '#schemas/api/staff-health.ts';
import { BUYING_DEMO } from '#schemas/constants.ts';
import { absurdity, abstention, decisionOf } from './support/buying.ts';
import { USER } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { DATA_SOURCES, emptyPlatform, openStaff, SCRAPER } from './support/staff.ts';

const NOWHERE = {
  code: 'nothing_to_collect',
  message:
    'No site is set up to collect from. Put site files into a folder and name it in SITES_DIR.',
};

describePortal('the data dashboard', (portal) => {
  beforeEach(() => {
    openStaff(portal.api);
  });

  const visit = eachVisit(portal);

  const button = (name: string | RegExp) => visit.page.getByRole('button', { name });
  const toast = (text: string) => visit.page.locator('[data-toast]').getByText(text).waitFor();

  it('says at once what is wrong, to those who can look into it', async () => {
    const { page } = visit;
    await visit.go('/data-dashboard');
    await page.getByText('2 problems').waitFor();
    expect(portal.api.calls(staffAlerts)).toBe(1);
    portal.api.answer(currentUser, USER);
    await visit.go('/data-dashboard');
    await page.getByRole('heading', { name: 'Data Intelligence Dashboard' }).waitFor();
    await page.getByText('6.2 out of 10').waitFor();
    expect(await page.getByText('2 problems').count()).toBe(0);
    expect(portal.api.calls(staffAlerts)).toBe(1);
  });

  it('heads what it lists as sources of listings: those of registrations are not among them', async () => {
    const { page } = visit;
    await visit.go('/data-dashboard');
    const table = page.getByRole('table', { name: 'Listing sources' });
    await expect
      .poll(() => table.getByRole('rowheader').count())
      .toBe(DATA_SOURCES.dataSources.length);
    await page.getByText('Of listings', { exact: true }).waitFor();
  });

  it('judges its fixed offer live, and says so where it cannot', async () => {
    const { page } = visit;
    await visit.go('/data-dashboard');
    await page.getByText('6.2 out of 10').waitFor();
    for (const text of ['Negotiate', '$22,900', '4.8% above', '76%', 'Optimal', 'HIGH', 'Year 10'])
      await page.getByText(text, { exact: true }).first().waitFor();
    expect(portal.api.bodies(buyingDecision)).toEqual([BUYING_DEMO]);
    emptyPlatform(portal.api);
    await visit.go('/data-dashboard');
    await page.getByText('Algorithm analysis unavailable').waitFor();
    await page.getByText('No data sources available').waitFor();
    await page.getByText('No listing has come in yet').waitFor();
    // It would be refused: an empty market is not asked.
    expect(portal.api.calls(buyingDecision)).toBe(1);
  });

  it('gives no advice and no season where the analyzer has none', async () => {
    const { page } = visit;
    const factors = decisionOf().factors.map((factor) => ({ ...factor, known: false }));
    portal.api.answer(buyingDecision, { ...abstention(), factors });
    await visit.go('/data-dashboard');
    for (const text of ['No advice', 'Not known'])
      await page.getByText(text, { exact: true }).first().waitFor();
    portal.api.answer(buyingDecision, absurdity());
    await visit.go('/data-dashboard');
    await page.getByText('Check the price', { exact: true }).waitFor();
  });

  it('says why the algorithms have no answer, and asks them again when told to', async () => {
    const { page } = visit;
    const message = 'The market is busy. Please try again in a moment.';
    for (const call of [buyingDecision, algorithmStatus])
      portal.api.refuse(call, 503, { code: 'busy', message });
    await visit.go('/data-dashboard');
    const unavailable = page
      .getByRole('alert')
      .filter({ hasText: 'Algorithm analysis unavailable' })
      .filter({ hasText: message });
    await expect.poll(() => unavailable.count()).toBe(2);
    openStaff(portal.api);
    await unavailable.first().getByRole('button', { name: 'Try again' }).click();
    await page.getByText('6.2 out of 10').waitFor();
    await unavailable.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => unavailable.count()).toBe(0);
  });

  it('says of algorithms that do not answer that they took too long', async () => {
    const { page } = visit;
    await page.clock.install();
    for (const call of [buyingDecision, algorithmStatus]) portal.api.hold(call);
    await visit.go('/data-dashboard');
    await page.getByText('Scan complete.').waitFor();
    await expect.poll(() => portal.api.calls(buyingDecision)).toBe(1);
    await page.clock.runFor(60_000);
    const tooSlow = page
      .getByRole('alert')
      .filter({ hasText: 'Algorithm analysis unavailable' })
      .getByText('RigWorth did not answer within a minute.');
    await expect.poll(() => tooSlow.count()).toBe(2);
  });

  it('says the state of the marketplaces beside their name, not beside what all brought', async () => {
    await visit.go('/data-dashboard');
    const { page } = visit;
    const headOf = (name: string) => page.getByRole('heading', { name, exact: true }).locator('..');
    await headOf('Marketplaces').getByText('Healthy', { exact: true }).waitFor();
    expect(await headOf('Marketplace scraper').getByText('Healthy', { exact: true }).count()).toBe(
      0,
    );
  });

  it('asks again every 30 and 60 seconds, and every 5 while the scraper runs', async () => {
    const { api } = portal;
    const { page } = visit;
    await page.clock.install();
    await visit.go('/data-dashboard');
    await page.getByText('Scan complete.').waitFor();
    const asked = () => ({
      refresh: api.calls(refreshStatus),
      sources: api.calls(dataSources),
      algorithms: api.calls(algorithmStatus),
      contributions: api.calls(contributionStats),
      scraper: api.calls(scraperStats),
    });
    const at = (times: ReturnType<typeof asked>) => expect.poll(asked).toEqual(times);
    const once = { refresh: 1, sources: 1, algorithms: 1, contributions: 1, scraper: 1 };
    await at(once);
    api.answer(scraperStats, { ...SCRAPER, isRunning: true });
    await page.clock.runFor(30_000);
    await at({ ...once, refresh: 2, sources: 2, scraper: 2 });
    await page.getByText('Running', { exact: true }).waitFor();
    await page.clock.runFor(5_000);
    await at({ ...once, refresh: 2, sources: 2, scraper: 3 });
    await page.clock.runFor(5_000);
    await at({ ...once, refresh: 2, sources: 2, scraper: 4 });
  });

  it('forces a refresh, runs a full scan and scans one make', async () => {
    const { api } = portal;
    const result = { runId: 's', processed: 88, newListings: 6, duration: 12, outcome: 'done' };
    await visit.go('/data-dashboard');
    api.answer(refreshData, { runId: 'r', begun: true, message: 'Started.' });
    await button('Force Refresh').click();
    await toast('Data Refresh Initiated');
    api.answer(scraperRun, { ...result, outcome: 'done' });
    const release = api.hold(scraperRun);
    const lastRun = visit.page.getByText('Scan complete.', { exact: true });
    await lastRun.waitFor();
    await button('Run Full Scan').click();
    await button('Scanning...').waitFor();
    // The stats still tell of the run before it.
    await visit.page.getByText('Running', { exact: true }).waitFor();
    expect(await lastRun.count()).toBe(0);
    release();
    await lastRun.waitFor();
    await toast('88 listings processed, 6 new, in 12 s.');
    api.answer(scraperSpecific, { ...result, outcome: null });
    await button('Scan Jayco').click();
    await toast('The scan goes on in the background.');
    expect(api.bodies(scraperSpecific)).toEqual([{ make: 'Jayco' }]);
  });

  it('says why nothing was set going where the server tells, and else what to do', async () => {
    const { api } = portal;
    const failed = (title: string, text: string) =>
      visit.page.locator('[data-toast=bad]').filter({ hasText: title }).getByText(text).waitFor();
    for (const call of [refreshData, scraperRun, scraperSpecific]) api.refuse(call, 409, NOWHERE);
    await visit.go('/data-dashboard');
    await button('Force Refresh').click();
    await failed('Refresh Failed', NOWHERE.message);
    await button('Run Full Scan').click();
    await failed('Failed to run scraper', NOWHERE.message);
    await button('Scan Winnebago').click();
    await failed('Failed to scrape specific', NOWHERE.message);
    expect(api.bodies(scraperSpecific)).toEqual([{ make: 'Winnebago' }]);
    await visit.page.route('**/api/data/refresh', (asked) => asked.abort());
    await button('Force Refresh').click();
    await failed('Refresh Failed', 'Unable to trigger data refresh. Please try again.');
    expect(visit.complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
  });

  it('says of the last scan when it ended: the market may be another since', async () => {
    const lastRun = visit.page.getByText('Scan complete.').locator('..');
    await visit.go('/data-dashboard');
    await expect
      .poll(() => lastRun.innerText())
      .toBe('Scan complete. Nov 21, 05:10 UTC: 1,391 listings processed, 96 new, in 4 min 19 s.');
    const run = SCRAPER.run && { ...SCRAPER.run, endedAt: null, outcome: null };
    portal.api.answer(scraperStats, { ...SCRAPER, isRunning: true, run });
    await visit.go('/data-dashboard');
    await expect
      .poll(() => visit.page.getByText('Scan under way.').locator('..').innerText())
      .toBe('Scan under way. 1,391 listings processed, 96 new, in 4 min 19 s.');
  });

  it('keeps the focus on the button of a scan while it is under way, which starts no other', async () => {
    const { api } = portal;
    const { page } = visit;
    const focused = () => page.locator(':focus').innerText();
    const result = { runId: 's', processed: 88, newListings: 6, duration: 12, outcome: 'done' };
    api.answer(scraperRun, { ...result, outcome: 'done' });
    api.answer(scraperSpecific, { ...result, outcome: 'done' });
    await visit.go('/data-dashboard');
    for (const [call, name] of [
      [scraperRun, 'Run Full Scan'],
      [scraperSpecific, 'Scan Jayco'],
    ] as const) {
      const release = api.hold(call);
      await button(name).focus();
      await page.keyboard.press('Enter');
      await button('Scanning...').waitFor();
      // One that is disabled is passed over on the way back.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      expect(await focused()).toBe('Scanning...');
      await page.keyboard.press('Enter');
      release();
      await button(name).waitFor();
      expect(await focused()).toBe(name);
      expect(api.calls(call)).toBe(1);
    }
  });
});
