import { beforeEach, expect, it } from 'vitest';
import { collectAll, collectionStatus } from '#schemas/api/data.ts';
import { cancelCollection, listCollections, setSchedule } from '#schemas/api/staff-collection.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { COLLECTION_STATUS, COLLECTIONS, openStaff } from './support/staff.ts';

describePortal('the collection of data, as staff see it', (portal) => {
  beforeEach(() => {
    openStaff(portal.api);
  });

  const visit = eachVisit(portal);

  const button = (name: string | RegExp) => visit.page.getByRole('button', { name });
  const toast = (text: string) => visit.page.locator('[data-toast]').getByText(text).waitFor();

  it('tells how far the collection is, and of each kind of data whether it comes', async () => {
    await visit.go('/admin');
    const { page } = visit;
    for (const text of [
      '33.8% complete',
      '67,510 of 200,000 listings',
      '132,490 remaining',
      'Total in Database',
      'Recent (24h)',
      'Data is updated monthly. Collection may take hours and continues in the background.',
    ])
      await page.getByText(text, { exact: true }).waitFor();
    for (const [kind, scope, state] of [
      ['New RV registrations', '50 states + Canada', 'Stale'],
      ['Used RV registrations', 'US nationwide', 'Never run'],
      ['Buyer demographics', '', 'Never run'],
      ['RV dealer data', 'All 50 states', 'Failing'],
      ['Major listings marketplace', '100,000+ listings', 'Healthy'],
      ['Additional sources', '', 'Configured'],
    ] as const) {
      const item = page.getByRole('listitem').filter({ hasText: kind });
      await item.getByText(state, { exact: true }).waitFor();
      await item.getByText(scope).first().waitFor();
    }
    const dealers = page.getByRole('listitem').filter({ hasText: 'RV dealer data' });
    await dealers.getByText('The last of them came in Nov 21, 01:10 UTC').waitFor();
  });

  it('starts a comprehensive collection and follows it every 5 seconds until it ends', async () => {
    const { api } = portal;
    const { page } = visit;
    await page.clock.install();
    const release = api.hold(collectAll);
    api.answer(collectAll, { runId: 'r', begun: true, message: 'Started.' });
    await visit.go('/admin');
    await button('Start Comprehensive Collection').click();
    await button('Starting...').waitFor();
    api.answer(collectionStatus, { ...COLLECTION_STATUS, running: true, runId: 'r' });
    release();
    await toast('Data Collection Started');
    await toast('Collecting 200,000+ listings from multiple sources. This may take several hours.');
    await page.getByText('Collection in progress').waitFor();
    const asked = api.calls(collectionStatus);
    await page.clock.runFor(5_000);
    await expect.poll(() => api.calls(collectionStatus)).toBe(asked + 1);
    api.answer(collectionStatus, { ...COLLECTION_STATUS, totalListings: 67_900 });
    await page.clock.runFor(5_000);
    await page.getByText('67,900 of 200,000 listings').waitFor();
    await page.getByText('Collection in progress').waitFor({ state: 'detached' });
    const atEnd = api.calls(collectionStatus);
    await page.clock.runFor(60_000);
    expect(api.calls(collectionStatus)).toBe(atEnd);
    await button('Refresh Status').click();
    await expect.poll(() => api.calls(collectionStatus)).toBe(atEnd + 1);
  });

  it('says of a collection that it joins another which is under way', async () => {
    const message = 'It joins the collection that is under way.';
    portal.api.answer(collectAll, { runId: 'r', begun: false, message });
    await visit.go('/admin');
    await button('Start Comprehensive Collection').click();
    await toast('No collection of its own');
    await toast(message);
  });

  it('at the target is asked for no more, and shown until it ends; a failed start is told', async () => {
    const { api } = portal;
    const { page } = visit;
    await page.clock.install();
    const full = { totalListings: 200_400, completionPercentage: '100.2', running: true };
    api.answer(collectionStatus, { ...COLLECTION_STATUS, ...full });
    const message = 'No site is set up to collect from.';
    api.refuse(collectAll, 409, { code: 'nothing_to_collect', message });
    await visit.go('/admin');
    await page.getByText('0 remaining').waitFor();
    await page.clock.runFor(60_000);
    expect(api.calls(collectionStatus)).toBe(1);
    await page.getByText('Collection in progress').waitFor();
    api.answer(
      listCollections,
      COLLECTIONS.filter(({ endedAt }) => endedAt !== null),
    );
    await page.clock.runFor(60_000);
    await page.getByText('Collection in progress').waitFor({ state: 'detached' });
    expect(api.calls(collectionStatus)).toBe(1);
    await button('Start Comprehensive Collection').click();
    await toast('Collection Failed');
    await toast(message);
    await page.route('**/api/data/collect-all', (asked) => asked.abort());
    await button('Start Comprehensive Collection').click();
    await toast('Unable to start data collection. Please try again.');
    expect(visit.complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
  });

  it('switches the schedule, and cancels what is under way', async () => {
    const { api } = portal;
    const { page } = visit;
    const message = 'You have switched it too often. Please try again in an hour.';
    api.refuse(setSchedule, 429, { code: 'x', message });
    await visit.go('/admin');
    const compute = page.getByRole('switch', { name: 'Compute the market anew' });
    await compute.click();
    await toast('Not switched');
    await toast(message);
    api.answer(setSchedule, ({ body }) => ({
      refresh: { enabled: true, nextAt: null, hours: [6, 18], timeZone: 'Etc/UTC' },
      compute: {
        enabled: (body as { compute?: boolean }).compute === true,
        nextAt: '2026-11-21T08:00:00.000Z',
        everyHours: 2,
      },
    }));
    api.answer(cancelCollection, { message: 'Cancelled.' });
    await compute.click();
    await page.getByText('Next Nov 21, 08:00 UTC').waitFor();
    await page.getByText('On; no site is set up to collect from (SITES_DIR)').waitFor();
    await expect.poll(() => compute.getAttribute('aria-checked')).toBe('true');
    expect(api.bodies(setSchedule)).toEqual([{ compute: true }, { compute: true }]);
    const waiting = page.getByRole('row', { name: 'Scan of one make: Winnebago' });
    await waiting.getByText('Waiting').waitFor();
    await waiting.getByRole('button', { name: 'Cancel' }).waitFor();
    await button('Cancel: Comprehensive').click();
    await button('Cancel collection').click();
    await toast('Collection cancelled');
    expect(api.bodies(cancelCollection)).toEqual([{ runId: COLLECTIONS[1]?.runId }]);
  });
});
