import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { openListings, pageOf } from './support/listings.ts';
import { describePortal, eachVisit } from './support/portal.ts';

describePortal('a page that is loaded anew far down', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openListings(portal.api);
    portal.api.answer(searchListings, (question) => pageOf(1_234, question));
  });

  const cards = () => visit.page.getByRole('article');
  const scrolled = () => visit.page.evaluate<number>('scrollY');
  const farDown = async (path: string) => {
    await visit.go(path);
    await cards().last().scrollIntoViewIfNeeded();
    const there = await scrolled();
    expect(there).toBeGreaterThan(1_000);
    return there;
  };

  it('is where it was, once what stands there has come', async () => {
    const there = await farDown('/search');
    const answer = portal.api.hold(currentUser);
    await visit.page.reload();
    expect(await scrolled()).toBeLessThan(there);
    answer();
    await expect.poll(scrolled).toBe(there);
    // And goes on as any other: by links to the top, by Back to where it was.
    await visit.page.getByRole('contentinfo').getByRole('link', { name: 'How accurate' }).click();
    await visit.page.waitForURL('**/accuracy');
    await expect.poll(scrolled).toBe(0);
    await visit.page.goBack();
    await expect.poll(scrolled).toBeGreaterThan(1_000);
  });

  it('is left to who has begun to scroll it', async () => {
    await farDown('/search');
    const answer = portal.api.hold(currentUser);
    await visit.page.reload();
    await visit.page.mouse.wheel(0, -2_000);
    await expect.poll(scrolled).toBe(0);
    answer();
    await cards().last().waitFor();
    expect(await scrolled()).toBe(0);
  });

  it('is not where another was: it begins at its top', async () => {
    await farDown('/search');
    await visit.go('/search?make=Jayco');
    await cards().last().waitFor();
    expect(await scrolled()).toBe(0);
  });
});
