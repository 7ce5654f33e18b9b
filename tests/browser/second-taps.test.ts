import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { openListings } from './support/listings.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, DESKTOP, eachVisit, PHONE } from './support/portal.ts';

const GAP_MS = 120;
/** So long it is waited for what a tap is for, which comes from nowhere but the page. */
const DRAWN_MS = 500;

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
  /** Both at one place, so far apart by their own clock, the second once what the first is for is drawn. */
  const tapTwice = (by: 'touch' | 'mouse') => async (what: Locator) => {
    const [x, y] = await placeOf(what);
    await visit.page.evaluate(`(async () => {
      const since = performance.now();
      for (const nth of [1, 2]) {
        const pressed = document.elementFromPoint(${x}, ${y});
        for (const type of ['pointerdown', 'mousedown', 'click']) {
          const detail = type === 'pointerdown' ? 0 : ${by === 'mouse' ? 'nth' : '1'};
          const event = new PointerEvent(type, {
            bubbles: true, cancelable: true, composed: true, detail,
            clientX: ${x}, clientY: ${y}, pointerType: '${by}', isPrimary: true,
          });
          Object.defineProperty(event, 'timeStamp', { value: since + nth * ${GAP_MS} });
          pressed.dispatchEvent(event);
        }
        await new Promise((drawn) => setTimeout(drawn, ${DRAWN_MS}));
      }
    })()`);
  };

  describe.each([
    ['by a finger', tapTwice('touch')],
    ['by a mouse', tapTwice('mouse')],
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
      expect(new URL(visit.page.url()).pathname).toBe('/');
    });

    it('leaves a form open that the first has opened', async () => {
      await visit.go('/profile?tab=account');
      await twice(button('Edit'));
      await visit.page.getByLabel('First name').waitFor();
      expect(await visit.page.getByLabel('First name').count()).toBe(1);
    });

    it('leaves a dialog open that it lies beside', async () => {
      await visit.page.setViewportSize(DESKTOP);
      await visit.go('/market-stories');
      await twice(button('Contribute Data'));
      await visit.page.getByRole('dialog').waitFor();
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
