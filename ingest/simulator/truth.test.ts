import { assert, constantFrom, double, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONDITIONS, RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import { TYPE_FACTS, type Range } from './facts.ts';
import { setStage } from './market.ts';
import {
  cycleEffect,
  logRetained,
  retainedAfterTenYears,
  seasonEffect,
  trueAsk,
  usualMiles,
  type Unit,
} from './truth.ts';
import type { Curve, World } from './world.ts';

const within = ([min, max]: Range) => double({ min, max, noNaN: true });
const curveOf = (type: RvTypeId) =>
  record<Curve>({
    discount: within(TYPE_FACTS[type].curve.discount),
    discountPerYear: within(TYPE_FACTS[type].curve.discountPerYear),
    usedGap: within(TYPE_FACTS[type].curve.usedGap),
    earlyDrop: within(TYPE_FACTS[type].curve.earlyDrop),
    slope: within(TYPE_FACTS[type].curve.slope),
  });
const anyCurve = constantFrom(...RV_TYPE_IDS).chain(curveOf);
const anyAge = double({ min: -0.5, max: 30, noNaN: true });
const middle = ([low, high]: Range): number => (low + high) / 2;

const { world } = setStage({ seed: 3 });
const anyUnit = record({
  line: constantFrom(
    ...world.lines.filter((line) => TYPE_FACTS[line.type].perTenThousandMiles !== null),
  ),
  modelYear: integer({ min: 1995, max: 2027 }),
  condition: constantFrom(...CONDITIONS),
  mileage: integer({ min: 0, max: 300_000 }),
}).map(({ line, ...rest }): Unit => {
  const market = world.types.find(({ type }) => type === line.type);
  const floorplan = line.floorplans[0];
  if (market === undefined || floorplan === undefined) throw new Error('a line without a market');
  return { ...rest, line, market, floorplan, placeEffect: 0 };
});
const NOW = Date.UTC(2026, 10, 1);

describe('the true price', () => {
  it('never rises with age', () => {
    assert(
      property(anyCurve, constantFrom(...CONDITIONS), anyAge, anyAge, (curve, condition, a, b) => {
        const [younger, older] = [Math.min(a, b), Math.max(a, b)];
        return logRetained(curve, condition, older) <= logRetained(curve, condition, younger);
      }),
    );
  });

  it('is highest new and lowest used, and below the sticker', () => {
    assert(
      property(anyCurve, anyAge, (curve, age) => {
        const [asNew, used, certified] = CONDITIONS.map((condition) =>
          logRetained(curve, condition, age),
        );
        expect(asNew).toBeLessThan(0);
        expect(certified).toBeLessThanOrEqual(asNew ?? Number.NaN);
        expect(used).toBeLessThan(certified ?? Number.NaN);
      }),
    );
  });

  it('falls with miles and stays within 30% of the price at the usual miles', () => {
    assert(
      property(anyUnit, integer({ min: 1, max: 100_000 }), (unit, more) => {
        const usual = { ...unit, mileage: usualMiles(2026.83 - unit.modelYear) };
        const ratio = Math.log(trueAsk(unit, NOW) / trueAsk(usual, NOW));
        expect(Math.abs(ratio)).toBeLessThanOrEqual(0.301);
        const driven = trueAsk({ ...unit, mileage: (unit.mileage ?? 0) + more }, NOW);
        expect(driven).toBeLessThanOrEqual(trueAsk(unit, NOW));
      }),
    );
  });

  it('is highest in early summer and lowest in winter, by as much as its type varies', () => {
    const evenAllYear = setStage({ seed: 3, effects: { season: 0 } }).world;
    const unitOf = ({ types }: World, type: RvTypeId): Unit => {
      const market = types.find((each) => each.type === type);
      const line = market?.lines[0];
      const floorplan = line?.floorplans[0];
      if (!market || !line || !floorplan) throw new Error(`no line of ${type}`);
      const facts = { modelYear: 2020, condition: 'used', mileage: null, placeEffect: 0 } as const;
      return { ...facts, market, line, floorplan };
    };
    for (const type of RV_TYPE_IDS) {
      const effects = Array.from({ length: 12 }, (_, month) => {
        const at = Date.UTC(2026, month, 15);
        return Math.log(trueAsk(unitOf(world, type), at) / trueAsk(unitOf(evenAllYear, type), at));
      });
      const [best, worst] = [Math.max(...effects), Math.min(...effects)];
      expect([3, 4, 5]).toContain(effects.indexOf(best));
      expect([9, 10, 11]).toContain(effects.indexOf(worst));
      const [least, most] = TYPE_FACTS[type].season;
      expect(best).toBeGreaterThan(0.95 * least);
      expect(best).toBeLessThanOrEqual(most);
    }
  });

  it('keeps in ten years what a used unit driven as usual would keep in a market at the same level', () => {
    // A new unit's few miles are not priced: it has none to carry on.
    assert(
      property(
        anyUnit.filter(({ condition }) => condition !== 'new'),
        (unit) => {
          const tenYearsOn = Date.UTC(2036, 10, 1);
          const later = {
            ...unit,
            condition: 'used' as const,
            mileage: (unit.mileage ?? 0) + usualMiles(10) - usualMiles(0),
          };
          const marketMoved =
            seasonEffect(unit.market, tenYearsOn) +
            cycleEffect(unit.market, tenYearsOn) -
            seasonEffect(unit.market, NOW) -
            cycleEffect(unit.market, NOW);
          const kept = trueAsk(later, tenYearsOn) / trueAsk(unit, NOW) / Math.exp(marketMoved);
          expect(kept).toBeCloseTo(retainedAfterTenYears(unit, NOW), 2);
        },
      ),
    );
  });
});

describe('depreciation by type', () => {
  /** Percent of the sticker lost after 3, 5 and 10 years, lowest and highest published (facts.ts names the sources). */
  const published: Partial<Record<RvTypeId, readonly Range[]>> = {
    'travel-trailer': [
      [38, 47],
      [30, 55],
      [45, 74],
    ],
    'fifth-wheel': [
      [34, 52],
      [45, 58],
      [60, 75],
    ],
    'class-a': [
      [28, 48],
      [36, 66],
      [50, 75],
    ],
    'class-b': [
      [30, 40],
      [38, 49],
      [52, 64],
    ],
    'class-c': [
      [26, 40],
      [36, 49],
      [50, 63],
    ],
    'pop-up': [
      [38, 52],
      [50, 75],
      [65, 88],
    ],
  };

  it.each(Object.keys(published) as RvTypeId[])('of %s lies where it is published', (type) => {
    const facts = TYPE_FACTS[type].curve;
    const curve: Curve = {
      discount: middle(facts.discount),
      discountPerYear: middle(facts.discountPerYear),
      usedGap: middle(facts.usedGap),
      earlyDrop: middle(facts.earlyDrop),
      slope: middle(facts.slope),
    };
    [3, 5, 10].forEach((age, index) => {
      const lost = 100 * (1 - Math.exp(logRetained(curve, 'used', age)));
      const [low, high] = published[type]?.[index] ?? [0, 0];
      expect(lost, `after ${age} years`).toBeGreaterThanOrEqual(low);
      expect(lost, `after ${age} years`).toBeLessThanOrEqual(high);
    });
  });
});
