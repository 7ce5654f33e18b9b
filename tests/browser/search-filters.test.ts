import { expect, it } from 'vitest';
import { searchFacets, searchListings } from '#schemas/api/listings.ts';
import { FACETS, LISTINGS, pageOf } from './support/listings.ts';
import { describePortal, DESKTOP, PHONE, stopTime } from './support/portal.ts';
import { eachSearch } from './support/searching.ts';

const NONE = { listings: [], total: 0, suggestions: [] };

describePortal('the filters of the search', (portal) => {
  const { visit, answer, open, searched, button } = eachSearch(portal);

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
    await page.getByRole('button', { name: 'Remove filter: In Texas' }).waitFor();
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

  it('says on a phone how many there are while the filters stand over them, and tells it once', async () => {
    const { page } = visit;
    answer((question) => pageOf(question.query.has('condition') ? 98 : 1_234, question));
    await page.setViewportSize(PHONE);
    await open();
    await button('Filters').click();
    const form = page.getByRole('form', { name: 'Filters' });
    await form.getByText('1,234 RVs found').waitFor();
    await form.getByRole('radio', { name: 'Used', exact: true }).check({ force: true });
    await form.getByText('98 RVs found').waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'RVs found' }).count()).toBe(1);
    const count = await form.getByText('98 RVs found').boundingBox();
    const apply = await button('Apply Filters').boundingBox();
    expect(count?.y).toBeLessThan(apply?.y ?? 0);
    await page.setViewportSize(DESKTOP);
    await form.getByText('98 RVs found').waitFor({ state: 'hidden' });
  });

  it('says that nothing was found, what may have been meant, and clears the filters', async () => {
    answer(({ query }) =>
      query.has('keyword')
        ? { ...NONE, suggestions: [{ name: 'Jayco Eagle', make: 'Jayco', model: 'Eagle' }] }
        : { total: 1, listings: LISTINGS.slice(0, 1) },
    );
    await visit.go('/search?keyword=jyco+egle');
    await visit.page.getByText('No RVs Found').waitFor();
    await visit.page.getByText("We couldn't find any RVs matching your search criteria.").waitFor();
    await button('Jayco Eagle').click();
    await searched('make=Jayco&model=Eagle&limit=12&offset=0');
    await visit.page.getByRole('heading', { name: '1 RV found' }).waitFor();
    await visit.page.goBack();
    await visit.page
      .getByRole('region', { name: '0 RVs found' })
      .getByRole('button', { name: 'Clear Filters' })
      .last()
      .click();
    await searched('limit=12&offset=0');
  });

  it('says which filter leaves nothing, and takes it away by a press', async () => {
    const { page } = visit;
    const emptiedBy = [
      { filter: 'state' as const, total: 7 },
      { filter: 'type' as const, total: 1_204 },
    ];
    answer(({ query }) =>
      query.has('keyword')
        ? { ...NONE, suggestions: [{ name: 'Jayco', make: 'Jayco', model: '' }] }
        : query.has('state')
          ? { ...NONE, emptiedBy }
          : { total: 1, listings: LISTINGS.slice(0, 1) },
    );
    await visit.go('/search?keyword=jayko&state=HI&type=class-a,fish-house');
    await button('Jayco').click();
    const found = page.getByRole('region', { name: '0 RVs found' });
    await found.getByText('With your other filters there is something.').waitFor();
    await button('Remove \u2068Class A, Fish House\u2069: 1,204 RVs').waitFor();
    await button('Remove \u2068In Hawaii\u2069: 7 RVs').click();
    await page.getByRole('heading', { name: '1 RV found' }).and(page.locator(':focus')).waitFor();
    await searched('make=Jayco&type=class-a%2Cfish-house&limit=12&offset=0');
  });

  it('says that a zip code has five digits once fewer are searched for or left', async () => {
    const { page } = visit;
    const zip = page.getByLabel('Zip Code');
    const wrong = page.getByText('A zip code has five digits');
    await visit.go('/search?zip=123');
    await wrong.waitFor();
    await zip.fill('');
    await wrong.waitFor({ state: 'detached' });
    await zip.pressSequentially('1234');
    await searched('limit=12&offset=0');
    expect(await wrong.count()).toBe(0);
    await zip.press('Enter');
    await wrong.waitFor();
    await zip.press('5');
    await wrong.waitFor({ state: 'detached' });
    await zip.press('Backspace');
    expect(await wrong.count()).toBe(0);
    await zip.blur();
    await wrong.waitFor();
  });

  it('says on a phone what is no zip code of an address too, with the filters folded away', async () => {
    const { page } = visit;
    await page.setViewportSize(PHONE);
    await visit.go('/search?zip=123&make=Jayco');
    await searched('make=Jayco&limit=12&offset=0');
    const wrong = button('Remove filter: Left out, no zip code: 123');
    await wrong.waitFor();
    // Where the field is open, it says so itself.
    const filters = button('Filters (1)');
    await filters.click();
    await page.getByText('A zip code has five digits').waitFor();
    await wrong.waitFor({ state: 'detached' });
    await filters.click();
    await wrong.click();
    await page.waitForURL('**/search?make=Jayco');
    await button('Remove filter: Jayco').and(page.locator(':focus')).waitFor();
  });

  it('says that there is no zip code of that number', async () => {
    answer(() => ({ ...NONE, unknownLocation: true }));
    await visit.go('/search?zip=00000');
    await visit.page.getByText('There is no zip code 00000.').waitFor();
  });

  it('says where no filter alone leaves nothing', async () => {
    answer(() => ({ ...NONE, emptiedBy: [] }));
    await visit.go('/search?keyword=zeppelin&state=HI');
    await visit.page.getByText('No filter alone leaves nothing').waitFor();
  });

  it('says that there is nothing to find on an empty market', async () => {
    answer(() => NONE);
    const { page } = visit;
    await visit.go('/search?condition=used');
    await page.getByText('No RVs Found').waitFor();
    const empty = page.getByText('There are no listings on the market yet.');
    await expect.poll(() => empty.count()).toBe(0);
    await visit.go('/search');
    await empty.waitFor();
  });

  it('says nothing of the market while a filter that was taken away still holds', async () => {
    answer(() => NONE);
    const { clock } = visit.page;
    await clock.install();
    await visit.go('/search?keyword=zeppelin');
    await visit.page.getByText('No RVs Found').waitFor();
    const keyword = visit.page.getByLabel('Keyword');
    await keyword.waitFor();
    await stopTime(visit);
    await keyword.fill('');
    const chips = visit.page.getByRole('list', { name: 'Filters in use' });
    await chips.waitFor({ state: 'detached' });
    const empty = visit.page.getByText('There are no listings on the market yet.');
    expect(await empty.count()).toBe(0);
    await clock.resume();
    await empty.waitFor();
  });
});
