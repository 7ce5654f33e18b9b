import { expect, it } from 'vitest';
import type { SourceCutRow } from '#warehouse/queries/market-supply.ts';
import { usualCuts } from './usual-cuts.ts';

const row = (source: string, type: string, units: number, withCut: number): SourceCutRow => ({
  source,
  type,
  units,
  withCut,
  cameDown: withCut,
  median: source === 'daily' ? 0.04 : 0.09,
});

it('sets a type against what its own sources show: one is looked at every day, one twice', () => {
  const rows = [
    row('daily', 'all', 400, 160),
    row('daily', 'class-a', 300, 120),
    row('daily', 'pop-up', 100, 40),
    row('twice', 'all', 1_000, 20),
    row('twice', 'pop-up', 1_000, 20),
  ];
  expect(usualCuts(rows, 'class-a')).toMatchObject({ units: 400, share: 0.4, depth: 0.04 });
  const { share, depth } = usualCuts(rows, 'pop-up');
  expect(share).toBeCloseTo((40 + 20) / 1_100, 10);
  expect(depth).toBeCloseTo((40 * 0.04 + 20 * 0.09) / 60, 10);
});

it('is as sure as its sources have units', () => {
  const few = usualCuts([row('daily', 'all', 50, 10), row('daily', 'pop-up', 10, 2)], 'pop-up');
  const many = usualCuts([row('daily', 'all', 5_000, 1_000), row('daily', 'pop-up', 10, 2)], 'pop-up'); // prettier-ignore
  expect(few.se).toBeCloseTo(Math.sqrt((0.2 * 0.8) / 50), 2);
  expect(many.se).toBeLessThan(few.se / 9);
});
