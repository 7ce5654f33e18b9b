import { beforeEach, expect, it } from 'vitest';
import { listCollections } from '#schemas/api/staff-collection.ts';
import { staffRun, staffSources } from '#schemas/api/staff-health.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { RUN, SOURCES } from './support/staff-health.ts';
import { COLLECTIONS, openStaff } from './support/staff.ts';

const waits = { why: 'asked_to', status: 503, until: '2026-11-21T20:48:13.000Z' } as const;
const WAITS = 'The site asked us to come later (503): it is asked again at 20:48 UTC.';

describePortal('a crawl under way, as staff see it', (portal) => {
  beforeEach(() => {
    openStaff(portal.api);
  });

  const visit = eachVisit(portal);
  const running = { ...RUN.run, state: 'running' as const, endedAt: null, seconds: null };

  it('says what it has come to and what it waits for, and not yet what fell out', async () => {
    const { page } = visit;
    const funnel = { runId: running.runId, stages: [], rejected: [] };
    portal.api.answer(staffRun, { ...RUN, run: { ...running, waits }, funnel });
    await visit.go('/admin?tab=sources&run=x');
    await page.getByText(WAITS, { exact: true }).waitFor();
    await page.getByText('Nothing has been counted yet.').waitFor();
    const [discovered] = RUN.funnel.stages;
    if (discovered === undefined) throw new Error('the funnel has no stages');
    const stages = [discovered];
    portal.api.answer(staffRun, { ...RUN, run: running, funnel: { ...funnel, stages } });
    await visit.go('/admin?tab=sources&run=x');
    await page.locator('[data-stage=discovered]').waitFor();
    await page.getByText('What the run has come to so far.').waitFor();
    expect(await page.getByText(/Nothing (fell|has)|asked us to come/).count()).toBe(0);
    portal.api.answer(staffRun, { ...RUN, funnel: { ...funnel, stages } });
    await visit.go('/admin?tab=sources&run=x');
    await page.getByText('Nothing fell out.').waitFor();
  });

  it('says in the row and the view of its source what it waits for', async () => {
    const { page } = visit;
    portal.api.answer(staffSources, {
      ...SOURCES,
      sources: SOURCES.sources.map((row) =>
        row.source === 'lakeside' ? { ...row, lastRun: { ...running, waits } } : row,
      ),
    });
    await visit.go('/admin?tab=sources');
    await page.locator('[data-source=lakeside]').getByText(WAITS).waitFor();
    await visit.go('/admin?tab=sources&source=lakeside');
    await page.getByText(WAITS).waitFor();
  });

  it('says of a collection under way, and of one behind it, which site keeps it waiting', async () => {
    const { page } = visit;
    portal.api.answer(
      listCollections,
      COLLECTIONS.map((each) => ({
        ...each,
        sources: each.sources.map((one) => (one.state === 'running' ? { ...one, waits } : one)),
      })),
    );
    await visit.go('/admin');
    const row = (name: string) => page.getByRole('row', { name });
    await row('Comprehensive').getByText(`big-market: ${WAITS}`).waitFor();
    await row('Scan of one make: Winnebago').getByText(`Behind big-market. ${WAITS}`).waitFor();
    expect(await row('Scan of one make: Jayco').getByText('20:48').count()).toBe(0);
  });
});
