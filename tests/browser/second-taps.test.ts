import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { openListings } from './support/listings.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, DESKTOP, eachVisit, PHONE } from './support/portal.ts';

const GAP_MS = 120;

describePortal('the second of two taps', (portal) => {
  const visit = eachVisit(portal, { viewport: PHONE, hasTouch: true });
  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
  });

  const button = (name: string | RegExp) =>
    visit.page.getByRole('button', { name, exact: true }).first();

  const boxOf = async (what: Locator) => {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    if (box === null) throw new Error('It is not shown');
    return box;
  };
  /**
   * Two taps so far apart by their own clock. With `until` the second comes once something else stands at the first
   * place than what the first hit.
   */
  const tap = (by: 'touch' | 'mouse', places: readonly [number, number][], until: boolean) =>
    visit.page.evaluate(`(async () => {
      const since = performance.now();
      for (const [nth, [x, y]] of ${JSON.stringify(places)}.entries()) {
        const pressed = document.elementFromPoint(x, y);
        const on = pressed.closest('a, button, summary, label') ?? pressed;
        const said = on.textContent;
        for (const type of ['pointerdown', 'mousedown', 'click']) {
          const detail = type === 'pointerdown' ? 0 : ${by === 'mouse' ? 'nth + 1' : '1'};
          const event = new PointerEvent(type, {
            bubbles: true, cancelable: true, composed: true, detail,
            clientX: x, clientY: y, pointerType: '${by}', isPrimary: true,
          });
          Object.defineProperty(event, 'timeStamp', { value: since + nth * ${GAP_MS} });
          pressed.dispatchEvent(event);
        }
        const isThere = () =>
          on.contains(document.elementFromPoint(x, y)) && on.textContent === said;
        do await new Promise(requestAnimationFrame);
        while (${until} && nth === 0 && isThere());
      }
    })()`);
  const tapTwice =
    (by: 'touch' | 'mouse') =>
    async (what: Locator, until = true) => {
      const { x, y, width, height } = await boxOf(what);
      const middle: [number, number] = [x + width / 2, y + height / 2];
      await tap(by, [middle, middle], until);
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

    it('presses the same button again', async () => {
      await visit.go('/accuracy');
      await twice(button(/^Colors/), false);
      await visit.page.locator('html[data-theme=dark]').waitFor();
    });
  });

  it('takes nothing from a list that has opened below the first', async () => {
    await visit.page.setViewportSize(DESKTOP);
    await visit.go('/search');
    await visit.page.getByRole('img', { name: /^Asking prices/ }).waitFor();
    const make = visit.page.getByRole('combobox', { name: 'Make' });
    const { x, y, height } = await boxOf(make);
    await tap(
      'touch',
      [
        [x + 40, y + height - 3],
        [x + 40, y + height + 17],
      ],
      false,
    );
    expect(await make.inputValue()).toBe('');
  });

  it('does what it is for beside the first, where nothing has moved', async () => {
    await visit.page.setViewportSize(DESKTOP);
    await visit.go('/search');
    const choices = visit.page.getByRole('group', { name: 'Condition' }).locator('label');
    // With their counts they stand where they stay.
    await visit.page.getByRole('img', { name: /^Asking prices/ }).waitFor();
    const [left, right] = [await boxOf(choices.nth(0)), await boxOf(choices.nth(1))];
    expect(right.y).toBe(left.y);
    const y = left.y + left.height / 2;
    await tap(
      'touch',
      [
        [left.x + left.width - 3, y],
        [right.x + 3, y],
      ],
      false,
    );
    await visit.page.waitForURL(/condition=/);
  });
});
