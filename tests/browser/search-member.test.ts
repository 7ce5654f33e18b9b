import { beforeEach, describe, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { saveRv, searchListings } from '#schemas/api/listings.ts';
import { listSavedRvs, removeSavedRv } from '#schemas/api/saved-rvs.ts';
import { openListings, pageOf, SAVED } from './support/listings.ts';
import { describePortal, DESKTOP, eachVisit, PHONE } from './support/portal.ts';

describePortal('the search of somebody signed in', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openListings(portal.api);
    portal.api.answer(searchListings, (question) => pageOf(1_234, question));
  });

  const cards = () => visit.page.getByRole('article');
  const open = async () => {
    await visit.go('/search');
    await cards().first().waitFor();
  };

  describe('saving', () => {
    const save = () =>
      cards()
        .first()
        .getByRole('button', { name: /^Save / });

    it('says that it is saved, and shows it', async () => {
      portal.api.answer(saveRv, { id: 'x', listingId: 'a1' });
      await open();
      portal.api.answer(listSavedRvs, SAVED.slice(0, 1));
      await save().click();
      await visit.page.getByText('RV Saved', { exact: true }).first().waitFor();
      await visit.page.getByText('RV has been added to your saved listings').first().waitFor();
      expect(portal.api.bodies(saveRv)).toEqual([{ listingId: 'a1' }]);
      // Whoever saved it by the keyboard goes on from there.
      await cards()
        .first()
        .getByRole('button', { name: /^Remove / })
        .and(visit.page.locator(':focus'))
        .waitFor();
      portal.api.answer(removeSavedRv, { message: 'x' });
      portal.api.answer(listSavedRvs, []);
      await cards()
        .first()
        .getByRole('button', { name: /^Remove / })
        .click();
      await save().waitFor();
      expect(portal.api.calls(removeSavedRv)).toBe(1);
      await expect.poll(() => visit.page.locator('[data-toast]').count()).toBe(1);
    });

    it('says so above what was picked for comparing', async () => {
      const { page } = visit;
      portal.api.answer(saveRv, { id: 'x', listingId: 'a1' });
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await visit.go('/search?compare=a2');
        await cards().first().waitFor();
        const compare = page.locator('[data-foot] a[href="/compare?ids=a2"]');
        await compare.waitFor();
        await save().click();
        const toast = page.locator('[data-toast]');
        await toast.waitFor();
        await expect
          .poll(async () => {
            const [said, picked] = await Promise.all([toast.boundingBox(), compare.boundingBox()]);
            return (said?.y ?? NaN) + (said?.height ?? NaN) - (picked?.y ?? NaN);
          })
          .toBeLessThanOrEqual(0);
      }
    });

    it('says that it failed', async () => {
      portal.api.refuse(saveRv, 500, { code: 'x', message: 'x' });
      await open();
      await save().click();
      const toast = visit.page.locator('[data-toast=bad]');
      await toast.getByText('Failed to save RV. Please try again.').waitFor();
      await toast.getByRole('button', { name: 'Close the notification' }).click();
      await toast.waitFor({ state: 'detached' });
    });

    it('opens sign-in when the session is lost', async () => {
      portal.api.refuse(saveRv, 401, { code: 'unauthorized', message: 'x' });
      await open();
      await save().click();
      const toast = visit.page.locator('[data-toast=bad]');
      await toast.getByText('Unauthorized', { exact: true }).waitFor();
      await toast.getByText('You are logged out. Logging in again...').waitFor();
      await visit.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    });

    it('shows what prices did since, by its own address', async () => {
      portal.api.answer(listSavedRvs, SAVED);
      await open();
      await visit.page.getByRole('tab', { name: 'Saved (6)' }).click();
      await visit.page.waitForURL('**/search?view=saved');
      for (const words of [
        'Saved Nov 2, 2026 at $35,000',
        '$2,000 less than then',
        '$4,995 more than then',
        'Same price as then',
        'No longer observed on the market',
        '2016 Jayco Jay Feather 23BHM',
        'Last asking price: $11,500',
      ])
        await visit.page.getByText(words).first().waitFor();
    });

    it('picks what was saved for comparing too, in the same address', async () => {
      const { page } = visit;
      portal.api.answer(listSavedRvs, SAVED);
      await visit.go('/search?view=saved&compare=a2,a4');
      const add = page.getByRole('button', { name: /^Add to Compare: / });
      await add.first().click();
      await page.waitForURL('**/search?view=saved&compare=a2%2Ca4%2Ca1');
      await page.getByText('3 of 3 selected').waitFor();
      expect(await add.first().isDisabled()).toBe(true);
      await page.locator('a[href="/compare?ids=a2,a4,a1"]').waitFor();
      await page.goBack();
      await page.getByText('2 of 3 selected').waitFor();
      // Whoever goes on searching still has them.
      await page.getByRole('tab', { name: 'All listings' }).click();
      await cards().first().waitFor();
      await page.getByText('2 of 3 selected').waitFor();
    });
  });

  describe('signed out', () => {
    it('is no page, and offers sign-in', async () => {
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
      await visit.go('/search');
      await visit.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      await visit.page.getByRole('main').getByRole('button', { name: 'Sign In' }).waitFor();
      expect(portal.api.calls(searchListings)).toBe(0);
    });

    it('while on it: says so, and leads to the start page', async () => {
      await open();
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
      await visit.page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
      await visit.page.locator('[data-toast=bad]').getByText('You were signed out').waitFor();
      await visit.page.waitForURL((url) => url.pathname === '/');
    });
  });
});
