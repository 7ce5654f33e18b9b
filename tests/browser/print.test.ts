import { beforeEach, expect, it } from 'vitest';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { marketAnalysis } from '#schemas/api/market.ts';
import { analysed, calculator } from './support/calculator.ts';
import { openListings, pageOf } from './support/listings.ts';
import { analysisOf, MARKET_ANALYSIS, openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

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
    expect(await visit.page.evaluate('printed')).toEqual({ width: 660, height: 240 });
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

  it('begins with what was found below the title of a search', async () => {
    openListings(portal.api);
    portal.api.answer(searchListings, (asked) => pageOf(6, asked));
    await visit.go('/search');
    await visit.page.getByRole('article').nth(5).waitFor();
    expect(await sheetsOf('Letter')).toBe(2);
  });
});
