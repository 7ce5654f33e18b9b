import { beforeEach, expect, it } from 'vitest';
import { accuracy } from '#schemas/api/accuracy.ts';
import { ACCURACY } from './support/accuracy.ts';
import { openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

/** Makes the page narrower in the very step in which a chart is made for good, at the size it has then. */
const NARROWER_WHEN_DRAWN = `
  const made = new Map();
  new MutationObserver((changes) => {
    for (const { target } of changes) made.set(target, (made.get(target) ?? 0) + 1);
    // Named when it is made to be measured, unnamed, and named again.
    if ([...made.values()].some((times) => times >= 3)) document.body.style.width = '700px';
  }).observe(document, { subtree: true, attributeFilter: ['_echarts_instance_'] });
`;

/** How far charts stand out of their places, at most. */
const BEYOND = `Math.max(...[...document.querySelectorAll('[_echarts_instance_]')].map(
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
    await page.locator('[_echarts_instance_] svg').first().waitFor();
    await expect.poll(() => page.evaluate(BEYOND)).toBe(0);
    await page.evaluate(`document.body.style.width = '500px'`);
    await expect.poll(() => page.evaluate(BEYOND)).toBe(0);
  });
});
