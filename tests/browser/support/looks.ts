import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'vitest';
import { DESKTOP, PHONE, type Visit } from './portal.ts';

export interface View {
  viewport: typeof PHONE;
  colorScheme: 'light' | 'dark';
}

/** Phone and desktop, by day and by night. */
export const VIEWS: readonly View[] = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

/** One of each, for states that show little. */
export const TWO_VIEWS: readonly View[] = [
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: DESKTOP, colorScheme: 'light' },
];

/** Takes a picture of the page, leaves it, and fails where it is not accessible, quiet and within its window. */
export async function expectGoodLooks(visit: Visit, name: string, view: View): Promise<void> {
  const { width } = view.viewport;
  await visit.page.screenshot({
    path: `tests/browser/__output__/${name.replaceAll(' ', '-')}-${width}-${view.colorScheme}.png`,
    fullPage: true,
  });
  const axe = await new AxeBuilder({ page: visit.page }).analyze();
  const widest = await visit.page.evaluate('document.documentElement.scrollWidth');
  await visit.leave();
  expect(
    axe.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
  expect(visit.complaints).toEqual([]);
  expect(widest).toBeLessThanOrEqual(width);
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
