import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { refreshStatus } from '#schemas/api/data.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { listingOf, LISTINGS, pageOf } from './support/listings.ts';
import { describePortal, PHONE, stopTime } from './support/portal.ts';
import { eachSearch } from './support/searching.ts';

describePortal('the search', (portal) => {
  const { visit, asked, answer, open, searched, button } = eachSearch(portal);

  const cards = () => visit.page.getByRole('article');
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
      'Our valuation: $104,500. 4% of RVs like it ask less.',
      'Boise, ID, Lakeside RV, Seen for 23 days',
    ])
      expect(great).toContain(words);
    const unpriced = await textOf(5);
    for (const words of ['N/A', 'Call for price', 'Rule of thumb: N/A', 'no price is shown'])
      expect(unpriced).toContain(words);
    await expect.poll(() => textOf(6)).toContain('Not rated: new or used is not stated');
    await expect.poll(() => textOf(7)).toContain('Not rated: too little to value it by');
    await expect
      .poll(() => textOf(8))
      .toContain('Not rated: check this price, it is far off the market');
    await expect.poll(() => textOf(11)).toContain('Rule of thumb: $39,355, at market');
  });

  it('shows hostile texts as texts, and links to the web only', async () => {
    await open();
    const hostile = cards().nth(7);
    await expect.poll(() => hostile.innerText()).toContain('<img src=x onerror=alert(1)>');
    await expect
      .poll(() => hostile.getByRole('link', { name: /where it is listed/ }).count())
      .toBe(0);
    const link = cards()
      .nth(0)
      .getByRole('link', { name: /where it is listed/ });
    await expect.poll(() => link.getAttribute('href')).toBe('https://dealer.example/listing/a1');
  });

  it('keeps the order of a name whose parts are written from right to left', async () => {
    const rtl = listingOf('r1', 'class-a', {
      make: { id: 'geiko', name: 'גייקו' },
      model: { ...listingOf('x', 'class-a').model, name: '317 נשר' },
    });
    answer(() => ({ total: 1, listings: [rtl] }));
    await open();
    const lefts = await visit.page.evaluate<number[]>(`
        (() => {
          const nodes = document.createTreeWalker(document.querySelector('article h3'), NodeFilter.SHOW_TEXT);
          const found = [];
          while (nodes.nextNode())
            for (const part of ['2019', 'גייקו', '317']) {
              const at = nodes.currentNode.data.indexOf(part);
              if (at === -1) continue;
              const range = document.createRange();
              range.setStart(nodes.currentNode, at);
              range.setEnd(nodes.currentNode, at + part.length);
              found.push(range.getBoundingClientRect().left);
            }
          return found;
        })()`);
    expect(lefts).toHaveLength(3);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
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

  it('says of an RV whose type is not known what is not known, and draws a sign for it', async () => {
    const type = { id: '', name: 'Unknown', category: 'other' };
    answer(() => ({ total: 1, listings: [{ ...listingOf('u1', 'class-a'), type }] }));
    await open();
    await expect.poll(() => cards().first().innerText()).toContain('Used, type unknown, 32.5 ft');
    await cards().first().locator('svg[viewBox="0 0 160 71"] path').first().waitFor();
  });

  it('searches as one types, once for a word, and Enter at once', async () => {
    const { clock } = visit.page;
    await clock.install();
    await open();
    await stopTime(visit);
    await visit.page.getByLabel('Keyword').pressSequentially('bunk');
    await clock.resume();
    await searched('keyword=bunk&limit=12&offset=0');
    expect(asked).toHaveLength(2);
    await expect.poll(() => visit.page.url()).toMatch(/\/search\?keyword=bunk$/);
    await visit.page.getByLabel('Zip Code *').fill('83702');
    await visit.page.keyboard.press('Enter');
    await searched('keyword=bunk&location=83702&limit=12&offset=0');
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

  it.each([
    { width: 360, total: 48, page: 3, shown: ['', '1', '2', '3', '4', ''] },
    {
      width: 360,
      total: 67_510,
      page: 2_810,
      shown: ['', '2,808', '2,809', '2,810', '2,811', '2,812', '5,626', ''],
    },
    { width: 320, total: 67_510, page: 2_810, shown: ['', 'Page 2,810 of 5,626', ''] },
  ])(
    'has its pages in one row, $width px wide, on page $page of $total listings',
    async ({ width, total, page, shown }) => {
      answer((question) => pageOf(total, question));
      await visit.page.setViewportSize({ width, height: 740 });
      await open(`?page=${page}`);
      const pages = visit.page.getByRole('navigation', { name: 'Pages' });
      const items = pages.getByRole('listitem').filter({ visible: true });
      await expect
        .poll(async () => (await items.allInnerTexts()).map((text) => text.replace(/^…\s*/, '')))
        .toEqual(shown);
      const middles = await items.evaluateAll((all) =>
        all.map((item) => {
          const { top, bottom } = item.getBoundingClientRect();
          return Math.round(top + bottom);
        }),
      );
      expect(new Set(middles).size).toBe(1);
      const { x = NaN, width: wide = NaN } = (await items.last().boundingBox()) ?? {};
      expect(x + wide).toBeLessThanOrEqual(width - 16);
    },
  );

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

  it('leaves no second entry where a control is put back: Back leads to where it came from', async () => {
    const { page } = visit;
    const addresses: string[] = [];
    const keyword = page.getByLabel('Keyword');
    const used = page.getByRole('radio', { name: 'Used', exact: true });
    const back = async () => {
      await page.goBack();
      addresses.push(new URL(page.url()).pathname + new URL(page.url()).search);
    };
    const typeAndClear = async () => {
      await keyword.fill('bunk');
      await page.waitForURL('**/search?make=Jayco&keyword=bunk');
      await keyword.fill('');
    };
    await visit.go('/market-stories');
    await open('?make=Jayco');
    await typeAndClear();
    await page.waitForURL('**/search?make=Jayco');
    await back();
    await open('?make=Jayco');
    await typeAndClear();
    // Before it is settled: both are said at once.
    await used.check({ force: true });
    await page.waitForURL('**/search?make=Jayco&condition=used');
    await expect.poll(() => keyword.inputValue()).toBe('');
    await back();
    await back();
    const started = '/search?make=Jayco';
    expect(addresses).toEqual(['/market-stories', started, '/market-stories']);
  });

  it('leads to the last page from one that is no longer there', async () => {
    answer((question) => pageOf(30, question));
    await open('?page=9');
    await searched('limit=12&offset=24');
    await expect.poll(() => visit.page.url()).toMatch(/\?page=3$/);
  });

  it('shows a skeleton until the last page is there in place of one beyond it', async () => {
    const { promise: lastPage, resolve: toLastPage } = Promise.withResolvers<void>();
    await visit.page.route(/search\?.*offset=24/, async (route) => {
      await lastPage;
      await route.continue();
    });
    answer((question) => pageOf(30, question));
    await visit.go('/search?page=999999');
    await expect.poll(() => visit.page.url()).toMatch(/\?page=3$/);
    await expect.poll(() => visit.page.locator('[data-skeleton=listing]').count()).toBe(12);
    toLastPage();
    await expect.poll(() => cards().count()).toBe(6);
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

  it('waits a minute for an answer, then says so and tries again', async () => {
    const release = portal.api.hold(searchListings);
    const { clock } = visit.page;
    await clock.install();
    await visit.go('/search');
    await expect.poll(() => portal.api.calls(searchListings)).toBe(1);
    await stopTime(visit);
    await clock.runFor(60_000);
    // Other calls that were under way then say so beside it.
    const failed = visit.page.getByRole('alert').filter({ hasText: 'Failed to load RV listings' });
    await failed.getByText('RigWorth did not answer within a minute.').waitFor();
    await clock.resume();
    release();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await cards().first().waitFor();
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

  it('says that a question is refused, without what cannot help and what was not found before', async () => {
    answer(() => ({ listings: [], total: 0 }));
    await visit.go('/search?keyword=qqzzy');
    await visit.page.getByRole('heading', { name: 'No RVs Found' }).waitFor();
    const message = 'Search for at most 20 words at once.';
    portal.api.refuse(searchListings, 422, { code: 'too_many_words', message });
    await visit.page.getByLabel('Keyword').fill('so many words');
    await visit.page.getByText(`Error: ${message}`).waitFor();
    await visit.page.getByRole('heading', { name: 'No listings to show' }).waitFor();
    expect(await visit.page.getByRole('heading', { name: 'No RVs Found' }).count()).toBe(0);
    expect(await button('Try again').count()).toBe(0);
  });

  it('says that it is offline and that no answer came, keeps what it found, and goes on by itself', async () => {
    await open();
    // Code of its own, which comes after the cards on a slow machine.
    await visit.page.getByLabel('Keyword').waitFor();
    await visit.page.context().setOffline(true);
    await visit.page.getByText('You are offline. What is on the screen stays').waitFor();
    await button('Next page').click();
    await visit.page.getByText('Error: No answer came from the server.').waitFor();
    await visit.page.getByRole('heading', { name: 'Found before' }).waitFor();
    // As it was: nothing is under way that would change it.
    await visit.page.locator('ul[aria-busy=false]').waitFor();
    await expect.poll(() => cards().count()).toBe(12);
    await button('Previous page').click();
    await visit.page.getByRole('heading', { name: '1,234 RVs found' }).waitFor();
    await visit.page.getByLabel('Keyword').fill('bunk');
    await visit.page.getByText('Error: No answer came from the server.').waitFor();
    await expect.poll(() => cards().count()).toBe(12);
    await visit.page.context().setOffline(false);
    await visit.page.getByRole('heading', { name: '1,234 RVs found' }).waitFor();
    await expect.poll(() => asked).toContain('keyword=bunk&limit=12&offset=0');
    // What was said of the connection, all of it by now.
    visit.forgiveNetwork();
  });

  it('says of an answer that is none of its own that it does not understand it', async () => {
    await visit.page.route(/rv-listings\/search\?/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Please sign in to the network</h1>' }),
    );
    await visit.go('/search');
    await visit.page.getByText('Error: The server’s answer could not be understood.').waitFor();
  });

  it('says nothing of how fresh the data are until that is known', async () => {
    const release = portal.api.hold(refreshStatus);
    await open();
    await expect.poll(() => portal.api.calls(refreshStatus)).toBe(1);
    expect(await visit.page.locator('[data-freshness]').count()).toBe(0);
    release();
    await visit.page.locator('[data-freshness=live]').waitFor();
  });

  it('says that how fresh the data are is unknown where no answer came', async () => {
    portal.api.refuse(refreshStatus, 503, { code: 'busy', message: 'x' });
    await open();
    await visit.page.getByText('Data freshness unknown').waitFor();
  });

  it.each([
    [
      { sample: true, is_refreshing: false, last_refresh: null, auto_refresh_enabled: true },
      'Sample data',
    ],
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

  it('leads to the comparison of what was picked from the header, the footer and the menu too', async () => {
    const { page } = visit;
    const link = (part: Locator) => part.getByRole('link', { name: 'Compare', exact: true });
    const lead = async (part: Locator) => {
      await link(part).click();
      await page.getByText('2 of 3 selected').waitFor();
      await page.getByRole('table').waitFor();
    };
    for (const part of ['banner', 'contentinfo'] as const) {
      await visit.go('/search?make=Jayco&compare=a1%2Ca3&page=1');
      await cards().first().waitFor();
      await lead(page.getByRole(part));
      await expect.poll(() => page.url()).toMatch(/\/compare\?ids=a1%2Ca3$/);
    }
    // Nor is it lost where one is there already.
    const there = await link(page.getByRole('banner')).getAttribute('href');
    expect(there).toBe('/compare?ids=a1%2Ca3');
    await page.setViewportSize(PHONE);
    await visit.go('/search?compare=a1%2Ca3');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await lead(page.getByRole('dialog', { name: 'Menu' }));
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
    expect(new URL(visit.page.url()).searchParams.get('listingId')).toBe('a2');
  });
});
