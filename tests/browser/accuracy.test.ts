import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, it } from 'vitest';
import { accuracy } from '#schemas/api/accuracy.ts';
import { ACCURACY } from './support/accuracy.ts';
import { calculator } from './support/calculator.ts';
import { emptyMarket, openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

describePortal('the accuracy page', (portal) => {
  const visit = eachVisit(portal);
  const rowOf = async (table: string, name: string): Promise<string[]> =>
    visit.page
      .getByRole('region', { name: table })
      .getByRole('row', { name })
      .first()
      .getByRole('cell')
      .allInnerTexts();
  beforeEach(() => {
    openMarket(portal.api);
  });

  it('is reached from the foot of every page, by anybody', async () => {
    await visit.go('/depreciation');
    await visit.page
      .getByRole('contentinfo')
      .getByRole('link', { name: /accurate/ })
      .click();
    await visit.page.waitForURL('**/accuracy');
    await visit.page
      .getByRole('heading', { level: 1, name: 'How close our values come' })
      .waitFor();
  });

  it('is reached from the confidence of a value', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill();
    await rv.submit.click();
    await rv.result.getByRole('link', { name: 'How often that came true' }).click();
    await visit.page.waitForURL('**/accuracy');
  });

  it('is what the claim on the landing page links to, with the measured figure', async () => {
    await visit.go('/');
    const claim = visit.page.getByText('Measured: half of all used RVs');
    await expect.poll(() => claim.innerText()).toContain('within 9.6% of what is asked');
    await visit.page.getByRole('link', { name: '94%+ accuracy' }).click();
    await visit.page.waitForURL('**/accuracy');
  });

  it('claims no figure where none was measured', async () => {
    emptyMarket(portal.api);
    await visit.go('/');
    await visit.page.getByText('See what we measure at every run.').waitFor();
  });

  it('says what it takes to measure, where one listing with a price is too few', async () => {
    emptyMarket(portal.api);
    await visit.go('/accuracy');
    await visit.page
      .getByText(
        'There are too few RVs with a price to hold some out. The figures appear with more listings.',
      )
      .waitFor();
  });

  it('leads with the median errors and the coverage', async () => {
    await visit.go('/accuracy');
    for (const [title, figure] of [
      ['Used RVs', '9.6%'],
      ['New RVs', '6.1%'],
      ['The 80% range, used RVs', '80%'],
    ] as const) {
      const term = visit.page.getByRole('term').filter({ hasText: title }).first();
      await expect
        .poll(() => term.locator('xpath=following-sibling::dd[1]').innerText())
        .toContain(figure);
    }
  });

  it('shows each group with its interval, and says where there are too few', async () => {
    await visit.go('/accuracy');
    await expect
      .poll(() => rowOf('By type', 'Class A Motorhome'))
      .toEqual([
        '214',
        '11.2%',
        expect.stringMatching(/^27%\s+19–34%$/),
        expect.stringMatching(/^46%\s/),
        expect.stringMatching(/^71%\s/),
        expect.stringMatching(/^81%\s/),
      ]);
    await expect.poll(() => rowOf('By type', 'Pop-Up Camper')).toEqual(['34', 'Too few']);
    await expect
      .poll(async () => (await rowOf('By estimated value', '$15,000 to $40,000'))[0])
      .toBe('1,101');
    await expect.poll(async () => (await rowOf('By age', '12 years and older'))[1]).toBe('15.1%');
  });

  it('tells how dealers new to us are met beside all', async () => {
    await visit.go('/accuracy');
    await expect
      .poll(async () => (await rowOf('By dealer', 'A dealer new to us')).slice(0, 2))
      .toEqual(['1,370', '12.8%']);
    await expect.poll(async () => (await rowOf('By dealer', 'Any dealer'))[0]).toBe('2,406');
  });

  it('holds stated against observed confidence, drawn and as figures', async () => {
    await visit.go('/accuracy');
    const picture = visit.page.locator('main svg[width]');
    await picture.waitFor();
    await visit.page.locator('[aria-label*="dashed line"]').waitFor();
    await expect
      .poll(() => rowOf('Stated and observed confidence', '10 (surest)'))
      .toEqual(['241', '83.0%', expect.stringMatching(/^79%\s/)]);
  });

  it('shows new RVs by an address of their own', async () => {
    await visit.go('/accuracy');
    await visit.page.getByRole('tab', { name: 'New' }).click();
    await visit.page.waitForURL('**/accuracy?of=new');
    await visit.page.getByText('There are too few RVs to compare').waitFor();
    await visit.page.reload();
    await visit.page.getByRole('tab', { name: 'New', selected: true }).waitFor();
  });

  it('gives every figure as a file', async () => {
    await visit.go('/accuracy');
    const download = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('accuracy.csv');
    const rows: Record<string, string>[] = parse(await readFile(await file.path(), 'utf8'), {
      columns: true,
      bom: true,
    });
    const { used, new: ofNew } = ACCURACY;
    const groups = [used, ofNew].map(
      (own) => 2 + [own.byType, own.byAge, own.byPrice, own.byConfidence].flat().length,
    );
    expect(rows).toHaveLength(groups.reduce((sum, own) => sum + own, 0));
  });

  it('says that it was measured on the sample market', async () => {
    portal.api.market = 'sample';
    portal.api.answer(accuracy, { ...ACCURACY, sample: true });
    await visit.go('/accuracy');
    await visit.page.getByText('Measured on the sample market as of Nov 21, 2026').waitFor();
    await visit.go('/');
    await visit.page.getByText('Measured on the sample market: half of its used RVs').waitFor();
  });

  it('tries again when asked to', async () => {
    portal.api.refuse(accuracy, 503, { code: 'market_not_ready', message: 'Not ready.' });
    await visit.go('/accuracy');
    await visit.page.getByText('The figures could not be loaded').waitFor();
    portal.api.answer(accuracy, ACCURACY);
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByRole('region', { name: 'By type' }).waitFor();
  });
});
