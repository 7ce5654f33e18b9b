import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { marketAnalysis, marketStories } from '#schemas/api/market.ts';
import { openListings } from './support/listings.ts';
import { MARKET_ANALYSIS } from './support/market.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { openStaff, STAFF } from './support/staff.ts';
import { STORIES } from './support/stories.ts';

describePortal('tabs', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
    openStaff(portal.api);
    portal.api.answer(currentUser, STAFF);
    portal.api.answer(marketAnalysis, MARKET_ANALYSIS);
    portal.api.answer(marketStories, STORIES);
  });

  it.each([
    ['What would you like to see?', '/'],
    ['Market analysis by', '/?view=market'],
    ['Stories about', '/market-stories'],
    ['Parts of your profile', '/profile'],
    ['Views', '/admin'],
  ])(
    'are one step of the history, however far the arrow keys lead along them: %s',
    async (name, path) => {
      const { page } = visit;
      await visit.go(path);
      const tabs = page.getByRole('tablist', { name }).getByRole('tab');
      const selected = (at: number) =>
        expect.poll(() => tabs.nth(at).getAttribute('aria-selected')).toBe('true');
      const entries = () => page.evaluate<number>('history.length');
      await selected(0);
      const before = await entries();
      const walk = async () => {
        await page.keyboard.press('ArrowRight');
        await selected(1);
        await page.keyboard.press('ArrowRight');
        await selected(2);
      };
      await tabs.first().focus();
      await walk();
      expect(await entries()).toBe(before + 1);
      await page.goBack();
      await selected(0);
      await tabs.first().focus();
      await walk();
      expect(await entries()).toBe(before + 1);
      await tabs.nth(1).click();
      await selected(1);
      expect(await entries()).toBe(before + 2);
      await page.goBack();
      await selected(2);
      await page.goBack();
      await selected(0);
    },
  );

  it('lead on from the one that has the focus, also where it is not drawn yet', async () => {
    const { page } = visit;
    await visit.go('/market-stories');
    const tabs = page.getByRole('tablist').getByRole('tab');
    await tabs.first().focus();
    await page.evaluate(`for (const _ of [1, 2, 3])
      document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
      )`);
    await expect.poll(() => tabs.nth(3).getAttribute('aria-selected')).toBe('true');
  });
});
