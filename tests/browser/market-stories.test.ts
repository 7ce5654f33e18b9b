import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { generateStories, marketStories } from '#schemas/api/market.ts';
import { openMarket, USER } from './support/market.ts';
import { describePortal, eachVisit, PHONE } from './support/portal.ts';
import { STORIES, storiesOf } from './support/stories.ts';

describePortal('market stories', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    portal.api.answer(marketStories, STORIES);
  });

  const stories = () => visit.page.getByRole('article');

  it('are reached from the landing page', async () => {
    await visit.go('/');
    await visit.page.getByRole('link', { name: 'Explore Market Stories' }).click();
    await visit.page
      .getByRole('heading', { level: 1, name: 'Market Intelligence Stories' })
      .waitFor();
  });

  it('show everything a story has', async () => {
    await visit.go('/market-stories');
    const story = stories().first();
    await story.waitFor();
    // Some spaces hold what they stand between together.
    const text = (await story.innerText()).replaceAll('\u00a0', ' ');
    for (const words of [
      'Market Trends',
      '98% confidence',
      'Asking prices of Class A motorhomes have slipped 7.1% in 36 months',
      'Like for like, asking prices of Class A motorhomes fell 7.1%',
      'This compares like with like',
      'Monthly readings of listings',
      '11,100',
      'Key Insights',
      'Likely size of the decline',
      'Recommendations',
      'there is no need to hurry',
      'Generated Nov 21, 2026',
    ])
      expect(text).toContain(words);
    await expect.poll(() => story.locator('ol > li').count()).toBe(2);
  });

  it('stay within the window, whatever long word is in them', async () => {
    const word = 'W'.repeat(2_000);
    const [first] = STORIES;
    if (first === undefined) throw new Error('there is no story');
    portal.api.answer(marketStories, [
      {
        ...first,
        title: word,
        summary: word,
        narrative: word,
        keyInsights: [word],
        recommendations: [word],
        dataPoints: [{ metric: word, value: word, trend: 'up', impact: 'positive' }],
      },
    ]);
    await visit.page.setViewportSize(PHONE);
    await visit.go('/market-stories');
    await stories().first().waitFor();
    expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  });

  it('mark each figure by its direction, and by its impact: neither where it is another', async () => {
    await visit.go('/market-stories');
    await stories().nth(1).waitFor();
    const figuresOf = (story: number) =>
      stories()
        .nth(story)
        .locator('dd')
        .evaluateAll((all) =>
          all.map((figure) => [
            (figure as unknown as { dataset: { impact: string } }).dataset.impact,
            figure.textContent,
          ]),
        );
    expect(await figuresOf(0)).toEqual([
      ['negative', '7.1%, down'],
      ['other', '11,100'],
    ]);
    expect(await figuresOf(1)).toEqual([
      ['positive', 'May, up'],
      ['negative', 'November, down'],
      ['other', '4.1%, level'],
    ]);
  });

  it('are chosen by category, which stands in the address', async () => {
    await visit.go('/market-stories');
    await stories().nth(1).waitFor();
    await expect
      .poll(() => visit.page.getByRole('tab').allInnerTexts())
      .toEqual([
        'All',
        'Market Trends',
        'Buyer Behavior',
        'Pricing Dynamics',
        'Regional Insights',
        'Seasonal Patterns',
      ]);
    await visit.page.getByRole('tab', { name: 'Seasonal Patterns' }).click();
    await visit.page.waitForURL('**/market-stories?category=seasonal-patterns');
    await expect.poll(() => stories().count()).toBe(1);
    await visit.page.goBack();
    await stories().nth(1).waitFor();
    await visit.go('/market-stories?category=market-trends');
    await visit.page.getByRole('tab', { name: 'Market Trends', selected: true }).waitFor();
    await expect.poll(() => stories().count()).toBe(1);
  });

  it('are shown two dozen at a time where there are many, which the address keeps', async () => {
    portal.api.answer(marketStories, storiesOf(60));
    await visit.go('/market-stories');
    const { page } = visit;
    await expect.poll(() => stories().count()).toBe(24);
    await page.getByRole('button', { name: 'Show 24 more of 36' }).click();
    await expect.poll(() => stories().count()).toBe(48);
    await expect.poll(() => page.locator('li:focus').innerText()).toContain('Story 24');
    await page.waitForURL('**/market-stories?shown=48');
    await page.getByRole('button', { name: 'Show 12 more' }).click();
    await expect.poll(() => stories().count()).toBe(60);
    await expect.poll(() => page.getByRole('button', { name: /^Show/ }).count()).toBe(0);
    await page.reload();
    await expect.poll(() => stories().count()).toBe(60);
    await page.getByRole('tab', { name: 'Market Trends' }).click();
    await page.waitForURL('**/market-stories?category=market-trends');
    await expect.poll(() => stories().count()).toBe(24);
    await visit.go('/market-stories?shown=-1e9');
    await expect.poll(() => stories().count()).toBe(24);
  });

  it('leave the focus where it is when others come', async () => {
    const many = storiesOf(60);
    portal.api.answer(marketStories, many);
    await visit.go('/market-stories');
    const { page } = visit;
    await page.getByRole('button', { name: 'Show 24 more of 36' }).click();
    await expect.poll(() => page.locator('li:focus').innerText()).toContain('Story 24');
    portal.api.answer(marketStories, [...STORIES, ...many]);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await page.getByText('Class A motorhomes have slipped').first().waitFor();
    expect(await page.locator('li:focus').count()).toBe(0);
  });

  it('are asked for once, and again by Refresh', async () => {
    await visit.go('/market-stories');
    await stories().first().waitFor();
    expect(portal.api.calls(marketStories)).toBe(1);
    const release = portal.api.hold(marketStories);
    await visit.page.getByRole('button', { name: 'Refresh' }).click();
    await visit.page.getByRole('button', { name: 'Refreshing...' }).waitFor();
    await expect.poll(() => stories().count()).toBe(2);
    release();
    await visit.page.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
    await visit.page.getByText('Stories are up to date').first().waitFor();
    expect(portal.api.calls(marketStories)).toBe(2);
  });

  it('are said to be up to date each time Refresh is pressed, as long as the first time', async () => {
    const { page } = visit;
    await page.clock.install();
    await visit.go('/market-stories');
    await stories().first().waitFor();
    const told = page.locator('[data-toast=good]');
    for (const asked of [2, 3]) {
      const release = portal.api.hold(marketStories);
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await page.getByRole('button', { name: 'Refreshing...' }).waitFor();
      release();
      await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
      await told.waitFor();
      expect(portal.api.calls(marketStories)).toBe(asked);
      await page.clock.runFor(3_500);
    }
    expect(await told.count()).toBe(1);
    await page.clock.runFor(6_000);
    await told.waitFor({ state: 'detached' });
  });

  it('are three skeletons while they load', async () => {
    const release = portal.api.hold(marketStories);
    await visit.go('/market-stories');
    await visit.page.locator('[data-skeleton=story]').nth(2).waitFor();
    await expect.poll(() => visit.page.locator('[data-skeleton=story]').count()).toBe(3);
    release();
    await stories().first().waitFor();
  });

  it('say that there are none, and Generate Stories asks again', async () => {
    portal.api.answer(marketStories, []);
    await visit.go('/market-stories');
    await visit.page.getByText('No stories available').waitFor();
    portal.api.answer(marketStories, STORIES);
    await visit.page.getByRole('button', { name: 'Generate Stories' }).click();
    await stories().first().waitFor();
    expect(portal.api.calls(marketStories)).toBe(2);
  });

  it('are told anew for staff who press Generate Stories, before they are asked for again', async () => {
    portal.api.answer(currentUser, { ...USER, staff: true, staffControls: true });
    portal.api.answer(marketStories, []);
    portal.api.answer(generateStories, { state: 'published', stories: 2 });
    await visit.go('/market-stories');
    const release = portal.api.hold(generateStories);
    await visit.page.getByRole('button', { name: 'Generate Stories' }).click();
    await visit.page.getByRole('button', { name: 'Generating...' }).waitFor();
    expect(portal.api.calls(marketStories)).toBe(1);
    portal.api.answer(marketStories, STORIES);
    release();
    await stories().first().waitFor();
    expect(portal.api.calls(generateStories)).toBe(1);
  });

  it('say what came of it where those told anew are of other categories', async () => {
    portal.api.answer(currentUser, { ...USER, staff: true, staffControls: true });
    portal.api.answer(generateStories, { state: 'published', stories: STORIES.length });
    await visit.go('/market-stories?category=buyer-behavior');
    const generate = visit.page.getByRole('button', { name: 'Generate Stories' });
    await generate.click();
    await visit.page.getByText(`There are ${STORIES.length} now.`).first().waitFor();
    // What was served before is served still, which is no success.
    portal.api.answer(generateStories, { state: 'failed', stories: STORIES.length });
    await generate.click();
    await visit.page.getByText('The stories could not be told').first().waitFor();
  });

  it('say so where a category has none', async () => {
    await visit.go('/market-stories?category=buyer-behavior');
    const { page } = visit;
    await page.getByText('No stories available').waitFor();
    await page.getByText(`${STORIES.length} of other kinds are told.`).waitFor();
    await page.getByRole('button', { name: 'Show All Stories' }).click();
    await page.waitForURL('**/market-stories');
    await stories().first().waitFor();
    await page.locator('#stories:focus').waitFor();
  });

  it('say that no answer came, as every page does, where none did', async () => {
    await visit.page.route('**/api/market-stories', (route) => route.abort());
    await visit.go('/market-stories');
    const failed = visit.page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await failed.getByText('No answer came from the server.').waitFor();
    visit.forgiveNetwork();
  });

  it('offer to try again when they could not be loaded', async () => {
    portal.api.refuse(marketStories, 503, { code: 'unavailable', message: 'x' });
    await visit.go('/market-stories');
    await visit.page.getByText('The stories could not be loaded').waitFor();
    expect(portal.api.calls(marketStories)).toBe(1);
    portal.api.answer(marketStories, STORIES);
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await stories().first().waitFor();
  });
});
