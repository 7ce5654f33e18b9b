import { execFileSync, spawnSync } from 'node:child_process';
import { beforeEach, expect, it } from 'vitest';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { searchListings } from '#schemas/api/listings.ts';
import {
  depreciationByType,
  marketAnalysis,
  marketStories,
  marketTrends,
  popularMakes,
} from '#schemas/api/market.ts';
import { listSavedRvs } from '#schemas/api/saved-rvs.ts';
import { requireOrSkip } from '../support/engines.ts';
import { analysed, calculator } from './support/calculator.ts';
import { listingOf, openListings, pageOf, SAVED } from './support/listings.ts';
import { analysisOf, MAKES, MARKET_ANALYSIS, MARKET_DATA, openMarket } from './support/market.ts';
import { monthsOf } from './support/plan-depth.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { storiesOf } from './support/stories.ts';

const isMissing = spawnSync('pdftotext', ['-v']).error !== undefined;
requireOrSkip('pdftotext', isMissing ? "Debian's poppler-utils is not installed" : undefined);

describePortal('the portal on paper', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
  });

  /** How many sheets the page takes. */
  const sheetsOf = async (format: string): Promise<number | undefined> => {
    const pdf = (await visit.page.pdf({ format })).toString('latin1');
    return pdf.match(/\/Type \/Page\b/g)?.length;
  };

  it('prints the result without the form, all ten years open', async () => {
    await visit.go('/depreciation');
    const rv = await analysed(visit.page);
    await visit.page.emulateMedia({ media: 'print' });
    await expect.poll(() => rv.make.isVisible()).toBe(false);
    await expect.poll(() => rv.result.getByRole('rowheader').count()).toBe(10);
  });

  it('prints the result under one head, which says what it is and where it is from', async () => {
    await visit.go('/depreciation');
    const title = visit.page.getByRole('heading', { level: 1 });
    await analysed(visit.page);
    await visit.page.waitForURL(/year=2019/);
    await visit.page.emulateMedia({ media: 'print' });
    await expect.poll(() => title.isVisible()).toBe(false);
    await visit.page.getByText(`RigWorth valuation, ${visit.page.url()}`).waitFor();
    await visit.page.emulateMedia({ media: 'screen' });
    await calculator(visit.page).year.fill('2018');
    await visit.page.emulateMedia({ media: 'print' });
    await title.waitFor();
  });

  it.each([
    ['Letter', 'Jay Flight 28QZX'],
    ['A4', 'Jay Flight 28QZX'],
    ['Letter', 'Nobody Knows It'],
  ])(
    'takes two sheets of %s for the %s, none of which is left half empty',
    async (format, model) => {
      const { resolved, ...analysis } = analysisOf();
      if (model !== 'Jay Flight 28QZX')
        portal.api.answer(comprehensiveAnalysis, {
          ...analysis,
          basis: 'make',
          resolved: { ...resolved, lineStatus: 'unknown' },
          comparables: [],
        });
      await visit.go('/depreciation');
      const rv = calculator(visit.page);
      await rv.fill('Jayco', model);
      await rv.submit.click();
      await rv.result.locator('svg[width]').first().waitFor();
      expect(await sheetsOf(format)).toBe(2);
    },
  );

  it.skipIf(isMissing).each(['Letter', 'A4'])(
    'breaks no story over two sheets of %s',
    async (format) => {
      const told = 12;
      portal.api.answer(marketStories, storiesOf(told));
      await visit.go('/market-stories');
      await visit.page
        .getByRole('article')
        .nth(told - 1)
        .waitFor();
      const pdf = await visit.page.pdf({ format });
      const sheets = execFileSync('pdftotext', ['-layout', '-', '-'], {
        input: pdf,
        encoding: 'utf8',
      });
      const count = (sheet: string, words: RegExp) => sheet.match(words)?.length ?? 0;
      expect(count(sheets, /Story \d+/g)).toBe(told);
      for (const sheet of sheets.split('\f'))
        expect(count(sheet, /Generated Nov/g)).toBe(count(sheet, /Story \d+/g));
    },
  );

  it('draws its chart for the sheet, and for the screen as it was', async () => {
    await visit.go('/depreciation');
    const rv = await analysed(visit.page);
    const drawn = rv.result.locator('svg[width]').first();
    await drawn.waitFor();
    const sizeOf = async () => {
      const { width, height } = (await drawn.boundingBox()) ?? {};
      return { width, height };
    };
    const before = await sizeOf();
    // What is printed is laid out between the two events.
    await visit.page.evaluate(`addEventListener('beforeprint', () => {
      const { width, height } = document.querySelector('main svg[width]').getBoundingClientRect();
      printed = { width, height };
    })`);
    await visit.page.pdf();
    expect(await visit.page.evaluate('printed')).toEqual({ width: 660, height: 200 });
    await expect.poll(sizeOf).toEqual(before);
  });

  it.each([
    ['/search?keyword=jayco', 'Search RVs'],
    ['/?view=market', 'RigWorth Market Analysis'],
    ['/?view=browse', 'Browse Market'],
  ])('names %s by its address', async (path, title) => {
    openListings(portal.api);
    portal.api.answer(marketAnalysis, MARKET_ANALYSIS);
    await visit.go(path);
    await visit.page.getByRole('heading', { name: title }).waitFor();
    await visit.page.emulateMedia({ media: 'print' });
    await visit.page.getByText(`RigWorth, ${portal.api.url}${path}`).waitFor();
  });

  it('says what a search was for, and leaves out what is only to be pressed', async () => {
    openListings(portal.api);
    await visit.go('/search?priceMax=45000&state=CA');
    const { page } = visit;
    const filters = page.getByRole('list', { name: 'Filters in use' });
    await filters.getByRole('button', { name: 'Remove filter: In California' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect
      .poll(async () => (await filters.innerText()).split(/\s*\n\s*/).filter(Boolean))
      .toEqual(['In California', 'Up to $45,000']);
    expect(await filters.locator('svg').first().isVisible()).toBe(false);
  });

  it('says on paper what a keyword was taken to mean, and not what else it may', async () => {
    openListings(portal.api);
    const types = ['fifth-wheel' as const];
    const keywordReadAs = [
      { types, state: 'MT', keyword: '', total: 86, inPlace: true },
      { types, keyword: 'montana', total: 12, inPlace: false },
    ];
    portal.api.answer(searchListings, (asked) => ({ ...pageOf(86, asked), keywordReadAs }));
    await visit.go('/search?keyword=montana+fifth+wheel');
    const { page } = visit;
    const line = page.getByText('was taken to mean:');
    await line.waitFor();
    await page.emulateMedia({ media: 'print' });
    const said =
      '“\u2068montana fifth wheel\u2069” was taken to mean: In Montana, Fifth Wheel (86)';
    await expect
      .poll(async () => (await line.innerText()).replaceAll(/\s+/g, ' ').trim())
      .toBe(said);
  });

  it('invites to nothing on paper where a search found nothing', async () => {
    openListings(portal.api);
    const suggestions = [{ name: 'Winnebago', make: 'Winnebago', model: '' }];
    const emptiedBy = [{ filter: 'keyword' as const, total: 12 }];
    portal.api.answer(searchListings, { listings: [], total: 0, suggestions, emptiedBy });
    await visit.go('/search?keyword=winebago');
    const { page } = visit;
    const offer = page.getByText('Did you mean:');
    await offer.waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'No RVs Found' }).waitFor();
    await expect.poll(() => offer.isVisible()).toBe(false);
  });

  it('tells what a page is for, where nothing was asked of it', async () => {
    await visit.go('/depreciation');
    const { page } = visit;
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    await page.emulateMedia({ media: 'screen' });
    await analysed(page);
    await page.emulateMedia({ media: 'print' });
    await expect
      .poll(() => page.getByRole('heading', { name: 'How it works' }).isVisible())
      .toBe(false);
    await page.goto('/');
    await page.getByRole('heading', { name: 'What one look tells you' }).waitFor();
  });

  it('prints no card of what is only to be pressed', async () => {
    portal.api.answer(marketAnalysis, MARKET_ANALYSIS);
    await visit.go('/?view=market');
    const { page } = visit;
    const management = page.getByRole('heading', { name: 'Data Management' });
    await management.waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => management.isVisible()).toBe(false);
  });

  it.skipIf(isMissing).each(['Letter', 'A4'])(
    'draws both borders of a card alike on %s',
    async (format) => {
      await visit.go('/depreciation');
      await analysed(visit.page);
      const pdf = await visit.page.pdf({ format });
      const drawn = execFileSync('pdftoppm', ['-r', '300', '-gray', '-l', '1', '-'], {
        input: pdf,
        maxBuffer: 2 ** 26,
      });
      const [, width = 0, height = 0] =
        /^P5\s(\d+) (\d+)\s255\s/.exec(drawn.subarray(0, 40).toString('latin1'))?.map(Number) ?? [];
      const pixels = drawn.subarray(drawn.length - width * height);
      const ink = (row: Buffer, edge: number, step: number) => {
        let thick = 0;
        while (row[edge + step * thick] !== 255) thick++;
        return thick;
      };
      const borders = new Map<string, number>();
      for (let y = 0; y < height; y++) {
        const row = pixels.subarray(y * width, (y + 1) * width);
        const left = row.findIndex((value) => value !== 255);
        if (left === -1) continue;
        const right = row.findLastIndex((value) => value !== 255);
        const both = `${ink(row, left, 1)} and ${ink(row, right, -1)}`;
        borders.set(both, (borders.get(both) ?? 0) + 1);
      }
      const [most] = [...borders].toSorted(([, a], [, b]) => b - a);
      expect(most?.[0]).toBe('4 and 4');
    },
  );

  it('names the tab that is shown, and no other', async () => {
    portal.api.answer(marketAnalysis, MARKET_ANALYSIS);
    await visit.go('/?view=market&by=make');
    const { page } = visit;
    await page.getByText('Buy Strategy').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect
      .poll(() => page.getByRole('tab').filter({ visible: true }).allInnerTexts())
      .toEqual(['By Manufacturer']);
  });

  it('leaves out what is closed, with what would open it', async () => {
    openListings(portal.api);
    portal.api.answer(marketTrends, monthsOf(12));
    await visit.go('/analytics');
    const { page } = visit;
    const closed = page.locator('details:not([open])').first();
    await closed.waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => closed.isVisible()).toBe(false);
  });

  it.each([
    [6, 1],
    [12, 2],
  ])(
    'prints %d found listings below the title of a search, on %d sheets',
    async (found, sheets) => {
      openListings(portal.api);
      portal.api.answer(searchListings, (asked) => pageOf(found, asked));
      await visit.go('/search');
      await visit.page
        .getByRole('article')
        .nth(found - 1)
        .waitFor();
      expect(await sheetsOf('Letter')).toBe(sheets);
    },
  );

  it('prints a page of listings with long names on two sheets, and says which of all they are', async () => {
    openListings(portal.api);
    const listings = Array.from({ length: 12 }, (_, at) =>
      listingOf(`c${at}`, 'fifth-wheel', {
        make: { id: 'grand-design', name: 'Grand Design' },
        model: { ...listingOf('c', 'fifth-wheel').model, name: 'Solitude S-Class 3740BH-R' },
        location: 'North Canton, OH',
        dealer: 'General RV Center of North Canton',
      }),
    );
    portal.api.answer(searchListings, { listings, total: 92 });
    portal.api.market = 'sample';
    await visit.go('/search?page=2&priceMax=45000&state=CA');
    const { page } = visit;
    await page.getByRole('article').nth(11).waitFor();
    const heading = page.getByRole('heading', { level: 2, name: '92 RVs found' });
    expect(await heading.innerText()).toBe('92 RVs found');
    expect(await sheetsOf('Letter')).toBe(2);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => heading.innerText()).toBe('13 to 24 of 92 RVs found');
  });

  it.each([
    ['/analytics', 3],
    ['/compare?ids=a1,a2', 1],
    ['/compare?ids=a1,a2,a8', 1],
    ['/home', 3],
    ['/search?view=saved', 1],
    ['/?view=browse', 1],
  ])('leaves no sheet of %s half empty but the last: %d are enough', async (path, sheets) => {
    const { api } = portal;
    openListings(api);
    api.answer(listSavedRvs, SAVED);
    api.answer(marketTrends, monthsOf(12));
    api.answer(
      depreciationByType,
      MARKET_DATA.byType.map(({ name }, at) => ({ type: name, depreciation: 29.4 + 2 * at })),
    );
    api.answer(
      popularMakes,
      MAKES.slice(0, 6).map(({ name }, at) => ({ make: name, searchCount: 900 - at })),
    );
    await visit.go(path);
    await visit.page.waitForLoadState('networkidle');
    expect(await sheetsOf('Letter')).toBe(sheets);
  });
});
