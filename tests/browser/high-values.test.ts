import { beforeEach, expect, it } from 'vitest';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { analysed } from './support/calculator.ts';
import { analysisOf, openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

/** Terms and figures that need more room than they have: their ends would lie over what is beside them. */
const SPILT = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
  ...[...document.querySelectorAll('main :is(dt, dd, th, td)')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent),
]`;

describePortal('a value of seven digits', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    const analysis = analysisOf(1_249_995);
    portal.api.answer(comprehensiveAnalysis, {
      ...analysis,
      comparables: analysis.comparables.map((one) => ({
        ...one,
        price: 1_349_995,
        adjustment: -112_500,
        adjustedPrice: 1_237_495,
      })),
    });
  });

  it.each([320, 360, 640, 1024])('has the room it takes at %i px', async (width) => {
    const { page } = visit;
    await page.setViewportSize({ width, height: 740 });
    await visit.go('/depreciation?years=all');
    const rv = await analysed(page);
    await rv.result.getByText('$1,349,995').first().waitFor();
    await rv.result.locator('svg[width]').first().waitFor();
    await expect.poll(() => page.evaluate(SPILT)).toEqual([]);
  });
});
