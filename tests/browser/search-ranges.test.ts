import { expect, it } from 'vitest';
import { FILTER_YEAR_MIN, PRICE_FILTER_MAX } from '#schemas/constants.ts';
import { afterEveryTimer } from './support/held-drawing.ts';
import { describePortal, PHONE } from './support/portal.ts';
import { eachSearch } from './support/searching.ts';

const THIS_YEAR = new Date().getUTCFullYear();

describePortal('the ranges of the search', (portal) => {
  const { visit, open: openSearch, searched } = eachSearch(portal, { hasTouch: true });
  const open = async () => {
    await openSearch();
    // With their counts the choices above the ranges are as high as they stay.
    await visit.page.getByRole('img', { name: /^Asking prices/ }).waitFor();
  };
  const thumb = (name: string) => visit.page.getByRole('slider', { name });
  /** Where on the track of a thumb a share of its range is, measured anew: what comes above it may move it. */
  const along = async (name: string, share: number): Promise<[number, number]> => {
    const track = thumb(name).locator('xpath=../..');
    await track.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await track.evaluate((one) => one.getBoundingClientRect());
    return [x + 14 + share * (width - 28), y + height / 2];
  };

  it('takes typed prices when they are left or entered, and what is no number as no bound', async () => {
    await open();
    await visit.page.getByLabel('Price from').fill('$12,500');
    await visit.page.keyboard.press('Enter');
    await searched('priceMin=12500&limit=12&offset=0');
    await visit.page.getByLabel('Price from').fill('cheap');
    await visit.page.getByLabel('Price to').fill('40k');
    await visit.page.getByLabel('Keyword').focus();
    await searched('priceMax=40000&limit=12&offset=0');
  });

  it('reads out the typed price itself, and leaves it by keys for the next step', async () => {
    await open();
    const { page } = visit;
    await page.getByLabel('Price from').fill('12,400');
    await page.keyboard.press('Enter');
    await expect.poll(() => thumb('Lowest price').inputValue()).toBe('12400');
    await thumb('Lowest price').press('ArrowRight');
    await searched('priceMin=15000&limit=12&offset=0');
    await page.getByLabel('Price to').fill('40,100');
    await page.keyboard.press('Enter');
    await thumb('Highest price').press('ArrowLeft');
    await searched('priceMin=15000&priceMax=40000&limit=12&offset=0');
    await thumb('Highest price').press('ArrowLeft');
    await searched('priceMin=15000&priceMax=35000&limit=12&offset=0');
  });

  it('keeps a typed price where its thumb is pressed and not moved', async () => {
    await open();
    const { page } = visit;
    await page.getByLabel('Price from').fill('12,400');
    await page.keyboard.press('Enter');
    await expect.poll(() => thumb('Lowest price').inputValue()).toBe('12400');
    const [x, y] = await along('Lowest price', 12_400 / PRICE_FILTER_MAX);
    await page.mouse.move(x + 3, y);
    await page.mouse.down();
    await page.mouse.up();
    await thumb('Lowest price').and(page.locator(':focus')).waitFor();
    expect(await thumb('Lowest price').inputValue()).toBe('12400');
    await page.mouse.down();
    await page.mouse.move(x + 100, y);
    await page.mouse.move(x + 3, y);
    await page.mouse.up();
    await expect.poll(() => thumb('Lowest price').inputValue()).toBe('10000');
  });

  it('keeps a price that is typed still where another end, or the years, are moved next', async () => {
    await open();
    const { page } = visit;
    await page.getByLabel('Price from').fill('20000');
    await page.mouse.click(...(await along('Highest price', 0.6)));
    await searched('priceMin=20000&priceMax=300000&limit=12&offset=0');
    await page.getByLabel('Price from').fill('30000');
    const share = (2005 - FILTER_YEAR_MIN) / (THIS_YEAR - FILTER_YEAR_MIN);
    await page.touchscreen.tap(...(await along('Oldest year', share)));
    await searched('priceMin=30000&priceMax=300000&yearMin=2005&limit=12&offset=0');
  });

  it('moves no thumb past a price that is typed still', async () => {
    await open();
    const { page } = visit;
    await page.getByLabel('Price to').fill('20000');
    await page.mouse.click(...(await along('Lowest price', 0.2)));
    await searched('priceMin=20000&priceMax=20000&limit=12&offset=0');
  });

  it('orders typed prices once, on a phone too, where Enter also folds the filters away', async () => {
    const { page } = visit;
    await page.setViewportSize(PHONE);
    await visit.go('/search?priceMax=40000');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel('Price from').fill('60000');
    await page.keyboard.press('Enter');
    await page.waitForURL(/priceMax=60000&priceMin=40000$/);
    await page.evaluate(afterEveryTimer);
    expect(page.url()).toMatch(/priceMax=60000&priceMin=40000$/);
  });

  it('moves by the pointer the thumb that is nearer, and of two in one place the one that can go there', async () => {
    await open();
    const { page } = visit;
    const moveTo = async (share: number) => page.mouse.move(...(await along('Oldest year', share)));
    await moveTo(0);
    await page.mouse.down();
    await moveTo(0.9);
    await moveTo(1);
    await page.mouse.up();
    await expect.poll(() => thumb('Oldest year').inputValue()).toBe(String(THIS_YEAR));
    await expect
      .poll(() => thumb('Oldest year').evaluate((input) => input.matches(':focus')))
      .toBe(true);
    // Both are at the end now, and only the lower one can leave it.
    await moveTo(1);
    await page.mouse.down();
    await moveTo(0.5);
    await page.mouse.up();
    await expect.poll(() => thumb('Oldest year').inputValue()).not.toBe(String(THIS_YEAR));
    const middle = await thumb('Oldest year').inputValue();
    await expect.poll(() => thumb('Newest year').inputValue()).toBe(String(THIS_YEAR));
    await moveTo(0.8);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => thumb('Newest year').inputValue()).not.toBe(String(THIS_YEAR));
    await expect.poll(() => thumb('Oldest year').inputValue()).toBe(middle);
  });

  it('leaves the thumb to the pointer that holds it, whatever another touches', async () => {
    await open();
    const { page } = visit;
    await page.mouse.move(...(await along('Oldest year', 0)));
    await page.mouse.down();
    await page.mouse.move(...(await along('Oldest year', 0.25)));
    await page.touchscreen.tap(...(await along('Oldest year', 0.9)));
    const share = (2015 - FILTER_YEAR_MIN) / (THIS_YEAR - FILTER_YEAR_MIN);
    await page.mouse.move(...(await along('Oldest year', share)));
    await page.mouse.up();
    await expect.poll(() => thumb('Oldest year').inputValue()).toBe('2015');
    await expect.poll(() => thumb('Newest year').inputValue()).toBe(String(THIS_YEAR));
  });
});
