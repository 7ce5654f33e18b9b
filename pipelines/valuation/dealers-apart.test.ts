import { expect, it } from 'vitest';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import type { Valuation } from '#schemas/api/analysis.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';

/** Log rise of prices per model year, and how much dearer the later dealer is. */
const PER_YEAR = 0.03;
const DEARER = 0.08;
const DAYS_APART = 365;

it('a dealer who is dearer than another was a year before does not make RVs keep their value', () => {
  const units = drawMarket({ units: 6_000, seed: 51 }).map((unit, at) => {
    const isLater = at % 2 === 0;
    const year = unit.year - (isLater ? 0 : 1);
    const factor = Math.exp(PER_YEAR * (year - 2026) + (isLater ? DEARER : 0));
    return {
      ...unit,
      year,
      day: LAST_DAY - (unit.day % 60) - (isLater ? 0 : DAYS_APART),
      price: Math.round((unit.price ?? 0) * factor),
      msrp: unit.condition === 'new' ? Math.round((unit.truth / 0.8) * factor) : null,
      source: isLater ? 'later' : 'earlier',
    };
  });
  const evaluator = createEvaluator(snapshotOf(units), plainNames);
  const kept = Array.from({ length: 5 }, (_, line) => {
    const request = {
      make: 'make-1',
      model: `line${line}`,
      year: 2023,
      condition: 'used',
    } as const;
    const { depreciationSchedule, currentMarketValue } = evaluator.value(request) as Valuation;
    return (depreciationSchedule[9]?.estimatedValue ?? 0) / currentMarketValue;
  });
  // Their true share is 47%.
  expect(kept.reduce((sum, own) => sum + own, 0) / kept.length).toBeLessThan(0.55);
});
