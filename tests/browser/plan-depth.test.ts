import { beforeEach, expect, it } from 'vitest';
import {
  currentUser,
  subscriptionStatus,
  trackAnalysisUsage,
  usage,
} from '#schemas/api/account.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import {
  depreciationByType,
  marketAnalysis,
  marketTrends,
  popularMakes,
} from '#schemas/api/market.ts';
import { analysed } from './support/calculator.ts';
import { expectGoodLooks, layoutShift, TWO_VIEWS } from './support/looks.ts';
import { analysisOf, MARKET_ANALYSIS, openMarket, USER } from './support/market.ts';
import { openMembership } from './support/membership.ts';
import { ANALYSIS_DEPTH, monthsOf, withSegmentDepth } from './support/plan-depth.ts';
import { describePortal, eachVisit, PHONE } from './support/portal.ts';

describePortal('what Premium shows besides', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    openMembership(portal.api);
    portal.api.answer(currentUser, USER);
    portal.api.answer(usage, {
      subscriptionStatus: 'premium',
      analysesUsed: 0,
      analysesLimit: 3,
      isAtLimit: false,
      isOneKept: false,
    });
    portal.api.answer(trackAnalysisUsage, { analysesUsed: 0, analysesLimit: 3, isAtLimit: false });
    portal.api.answer(depreciationByType, []);
    portal.api.answer(popularMakes, []);
  });

  it('is what would change the value of an RV, and the RV as each floorplan', async () => {
    portal.api.answer(comprehensiveAnalysis, { ...analysisOf(), depth: ANALYSIS_DEPTH });
    await visit.page.setViewportSize(PHONE);
    await visit.go('/depreciation');
    const { result } = await analysed(visit.page);
    const drivers = result.getByRole('region', { name: 'What would change it' });
    await expect.poll(() => drivers.innerText()).toMatch(/A model year newer\s+\+\$2,500/);
    expect(await drivers.innerText()).toMatch(/In the West\s+−\$400/);
    const floorplan = (name: string) => result.getByRole('row', { name: new RegExp(name) });
    await expect
      .poll(() => floorplan('24RBS').innerText())
      .toMatch(/87\s+\$28,900\s+\$25,400–\$32,700/);
    await expect.poll(() => floorplan('28QZX').innerText()).toContain('this one');
    await expectGoodLooks(visit, 'analysis with its depth', TWO_VIEWS);
  });

  it('is not there without it', async () => {
    await visit.go('/depreciation');
    const { result } = await analysed(visit.page);
    await result.getByText('Comparable listings').waitFor();
    await expect
      .poll(() => result.innerText())
      .not.toMatch(/What would change it|As each floorplan/);
  });

  it('is asked for with an analysis that was answered before the payment', async () => {
    await visit.go('/depreciation');
    const { page } = visit;
    const rv = await analysed(page);
    const address = page.url();
    await visit.go('/profile');
    portal.api.answer(subscriptionStatus, { tier: 'unlimited', usageCount: 0, usageLimit: 3 });
    portal.api.answer(comprehensiveAnalysis, { ...analysisOf(), depth: ANALYSIS_DEPTH });
    await visit.go('/profile?upgraded=true');
    await page.waitForURL('**/profile');
    await visit.go(address);
    await expect.poll(() => rv.year.inputValue()).toBe('2019');
    await rv.result.getByText('Current Market Value').waitFor({ state: 'detached' });
    await rv.submit.click();
    await rv.result.getByRole('region', { name: 'What would change it' }).waitFor();
  });

  it('costs nobody an analysis whose payment a bank refused', async () => {
    await visit.go('/depreciation');
    const { page } = visit;
    const rv = await analysed(page);
    const address = page.url();
    await visit.go('/profile?upgraded=true&redirect_status=failed');
    await page.waitForURL('**/profile');
    await visit.go(address);
    await rv.result.getByText('Current Market Value').first().waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('is every month there is of what RVs asked', async () => {
    portal.api.answer(marketTrends, monthsOf(120));
    await visit.go('/analytics');
    const { page } = visit;
    await page.getByText('5 years', { exact: true }).click();
    await page.waitForURL('**/analytics?months=60');
    await page.getByText('All', { exact: true }).click();
    await page.waitForURL('**/analytics?months=all');
    await page.locator('main summary').first().click();
    const months = page.getByRole('table', { name: 'Average asking price by month' });
    await expect.poll(() => months.getByRole('row').count()).toBe(121);

    const elsewhere = await portal.visit();
    await elsewhere.go(page.url());
    await expect
      .poll(() => elsewhere.page.getByLabel('All', { exact: true }).isChecked())
      .toBe(true);
    await elsewhere.leaveQuietly();
  });

  it.each([360, 1024])('moves nothing at %d px when so many months are heard of', async (width) => {
    portal.api.answer(marketTrends, monthsOf(120));
    const answer = portal.api.hold(marketTrends);
    const { page } = visit;
    await page.setViewportSize({ width, height: 900 });
    await visit.go('/analytics?months=all');
    await page.getByRole('heading', { name: 'Market Value Trends' }).waitFor();
    await expect.poll(() => portal.api.calls(marketTrends)).toBeGreaterThan(0);
    const before = await layoutShift(visit);
    answer();
    await expect.poll(() => page.getByLabel('All', { exact: true }).isChecked()).toBe(true);
    await page.locator('main svg[width]').first().waitFor();
    expect((await layoutShift(visit)) - before).toBeLessThanOrEqual(0.01);
  });

  it('is spans to choose from that break alike', async () => {
    portal.api.answer(marketTrends, monthsOf(120));
    const { page } = visit;
    const months = page.getByRole('group', { name: 'Months shown' });
    const linesOf = () =>
      months.locator('label > span').evaluateAll((all) =>
        all.map((words) => {
          const range = words.ownerDocument.createRange();
          range.selectNodeContents(words);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }),
      );
    await page.setViewportSize({ width: 1024, height: 900 });
    await visit.go('/analytics');
    await months.waitFor();
    await expect.poll(linesOf).toEqual([1, 1, 1, 1, 1]);
    await page.setViewportSize(PHONE);
    await expect.poll(linesOf).toEqual([1, 2, 2, 2, 2]);
  });

  it('is asked for where the market was looked at while the payment was confirmed', async () => {
    portal.api.answer(marketTrends, monthsOf(12));
    await visit.go('/profile?upgraded=true');
    const { page } = visit;
    const market = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Market Data' });
    await market.click();
    await page.getByLabel('12 months').waitFor({ state: 'attached' });
    await page.locator('main svg[width]').first().waitFor();

    portal.api.answer(marketTrends, monthsOf(120));
    portal.api.answer(subscriptionStatus, { tier: 'unlimited', usageCount: 0, usageLimit: 3 });
    await page.goBack();
    await page.waitForURL('**/profile');
    await market.click();
    await page.getByLabel('All', { exact: true }).waitFor({ state: 'attached' });
  });

  it('leaves a year where there is no more, whatever a link of somebody else says', async () => {
    portal.api.answer(marketTrends, monthsOf(12));
    await visit.go('/analytics?months=all');
    const { page } = visit;
    await page.locator('main svg[width]').first().waitFor();
    await expect.poll(() => page.getByLabel('12 months').isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel('All', { exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByLabel('5 years').count()).toBe(0);
  });

  it('is the forecast of a segment with its band and what moves its prices, opened in place', async () => {
    portal.api.answer(marketAnalysis, withSegmentDepth(MARKET_ANALYSIS));
    const { page } = visit;
    await page.setViewportSize(PHONE);
    await visit.go('/?view=market');
    const card = page.getByRole('listitem').filter({ hasText: '#1 Class B Motorhome' });
    await card.getByText('Forecast and what moves its price').click();
    await page.waitForURL('**/?view=market&type-class-b-motorhome=open');
    await card.locator('svg[width]').waitFor();
    await expect.poll(() => card.innerText()).toMatch(/Certified instead of used\s+\+4\.1%/);
    await card.getByText('Show as a table').click();
    await expect.poll(() => card.getByRole('row').last().innerText()).toMatch(/10\s+63%\s+55–74%/);
    await card.getByRole('button', { name: 'Download CSV' }).waitFor();
    await expectGoodLooks(visit, 'segment with its depth', TWO_VIEWS);
  });

  it('is what each floorplan adds to its model family', async () => {
    portal.api.answer(marketAnalysis, withSegmentDepth(MARKET_ANALYSIS));
    await visit.go('/?view=market&by=model&model-winnebago-view=open');
    const row = visit.page.getByRole('row', { name: /24J/ });
    await expect.poll(() => row.innerText()).toMatch(/64\s+−1\.5%/);
  });

  it('names whose each table is where two segments are open', async () => {
    portal.api.answer(marketAnalysis, withSegmentDepth(MARKET_ANALYSIS));
    const open = ['class-b-motorhome', 'toy-hauler']
      .flatMap((type) => [`type-${type}=open`, `type-${type}-table=open`])
      .join('&');
    await visit.go(`/?view=market&${open}`);
    const kept = (name: string) =>
      visit.page.getByRole('table', { name: `${name}: What it keeps of today’s price` });
    await kept('Class B Motorhome').waitFor();
    await kept('Toy Hauler').waitFor();
    await expectGoodLooks(visit, 'segments with their depth', TWO_VIEWS);
  });

  it('is no part of a segment without it', async () => {
    portal.api.answer(marketAnalysis, MARKET_ANALYSIS);
    await visit.go('/?view=market');
    await visit.page.getByText('#1 Class B Motorhome').waitFor();
    await expect.poll(() => visit.page.getByText('Forecast and what moves').count()).toBe(0);
  });
});
