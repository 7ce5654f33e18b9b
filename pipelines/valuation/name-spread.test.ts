import { expect, it } from 'vitest';
import { buildDesign } from './design.ts';
import { fitPrices } from './fit.ts';
import { DIMS, EFFECT } from './small-matrix.ts';
import { drawMarket } from './testing/market.ts';
import { tableOf } from './testing/snapshot.ts';
import { POOL } from './tree.ts';

it('sees from many small lines that all of them gain the same by a longer floorplan', () => {
  // Each line of the market is sold under thirteen names.
  const units = drawMarket({ units: 6_000, seed: 5 }).map((unit, number) => ({
    ...unit,
    lineId: `${unit.lineId}${'x'.repeat(number % 13)}`,
  }));
  const { spread } = fitPrices(buildDesign(tableOf(units)));
  const ofSize = [POOL.family, POOL.line].map(
    (level) => spread.names[level * DIMS + EFFECT.size] ?? 0,
  );
  expect(Math.sqrt(ofSize.reduce((sum, variance) => sum + variance, 0))).toBeLessThan(0.1);
});
