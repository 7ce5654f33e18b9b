import { expect, it } from 'vitest';
import { createEvaluator, type ValueEstimate } from '#domain/valuation/evaluate.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';

const LINE = 'make-1/line1';
const OLDEST = 2022;

/** Log price lost from five to ten years by a line seen up to four, which loses so much more a year. */
function laterLoss(moreYearly: number): number {
  const units = drawMarket({ units: 4_000, seed: 21 })
    .filter(({ lineId, year }) => lineId !== LINE || year >= OLDEST)
    .map((unit) => {
      const years = Math.max(0, 1970 + unit.day / 365.2425 - unit.year);
      const factor = unit.lineId === LINE ? Math.exp(-moreYearly * years) : 1;
      return { ...unit, price: Math.round((unit.price ?? 0) * factor) };
    });
  const evaluator = createEvaluator(snapshotOf(units), plainNames);
  const asOf = new Date(LAST_DAY * 86_400_000).toISOString();
  const logOf = (year: number) => {
    const request = { make: 'make-1', model: 'line1', year, condition: 'used', asOf } as const;
    return Math.log((evaluator.estimate(request) as ValueEstimate).value);
  };
  return logOf(2021) - logOf(2016);
}

it('a line that lost more than others in its first years is taken to go on so for some more', () => {
  expect(laterLoss(0.08) - laterLoss(0)).toBeGreaterThan(0.04);
});
