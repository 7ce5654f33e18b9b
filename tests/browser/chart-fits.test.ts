import { beforeEach, expect, it } from 'vitest';
import { accuracy } from '#schemas/api/accuracy.ts';
import { ACCURACY } from './support/accuracy.ts';
import { openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

/** Makes the page narrower in the very step in which a chart is made, at the size it has then. */
const NARROWER_WHEN_DRAWN = `
  new MutationObserver(() => {
    document.body.style.width = '700px';
  }).observe(document, { subtree: true, attributeFilter: ['_echarts_instance_'] });
`;

/** How far charts stand out of their places, at most. */
const BEYOND = `Math.max(...[...document.querySelectorAll('[data-chart]')].map(
  (box) => box.querySelector('svg').getBoundingClientRect().width - box.clientWidth))`;

describePortal('a chart', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    portal.api.answer(accuracy, ACCURACY);
  });

  it('fits where its page becomes narrower while it is first drawn, and later', async () => {
    const { page } = visit;
    await page.addInitScript(NARROWER_WHEN_DRAWN);
    await visit.go('/accuracy');
    await expect.poll(() => page.evaluate('document.body.style.width')).toBe('700px');
    await page.locator('[data-chart] svg').first().waitFor();
    await expect.poll(() => page.evaluate(BEYOND)).toBe(0);
    await page.evaluate(`document.body.style.width = '500px'`);
    await expect.poll(() => page.evaluate(BEYOND)).toBe(0);
  });
});
