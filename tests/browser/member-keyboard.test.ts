import { beforeEach, describe, expect, it } from 'vitest';
import { searchListings } from '#schemas/api/listings.ts';
import { listContributions, removeContribution } from '#schemas/api/contribution.ts';
import { listSessions, revokeSession } from '#schemas/api/profile.ts';
import { listSavedRvs, removeSavedRv } from '#schemas/api/saved-rvs.ts';
import { openListings, pageOf, SAVED } from './support/listings.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

const BUSY = { code: 'busy', message: 'Please wait a moment.' };

describePortal('what is a member’s', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
  });
  const button = (name: string | RegExp) =>
    visit.page.getByRole('button', { name, exact: true }).first();

  describe('keeps the focus of who goes by keyboard', () => {
    const focusOn = (text: string) =>
      expect.poll(() => visit.page.evaluate('document.activeElement.innerText')).toBe(text);
    const press = async (name: string | RegExp) => {
      await button(name).focus();
      await visit.page.keyboard.press('Enter');
    };
    const isFocused = (name: string | RegExp) =>
      button(name).and(visit.page.locator(':focus')).waitFor();

    it.each([
      ['the last but some', SAVED.slice(1)],
      ['the last', []],
    ])('at the heading after a saved RV is let go of on the profile: %s', async (_, left) => {
      await visit.go('/profile');
      portal.api.answer(removeSavedRv, { message: 'x' });
      const answer = portal.api.hold(removeSavedRv);
      await press(/^Remove /);
      await expect.poll(() => button(/^Remove /).getAttribute('aria-disabled')).toBe('true');
      await isFocused(/^Remove /);
      portal.api.answer(listSavedRvs, left);
      answer();
      await focusOn('Saved RVs');
    });

    it.each([
      ['its heart', SAVED[0], []],
      ['its heart, others staying', SAVED[0], SAVED.slice(1)],
      ['what is left of one that is gone', SAVED.at(-1), SAVED.slice(0, 1)],
    ])('at the heading of the saved ones after one is let go of by %s', async (_, one, left) => {
      portal.api.answer(listSavedRvs, one === undefined ? [] : [one, ...left]);
      await visit.go('/search?view=saved');
      portal.api.answer(removeSavedRv, { message: 'x' });
      const answer = portal.api.hold(removeSavedRv);
      await press(/^Remove /);
      await expect.poll(() => button(/^Remove /).getAttribute('aria-disabled')).toBe('true');
      await isFocused(/^Remove /);
      portal.api.answer(listSavedRvs, left);
      answer();
      await focusOn('Saved');
    });

    it('at the heading after another device is signed out', async () => {
      await visit.go('/profile?tab=settings&devices=open');
      portal.api.answer(revokeSession, { message: 'x' });
      await button('Sign out: Safari, iPhone').waitFor();
      portal.api.answer(listSessions, []);
      await press('Sign out: Safari, iPhone');
      await focusOn('Devices');
    });

    it('at the heading after a contribution is taken back', async () => {
      await visit.go('/profile?tab=settings&privacy=open');
      portal.api.answer(removeContribution, { message: 'x' });
      const name = 'Take back: 2021 Jayco Jay Flight 28BHS';
      await button(name).waitFor();
      portal.api.answer(listContributions, []);
      await press(name);
      await focusOn('Your contributions');
    });

    it('at the search of the comparison after what was meant is chosen', async () => {
      portal.api.answer(searchListings, (question) =>
        question.query.get('make') === 'Jayco Eagle'
          ? pageOf(1, question)
          : {
              listings: [],
              total: 0,
              suggestions: [{ name: 'Jayco Eagle', make: 'Jayco', model: 'Eagle' }],
            },
      );
      await visit.go('/compare?q=jyco');
      await press('Jayco Eagle');
      await visit.page.getByRole('list', { name: 'Listings found' }).waitFor();
      await focusOn('Find listings to compare');
    });
  });

  describe('stays where it is asked for again in vain, which is said above it', () => {
    it('the saved RVs', async () => {
      await visit.go('/search?view=saved');
      portal.api.answer(removeSavedRv, { message: 'x' });
      await button(/^Remove /).waitFor();
      portal.api.refuse(listSavedRvs, 503, BUSY);
      await button(/^Remove /).click();
      await visit.page.getByText('Your saved RVs could not be loaded').waitFor();
      expect(await visit.page.getByText('$4,995 more than then').count()).toBe(1);
      portal.api.answer(listSavedRvs, SAVED.slice(1));
      await button('Try again').click();
      await visit.page
        .getByText('Your saved RVs could not be loaded')
        .waitFor({ state: 'detached' });
    });

    it('the devices', async () => {
      await visit.go('/profile?tab=settings&devices=open');
      portal.api.answer(revokeSession, { message: 'x' });
      await button('Sign out: Safari, iPhone').waitFor();
      portal.api.refuse(listSessions, 503, BUSY);
      await button('Sign out: Safari, iPhone').click();
      await visit.page.getByText('The devices could not be loaded').waitFor();
      expect(await visit.page.getByText('This device').count()).toBe(1);
    });

    it('the contributions', async () => {
      await visit.go('/profile?tab=settings&privacy=open');
      portal.api.answer(removeContribution, { message: 'x' });
      await button(/^Take back/).waitFor();
      portal.api.refuse(listContributions, 503, BUSY);
      await button(/^Take back/).click();
      await visit.page.getByText('Your contributions could not be loaded').waitFor();
      expect(await visit.page.getByText('$24,900, shared').count()).toBe(1);
    });
  });
});
