import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { analysed, calculator } from './support/calculator.ts';
import { analysisOf, emptyMarket, openMarket } from './support/market.ts';
import { describePortal, eachVisit, PHONE, stopTime } from './support/portal.ts';

describePortal('the calculator', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
  });

  const analyse = () => analysed(visit.page);

  it('takes a guest from a make to value, forecast, confidence and reasons', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.make.fill('jyaco');
    await visit.page.getByRole('option', { name: /Jayco/ }).click();
    await rv.model.click();
    await visit.page.getByRole('option', { name: /28QZX/ }).click();
    await expect.poll(() => rv.model.inputValue()).toBe('Jay Flight 28QZX');
    await rv.year.fill('2019');
    await visit.page.getByText('Certified', { exact: true }).click();
    await rv.mileage.fill('12,000');
    await rv.submit.click();

    const text = () => rv.result.innerText();
    await rv.result.getByRole('heading', { name: '2019 Jayco Jay Flight 28QZX' }).waitFor();
    expect(portal.api.bodies(comprehensiveAnalysis)).toEqual([
      {
        make: 'Jayco',
        model: 'Jay Flight 28QZX',
        year: 2019,
        condition: 'certified',
        mileage: 12_000,
      },
    ]);
    for (const words of [
      'Current Market Value',
      '$31,500',
      '$27,700 to $35,500',
      '10-Year Value',
      '$15,600',
      'Total Depreciation',
      '50%',
      'Asking price, as of Nov 21, 2026',
      'Analysis Confidence: 78%',
      '132 market data points',
      `Based on 132 listings of this model, the \u2068Jay Flight 28QZX\u2069`,
      'Made by Jayco',
      '+$1,900',
      '−$2,300',
    ])
      await expect.poll(text).toContain(words);
  });

  it('draws the forecast with its band, and says it to who cannot see it', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    const chart = rv.result.getByRole('img', {
      name: `\u20682019 Jayco Jay Flight 28QZX\u2069: from $31,500 today to $15,600 in 2036`,
    });
    await chart.locator('svg').waitFor();
    await expect
      .poll(() => chart.locator('path[fill="var(--chart-band)"]').count())
      .toBeGreaterThan(0);
    await chart.hover({ position: { x: 300, y: 120 } });
    await expect
      .poll(() => chart.locator('svg').textContent())
      .toMatch(/80% band: \$\d+,\d00 to \$\d+,\d00/);
    await expect
      .poll(() => chart.locator('path[fill="var(--chart-band)"]').count())
      .toBeGreaterThan(0);
  });

  it('shows the first five years, and all ten on "View All 10 Years"', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    const years = rv.result.getByRole('rowheader');
    await expect.poll(() => years.count()).toBe(5);
    await rv.result.getByRole('button', { name: 'View All 10 Years' }).click();
    await expect
      .poll(() => years.allInnerTexts())
      .toEqual(Array.from({ length: 10 }, (_, index) => String(2027 + index)));
    await visit.page.waitForURL('**years=all');
  });

  it('has every figure of a year in view on a phone', async () => {
    const { page } = visit;
    await page.setViewportSize(PHONE);
    await visit.go('/depreciation');
    const rv = await analyse();
    const table = rv.result.getByRole('region', { name: 'Year by year' });
    await expect
      .poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBe(0);
  });

  it('says of a loss too small to be shown that it is below one step, not that it is nothing', async () => {
    const { depreciationSchedule, ...analysis } = analysisOf(31_500);
    portal.api.answer(comprehensiveAnalysis, {
      ...analysis,
      depreciationSchedule: depreciationSchedule.map((year, at) =>
        at > 0 ? year : { ...year, estimatedValue: 31_480, depreciationPercentage: 0.1 },
      ),
    });
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill();
    await rv.submit.click();
    await visit.page
      .getByRole('row', { name: /^2027/ })
      .getByRole('cell', { name: 'under $100' })
      .waitFor();
  });

  it('puts the focus on the answer, so that it is read out', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    await rv.result.and(visit.page.locator(':focus')).waitFor();
  });

  it('clears the result when any field changes, and the model when the make does', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    await rv.mileage.fill('5');
    await rv.result.getByText('The form has changed').waitFor();
    await rv.make.fill('Winnebago');
    await expect.poll(() => rv.model.inputValue()).toBe('');
  });

  it('does not show an answer beside a form that has changed since', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill();
    const release = portal.api.hold(comprehensiveAnalysis);
    await rv.submit.click();
    await rv.result.locator('[aria-hidden]').first().waitFor();
    await rv.year.fill('2015');
    release();
    await rv.result.getByText('The form has changed').waitFor();
    await expect.poll(() => visit.page.getByText('3 analyses left of 3 today').count()).toBe(1);
  });

  it('works by keyboard alone', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.make.focus();
    await visit.page.keyboard.type('winne');
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => rv.make.inputValue()).toBe('Winnebago');
    await visit.page.keyboard.press('Tab');
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.getByRole('option', { name: /24D/ }).waitFor();
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => rv.model.inputValue()).toBe('View 24D');
    await visit.page.keyboard.press('Tab');
    await visit.page.keyboard.type('2020');
    await visit.page.keyboard.press('Enter');
    await rv.result.getByText('Current Market Value').waitFor();
  });

  it('says what is missing at the field, and asks nothing until it is there', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.submit.click();
    await visit.page.getByText('Make is required').waitFor();
    await visit.page.getByText('Year is required').waitFor();
    await rv.make.and(visit.page.locator(':focus')).waitFor();
    await analyse();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('says in the specification’s words that an answer was malformed', async () => {
    portal.api.refuse(comprehensiveAnalysis, 200, { currentMarketValue: 1 });
    await visit.page.route('**/comprehensive-analysis', (route) =>
      route.fulfill({ json: { currentMarketValue: 1 } }),
    );
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill();
    await rv.submit.click();
    await visit.page.getByRole('alert').getByText('Invalid response format from server').waitFor();
  });

  it('says that no answer came, and what to do', async () => {
    await visit.page.route('**/comprehensive-analysis', (route) => route.abort());
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill();
    await rv.submit.click();
    await visit.page
      .getByRole('alert')
      .getByText('No answer came from the server. Please check your connection, then try again.')
      .waitFor();
    expect(visit.complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
  });

  it('fills the form from a link, and uses nothing up before it is asked', async () => {
    await visit.go('/depreciation?make=Jayco&model=Eagle&year=2021&condition=new&mileage=10');
    const rv = calculator(visit.page);
    await expect.poll(() => rv.make.inputValue()).toBe('Jayco');
    await expect.poll(() => rv.model.inputValue()).toBe('Eagle');
    await expect.poll(() => rv.year.inputValue()).toBe('2021');
    await expect.poll(() => visit.page.getByRole('radio', { name: 'New' }).isChecked()).toBe(true);
    await expect.poll(() => rv.mileage.inputValue()).toBe('10');
    await rv.submit.click();
    await rv.result.getByText('Current Market Value').waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('keeps the result through a reload, uncounted', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    await visit.page.waitForURL(/make=Jayco.*year=2019/);
    await visit.page.reload();
    await rv.result.getByText('Current Market Value').waitFor();
    await visit.page.getByText('2 analyses left of 3 today').waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('goes back to an earlier result, uncounted', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    await visit.page.waitForURL(/year=2019/);
    await rv.year.fill('2012');
    await visit.page.waitForURL(/year=2012/);
    await visit.page.goBack();
    await rv.result.getByText('Current Market Value').waitFor();
    await expect.poll(() => rv.year.inputValue()).toBe('2019');
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('shows the result that Back leads to, however soon Back comes', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    await visit.page.waitForURL(/year=2019/);
    // Back in the same moment as the address changes: nothing was drawn for the address between.
    await visit.page.evaluate(`{
      const push = history.pushState.bind(history);
      history.pushState = (...entry) => {
        push(...entry);
        history.back();
        const until = performance.now() + 200;
        while (performance.now() < until);
      };
    }`);
    await rv.year.fill('2012');
    await rv.result.getByText('Current Market Value').waitFor();
    await expect.poll(() => rv.year.inputValue()).toBe('2019');
    await expect.poll(() => visit.page.url()).toContain('year=2019');
  });

  it('gives the forecast as CSV, and the link to the clipboard', async () => {
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.go('/depreciation');
    await analyse();
    await visit.page.waitForURL(/year=2019/);
    const [file] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('2019-jayco-jay-flight-28qzx-forecast.csv');
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(13);
    // Without its mark, Excel takes UTF-8 for something else.
    expect(csv.startsWith('\ufeffrv,')).toBe(true);
    await visit.page.getByRole('button', { name: 'Copy link' }).click();
    await visit.page.getByText('Link copied').waitFor();
    await expect
      .poll(() => visit.page.evaluate('navigator.clipboard.readText()'))
      .toBe(visit.page.url());
  });

  it('says of a link that is copied again that it is, as long as of the first', async () => {
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = visit;
    await page.clock.install();
    await visit.go('/depreciation');
    await analyse();
    await stopTime(visit);
    const copied = page.getByText('Link copied');
    const copy = async () => {
      await page.evaluate(`navigator.clipboard.writeText('')`);
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
      await copied.waitFor();
    };
    await copy();
    await page.clock.fastForward(3_000);
    await copy();
    await page.clock.fastForward(3_000);
    expect(await copied.count()).toBe(1);
    await page.clock.fastForward(1_000);
    await copied.waitFor({ state: 'detached' });
  });

  it('ends the rows of what can be done with a result on one line on a phone', async () => {
    await visit.page.setViewportSize(PHONE);
    await visit.go('/depreciation');
    await analyse();
    const part = visit.page.getByRole('region', { name: 'Take it with you' });
    const endOf = async (of: typeof part) => {
      const box = await of.boundingBox();
      return box && Math.round(box.x + box.width);
    };
    expect(await endOf(part.getByRole('button', { name: 'Print' }))).toBe(await endOf(part));
  });

  it('says that a market without listings has nothing to choose from', async () => {
    emptyMarket(portal.api);
    await visit.go('/depreciation');
    await visit.page.getByText('The market is empty').waitFor();
  });
});
