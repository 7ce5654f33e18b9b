import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Valuation } from './api/analysis.ts';
import { gapShown, roundedFor, shownDepth, shownValuation } from './shown-values.ts';
import { valuationFixture } from './testing/valuation-fixture.ts';

/** Of a width that is shown in hundreds. */
const valuation = (change: Partial<Valuation>): Valuation =>
  valuationFixture({
    currentMarketValue: 31_450,
    originalMSRP: 46_342,
    depreciationSchedule: [],
    range: { low: 27_676, high: 35_539, level: 0.8 },
    explanation: [],
    ...change,
  });

const year = (of: number, estimatedValue: number, depreciationAmount: number) => ({
  year: of,
  estimatedValue,
  depreciationAmount,
  depreciationPercentage: 8.9,
  cumulativeDepreciation: 8.9,
  low: estimatedValue - 4_011,
  high: estimatedValue + 4_011,
});

describe('an estimate beside its range', () => {
  it.each([
    [31_450, 27_676, 35_539, 31_500],
    [3_214, 2_700, 3_700, 3_210],
    [253_180, 220_000, 290_000, 253_000],
    [41_449, 36_000, 46_000, 41_400],
    [812, 805, 818, 812],
    [812, 812, 812, 812],
  ])('of $%i, %i to %i, is $%i', (value, low, high, shown) => {
    expect(roundedFor({ low, high })(value)).toBe(shown);
  });
});

describe('a price beside an estimate', () => {
  it.each([
    [27_180, -3_020],
    [30_149, -51],
    [30_150, 0],
    [30_249, 0],
    [30_250, 50],
    [30_250.4, 50],
    [60_400, 30_200],
  ])('of $%d is $%i from one that shows as $30,200, or at it', (price, dollars) => {
    const gap = gapShown(price, 30_170, { low: 21_733, high: 41_421 });
    expect(gap).toEqual({ dollars, percent: (100 * dollars) / 30_200 });
  });
});

describe('a valuation as it is shown', () => {
  it('has its values and bounds in one step, and prices that are asked exact', () => {
    const shown = shownValuation(
      valuation({
        comparables: [
          {
            listingId: 'a',
            year: 2019,
            make: 'Jayco',
            model: 'Jay Flight',
            floorplan: '',
            condition: 'used',
            mileage: null,
            price: 32_995,
            adjustment: -1_234,
            adjustedPrice: 31_761,
            state: 'TX',
            observedAt: '2026-11-18T00:00:00.000Z',
            url: 'https://dealer.example/a',
          },
        ],
      }),
    );
    expect(shown).toMatchObject({
      currentMarketValue: 31_500,
      originalMSRP: 46_300,
      range: { low: 27_700, high: 35_500, level: 0.8 },
      // The last is what the two before it make.
      comparables: [{ price: 32_995, adjustment: -1_200, adjustedPrice: 31_795 }],
    });
  });

  it('loses in a year what the shown values differ by', () => {
    const { depreciationSchedule } = shownValuation(
      valuation({ depreciationSchedule: [year(2027, 28_651, 2_799), year(2028, 26_249, 2_402)] }),
    );
    expect(depreciationSchedule).toMatchObject([
      { estimatedValue: 28_700, depreciationAmount: 2_800, low: 24_600, high: 32_700 },
      { estimatedValue: 26_200, depreciationAmount: 2_500 },
    ]);
  });

  it('says below which step the loss of a year is that shows as nothing beside its percent', () => {
    const { depreciationSchedule } = shownValuation(
      valuation({
        depreciationSchedule: [
          { ...year(2027, 31_430, 20), depreciationPercentage: 0.1 },
          { ...year(2028, 31_425, 5), depreciationPercentage: 0 },
          year(2029, 28_651, 2_774),
        ],
      }),
    );
    expect(depreciationSchedule).toMatchObject([
      { depreciationAmount: 100, lossBelow: null },
      { depreciationAmount: 0, lossBelow: null },
      { depreciationAmount: 2_700, lossBelow: null },
    ]);
    const [small] = shownValuation(
      valuation({
        currentMarketValue: 31_500,
        depreciationSchedule: [{ ...year(2027, 31_480, 20), depreciationPercentage: 0.1 }],
      }),
    ).depreciationSchedule;
    expect(small).toMatchObject({ depreciationAmount: 0, lossBelow: 100 });
  });

  it("has the answer's own percents, whatever its rounded dollars would give", () => {
    const percents = { depreciationPercentage: 9.4, cumulativeDepreciation: 41.5 };
    const { depreciationSchedule } = shownValuation(
      valuation({ depreciationSchedule: [{ ...year(2036, 18_398, 1_909), ...percents }] }),
    );
    expect(depreciationSchedule).toMatchObject([{ estimatedValue: 18_400, ...percents }]);
  });

  it('is still the sum of what each fact did', () => {
    assert(
      property(
        array(integer({ min: -90_000, max: 90_000 }), { minLength: 1, maxLength: 12 }),
        integer({ min: 0, max: 90_000 }),
        (amounts, width) => {
          const total = (of: readonly number[]) => of.reduce((sum, amount) => sum + amount, 0);
          const shown = shownValuation(
            valuation({
              currentMarketValue: total(amounts),
              range: { low: 10_000, high: 10_000 + width, level: 0.8 },
              explanation: amounts.map((amount) => ({ factor: 'f', label: 'Fact', amount })),
            }),
          );
          expect(total(shown.explanation.map(({ amount }) => amount))).toBeCloseTo(
            shown.currentMarketValue,
          );
        },
      ),
    );
  });

  it('tells no fact that shows as nothing, and still sums to the value', () => {
    const step = (factor: string, amount: number) => ({ factor, label: factor, amount });
    const { explanation } = shownValuation(
      valuation({
        currentMarketValue: 31_470,
        explanation: [
          step('typical', 31_420),
          step('name', -30),
          step('age', 20),
          step('region', 45),
          step('market', 15),
        ],
      }),
    );
    expect(explanation).toEqual([step('typical', 31_400), step('region', 100)]);
  });

  it('begins where the sum does, be that nothing', () => {
    const start = { factor: 'typical', label: 'Typical', amount: 12 };
    expect(shownValuation(valuation({ explanation: [start] })).explanation).toEqual([
      { ...start, amount: 0 },
    ]);
  });
});

describe('the depth of a valuation as it is shown', () => {
  it('is in the steps of its value, without what shows as nothing', () => {
    const region = (label: string, amount: number) =>
      ({ factor: 'region', label, amount }) as const;
    const exact = {
      floorplans: [{ floorplan: '24RBS', units: 87, value: 28_934, low: 25_371, high: 32_699 }],
      drivers: [region('In the West', -385), region('In the South', 49), region('In the East', 51)],
    };
    expect(shownDepth(exact, { low: 27_676, high: 35_539 })).toEqual({
      floorplans: [{ floorplan: '24RBS', units: 87, value: 28_900, low: 25_400, high: 32_700 }],
      drivers: [region('In the West', -400), region('In the East', 100)],
    });
  });
});
