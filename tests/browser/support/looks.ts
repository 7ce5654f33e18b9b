import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE, type Visit } from './portal.ts';

export interface View {
  viewport: typeof PHONE;
  colorScheme: 'light' | 'dark';
}

/** Phone and desktop, by day and by night. The narrow ones first: what is too wide there is seen. */
export const VIEWS = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme): View => ({ viewport, colorScheme })),
);

/** One of each, for states that show little. */
export const TWO_VIEWS: readonly View[] = [
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: DESKTOP, colorScheme: 'light' },
];

/** Where pictures of every screen are put when they are asked for: `PICTURES=1 npm test -- --project browser`. */
const PICTURES = 'tests/browser/__screenshots__';

/**
 * Looks at the page as it stands, made as wide and coloured as each view is, leaves it, and fails
 * where it is not accessible, quiet and within its window.
 */
export async function expectGoodLooks(
  visit: Visit,
  name: string,
  views: readonly View[] = VIEWS,
): Promise<void> {
  const faults = await lookFaultsIn(visit, name, views);
  await visit.leave();
  expect([...faults, ...visit.complaints]).toEqual([]);
}

/** What is not accessible, or wider than its window, on the page as it stands, in each of the views and enlarged. */
export async function lookFaultsIn(
  visit: Visit,
  name: string,
  views: readonly View[] = VIEWS,
): Promise<string[]> {
  const faults: string[] = [];
  const judged = new Set<number>();
  for (const view of views) {
    // Of a width seen in other colours, only what colours change.
    const rules = judged.has(view.viewport.width) ? ['color-contrast'] : undefined;
    faults.push(...(await faultsIn(visit, name, view, rules)));
    judged.add(view.viewport.width);
  }
  faults.push(...(await reflowFaultsIn(visit, name)));
  return faults;
}

/** A chart follows its card some frames after the window has become narrower: on a busy machine, some seconds. */
const SETTLED_WITHIN = 20_000;

/** A desktop of 1280 px at 400%: all is to be read by scrolling one way (WCAG 1.4.10). */
const ENLARGED = { width: 320, height: 640 };

/** What cannot be read on the page as it stands, shown so large. */
async function reflowFaultsIn({ page }: Visit, name: string): Promise<string[]> {
  await page.setViewportSize(ENLARGED);
  const measure = () => page.evaluate<string[]>(CUT_OFF);
  await expect
    .poll(measure, { timeout: SETTLED_WITHIN })
    .toEqual([])
    .catch(() => {});
  return (await measure()).map((fault) => `${name} at ${ENLARGED.width} px: ${fault}`);
}

/** What is wider than the window, scrolls sideways or is cut off; what only screen readers hear takes no room. */
const CUT_OFF = `(() => {
  const page = document.documentElement;
  const told = ({ tagName, className, textContent }) =>
    [tagName, String(className).slice(0, 80), textContent.slice(0, 40)].join(' ');
  const cut = [...document.querySelectorAll('body *')].filter(
    (element) =>
      element.clientWidth > 1 &&
      !element.matches('.sr-only') &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible',
  );
  return [
    ...(page.scrollWidth > page.clientWidth ? [page.scrollWidth + ' px wide'] : []),
    ...cut.map((element) => 'cut off: ' + told(element)),
  ];
})()`;

async function faultsIn(
  { page }: Visit,
  name: string,
  view: View,
  rules: string[] | undefined,
): Promise<string[]> {
  const { width } = view.viewport;
  const where = `${name} at ${width} px, ${view.colorScheme}`;
  await page.setViewportSize(view.viewport);
  await page.emulateMedia({ colorScheme: view.colorScheme });
  // Two frames: what follows the window's size is drawn in the one after it changed.
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`,
  );
  if (process.env['PICTURES'])
    await page.screenshot({
      path: `${PICTURES}/${name.replaceAll(' ', '-')}-${width}-${view.colorScheme}.jpeg`,
      type: 'jpeg',
      quality: 50,
      // A dialog fills the window, no more, and keeps what is behind it still.
      fullPage: !(await page.locator('[data-dialog]').isVisible()),
    });
  const violations = await violationsOn(page, rules);
  const widest = await widthOnceSettled(page, width);
  return [
    ...violations.map(
      ({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    ),
    ...(widest > width ? [`${where}: ${widest} px wide`] : []),
  ];
}

/** How wide the page is. */
async function widthOnceSettled(page: Page, width: number): Promise<number> {
  const measure = () => page.evaluate<number>('document.documentElement.scrollWidth');
  await expect
    .poll(measure, { timeout: SETTLED_WITHIN })
    .toBeLessThanOrEqual(width)
    .catch(() => {});
  return measure();
}

/**
 * What axe finds wrong on the page as it stands, in one run: axe stays in the page from one view to
 * the next, and makes nothing of what it found right. Our screens have no frames of other sites.
 */
async function violationsOn(page: Page, rules: string[] | undefined): Promise<axe.Result[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations;
}

/** How far what is shown moved since the page was asked for (layout shift), without what a visitor's doing moved. */
export const layoutShift = ({ page }: Visit): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300);
  })`);
