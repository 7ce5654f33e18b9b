import { beforeEach, describe, expect, it } from 'vitest';
import type { ResponseOf } from '#schemas/api/call.ts';
import { currentUser } from '#schemas/api/account.ts';
import { listCollections } from '#schemas/api/staff-collection.ts';
import {
  decideAlias,
  listDeadLetters,
  readDeadLetter,
  redriveAll,
  redriveOne,
} from '#schemas/api/staff-data.ts';
import {
  type RunSummary,
  staffAlerts,
  staffPipeline,
  staffRun,
  staffSources,
} from '#schemas/api/staff-health.ts';
import { USER } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { LETTER, LETTERS, REDRIVE } from './support/staff-data.ts';
import { ALERTS, NO_ALERTS, RUN, SOURCES } from './support/staff-health.ts';
import { emptyPlatform, openStaff } from './support/staff.ts';

const BUSY = { code: 'busy', message: 'x' };
const FORBIDDEN = { code: 'staff_only', message: 'This is for the staff of this server only.' };

describePortal('the screens of the staff', (portal) => {
  beforeEach(() => {
    openStaff(portal.api);
  });

  const visit = eachVisit(portal);

  const button = (name: string | RegExp) => visit.page.getByRole('button', { name });
  const toast = (text: string) => visit.page.locator('[data-toast]').getByText(text).waitFor();

  describe('health and sources', () => {
    it('leads from what is wrong to why in one step, and on to its dead letters', async () => {
      const { page } = visit;
      await visit.go('/admin');
      await page.getByRole('heading', { name: '2 problems' }).waitFor();
      await page.getByRole('link', { name: 'Why: hilltop' }).click();
      await page.waitForURL('**/admin?tab=sources&source=hilltop');
      await page.getByRole('heading', { name: 'hilltop' }).waitFor();
      await page.getByText('Nothing has come in for 61 hours.').waitFor();
      await page
        .getByRole('link', { name: /^Log of the run of/ })
        .first()
        .click();
      await page.waitForURL('**/admin?tab=sources&run=ingest-hilltop-29');
      await page.getByText('the warehouse did not answer within 30 s').waitFor();
      await page.getByRole('link', { name: 'Dead letters: no year' }).click();
      await page.waitForURL('**/admin?tab=dead-letters&source=lakeside&reason=no_year&since=**');
      await page.goBack();
      await page.getByText('the warehouse did not answer within 30 s').waitFor();
    });

    it('counts what is wrong on other tabs, and lists it on demand', async () => {
      const { page } = visit;
      await visit.go('/admin?tab=sources');
      const why = page.getByRole('link', { name: 'Why: hilltop' });
      await page.getByText('2 problems').waitFor();
      await expect.poll(() => why.isVisible()).toBe(false);
      await page.getByText('2 problems').click();
      await why.waitFor();
    });

    it('has a row for each source: state, runs, volume and time against their usual band', async () => {
      const { page } = visit;
      await visit.go('/admin?tab=sources');
      const row = page.getByRole('row').filter({ hasText: 'big-market' });
      await row.getByText('Warning', { exact: true }).waitFor();
      await row.getByText('Lower than usual').waitFor();
      await row.getByText(/^Its last runs: 25 done, 4 partial/).waitFor();
      await expect.poll(() => row.locator('[data-run]').count()).toBe(30);
      await page
        .getByRole('row')
        .filter({ hasText: 'new-feed' })
        .getByText('N/A')
        .first()
        .waitFor();
    });

    it('shows beside the state of the last run its own figures, and not what another brought', async () => {
      const { page } = visit;
      const hilltop = SOURCES.sources.slice(0, 1);
      const rowWith = (change: Partial<RunSummary>) =>
        portal.api.answer(staffSources, {
          ...SOURCES,
          sources: hilltop.map((row) => {
            const runs = row.runs.map((run, at) => (at === 29 ? { ...run, ...change } : run));
            const volume = { ...row.volume, state: 'low' as const, last: 60 };
            return { ...row, volume, runs, lastRun: runs.at(-1) ?? null };
          }),
        });
      const cells = () =>
        page
          .getByRole('row')
          .filter({ hasText: 'hilltop' })
          .locator('[data-label=Volume], [data-label=Took]')
          .allInnerTexts();
      rowWith({ state: 'failed', published: 0, seconds: 1 });
      await visit.go('/admin?tab=sources');
      await expect.poll(cells).toEqual(['0', '1 s']);
      rowWith({ state: 'running', published: null, seconds: null });
      await visit.go('/admin?tab=sources');
      await expect.poll(cells).toEqual(['N/A', 'N/A']);
      // Where the source is looked into, it is said which run is judged.
      await visit.go('/admin?tab=sources&source=hilltop');
      const time = page.getByText(/^Of the run of .*, the newest that can be judged\.$/);
      await time.first().waitFor();
      expect(await time.count()).toBe(2);
    });

    it('counts the open dead letters of a source beside the way to them, not those of its last run', async () => {
      const { page } = visit;
      await visit.go('/admin?tab=sources');
      await page.getByRole('link', { name: 'Dead letters of lakeside' }).waitFor();
      await page.getByRole('link', { name: 'Dead letters (20,125 open) of big-market' }).click();
      await page.waitForURL('**/admin?tab=dead-letters&source=big-market&state=open');
      await page.goBack();
      await page.getByRole('link', { name: 'Details of big-market' }).click();
      await page.getByRole('link', { name: 'Dead letters (20,125 open) of big-market' }).waitFor();
    });

    it('says that no alert is open where none is', async () => {
      portal.api.answer(staffAlerts, NO_ALERTS);
      await visit.go('/admin');
      await visit.page.getByText('No alerts.').waitFor();
    });

    it('is not green while a source fails of which no alert is open yet', async () => {
      const { page } = visit;
      portal.api.answer(staffAlerts, { ...NO_ALERTS, unwell: ALERTS.unwell });
      await visit.go('/admin');
      await page.getByText('No alerts yet.').waitFor();
      await page
        .getByText('Stale just now:')
        .getByRole('link', { name: 'Why: state-files' })
        .waitFor();
      expect(await page.getByText('No alerts.', { exact: true }).count()).toBe(0);
      await page.getByText('Failing just now:').getByRole('link', { name: 'Why: hilltop' }).click();
      await page.waitForURL('**/admin?tab=sources&source=hilltop');
      await page.getByRole('heading', { name: 'hilltop' }).waitFor();
    });

    it('names beside the open alerts what fails without one', async () => {
      const { page } = visit;
      await visit.go('/admin');
      const problems = page.getByRole('region', { name: 'Health' });
      await problems
        .getByText('Stale just now:')
        .getByRole('link', { name: 'Why: state-files' })
        .waitFor();
      // Of one that has an alert that says it.
      expect(await problems.getByRole('link', { name: 'Why: hilltop' }).count()).toBe(1);
    });

    it('says that a run or a source is not known', async () => {
      portal.api.refuse(staffRun, 404, { code: 'unknown_run', message: 'No such run.' });
      await visit.go('/admin?tab=sources&run=x');
      await visit.page.getByText('No such run').waitFor();
      await visit.go('/admin?tab=sources&source=x');
      await visit.page.getByText('No such source').waitFor();
    });

    it('does not say of a run that read nothing that it saw a part of its source', async () => {
      const { page } = visit;
      const answer = (read: number | null) =>
        portal.api.answer(staffRun, { ...RUN, run: { ...RUN.run, coverage: 'partial', read } });
      answer(0);
      await visit.go('/admin?tab=sources&run=x');
      await page.getByText('Read no record').waitFor();
      answer(null);
      await visit.go('/admin?tab=sources&run=x');
      await page.getByRole('heading', { name: 'Run of lakeside' }).waitFor();
      expect(await page.getByText(/Saw a part|Read no record/).count()).toBe(0);
    });

    it('calls what staff gave up, or what went on later, no failure', async () => {
      const { page } = visit;
      const [started] = RUN.log;
      if (started === undefined) throw new Error('the run has no log');
      const ended = (state: 'interrupted' | 'cancelled', error: string) => [
        started,
        { ...started, state, error },
      ];
      const run = { ...RUN.run, state: 'cancelled' as const, error: 'given up by staff' };
      const log = [...ended('interrupted', 'stopping'), ...ended('cancelled', run.error)];
      portal.api.answer(staffRun, { ...RUN, run, log });
      await visit.go('/admin?tab=sources&run=x');
      await page.locator('[data-log=cancelled]').getByText('Cancelled').waitFor();
      const shown = await page.locator('[data-log]').allInnerTexts();
      expect(shown.map((text) => text.split('\n')[0])).toEqual([
        'Started',
        'Broke off, and went on later',
        'Went on where it had been stopped',
        'Cancelled',
      ]);
      const said = page.getByText(/^(?:stopping|given up by staff)$/);
      expect(
        await said.evaluateAll((texts) => texts.map((text) => text.matches('.text-danger'))),
      ).toEqual([false, false, false]);
    });

    it('leads back from a run that could not be loaded', async () => {
      portal.api.refuse(staffRun, 503, { code: 'busy', message: 'x' });
      await visit.go('/admin?tab=sources&run=ingest-lakeside-29');
      await visit.page.getByText('The run could not be loaded').waitFor();
      await visit.page.getByRole('link', { name: 'All sources' }).click();
      await visit.page.waitForURL('**/admin?tab=sources');
    });
  });

  describe('dead letters', () => {
    it('say what to do once a mapping is mended, of files and of sites', async () => {
      await visit.go('/admin?tab=dead-letters');
      await visit.page.getByText(/bring its files in anew, or collect its site again/).waitFor();
    });

    it('are filtered in the address, page by page', async () => {
      const { page } = visit;
      const asked: string[] = [];
      portal.api.answer(listDeadLetters, ({ query }) => {
        asked.push(String(query));
        return LETTERS;
      });
      await visit.go('/admin?tab=dead-letters');
      await button('Page 3').click();
      await page.waitForURL('**/admin?tab=dead-letters&page=3');
      await page.getByLabel('Reason').selectOption('no_make');
      await page.waitForURL('**/admin?tab=dead-letters&reason=no_make');
      await page.getByLabel('From (UTC)').fill('2026-11-20T06:30');
      await page.waitForURL('**since=2026-11-20T06%3A30%3A00.000Z');
      await expect
        .poll(() => asked.at(-1))
        .toBe('reason=no_make&since=2026-11-20T06%3A30%3A00.000Z&page=1');
      await button('Clear filters').click();
      await page.waitForURL('**/admin?tab=dead-letters');
    });

    it('are not counted by the filter before they are known', async () => {
      const { page } = visit;
      const letGoOn = portal.api.hold(listDeadLetters);
      await visit.go('/admin?tab=dead-letters&source=lakeside&reason=no_year');
      const chosen = (label: string) =>
        page.getByLabel(label, { exact: true }).locator('option:checked').textContent();
      await expect.poll(() => chosen('Source')).toBe('lakeside');
      expect(await chosen('Reason')).toBe('No year');
      letGoOn();
      await expect.poll(() => chosen('Source')).toBe('lakeside (130, 101 open)');
    });

    it('are not sent again while it is not known how many they are', async () => {
      const { page } = visit;
      await visit.go('/admin?tab=dead-letters&source=lakeside');
      const send = page.getByRole('button', { name: /^Send \d+ again$/ });
      await expect.poll(() => send.getAttribute('aria-disabled')).not.toBe('true');
      const letGoOn = portal.api.hold(listDeadLetters);
      await page.getByLabel('Reason').selectOption('no_year');
      await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
      letGoOn();
      await expect.poll(() => send.getAttribute('aria-disabled')).not.toBe('true');
    });

    it('show their bytes as what they are, and are sent again one by one', async () => {
      const { api } = portal;
      const { page } = visit;
      api.answer(redriveOne, REDRIVE);
      await visit.go('/admin?tab=dead-letters&source=lakeside');
      await page
        .getByRole('link', { name: /^See the dead letter/ })
        .first()
        .click();
      await page.getByText('<img src=x onerror=alert(1)>').waitFor();
      await page.getByText('Only the beginning is shown. Download it for the rest.').waitFor();
      const link = page.getByRole('link', { name: 'Download all bytes' });
      await expect
        .poll(() => link.getAttribute('href'))
        .toBe('/api/staff/dead-letters/raw.listing.v1/1/4711/bytes');
      api.answer(readDeadLetter, {
        ...LETTER,
        state: 'redriven',
        endedAt: '2026-11-21T06:10:00.000Z',
        became: { outcome: 'dropped', reason: 'not_an_rv' },
      });
      await button('Send again').click();
      await toast('Sent again');
      await page.getByText('It was then dropped: not an RV.').waitFor();
      await expect.poll(() => button('Send again').count()).toBe(0);
      await page.getByRole('link', { name: 'All dead letters' }).click();
      await page.waitForURL('**/admin?tab=dead-letters&source=lakeside');
    });

    it('are sent again all at once, after asking', async () => {
      const { api } = portal;
      const { page } = visit;
      api.answer(redriveAll, { ...REDRIVE, redriven: 61 });
      await visit.go('/admin?tab=dead-letters&source=lakeside&reason=no_year');
      await button('Send 61 again').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await toast('61 dead letters are read once more.');
      expect(api.bodies(redriveAll)).toEqual([{ source: 'lakeside', reason: 'no_year' }]);
    });
  });

  it('says what the numbers of the data quality count', async () => {
    const { page } = visit;
    await visit.go('/admin?tab=data-quality');
    const row = (name: string) => page.getByRole('row', { name });
    await row('Listing Not an RV 77 records').waitFor();
    await row('Price Placeholder 812 listings').waitFor();
    await row('Make >99% >99% >99%').waitFor();
    await page.getByText('60 registrations read anew').waitFor();
  });

  it('decides a spelling', async () => {
    const { api } = portal;
    const { page } = visit;
    api.answer(decideAlias, ({ body }) => ({
      ...(body as Pick<ResponseOf<typeof decideAlias>, 'alias' | 'makeId' | 'lineId' | 'type'>),
      decision: 'accepted' as const,
      name: 'Jayco Jay Feather',
      replays: true,
    }));
    await visit.go('/admin?tab=data-quality');
    await page
      .getByText('The make is not known, 9 listings, 1,240 registrations from hilltop')
      .waitFor();
    await page.getByText('The type is not known, 31 registrations from oregon').waitFor();
    await page.getByText('1 in all').waitFor();
    await page
      .getByLabel('It means')
      .first()
      .selectOption({ label: 'Jayco Jay Feather (62% alike)' });
    await button('Accept a meaning of Jay Flite').click();
    // Each name is read in its own direction.
    await toast(
      '\u2068Jay Flite\u2069 means \u2068Jayco Jay Feather\u2069. What came is read anew.',
    );
    expect(api.bodies(decideAlias)).toEqual([
      {
        alias: 'Jay Flite',
        makeId: 'jayco',
        lineId: 'jayco/jay-feather',
        type: '',
        decision: 'accepted',
      },
    ]);
    await button('Accept a meaning of Travle Trlr').click();
    await expect
      .poll(() => api.bodies(decideAlias)[1])
      .toMatchObject({ alias: 'Travle Trlr', makeId: '', lineId: '', type: 'travel-trailer' });
    await page.getByText('Examples').click();
    await page.getByRole('link', { name: '2021 Jayco Jay Flite 24RBS' }).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Jay Flite', exact: true }).count())
      .toBe(0);
  });

  it('shows the pipeline, and the specification’s text where there is none to show', async () => {
    const { page } = visit;
    await visit.go('/admin?tab=system-stats');
    await page.getByRole('row').filter({ hasText: 'Loads listings' }).getByText('60,112').waitFor();
    await page.getByText('units kept: 40,100 after 61,000').last().waitFor();
    portal.api.refuse(staffPipeline, 503, BUSY);
    await visit.go('/admin?tab=system-stats');
    await page.getByText('The state of the pipeline could not be loaded').waitFor();
    emptyPlatform(portal.api);
    await button('Try again').click();
    await page.getByText('System statistics coming soon...').waitFor();
  });

  it('says once that the alerts could not be loaded, also where they have a table', async () => {
    const { page } = visit;
    portal.api.refuse(staffAlerts, 503, BUSY);
    await visit.go('/admin?tab=system-stats');
    await page.getByRole('row').filter({ hasText: 'Loads listings' }).waitFor();
    const failed = page.getByText('The alerts could not be loaded');
    await failed.first().waitFor();
    expect(await failed.count()).toBe(1);
    openStaff(portal.api);
    await button('Try again').click();
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    await page.getByRole('table', { name: 'Alerts' }).waitFor();
  });

  it('gives others what the specification gives, and nothing broken', async () => {
    const { api } = portal;
    const { page } = visit;
    api.answer(currentUser, { ...USER, staff: true, staffControls: false });
    for (const call of [staffAlerts, staffSources, staffPipeline, listCollections])
      api.refuse(call, 403, FORBIDDEN);
    await visit.go('/admin');
    await button('Start Comprehensive Collection').waitFor();
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual(['Data Collection', 'System Stats']);
    await page.getByRole('tab', { name: 'System Stats' }).click();
    await page.getByText('System statistics coming soon...').waitFor();
    await visit.go('/admin?tab=sources');
    await page.getByText('For the staff of this server').waitFor();
    expect(api.calls(staffAlerts) + api.calls(staffSources) + api.calls(staffPipeline)).toBe(0);
  });

  it('makes a face of rights that were lost meanwhile', async () => {
    portal.api.refuse(staffSources, 403, FORBIDDEN);
    await visit.go('/admin?tab=sources');
    await visit.page.getByText('For the staff of this server').waitFor();
  });
});
