import { beforeEach, expect, it } from 'vitest';
import { accuracy } from '#schemas/api/accuracy.ts';
import { currentUser } from '#schemas/api/account.ts';
import { rvMakes } from '#schemas/api/catalogue.ts';
import { listingsByIds } from '#schemas/api/listings.ts';
import { marketData, marketStories } from '#schemas/api/market.ts';
import { calculator } from './support/calculator.ts';
import { openListings } from './support/listings.ts';
import { USER } from './support/market.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

const BUSY = { code: 'busy', message: 'Please wait a moment.' };

describePortal('what could not be loaded', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
    portal.api.answer(currentUser, USER);
  });
  const again = () => visit.page.getByRole('button', { name: 'Try again' }).first();

  it.each([
    ['/market-stories', marketStories, 'Market Intelligence Stories'],
    ['/accuracy', accuracy, 'How close our values come'],
    ['/compare?ids=a1', listingsByIds, 'Your comparison'],
  ])(
    'leaves the focus at the heading over it when it is tried again: %s',
    async (path, call, title) => {
      portal.api.refuse(call, 503, BUSY);
      await visit.go(path);
      await again().waitFor();
      portal.api.hold(call);
      await again().press('Enter');
      await again().waitFor({ state: 'detached' });
      await expect.poll(() => visit.page.locator(':focus').innerText()).toBe(title);
    },
  );

  it('leaves it at its part of the page where that has no heading', async () => {
    portal.api.refuse(marketData, 503, BUSY);
    await visit.go('/?view=browse');
    await again().waitFor();
    portal.api.hold(marketData);
    await again().press('Enter');
    await again().waitFor({ state: 'detached' });
    await visit.page.locator('[role=tabpanel]:focus').waitFor();
  });

  it('leaves it at the content of a page that has no heading yet', async () => {
    portal.api.refuse(currentUser, 503, BUSY);
    await visit.page.goto('/profile');
    await again().waitFor();
    portal.api.hold(currentUser);
    await again().press('Enter');
    await again().waitFor({ state: 'detached' });
    await visit.page.locator('main:focus').waitFor();
  });

  it('leaves it at the field whose names are tried again', async () => {
    portal.api.refuse(rvMakes, 503, BUSY);
    await visit.go('/depreciation');
    await again().waitFor();
    portal.api.hold(rvMakes);
    await again().press('Enter');
    await again().waitFor({ state: 'detached' });
    await calculator(visit.page).make.and(visit.page.locator(':focus')).waitFor();
  });
});
