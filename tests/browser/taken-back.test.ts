import { expect, it } from 'vitest';
import { HOLD_DRAWING } from './support/held-drawing.ts';
import { openListings } from './support/listings.ts';
import { describePortal, eachVisit } from './support/portal.ts';

/** Back is pressed while a busy browser has not drawn yet what was chosen: what is shown must be what the address says. */
describePortal('a choice taken back before it is drawn', (portal) => {
  const visit = eachVisit(portal);
  const sort = () => visit.page.getByLabel('Sort By');
  const chips = () => visit.page.getByRole('list', { name: 'Filters in use' });

  const open = async (query: string) => {
    openListings(portal.api);
    await visit.page.addInitScript(HOLD_DRAWING);
    await visit.go(`/search?${query}`);
    await chips().waitFor();
  };
  const takeBack = async (choose: () => Promise<unknown>) => {
    const { page } = visit;
    await page.evaluate('heldDrawing.hold()');
    await choose();
    await page.goBack();
    await page.evaluate('heldDrawing.go()');
  };

  it('is taken back in what is shown', async () => {
    await open('type=class-a&sort=price-desc');
    await takeBack(async () => {
      await sort().selectOption('year-asc');
      await visit.page.waitForURL('**/search?*year-asc');
    });
    await visit.page.waitForURL('**/search?*price-desc');
    await expect.poll(() => sort().inputValue()).toBe('price-desc');
    // Nor does it come again with the next.
    await chips().getByRole('button', { name: 'Remove filter: Class A' }).click();
    await visit.page.waitForURL(/\/search\?sort=price-desc$/);
  });

  it('leaves the one before it, of which as little was drawn', async () => {
    await open('type=class-a&sort=price-desc');
    await takeBack(async () => {
      await sort().selectOption('year-asc');
      await visit.page.waitForURL('**/search?*year-asc');
      await chips().getByRole('button', { name: 'Remove filter: Class A' }).click();
      await visit.page.waitForURL(/\/search\?sort=year-asc$/);
    });
    await expect
      .poll(() => chips().getByRole('button').allInnerTexts())
      .toEqual(['Class A', 'Clear Filters']);
    expect(await sort().inputValue()).toBe('year-asc');
  });

  it('by the same control leads back to the entry before, and the next is searched for', async () => {
    await open('type=class-a&sort=price-desc');
    const { page } = visit;
    await page.evaluate('heldDrawing.hold()');
    await sort().selectOption('year-asc');
    await page.waitForURL('**/search?*year-asc');
    await sort().selectOption('price-desc');
    await page.waitForURL('**/search?*price-desc');
    await page.evaluate('heldDrawing.go()');
    await sort().selectOption('price-asc');
    await page.waitForURL('**/search?*price-asc');
  });
});
