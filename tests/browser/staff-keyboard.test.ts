import { beforeEach, describe, expect, it } from 'vitest';
import { cancelCollection, listCollections } from '#schemas/api/staff-collection.ts';
import {
  decideAlias,
  listAliases,
  listDeadLetters,
  listRedrives,
  readDeadLetter,
  redriveAll,
  redriveOne,
} from '#schemas/api/staff-data.ts';
import { staffRun, staffSources } from '#schemas/api/staff-health.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { ALIASES, FAILED_AGAIN, LETTER, LETTERS, REDRIVE } from './support/staff-data.ts';
import { RUN, SOURCES } from './support/staff-health.ts';
import { COLLECTIONS, openStaff } from './support/staff.ts';

describePortal('the screens of the staff by keyboard', (portal) => {
  beforeEach(() => {
    openStaff(portal.api);
  });

  const visit = eachVisit(portal);

  const button = (name: string | RegExp) => visit.page.getByRole('button', { name });
  const focusOn = (name: string) =>
    expect.poll(() => visit.page.locator(':focus').innerText()).toBe(name);
  const focused = () => visit.page.locator(':focus').getAttribute('aria-label');
  const follow = async (name: string | RegExp) => {
    await visit.page.getByRole('link', { name }).first().focus();
    await visit.page.keyboard.press('Enter');
  };
  const press = async (name: string | RegExp) => {
    await button(name).focus();
    await visit.page.keyboard.press('Enter');
  };

  it('ask before they cancel a collection, and go on at the list of them', async () => {
    const { api } = portal;
    const { page } = visit;
    api.answer(cancelCollection, { message: 'Cancelled.' });
    await visit.go('/admin');
    await press('Cancel: Comprehensive');
    await page.getByRole('dialog', { name: 'Cancel this collection?' }).waitFor();
    await press('Not now');
    await focusOn('Cancel');
    expect(api.calls(cancelCollection)).toBe(0);
    await press('Cancel: Comprehensive');
    const release = api.hold(cancelCollection);
    await press('Cancel collection');
    await focusOn('Cancelling...');
    api.answer(
      listCollections,
      COLLECTIONS.map((one) => ({
        ...one,
        state: 'ended' as const,
        outcome: 'cancelled' as const,
      })),
    );
    release();
    await page.locator('[data-toast]').getByText('Collection cancelled').waitFor();
    await focusOn('Collections');
    expect(api.bodies(cancelCollection)).toEqual([{ runId: COLLECTIONS[1]?.runId }]);
  });

  it('begin at the heading of a letter or a run that is opened, and of the list gone back to', async () => {
    await visit.go('/admin?tab=dead-letters');
    await follow(/^See the dead letter/);
    await focusOn('No year');
    await follow('All dead letters');
    await focusOn('Dead letters');
    await visit.go('/admin?tab=sources');
    await follow('Log of the last run of hilltop');
    await focusOn('Run of lakeside');
    await follow('All sources');
    await focusOn('Sources');
  });

  it('begin at what says that a letter, a run or a source is not there', async () => {
    const { api } = portal;
    api.refuse(readDeadLetter, 404, { message: 'There is none.' });
    api.refuse(staffRun, 404, { message: 'There is none.' });
    await visit.go('/admin?tab=dead-letters');
    await follow(/^See the dead letter/);
    await focusOn('No such dead letter');
    await follow('All dead letters');
    await focusOn('Dead letters');
    await visit.go('/admin?tab=sources');
    await follow('Log of the last run of hilltop');
    await focusOn('No such run');
    api.answer(staffRun, RUN);
    api.answer(staffSources, { ...SOURCES, sources: [] });
    await visit.go('/admin?tab=sources&run=ingest-lakeside-29');
    await follow('Details of lakeside');
    await focusOn('No such source');
  });

  describe('deciding a spelling', () => {
    it.each([
      ['Accept a meaning of Jay Flite', 'accepted'],
      ['Refuse the meaning of Jay Flite', 'refused'],
    ] as const)('keeps the focus, and goes on at the list: %s', async (name, decision) => {
      const { api } = portal;
      const meant = {
        alias: 'Jay Flite',
        makeId: 'jayco',
        lineId: 'jayco/jay-flight',
        type: '',
      } as const;
      api.answer(decideAlias, { ...meant, decision, name: 'Jayco Jay Flight', replays: true });
      await visit.go('/admin?tab=data-quality');
      const release = api.hold(decideAlias);
      await press(name);
      await expect.poll(() => button(name).getAttribute('aria-disabled')).toBe('true');
      await visit.page.keyboard.press('Enter');
      expect(await focused()).toBe(name);
      api.answer(listAliases, { ...ALIASES, proposals: ALIASES.proposals.slice(1), total: 2 });
      release();
      await focusOn('Spellings to decide');
      expect(api.calls(decideAlias)).toBe(1);
    });

    it('is changed where it was decided, which keeps the focus on it for as long as it is there', async () => {
      const { api } = portal;
      const [first, ...others] = ALIASES.decided;
      if (first === undefined) throw new Error('nothing is decided');
      const meant = { alias: 'Grand Dsgn', makeId: 'grand-design', lineId: '', type: '' } as const;
      const refused = { ...meant, decision: 'refused', name: 'Grand Design' } as const;
      api.answer(decideAlias, { ...refused, replays: true });
      await visit.go('/admin?tab=data-quality');
      await button('Accept instead that Momentum means Thor').waitFor();
      const release = api.hold(decideAlias);
      const name = 'Refuse instead that Grand Dsgn means Grand Design';
      await press(name);
      await expect.poll(() => button(name).getAttribute('aria-disabled')).toBe('true');
      api.answer(listAliases, { ...ALIASES, decided: [...others, { ...first, ...refused }] });
      release();
      await visit.page
        .locator('[data-toast]')
        .getByText(
          '\u2068Grand Dsgn\u2069 does not mean \u2068Grand Design\u2069. What came is read anew.',
        )
        .waitFor();
      await expect.poll(focused).toBe('Accept instead that Grand Dsgn means Grand Design');
      expect(api.bodies(decideAlias)).toEqual([{ ...meant, decision: 'refused' }]);
      // What was accepted in another's place makes that one undecided again: its row goes.
      api.answer(listAliases, { ...ALIASES, decided: others });
      await press('Accept instead that Grand Dsgn means Grand Design');
      await focusOn('Spellings to decide');
    });

    it('stays where a meaning was refused and another may be meant', async () => {
      const { api } = portal;
      const meant = {
        alias: 'Jay Flite',
        makeId: 'jayco',
        lineId: 'jayco/jay-flight',
        type: '',
      } as const;
      const name = 'Refuse the meaning of Jay Flite';
      api.answer(decideAlias, {
        ...meant,
        decision: 'refused',
        name: 'Jayco Jay Flight',
        replays: false,
      });
      await visit.go('/admin?tab=data-quality');
      api.answer(listAliases, {
        ...ALIASES,
        proposals: ALIASES.proposals.map((one) => ({
          ...one,
          candidates: one.candidates.slice(1),
        })),
      });
      await press(name);
      await expect
        .poll(() => visit.page.getByLabel('It means').first().locator('option').allInnerTexts())
        .toEqual(['Jayco Jay Feather (62% alike)']);
      await expect.poll(() => button(name).getAttribute('aria-disabled')).toBe(null);
      expect(await focused()).toBe(name);
    });
  });

  describe('sending dead letters again', () => {
    it('of one keeps the focus at it, and goes on at its heading', async () => {
      const { api } = portal;
      api.answer(redriveOne, REDRIVE);
      await visit.go('/admin?tab=dead-letters&letter=raw.listing.v1/1/4711');
      const release = api.hold(redriveOne);
      await press('Send again');
      await focusOn('Sending...');
      api.answer(readDeadLetter, { ...LETTER, state: 'redriven', endedAt: LETTER.at });
      release();
      await focusOn('No year');
    });

    it('of all keeps the focus, and after the last one goes on at the heading of the list', async () => {
      const { api } = portal;
      api.answer(redriveAll, REDRIVE);
      await visit.go('/admin?tab=dead-letters');
      await press('Send 103 again');
      const release = api.hold(redriveAll);
      await press('Send again');
      await focusOn('Sending...');
      api.answer(listDeadLetters, { ...LETTERS, byReason: [], bySource: [] });
      release();
      await focusOn('Dead letters');
    });

    it('says no success where all failed again, and lists them anew', async () => {
      const { api } = portal;
      const { page } = visit;
      api.answer(redriveAll, FAILED_AGAIN);
      await visit.go('/admin?tab=dead-letters&source=lakeside&reason=no_year');
      await button('Send 61 again').click();
      const byReason = [{ reason: 'no_year', letters: 122, open: 60 }];
      api.answer(listDeadLetters, { ...LETTERS, byReason });
      api.answer(listRedrives, { redrives: [FAILED_AGAIN] });
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      const toast = page.locator('[data-toast=info]');
      await toast
        .getByText('20,125 dead letters are read once more. 20,125 failed again.')
        .waitFor();
      await page.getByRole('row').getByText('20,125 failed again').waitFor();
      await button('Send 60 again').waitFor();
    });

    it('shows what became of those that took long, once that is known', async () => {
      const { api } = portal;
      const { page } = visit;
      await page.clock.install();
      const going = { ...FAILED_AGAIN, state: 'loading' as const, became: null };
      api.answer(redriveAll, going);
      await visit.go('/admin?tab=dead-letters&source=lakeside&reason=no_year');
      await button('Send 61 again').click();
      api.answer(listDeadLetters, { ...LETTERS, byReason: [] });
      api.answer(listRedrives, { redrives: [going] });
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await page.locator('[data-toast=info]').getByText('Sent again').waitFor();
      await page.getByText('Being read').waitFor();
      api.answer(listDeadLetters, LETTERS);
      api.answer(listRedrives, { redrives: [FAILED_AGAIN] });
      await page.clock.runFor(5_000);
      await page.getByRole('row').getByText('20,125 failed again').waitFor();
      await button('Send 61 again').waitFor();
    });
  });

  it('put a dash where there is nothing', async () => {
    const { page } = visit;
    const cell = (row: string, label: string) =>
      page.getByRole('row').filter({ hasText: row }).locator(`[data-label="${label}"]`).innerText();
    await visit.go('/admin?tab=dead-letters');
    await page.getByText('byte 0: 0xff is no JSON').waitFor();
    expect(await cell('byte 0: 0xff is no JSON', 'Origin')).toBe('–');
    const [first] = SOURCES.sources;
    portal.api.answer(staffSources, {
      ...SOURCES,
      sources: SOURCES.sources.slice(0, 1).map((row) => ({ ...row, runs: [], lastRun: null })),
    });
    await visit.go('/admin?tab=sources');
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    expect(await cell(first?.source ?? '', 'Last 30 runs')).toBe('–');
  });
});
