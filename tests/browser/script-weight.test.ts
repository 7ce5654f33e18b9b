import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { needsSignIn } from '../../portal/client/paths.ts';
import { calculator } from './support/calculator.ts';
import { EVERY_VIEW, openEveryView, VISITORS } from './support/every-view.ts';
import { openMarket } from './support/market.ts';
import { describePortal, DESKTOP, type Visit } from './support/portal.ts';
import { openStaff, STAFF } from './support/staff.ts';

/** Gzip bytes a visitor waits for: before the first chart, and for charts. */
const SCRIPT_BUDGET = 150_000;
const CHART_BUDGET = 250_000;
/** React alone is more: less was not weighed. */
const SOME = 100_000;

/** The piece that draws charts, which the first chart brings. */
const CHARTS = /\/echarts-chart-/;

interface Weight {
  before: number;
  charts: number;
}

/** Gzip bytes of the script that comes while something is done, until all of it is there. */
async function weigh({ page }: Visit, doing: () => Promise<unknown>): Promise<Weight> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.set(response.url(), response.body());
  });
  await doing();
  await page.waitForLoadState('networkidle');
  page.removeAllListeners('response');
  const weight = { before: 0, charts: 0 };
  for (const [url, body] of scripts)
    weight[CHARTS.test(url) ? 'charts' : 'before'] += gzipSync(await body).length;
  return weight;
}

const ADMIN_TABS = ['sources', 'dead-letters', 'data-quality', 'system-stats'];

const PATHS: Record<string, readonly string[]> = {
  'signed out': [
    ...EVERY_VIEW.filter((path) => !needsSignIn(path.replace(/\?.*/, ''))),
    '/nowhere',
  ],
  'of the staff': ['/data-dashboard', '/admin', ...ADMIN_TABS.map((tab) => `/admin?tab=${tab}`)],
};

const EVERYBODY: typeof VISITORS = {
  ...VISITORS,
  'of the staff': (api) => {
    openStaff(api);
    api.answer(currentUser, STAFF);
  },
};

describePortal('the script of a page', (portal) => {
  it.each(Object.keys(EVERYBODY))(
    'keeps its budget on every page, for a visitor %s',
    async (visitor) => {
      openEveryView(portal.api);
      EVERYBODY[visitor]?.(portal.api);
      // Where the filters of the search stand open.
      const visit = await portal.visit({ viewport: DESKTOP });
      const weights: Record<string, Weight> = {};
      for (const path of PATHS[visitor] ?? EVERY_VIEW)
        weights[path] = await weigh(visit, () => visit.go(path));
      await visit.leave();
      process.stderr.write(`${visitor}: ${JSON.stringify(weights, null, 2)}\n`);
      const others = Object.entries(weights).filter(
        ([, { before, charts }]) =>
          before < SOME || before > SCRIPT_BUDGET || charts > CHART_BUDGET,
      );
      expect(others).toEqual([]);
    },
  );

  it.each(['/', '/depreciation'])('brings charts to %s with the first of them', async (path) => {
    openMarket(portal.api);
    const visit = await portal.visit();
    const { charts: early } = await weigh(visit, () => visit.go(path));
    const { before, charts } = await weigh(visit, async () => {
      const rv = calculator(visit.page);
      await rv.fill();
      await rv.submit.click();
      await rv.result.locator('svg[width]').first().waitFor();
    });
    await visit.leave();
    expect(early).toBe(0);
    expect(charts).toBeGreaterThan(SOME);
    expect(before + charts).toBeLessThanOrEqual(CHART_BUDGET);
  });
});
