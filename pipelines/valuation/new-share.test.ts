import { expect, it } from 'vitest';
import { createEvaluator, type ValueEstimate } from '#domain/valuation/evaluate.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';

/** Log price that used units of the last two of a make's five lines lose a year beyond the others. */
const MORE_A_YEAR = 0.08;
const FAST = new Set(['line3', 'line4']);

/**
 * Log price that a new unit of a fast line loses in two years on the lot beyond one of a slow line of the
 * same type, where new units lose `share` of what used ones do.
 */
function lossOnTheLot(share: number): number {
  const units = drawMarket({ units: 6_000, seed: 31 }).map((unit, number) => {
    const left = unit.condition === 'new' ? number % 3 : 0;
    const year = unit.year - left;
    const years = Math.max(0, 1970 + unit.day / 365.2425 - year);
    const isFast = FAST.has(unit.lineId.split('/')[1] ?? '');
    const more = isFast ? MORE_A_YEAR * (unit.condition === 'new' ? share : 1) : 0;
    const factor = Math.exp(-0.05 * left - more * years);
    return { ...unit, year, price: Math.round((unit.price ?? 0) * factor) };
  });
  const evaluator = createEvaluator(snapshotOf(units), plainNames);
  const asOf = new Date(LAST_DAY * 86_400_000).toISOString();
  const logOf = (model: string, year: number) => {
    const request = { make: 'make-1', model, year, condition: 'new', asOf } as const;
    return Math.log((evaluator.estimate(request) as ValueEstimate).value);
  };
  const lost = (model: string) => logOf(model, 2026) - logOf(model, 2024);
  return lost('line3') - lost('line0');
}

it('a new unit loses with its line’s used ones where the market’s new units do, and else does not', () => {
  const truth = 2 * MORE_A_YEAR;
  expect(lossOnTheLot(1)).toBeGreaterThan(0.5 * truth);
  expect(Math.abs(lossOnTheLot(0))).toBeLessThan(0.2 * truth);
});
