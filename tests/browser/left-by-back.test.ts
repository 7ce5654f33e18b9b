import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { openMarket, USER } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

describePortal('a dialog over a page that is left by Back', (portal) => {
  const visit = eachVisit(portal);

  beforeEach(() => openMarket(portal.api));

  /** To the stories, and on to the page about accuracy. */
  const walk = async () => {
    const { page } = visit;
    await visit.go('/market-stories');
    await page.getByRole('contentinfo').getByRole('link', { name: 'How accurate we are' }).click();
    await page.waitForURL('**/accuracy');
    await page.locator('#content h1').waitFor();
  };
  const back = async () => {
    await visit.page.goBack();
    await visit.page
      .getByRole('heading', { level: 1, name: 'Market Intelligence Stories' })
      .waitFor();
  };

  it('goes with it, and does not come again with the page: signing in', async () => {
    const { page } = visit;
    await walk();
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').waitFor();
    await back();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goForward();
    await page.waitForURL('**/accuracy');
    await page.getByRole('status').filter({ hasText: 'How accurate we are' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('goes with it: the offer to contribute', async () => {
    const { page } = visit;
    portal.api.answer(currentUser, USER);
    await walk();
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await page.getByRole('dialog').getByText('Why Your Data Matters').waitFor();
    await back();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('stays with what was typed into it', async () => {
    const { page } = visit;
    portal.api.answer(currentUser, USER);
    await walk();
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await page.getByRole('button', { name: 'Share My RV Purchase' }).click();
    const dealer = page.getByRole('dialog').getByLabel(/^Dealer/);
    await dealer.fill('Lakeside RV');
    await page.goBack();
    await page.waitForURL('**/market-stories');
    await expect.poll(() => dealer.inputValue()).toBe('Lakeside RV');
  });
});
