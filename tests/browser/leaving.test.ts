import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { currentUser, updateProfile } from '#schemas/api/account.ts';
import { afterEveryTimer, HOLD_DRAWING } from './support/held-drawing.ts';
import { openListings } from './support/listings.ts';
import { openMembership, PROFILE } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { openStaff, STAFF } from './support/staff.ts';

/**
 * The link is pressed, and its address stands there; a busy browser has not drawn its page yet, so what the
 * one before still waits for comes now.
 */
describePortal('a page that is being left', (portal) => {
  const visit = eachVisit(portal);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  const go = async (path: string) => {
    openListings(portal.api);
    openMembership(portal.api);
    openStaff(portal.api);
    portal.api.answer(currentUser, STAFF);
    await visit.page.addInitScript(HOLD_DRAWING);
    await visit.go(path);
  };

  /** Presses the link to `/accuracy`, does what comes late, and has it drawn. */
  const leaveBefore = async (late: () => Promise<void>) => {
    const { page } = visit;
    await page.evaluate('heldDrawing.hold()');
    await page.getByRole('contentinfo').getByRole('link', { name: 'How accurate we are' }).click();
    await page.waitForURL('**/accuracy');
    await late();
    await page.evaluate('heldDrawing.go()');
    await page.getByRole('status').filter({ hasText: 'How accurate we are' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/accuracy');
  };

  it('leads nobody back when the details are saved', async () => {
    const { page } = visit;
    await go('/profile?tab=account&details=open');
    portal.api.answer(updateProfile, PROFILE);
    const release = portal.api.hold(updateProfile);
    await press(page, 'Save Changes').click();
    await press(page, 'Saving...').waitFor();
    await leaveBefore(async () => {
      const asked = portal.api.calls(currentUser);
      release();
      // The last thing done about it.
      await expect.poll(() => portal.api.calls(currentUser)).toBe(asked + 1);
    });
  });

  it.each([
    ['the search', '/search', (page: Page) => page.getByLabel('Keyword')],
    ['the comparison', '/compare', (page: Page) => page.getByLabel('Search by make')],
    ['the calculator', '/depreciation', (page: Page) => page.getByLabel('Mileage')],
  ])('leads nobody back to what was typed last: %s', async (_, path, field) => {
    const { page } = visit;
    await go(path);
    await field(page).fill('12000');
    await leaveBefore(() => page.evaluate(afterEveryTimer));
  });
});
