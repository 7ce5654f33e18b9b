import { beforeEach, describe, expect, it } from 'vitest';
import { refreshStatus } from '#schemas/api/data.ts';
import { searchFacets, searchListings } from '#schemas/api/listings.ts';
import { answerSearches, FACETS, LISTINGS, openListings, pageOf } from './support/listings.ts';
import { describePortal, eachVisit, PHONE } from './support/portal.ts';

const NONE = { listings: [], total: 0, suggestions: [] };

describePortal('the search', (portal) => {
  /** What was asked for, oldest first. */
  let asked: string[];
  beforeEach(() => {
    openListings(portal.api);
    asked = [];
    answer((question) => pageOf(1_234, question));
  });

  const answer = (give: Parameters<typeof answerSearches>[2]) =>
    answerSearches(portal.api, asked, give);

  describe('as a visitor works it', () => {
    const visit = eachVisit(portal);

    const cards = () => visit.page.getByRole('article');
    const open = async (query = '') => {
      await visit.go(`/search${query}`);
      await cards().first().waitFor();
    };
    const searched = (query: string) => expect.poll(() => asked.at(-1)).toBe(query);
    const button = (name: string | RegExp) => visit.page.getByRole('button', { name, exact: true });

    it('counts what it found, says how fresh it is, and shows twelve', async () => {
      await open();
      const { page } = visit;
      await page.getByRole('heading', { level: 1, name: 'Search RVs' }).waitFor();
      await page.getByRole('heading', { name: '1,234 RVs found' }).waitFor();
      await page.getByText('Live data, 12 min ago').waitFor();
      await expect.poll(() => cards().count()).toBe(12);
      expect(asked).toEqual(['limit=12&offset=0']);
    });

    it('says of each listing its price, the rule of thumb by its name, and the rating with its basis', async () => {
      await open();
      const textOf = (index: number) => cards().nth(index).innerText();
      const great = await textOf(1);
      for (const words of [
        '2022 Winnebago View 24D',
        'Used, Class C Motorhome, 23,410 mi, 25.5 ft',
        '$84,995',
        'Rule of thumb: $135,150, 37% below market',
        'Great price',
        'Our valuation: $104,000. 4% of RVs like it ask less.',
        'Boise, ID, Lakeside RV, Listed 23 days',
      ])
        expect(great).toContain(words);
      const unpriced = await textOf(5);
      for (const words of ['N/A', 'Call for price', 'Rule of thumb: N/A', 'no price is shown'])
        expect(unpriced).toContain(words);
      await expect.poll(() => textOf(6)).toContain('Not rated: new or used is not stated');
      await expect.poll(() => textOf(7)).toContain('Not rated: too few like it to compare');
      await expect
        .poll(() => textOf(8))
        .toContain('Not rated: check this price, it is far off the market');
      await expect.poll(() => textOf(11)).toContain('Rule of thumb: $39,355, at market');
    });

    it('shows hostile texts as texts, and links to the web only', async () => {
      await open();
      const hostile = cards().nth(7);
      await expect.poll(() => hostile.innerText()).toContain('<img src=x onerror=alert(1)>');
      await expect.poll(() => hostile.getByRole('link', { name: /dealer’s page/ }).count()).toBe(0);
      const link = cards()
        .nth(0)
        .getByRole('link', { name: /dealer’s page/ });
      await expect.poll(() => link.getAttribute('href')).toBe('https://dealer.example/listing/a1');
    });

    it('draws the type where a picture is missing or does not load', async () => {
      answer(() => ({
        total: 2,
        listings: LISTINGS.slice(0, 2).map((one) => ({ ...one, images: ['/missing.png'] })),
      }));
      await open();
      for (const at of [0, 1])
        await expect.poll(() => cards().nth(at).locator('svg').count()).toBeGreaterThan(1);
      expect(await cards().locator('img').count()).toBe(0);
    });

    it('searches as one types, once for a word, and Enter at once', async () => {
      const { clock } = visit.page;
      await clock.install();
      await open();
      await clock.pauseAt(await visit.page.evaluate<number>('Date.now() + 1_000'));
      await visit.page.getByLabel('Keyword').pressSequentially('bunk');
      await clock.resume();
      await searched('keyword=bunk&limit=12&offset=0');
      expect(asked).toHaveLength(2);
      await expect.poll(() => visit.page.url()).toMatch(/\/search\?keyword=bunk$/);
      await visit.page.getByLabel('Zip Code *').fill('83702');
      await visit.page.keyboard.press('Enter');
      await searched('keyword=bunk&location=83702&limit=12&offset=0');
    });

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
        .toEqual(['Condition', 'All', '1,234', 'New', '402', 'Used', '820']);
      await page
        .getByRole('img', { name: /^Asking prices: of .* \$30,000 to \$40,000$/ })
        .waitFor();
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

    it('does without the counts where they do not come', async () => {
      portal.api.refuse(searchFacets, 503, { code: 'busy', message: 'Please wait a moment.' });
      await open();
      await expect.poll(() => portal.api.calls(searchFacets)).toBe(1);
      await visit.page
        .getByRole('checkbox', { name: 'Class A', exact: true })
        .check({ force: true });
      await searched('type=class-a&limit=12&offset=0');
    });

    it('has five page buttons and the last, and starts again at the first when a filter changes', async () => {
      await open();
      const pages = visit.page.getByRole('navigation', { name: 'Pages' });
      await expect
        .poll(() => pages.getByRole('button').allInnerTexts())
        .toEqual(['', '1', '2', '3', '4', '5', '103', '']);
      await pages.getByRole('button', { name: 'Page 3' }).click();
      await searched('limit=12&offset=24');
      await visit.page
        .getByRole('heading', { name: '1,234 RVs found' })
        .and(visit.page.locator(':focus'))
        .waitFor();
      await expect.poll(() => visit.page.url()).toMatch(/\?page=3$/);
      await visit.page.getByLabel('Sort by').selectOption('Lowest price');
      await searched('sort=price-asc&limit=12&offset=0');
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

    it('has both steps through the pages beside each other on a phone', async () => {
      await visit.page.setViewportSize(PHONE);
      await open('?page=3');
      const top = async (name: string) =>
        (await visit.page.getByRole('button', { name }).boundingBox())?.y ?? NaN;
      await expect
        .poll(async () => (await top('Next page')) - (await top('Previous page')))
        .toBe(0);
    });

    it('keeps everything in the address: Back undoes control by control, and a link shows the same', async () => {
      await open('?make=Jayco&condition=used&page=2');
      await searched('make=Jayco&condition=used&limit=12&offset=12');
      await expect
        .poll(() => visit.page.getByRole('combobox', { name: 'Make' }).inputValue())
        .toBe('Jayco');
      await visit.page.getByLabel('Keyword').fill('diesel');
      await searched('keyword=diesel&make=Jayco&condition=used&limit=12&offset=0');
      await visit.page.getByRole('radio', { name: 'All', exact: true }).check({ force: true });
      await searched('keyword=diesel&make=Jayco&limit=12&offset=0');
      await visit.page.goBack();
      await visit.page.getByRole('radio', { name: 'Used', checked: true }).waitFor();
      await visit.page.goBack();
      await expect.poll(() => visit.page.getByLabel('Keyword').inputValue()).toBe('');
      await expect.poll(() => visit.page.url()).toMatch(/\?make=Jayco&condition=used&page=2$/);
    });

    it('leads to the last page from one that is no longer there', async () => {
      answer((question) => pageOf(30, question));
      await open('?page=9');
      await searched('limit=12&offset=24');
      await expect.poll(() => visit.page.url()).toMatch(/\?page=3$/);
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

    it('goes Back to a page that fewer found listings do not have', async () => {
      answer((question) => pageOf(question.query.get('keyword') === 'bunk' ? 30 : 1_234, question));
      await open('?page=9');
      await visit.page.getByLabel('Keyword').fill('bunk');
      await visit.page.getByRole('heading', { name: '30 RVs found' }).waitFor();
      await visit.page.goBack();
      await visit.page.getByRole('heading', { name: '1,234 RVs found' }).waitFor();
      await visit.page.locator('ul[aria-busy=false]').waitFor();
      await visit.page.waitForLoadState('networkidle');
      await expect.poll(() => visit.page.url()).toMatch(/\?page=9$/);
      expect(asked.filter((one) => !one.includes('keyword'))).toEqual(['limit=12&offset=96']);
    });

    it('keeps what was found until the next answer is there', async () => {
      await open();
      const release = portal.api.hold(searchListings);
      await visit.page.getByLabel('Keyword').fill('bunk');
      await visit.page.locator('ul[aria-busy=true]').waitFor();
      await expect.poll(() => cards().count()).toBe(12);
      release();
      await visit.page.locator('ul[aria-busy=false]').waitFor();
    });

    it('says that nothing was found, what may have been meant, and clears the filters', async () => {
      answer(({ query }) =>
        query.has('keyword')
          ? { ...NONE, suggestions: [{ name: 'Jayco Eagle', make: 'Jayco', model: 'Eagle' }] }
          : { total: 1, listings: LISTINGS.slice(0, 1) },
      );
      await visit.go('/search?keyword=jyco+egle');
      await visit.page.getByText('No RVs Found').waitFor();
      await visit.page
        .getByText("We couldn't find any RVs matching your search criteria.")
        .waitFor();
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
      await clock.pauseAt(await visit.page.evaluate<number>('Date.now() + 1_000'));
      await keyword.fill('');
      const chips = visit.page.getByRole('list', { name: 'Filters in use' });
      await chips.waitFor({ state: 'detached' });
      const empty = visit.page.getByText('There are no listings on the market yet.');
      expect(await empty.count()).toBe(0);
      await clock.resume();
      await empty.waitFor();
    });

    it('says what went wrong, in the server’s words, and tries again', async () => {
      portal.api.refuse(searchListings, 503, { code: 'busy', message: 'Please wait a moment.' });
      await visit.go('/search');
      await visit.page.getByText('Failed to load RV listings').waitFor();
      await visit.page.getByText('Error: Please wait a moment.').waitFor();
      await visit.page.getByText('Please try again or adjust your search filters').waitFor();
      expect(portal.api.calls(searchListings)).toBe(1);
      answer((question) => pageOf(5, question));
      await button('Try again').click();
      await cards().nth(4).waitFor();
    });

    it('says that it is offline, and that no answer came', async () => {
      await open();
      await visit.page.context().setOffline(true);
      await visit.page.getByText('You are offline.').waitFor();
      await visit.page.getByLabel('Keyword').fill('bunk');
      await visit.page.getByText('Error: No answer came from the server.').waitFor();
      await visit.page.context().setOffline(false);
      visit.complaints.length = 0;
    });

    it.each([
      [
        { is_refreshing: true, last_refresh: null, auto_refresh_enabled: false },
        'Live update in progress',
      ],
      [{ is_refreshing: false, last_refresh: null, auto_refresh_enabled: false }, 'Static data'],
    ])('says of %j how fresh the data are', async (status, words) => {
      portal.api.answer(refreshStatus, status);
      await open();
      await visit.page.getByText(words, { exact: true }).waitFor();
    });

    it('picks up to three for comparing, in the address, and leads to the comparison', async () => {
      await open();
      const { page } = visit;
      for (const index of [0, 1, 2])
        await cards()
          .nth(index)
          .getByRole('button', { name: /^Add to Compare/ })
          .click();
      await page.getByText('3 of 3 selected').waitFor();
      await expect
        .poll(() =>
          cards()
            .nth(3)
            .getByRole('button', { name: /^Add to/ })
            .isDisabled(),
        )
        .toBe(true);
      await cards()
        .nth(1)
        .getByRole('button', { name: /^Added/ })
        .click();
      await page.getByText('2 of 3 selected').waitFor();
      await expect.poll(() => page.url()).toMatch(/\?compare=a1%2Ca3$/);
      expect(asked).toHaveLength(1);
      await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click();
      await page.waitForURL('**/compare?ids=a1,a3');
      await page.getByRole('table').waitFor();
    });

    it('hands a listing to the analyzer with the form filled in', async () => {
      await open();
      await cards()
        .nth(1)
        .getByRole('link', { name: /^Judge price/ })
        .click();
      await visit.page.waitForURL('**/realtime-analyzer?*');
      await expect.poll(() => visit.page.getByLabel('Asking price').inputValue()).toBe('84995');
      await expect.poll(() => visit.page.getByLabel('Mileage').inputValue()).toBe('23410');
      await expect.poll(() => visit.page.getByLabel('Location').inputValue()).toBe('ID');
    });
  });
});
