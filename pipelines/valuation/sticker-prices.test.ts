import { expect, it } from 'vitest';
import { createEvaluator, type ValueEstimate } from '#domain/valuation/evaluate.ts';
import { drawMarket, LAST_DAY, type TrueUnit } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';

/** What new units are asked of their sticker price, but for noise. */
const ASKED = 0.8;

/** New units of one model year, each with the sticker price of its floorplan, the same at every dealer. */
function stickeredUnits(seed: number): TrueUnit[] {
  const truths = new Map<string, number>();
  return drawMarket({ units: 400, seed }).map((unit) => {
    const makeId = `${unit.makeId}s${seed}`;
    const lineId = `${makeId}/${unit.lineId.split('/')[1] ?? ''}`;
    const plan = `${lineId} ${unit.floorplan}`;
    const truth = truths.get(plan) ?? unit.truth;
    truths.set(plan, truth);
    return {
      ...unit,
      unitId: `${seed}-${unit.unitId}`,
      makeId,
      lineId,
      condition: 'new',
      year: 2026,
      mileage: null,
      day: LAST_DAY,
      price: Math.round((truth * (unit.price ?? 0)) / unit.truth),
      msrp: Math.round(truth / ASKED),
      truth,
    };
  });
}

/** Median error of what floorplans are estimated at, against their prices without noise. */
function medianError(units: readonly TrueUnit[]): number {
  const evaluator = createEvaluator(snapshotOf(units), plainNames);
  const errors = units.map(({ makeId, lineId, floorplan, year, truth }) => {
    const model = `${lineId.split('/')[1] ?? ''} ${floorplan}`;
    const request = { make: makeId, model, year, condition: 'new' } as const;
    return Math.abs((evaluator.estimate(request) as ValueEstimate).value / truth - 1);
  });
  return errors.toSorted((a, b) => a - b)[errors.length >> 1] ?? Infinity;
}

it('a floorplan whose sticker price all dealers agree on is valued by it, though its asks scatter', () => {
  const units = [31, 32, 33, 34, 35, 36, 37, 38].flatMap(stickeredUnits);
  expect(medianError(units)).toBeLessThan(0.0145);
});
