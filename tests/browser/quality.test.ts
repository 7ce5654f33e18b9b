import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { accuracy } from '#schemas/api/accuracy.ts';
import type { z } from 'zod';
import { buyingDecision, comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { ACCURACY } from './support/accuracy.ts';
import { absurdity, abstention, analyzer, decisionOf } from './support/buying.ts';
import { calculator } from './support/calculator.ts';
import { emptyMarket, MARKET_ANALYSIS, NO_MARKET_ANALYSIS, openMarket } from './support/market.ts';
import { marketAnalysis, marketData, marketStories } from '#schemas/api/market.ts';
import { expectGoodLooks, layoutShift, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { describePortal, PHONE, type Portal, type Visit } from './support/portal.ts';
import { STORIES } from './support/stories.ts';

const analyse = async (page: Page) => {
  const rv = calculator(page);
  await rv.fill();
  await rv.submit.click();
  return rv;
};

const askForJudgement = async ({ go, page }: Visit) => {
  await go('/realtime-analyzer');
  const rv = analyzer(page);
  await rv.fill();
  await rv.submit.click();
  return rv;
};

const judge = async (
  visit: Visit,
  { api }: Portal,
  decision: z.input<typeof buyingDecision.response>,
) => {
  api.answer(buyingDecision, decision);
  const rv = await askForJudgement(visit);
  await rv.result.locator('svg[width]').first().waitFor();
};

/** Parts of screens seen in full elsewhere, and states that show little. */
const FEW: Record<string, (visit: Visit, portal: Portal) => Promise<unknown>> = {
  'market analysis loading': async ({ go, page }, { api }) => {
    api.hold(marketAnalysis);
    await go('/?view=market');
    await page.getByText('Analyzing RV market data...').first().waitFor();
  },
  'market analysis by manufacturer': async ({ go, page }, { api }) => {
    api.answer(marketAnalysis, MARKET_ANALYSIS);
    await go('/?view=market&by=make');
    await page.getByRole('meter').first().waitFor();
  },
  'market analysis by model family': async ({ go, page }, { api }) => {
    api.answer(marketAnalysis, MARKET_ANALYSIS);
    await go('/?view=market&by=model');
    await page.getByText('Investment Strategy').first().waitFor();
  },
  'purchase insights': async ({ go, page }, { api }) => {
    api.answer(marketAnalysis, MARKET_ANALYSIS);
    await go('/?view=market&by=purchase');
    await page.getByText('Potential total savings').waitFor();
  },
  'browse loading': async ({ go, page }, { api }) => {
    api.hold(marketData);
    await go('/?view=browse');
    await page.locator('[aria-busy=true]').first().waitFor();
  },
  'browse unavailable': async ({ go, page }, { api }) => {
    api.refuse(marketData, 503, { code: 'busy', message: 'Please wait a moment.' });
    await go('/?view=browse');
    await page.getByText('The market could not be loaded').waitFor();
  },
  'accuracy loading': async ({ go, page }, { api }) => {
    api.hold(accuracy);
    await go('/accuracy');
    await page.locator('main [aria-busy=true]').first().waitFor();
  },
  'price being judged': async (visit, { api }) => {
    api.hold(buyingDecision);
    const rv = await askForJudgement(visit);
    await rv.result.getByText('Calculating…').waitFor();
  },
  'judgement failed': async (visit, { api }) => {
    api.refuse(buyingDecision, 503, { code: 'busy', message: 'Please wait a moment.' });
    const rv = await askForJudgement(visit);
    await rv.result.getByText('Please wait a moment.').waitFor();
  },
  'page of members for a guest': async ({ go, page }, { api }) => {
    api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' });
    await go('/search');
    await page.getByText('404 Page Not Found').waitFor();
  },
};

/** Every screen there is, in every state it has. */
const SCREENS: Record<string, (visit: Visit, portal: Portal) => Promise<unknown>> = {
  landing: ({ go }) => go('/'),
  'landing of the sample market': async ({ go, page }, { api }) => {
    api.market = 'sample';
    await go('/');
    await page.getByText('Sample market').waitFor();
  },
  'landing of an empty market': async ({ go, page }, { api }) => {
    emptyMarket(api);
    await go('/');
    await page.getByText('The market is empty').waitFor();
  },
  'market analysis': async ({ go, page }, { api }) => {
    api.answer(marketAnalysis, MARKET_ANALYSIS);
    await go('/?view=market');
    await page.getByText('Best Retention').waitFor();
  },
  'market analysis of an empty market': async ({ go, page }, { api }) => {
    api.answer(marketAnalysis, NO_MARKET_ANALYSIS);
    await go('/?view=market');
    await page.getByText('Best Retention').waitFor();
  },
  'market analysis unavailable': async ({ go, page }) => {
    await go('/?view=market');
    await page.getByText('Market Analysis Unavailable').waitFor();
  },
  browse: async ({ go, page }) => {
    await go('/?view=browse');
    await page.getByText('67,511 listings on the market').waitFor();
  },
  'browse of an empty market': async ({ go, page }, { api }) => {
    emptyMarket(api);
    await go('/?view=browse');
    await page.getByText('Market Browse Coming Soon').waitFor();
  },
  calculator: ({ go }) => go('/depreciation'),
  'calculator with its list open': async ({ go, page }) => {
    await go('/depreciation');
    await calculator(page).make.fill('j');
    await page.getByRole('option', { name: /Jayco/ }).waitFor();
  },
  'calculator with errors at its fields': async ({ go, page }) => {
    await go('/depreciation');
    await calculator(page).submit.click();
    await page.getByText('Make is required').waitFor();
  },
  'analysis under way': async ({ go, page }, { api }) => {
    api.hold(comprehensiveAnalysis);
    await go('/depreciation');
    const rv = await analyse(page);
    await rv.result.getByText('Calculating…').waitFor();
  },
  'analysis failed': async ({ go, page }, { api }) => {
    const body = { code: 'unknown_make', message: 'No such make.', suggestions: ['Winnebago'] };
    api.refuse(comprehensiveAnalysis, 422, body);
    await go('/depreciation');
    await analyse(page);
    await page.getByText('No such make.').waitFor();
  },
  'analysis answered': async ({ go, page }) => {
    await go('/depreciation');
    const rv = await analyse(page);
    await rv.result.locator('svg[width]').first().waitFor();
  },
  'real-time analyzer': ({ go }) => go('/realtime-analyzer'),
  'price judged': (visit, portal) => judge(visit, portal, decisionOf()),
  'price not judged': (visit, portal) => judge(visit, portal, abstention()),
  'price not believed': (visit, portal) => judge(visit, portal, absurdity()),
  'guest at the limit': async ({ go, page }) => {
    await page.addInitScript(() => {
      const now = new Date();
      const two = (value: number) => String(value).padStart(2, '0');
      const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
      const spent = { count: 3, lastUsed: day, hasReachedLimit: true };
      localStorage.setItem('rigworth.guest-usage', JSON.stringify(spent));
    });
    await go('/depreciation');
    await page.getByText("You've reached your free analysis limit!").waitFor();
  },
  'creating an account': async ({ go, page }) => {
    await go('/depreciation');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click();
    await page.getByLabel('First name').waitFor();
  },
  accuracy: async ({ go, page }) => {
    await go('/accuracy');
    await page.locator('main svg[width]').first().waitFor();
  },
  'accuracy of new RVs on the sample market': async ({ go, page }, { api }) => {
    api.market = 'sample';
    api.answer(accuracy, { ...ACCURACY, sample: true });
    await go('/accuracy?of=new');
    await page.getByText('Measured on the sample market').waitFor();
  },
  'accuracy of an empty market': async ({ go, page }, { api }) => {
    emptyMarket(api);
    await go('/accuracy');
    await page.getByText('Nothing has been measured yet').waitFor();
  },
  'accuracy unavailable': async ({ go, page }, { api }) => {
    api.refuse(accuracy, 503, { code: 'market_not_ready', message: 'Not ready.' });
    await go('/accuracy');
    await page.getByText('The figures could not be loaded').waitFor();
  },
  stories: async ({ go, page }, { api }) => {
    api.answer(marketStories, STORIES);
    await go('/market-stories');
    await page.getByRole('article').nth(1).waitFor();
  },
  'stories loading': async ({ go, page }, { api }) => {
    api.hold(marketStories);
    await go('/market-stories');
    await page.locator('[data-skeleton=story]').first().waitFor();
  },
  'no stories': async ({ go, page }, { api }) => {
    api.answer(marketStories, []);
    await go('/market-stories');
    await page.getByText('No stories available').waitFor();
  },
  'stories unavailable': async ({ go, page }) => {
    await go('/market-stories');
    await page.getByText('The stories could not be loaded').waitFor();
  },
  'page not found': async ({ go, page }) => {
    await go('/nowhere');
    await page.getByText('404 Page Not Found').waitFor();
  },
};

describePortal('every screen', (portal) => {
  beforeEach(() => {
    openMarket(portal.api);
  });

  it.each([
    ...Object.entries(SCREENS).map(([name, show]) => ({ name, show, views: VIEWS })),
    ...Object.entries(FEW).map(([name, show]) => ({ name, show, views: TWO_VIEWS })),
  ])('$name: accessible, quiet, and no wider than its window', async ({ name, show, views }) => {
    const visit = await portal.visit(views[0]);
    await show(visit, portal);
    await expectGoodLooks(visit, name, views);
  });

  it('moves nothing while it loads', async () => {
    const visit = await portal.visit({ viewport: PHONE });
    for (const path of ['/', '/?view=browse', '/depreciation', '/accuracy', '/realtime-analyzer']) {
      await visit.go(path);
      await visit.page.waitForLoadState('networkidle');
      const shift = await layoutShift(visit);
      expect({ path, shift: Math.round(shift * 1000) / 1000 <= 0.02 ? 'little' : shift }).toEqual({
        path,
        shift: 'little',
      });
    }
    await visit.leave();
  });
});
