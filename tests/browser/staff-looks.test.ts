import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { buyingDecision } from '#schemas/api/analysis.ts';
import type { Call } from '#schemas/api/call.ts';
import {
  algorithmStatus,
  collectionStatus,
  contributionStats,
  dataSources,
  scraperStats,
} from '#schemas/api/data.ts';
import { getSchedule, listCollections } from '#schemas/api/staff-collection.ts';
import {
  dataQuality,
  listAliases,
  listDeadLetters,
  listRedrives,
  listReplays,
  readDeadLetter,
} from '#schemas/api/staff-data.ts';
import { staffAlerts, staffPipeline, staffRun, staffSources } from '#schemas/api/staff-health.ts';
import { expectGoodLooks, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { USER } from './support/market.ts';
import { describePortal, PHONE, type Visit } from './support/portal.ts';
import { ALERTS, NO_ALERTS } from './support/staff-health.ts';
import { emptyPlatform, openStaff, SCHEDULE } from './support/staff.ts';

const BUSY = { code: 'busy', message: 'Please wait a moment.' };

/** What the tabs of the admin and the dashboard ask for. */
const COLLECTION = [collectionStatus, dataSources, listCollections, staffAlerts];
const LETTERS = [listDeadLetters, listRedrives];
const QUALITY = [dataQuality, listAliases, listReplays];
const SYSTEM = [staffPipeline, staffAlerts];
const DASHBOARD = [algorithmStatus, buyingDecision, contributionStats, scraperStats];

const RUN = '/admin?tab=sources&run=ingest-lakeside-29';
const LETTER = '/admin?tab=dead-letters&letter=raw.listing.v1/1/4711';

describePortal('the screens of the staff, as they look', (portal) => {
  beforeEach(() => {
    openStaff(portal.api);
  });

  type Show = (visit: Visit) => Promise<unknown>;
  const at =
    (path: string, text: string): Show =>
    async ({ go, page }) => {
      await go(path);
      await page.getByText(text).first().waitFor();
    };
  const full: Record<string, Show> = {
    'admin data collection': at('/admin', 'Comprehensive'),
    'admin sources': at('/admin?tab=sources', 'big-market'),
    'admin source': at('/admin?tab=sources&source=big-market', 'From page to record'),
    'admin run': at(RUN, 'JSON-LD was mended'),
    'admin dead letters': at('/admin?tab=dead-letters&source=lakeside', '132 dead letters'),
    'admin dead letter': at(LETTER, 'Its bytes'),
    'admin data quality': at('/admin?tab=data-quality', 'Jay Flite'),
    'admin system stats': at('/admin?tab=system-stats', 'Loads listings'),
    'data dashboard': at('/data-dashboard', 'Negotiate'),
  };
  // What all of them stand in is looked at in every view; their tables in two.
  const inEveryView = ['admin data collection', 'data dashboard'];
  it.each(Object.entries(full))('%s', async (name, show) => {
    const views = inEveryView.includes(name) ? VIEWS : TWO_VIEWS;
    const visit = await portal.visit(views[0]);
    await show(visit);
    await expectGoodLooks(visit, name, views);
  });

  it.each(Object.entries(full))(
    '%s is read on a phone without moving it sideways',
    async (_name, show) => {
      const visit = await portal.visit({ viewport: PHONE });
      await show(visit);
      const regions = visit.page.getByRole('region');
      const wide = await regions.evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((region) => region.ariaLabel),
      );
      await visit.leave();
      expect(wide).toEqual([]);
    },
  );

  it('a table that stands in blocks on a phone is still a table to who hears it', async () => {
    const visit = await portal.visit({ viewport: PHONE });
    await full['admin sources']?.(visit);
    const table = visit.page.getByRole('table', { name: 'Sources' });
    const row = table.getByRole('row').filter({ hasText: 'big-market' });
    expect(await row.getByRole('rowheader').count()).toBe(1);
    expect(await row.getByRole('cell').count()).toBe(6);
    expect(await table.getByRole('columnheader').count()).toBe(7);
    // A name longer than its room takes a second line: it neither runs into what it names nor into the next.
    const { before, after, label, room } = await visit.page.evaluate<
      Record<'before' | 'after' | 'label' | 'room', number>
    >(`(() => {
      const cell = document.querySelector('[data-source=big-market] > [data-label=Took]');
      const before = cell.clientHeight;
      cell.dataset.label = 'Registered in the state or province, and-in-one-very-long-word';
      return {
        before,
        after: cell.clientHeight,
        label: parseFloat(getComputedStyle(cell, '::before').width),
        room: parseFloat(getComputedStyle(cell).paddingInlineStart),
      };
    })()`);
    expect(after).toBeGreaterThan(before);
    expect(label).toBeLessThan(room);
    await visit.leave();
  });

  it('what stands before a cell on a phone is heard once, as the head of its column', async () => {
    const visit = await portal.visit({ viewport: PHONE });
    await full['admin sources']?.(visit);
    const chromium = await visit.page.context().newCDPSession(visit.page);
    const { nodes } = await chromium.send('Accessibility.getFullAXTree');
    const heard = (role: string, name: string) =>
      nodes.filter((node) => node.role?.value === role && node.name?.value === name).length;
    await visit.leave();
    expect(heard('columnheader', 'Took')).toBe(1);
    expect(heard('StaticText', 'Took')).toBe(1);
  });

  const empty =
    (path: string, text: string): Show =>
    async (visit) => {
      emptyPlatform(portal.api);
      await at(path, text)(visit);
    };
  const member =
    (path: string, text: string): Show =>
    async (visit) => {
      portal.api.answer(currentUser, { ...USER, staff: false, staffControls: false });
      await at(path, text)(visit);
    };
  const loading =
    (path: string, calls: readonly Call[]): Show =>
    async ({ go, page }) => {
      for (const call of calls) portal.api.hold(call);
      await go(path);
      await page.locator('main .skeleton').first().waitFor();
    };
  /** Each call that failed is said once, with its own way to ask again. */
  const failed =
    (path: string, calls: readonly Call[]): Show =>
    async ({ go, page }) => {
      for (const call of calls) portal.api.refuse(call, 503, BUSY);
      await go(path);
      await page
        .getByRole('button', { name: 'Try again' })
        .nth(calls.length - 1)
        .waitFor();
    };
  const gone =
    (path: string, call: Call, text: string): Show =>
    async (visit) => {
      portal.api.refuse(call, 404, { code: 'not_found', message: text });
      await at(path, text)(visit);
    };
  const noAlertYet =
    (path: string): Show =>
    async (visit) => {
      portal.api.answer(staffAlerts, { ...NO_ALERTS, unwell: ALERTS.unwell });
      portal.api.answer(getSchedule, {
        ...SCHEDULE,
        refresh: { ...SCHEDULE.refresh, enabled: true, nextAt: null },
      });
      await at(path, 'No alerts yet')(visit);
    };
  // Where staff look first, in every view.
  it.each([
    ['admin before an alert is due', '/admin'],
    ['data dashboard before an alert is due', '/data-dashboard'],
  ])('%s', async (name, path) => {
    const visit = await portal.visit(VIEWS[0]);
    await noAlertYet(path)(visit);
    await expectGoodLooks(visit, name, VIEWS);
  });

  const few: Record<string, Show> = {
    'admin before anything ran': empty('/admin', 'No collection has been asked for yet.'),
    'admin sources before anything ran': empty('/admin?tab=sources', 'No source has run yet'),
    'data dashboard of an empty market': empty('/data-dashboard', 'Algorithm analysis unavailable'),
    'admin for others': member('/admin', 'For the staff of this server'),
    'data dashboard for others': member('/data-dashboard', 'For the staff of this server'),
    'admin dead letters before any': empty(
      '/admin?tab=dead-letters',
      'Nothing has been sent again yet.',
    ),
    'admin data quality before any': empty('/admin?tab=data-quality', 'Nothing to judge yet'),
    'admin system stats before any': empty('/admin?tab=system-stats', 'coming soon'),
    'admin loading': loading('/admin', COLLECTION),
    'admin sources loading': loading('/admin?tab=sources', [staffSources]),
    'admin dead letters loading': loading('/admin?tab=dead-letters', LETTERS),
    'admin data quality loading': loading('/admin?tab=data-quality', QUALITY),
    'admin system stats loading': loading('/admin?tab=system-stats', SYSTEM),
    'data dashboard loading': loading('/data-dashboard', DASHBOARD),
    'admin unavailable': failed('/admin', COLLECTION),
    'admin sources failed': failed('/admin?tab=sources', [staffSources]),
    'admin dead letters failed': failed('/admin?tab=dead-letters', LETTERS),
    'admin data quality failed': failed('/admin?tab=data-quality', QUALITY),
    'admin system stats failed': failed('/admin?tab=system-stats', SYSTEM),
    'data dashboard unavailable': failed('/data-dashboard', DASHBOARD),
    'admin source that never ran': at('/admin?tab=sources&source=nobody', 'No such source'),
    'admin run loading': loading(RUN, [staffRun]),
    'admin run failed': failed(RUN, [staffRun]),
    'admin run that is not kept': gone(RUN, staffRun, 'No such run'),
    'admin dead letter loading': loading(LETTER, [readDeadLetter]),
    'admin dead letter failed': failed(LETTER, [readDeadLetter]),
    'admin dead letter that is not kept': gone(LETTER, readDeadLetter, 'No such dead letter'),
  };
  it.each(Object.entries(few))('%s', async (name, show) => {
    const visit = await portal.visit(TWO_VIEWS[0]);
    await show(visit);
    await expectGoodLooks(visit, name, TWO_VIEWS);
  });
});
