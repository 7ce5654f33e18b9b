import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { openListings } from './support/listings.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, DESKTOP, eachVisit, PHONE } from './support/portal.ts';

/** Between the two taps of a double tap: what the first is for is drawn. */
const GAP_MS = 120;

describePortal('the second of two taps', (portal) => {
  const visit = eachVisit(portal, { viewport: PHONE, hasTouch: true });
  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
  });

  const button = (name: string | RegExp) =>
    visit.page.getByRole('button', { name, exact: true }).first();

  const placeOf = async (what: Locator): Promise<[x: number, y: number]> => {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    if (box === null) throw new Error('It is not shown');
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const byFinger = async (what: Locator, gap = GAP_MS) => {
    const at = await placeOf(what);
    await visit.page.touchscreen.tap(...at);
    await setTimeout(gap);
    await visit.page.touchscreen.tap(...at);
  };
  const byMouse = async (what: Locator, gap = GAP_MS) => {
    const { mouse } = visit.page;
    await mouse.move(...(await placeOf(what)));
    for (const clickCount of [1, 2]) {
      await mouse.down({ clickCount });
      await mouse.up({ clickCount });
      if (clickCount === 1) await setTimeout(gap);
    }
  };

  describe.each([
    ['by a finger', byFinger],
    ['by a mouse', byMouse],
  ])('%s', (_, twice) => {
    it('takes no filter away that has moved up', async () => {
      await visit.go('/search?type=class-a&condition=used&state=TX');
      await twice(button('Remove filter: In Texas'));
      await visit.page.waitForURL(/\/search\?type=class-a&condition=used$/);
      // The last one makes room for what clears them all.
      await twice(button('Remove filter: Used'));
      await visit.page.waitForURL(/\/search\?type=class-a$/);
      await button('Remove filter: Class A').click();
      await visit.page.waitForURL(/\/search$/);
    });

    it('takes no RV out of the comparison that has moved up', async () => {
      await visit.page.setViewportSize(DESKTOP);
      await visit.go('/compare?ids=a1,a2,a3');
      await twice(button(/^Remove /));
      await visit.page.waitForURL(/\/compare\?ids=a2%2Ca3$/);
      await visit.page.getByText('2 of 3 selected').waitFor();
    });

    it('follows no row of a list that has opened', async () => {
      await visit.go('/?view=browse');
      await twice(button(/^Show all/));
      await button('Show fewer').waitFor();
      await setTimeout(GAP_MS);
      expect(new URL(visit.page.url()).pathname).toBe('/');
    });

    it('leaves a form open that the first has opened', async () => {
      await visit.go('/profile?tab=account');
      await twice(button('Edit'));
      await visit.page.getByLabel('First name').waitFor();
      await setTimeout(GAP_MS);
      expect(await visit.page.getByLabel('First name').count()).toBe(1);
    });

    it('leaves a dialog open that it lies beside', async () => {
      await visit.page.setViewportSize(DESKTOP);
      await visit.go('/market-stories');
      // Once the dialog has come.
      await twice(button('Contribute Data'), 2.5 * GAP_MS);
      await visit.page.getByRole('dialog').waitFor();
      await setTimeout(4 * GAP_MS);
      expect(await visit.page.getByRole('dialog').count()).toBe(1);
    });

    it('presses the same button again', async () => {
      await visit.go('/accuracy');
      await twice(button(/^Colors/));
      await visit.page.locator('html[data-theme=dark]').waitFor();
    });
  });

  it('is what it is at another place', async () => {
    await visit.go('/search?type=class-a&condition=used');
    for (const name of ['Remove filter: Used', 'Remove filter: Class A'])
      await visit.page.touchscreen.tap(...(await placeOf(button(name))));
    await visit.page.waitForURL(/\/search$/);
  });
});
