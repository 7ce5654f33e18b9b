import { beforeEach, expect, it } from 'vitest';
import { searchFacets, searchListings } from '#schemas/api/listings.ts';
import { answerSearches, FACETS, openListings, pageOf } from './support/listings.ts';
import { describePortal, DESKTOP, eachVisit, PHONE } from './support/portal.ts';

describePortal('the filters of the search', (portal) => {
  const visit = eachVisit(portal);
  /** What was asked for, oldest first. */
  let asked: string[];
  beforeEach(() => {
    openListings(portal.api);
    asked = [];
    answerSearches(portal.api, asked, (question) => pageOf(1_234, question));
  });

  const open = async (query = '') => {
    await visit.go(`/search${query}`);
    await visit.page.getByRole('article').first().waitFor();
  };
  const searched = (query: string) => expect.poll(() => asked.at(-1)).toBe(query);
  const button = (name: string | RegExp) => visit.page.getByRole('button', { name, exact: true });

  it('has a model to choose only once a make is chosen', async () => {
    await open();
    const make = visit.page.getByRole('combobox', { name: 'Make' });
    const model = visit.page.getByRole('combobox', { name: 'Model' });
    await make.waitFor();
    expect(await model.count()).toBe(0);
    await make.fill('jaco');
    await visit.page.getByRole('option', { name: /Jayco/ }).click();
    await model.fill('eag');
    await visit.page
      .getByRole('option', { name: /^Eagle/ })
      .first()
      .click();
    await searched('make=Jayco&model=Eagle&limit=12&offset=0');
  });

  it('stays within its window whatever is filtered by', async () => {
    await open(`?keyword=${'x'.repeat(200)}&make=${'y'.repeat(100)}&model=${'z'.repeat(200)}`);
    const { page } = visit;
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await button(/^Remove filter: y+$/).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
  });

  it('filters by types, condition, prices and years, with a chip for each', async () => {
    await open();
    const { page } = visit;
    await page.getByRole('checkbox', { name: 'Class A', exact: true }).check({ force: true });
    await page.locator('label').filter({ hasText: 'Fish House' }).click();
    await page.getByRole('radio', { name: 'New' }).check({ force: true });
    await page.getByRole('slider', { name: 'Highest price' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('slider', { name: 'Oldest year' }).focus();
    await page.keyboard.press('ArrowRight');
    await searched(
      'type=class-a%2Cfish-house&condition=new&priceMax=490000&yearMin=2001&limit=12&offset=0',
    );
    const chips = page.getByRole('list', { name: 'Filters in use' });
    await expect
      .poll(() => chips.getByRole('button').allInnerTexts())
      .toEqual(['Class A', 'Fish House', 'New', 'Up to $490,000', 'From 2001', 'Clear Filters']);
    await button('Remove filter: Fish House').click();
    await searched('type=class-a&condition=new&priceMax=490000&yearMin=2001&limit=12&offset=0');
    await chips.getByRole('button', { name: 'Clear Filters' }).click();
    await expect.poll(() => page.url()).toMatch(/\/search$/);
    await expect.poll(() => chips.count()).toBe(0);
  });

  it('counts each choice once the results are there, and keeps the counts until the next are', async () => {
    const release = portal.api.hold(searchListings);
    await visit.go('/search');
    const { page } = visit;
    const fishHouse = page.locator('label').filter({ hasText: 'Fish House' });
    await page.locator('[data-skeleton=listing]').first().waitFor();
    await expect.poll(() => portal.api.calls(searchListings)).toBe(1);
    expect(portal.api.calls(searchFacets)).toBe(0);
    await expect.poll(async () => (await fishHouse.innerText()).trim()).toBe('Fish House');
    release();
    await expect.poll(() => fishHouse.innerText()).toMatch(/^Fish House\s+0$/);
    const condition = page.getByRole('group', { name: 'Condition' });
    await expect
      .poll(async () => (await condition.innerText()).split(/\s+/))
      .toEqual('Condition 3 not stated All 1,234 New 402 Used 820 Certified 9'.split(' '));
    await page.getByRole('img', { name: /^Asking prices: of .* \$30,000 to \$40,000$/ }).waitFor();
    await page.getByRole('combobox', { name: 'Make' }).click();
    await page.getByRole('option', { name: 'Jayco 321 listed' }).waitFor();
    await page.keyboard.press('Escape');

    const releaseCounts = portal.api.hold(searchFacets);
    await page.getByLabel('State').selectOption({ label: 'Texas (118)' });
    await searched('state=TX&limit=12&offset=0');
    await expect.poll(() => portal.api.calls(searchFacets)).toBe(2);
    await expect.poll(() => condition.innerText()).toContain('820');
    portal.api.answer(searchFacets, {
      ...FACETS,
      conditions: [{ id: 'used', count: 77 }],
    });
    releaseCounts();
    await expect.poll(() => condition.innerText()).toContain('77');
    // A page or an order is of the same units.
    await button('Next page').click();
    await searched('state=TX&limit=12&offset=12');
    await page.getByRole('button', { name: 'Remove filter: Texas' }).waitFor();
    expect(portal.api.calls(searchFacets)).toBe(2);
  });

  it('finds the certified alone', async () => {
    await open();
    await visit.page.getByRole('radio', { name: 'Certified' }).check({ force: true });
    await searched('condition=certified&limit=12&offset=0');
    await button('Remove filter: Certified').waitFor();
  });

  it('does without the counts where they do not come', async () => {
    portal.api.refuse(searchFacets, 503, { code: 'busy', message: 'Please wait a moment.' });
    await open();
    await expect.poll(() => portal.api.calls(searchFacets)).toBe(1);
    await visit.page.getByRole('checkbox', { name: 'Class A', exact: true }).check({ force: true });
    await searched('type=class-a&limit=12&offset=0');
  });

  it('gives the focus to the next filter when one is taken away, to the search field after the last', async () => {
    await open('?keyword=diesel&make=Jayco&model=Eagle&condition=used');
    const { page } = visit;
    const remove = (filter: string) =>
      page.getByRole('button', { name: `Remove filter: ${filter}` });
    const focused = page.locator(':focus');
    await page.getByLabel('Keyword').waitFor();
    await remove('“diesel”').press('Enter');
    await remove('Jayco').and(focused).waitFor();
    // Without its make the model goes too.
    await page.keyboard.press('Enter');
    await remove('Used').and(focused).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Keyword').and(focused).waitFor();
  });

  it('gives the focus on where a filter is taken away at the moment the results come', async () => {
    const { page } = visit;
    const release = portal.api.hold(searchListings);
    await visit.go('/search?condition=used');
    await page.getByLabel('Keyword').waitFor();
    await page.evaluate(`new MutationObserver((_, results) => {
      if (document.querySelector('main article') === null) return;
      results.disconnect();
      document.querySelector('[aria-label="Remove filter: Used"]').click();
    }).observe(document.body, { childList: true, subtree: true })`);
    release();
    await page.getByLabel('Keyword').and(page.locator(':focus')).waitFor();
  });

  it('gives the focus to what was found where the filters have not come yet', async () => {
    const { page } = visit;
    let send = () => {};
    const held = new Promise<void>((resolve) => (send = resolve));
    await page.route('**/filter-panel*.js', async (route) => {
      await held;
      await route.continue();
    });
    await open('?condition=used');
    await page.getByRole('button', { name: 'Remove filter: Used' }).press('Enter');
    await page
      .getByRole('heading', { name: '1,234 RVs found' })
      .and(page.locator(':focus'))
      .waitFor();
    send();
    await page.getByLabel('Keyword').waitFor();
  });

  it('loads its filters on a phone when they are opened', async () => {
    const { page } = visit;
    await page.setViewportSize(PHONE);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const filters = () => loaded.filter((url) => url.includes('filter-panel'));
    await open();
    await page.waitForLoadState('networkidle');
    expect(filters()).toEqual([]);
    await button('Filters').click();
    await page.getByLabel('Keyword').waitFor();
    expect(filters()).not.toEqual([]);
  });
});
