import { medianSorted } from 'simple-statistics';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEvaluator, type ValueEstimate } from '#domain/valuation/evaluate.ts';
import { drawMarket, type TrueUnit } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';

/** Whatever it would be worth elsewhere, nobody asks less for one, but for the noise. */
const LEAST_ASKED = 12_000;
const FITTED = 2_000;

/** Cheap RVs of many lines, in which curves by age know of no such end. */
function cheapMarket(): TrueUnit[] {
  return drawMarket({ units: 5_000, seed: 11 }).map((unit, at) => {
    const kind = (at * 617) % 12;
    const worth = 0.2 * unit.truth * Math.exp(0.4 * Math.sin(13 * kind));
    const truth = Math.max(LEAST_ASKED, worth);
    return {
      ...unit,
      lineId: `${unit.lineId}x${kind}`,
      truth,
      price: Math.round((truth * (unit.price ?? 0)) / unit.truth),
    };
  });
}

interface Answered {
  estimate: ValueEstimate;
  price: number;
}

describe('used units where asking prices come to their lower end', () => {
  let answered: Answered[];
  beforeAll(() => {
    const units = cheapMarket();
    const evaluator = createEvaluator(snapshotOf(units.slice(0, FITTED)), plainNames);
    answered = units.slice(FITTED).flatMap((unit) => {
      if (unit.condition !== 'used') return [];
      const estimate = evaluator.estimate({
        make: unit.makeId,
        model: `${unit.lineId.split('/')[1]} ${unit.floorplan}`,
        year: unit.year,
        condition: unit.condition,
        mileage: unit.mileage ?? undefined,
        asOf: new Date(unit.day * 86_400_000).toISOString(),
      });
      if ('refused' in estimate) throw new Error(estimate.message);
      return [{ estimate, price: unit.price ?? 0 }];
    });
  });
  const between = (from: number, to: number) => {
    const own = answered.filter(({ estimate: { value } }) => value >= from && value < to);
    expect(own.length).toBeGreaterThan(250);
    return own;
  };

  it('are estimated neither low nor high in the median', () => {
    const bias = (own: Answered[]) =>
      medianSorted(
        own.map(({ estimate, price }) => estimate.value / price - 1).toSorted((a, b) => a - b),
      );
    expect(Math.abs(bias(between(0, 15_000)))).toBeLessThan(0.04);
    expect(Math.abs(bias(between(15_000, 25_000)))).toBeLessThan(0.04);
  });

  it.each([
    [0, 15_000],
    [15_000, 25_000],
    [25_000, 1_000_000],
  ])(
    'have ranges that hold four of five prices of those estimated from %i to %i dollars',
    (from, to) => {
      const own = between(from, to);
      const covered = own.filter(
        ({ estimate: { low, high }, price }) => price >= low && price <= high,
      );
      expect(Math.abs(covered.length / own.length - 0.8)).toBeLessThan(0.06);
    },
  );
});
