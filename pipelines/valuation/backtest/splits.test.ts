import { describe, expect, it } from 'vitest';
import { drawMarket, LAST_DAY } from '../testing/market.ts';
import type { UnitMonth } from '../unit-table.ts';
import { splitsByUnit, splitsForward } from './splits.ts';

const FOLDS = { folds: 5, repeats: 2, seed: 1 };

/** Units that are seen in two months each, the second time cheaper. */
const market: UnitMonth[] = drawMarket({ units: 1_500, seed: 3 }).flatMap((unit) => [
  { ...unit, day: unit.day - 45 },
  { ...unit, price: Math.round(0.97 * (unit.price ?? 0)) },
]);
const unitsOf = (at: readonly number[]) => new Set(at.map((index) => market[index]?.unitId));

describe('splits by unit', () => {
  it('never learn from a unit they value, in whatever month it was seen', () => {
    for (const { train, test } of splitsByUnit(market, FOLDS))
      expect(unitsOf(train).isDisjointFrom(unitsOf(test))).toBe(true);
  });

  it('hold out every priced unit once in each repeat, at its newest price', () => {
    const held = splitsByUnit(market, FOLDS).flatMap(({ test }) => test);
    expect(held).toHaveLength(2 * 1_500);
    expect(new Set(held)).toHaveLength(1_500);
    expect(held.every((at) => at % 2 === 1)).toBe(true);
  });

  it('learn from all other units', () => {
    for (const { train, test } of splitsByUnit(market, FOLDS))
      expect(unitsOf(train).size + unitsOf(test).size).toBe(1_500);
  });

  it('deal the units anew in each repeat and with each seed, and the same again with the same seed', () => {
    const [first, , , , , again] = splitsByUnit(market, FOLDS);
    expect(unitsOf(again?.test ?? [])).not.toEqual(unitsOf(first?.test ?? []));
    const [other] = splitsByUnit(market, { ...FOLDS, seed: 2 });
    expect(unitsOf(other?.test ?? [])).not.toEqual(unitsOf(first?.test ?? []));
    expect(splitsByUnit(market, FOLDS)[0]).toEqual(first);
  });

  it('do not depend on the order of the rows', () => {
    const turned = market.toReversed();
    const units = (rows: readonly UnitMonth[]) =>
      splitsByUnit(rows, FOLDS).map(({ test }) => new Set(test.map((at) => rows[at]?.unitId)));
    expect(units(turned)).toEqual(units(market));
  });

  it('never value a unit that shows no price', () => {
    const unpriced = market.map((row, at) => (at < 200 ? { ...row, price: null } : row));
    const held = splitsByUnit(unpriced, FOLDS).flatMap(({ test }) => test);
    expect(held.every((at) => (unpriced[at]?.price ?? 0) > 0)).toBe(true);
  });
});

describe('splits in time', () => {
  const splits = splitsForward(market, 3);

  it('value only what is first seen in the three months after all they learn from', () => {
    expect(splits).toHaveLength(3);
    for (const { train, test } of splits) {
      const newest = Math.max(...train.map((at) => market[at]?.day ?? 0));
      const days = test.map((at) => market[at]?.day ?? 0);
      expect(Math.min(...days)).toBeGreaterThan(newest);
      expect(Math.max(...days)).toBeLessThan(newest + 4 * 31);
      expect(unitsOf(train).isDisjointFrom(unitsOf(test))).toBe(true);
    }
  });

  it('value a unit at the price it is first seen with', () => {
    for (const { test } of splits) expect(test.every((at) => at % 2 === 0)).toBe(true);
  });

  it('are none where everything was seen in one month', () => {
    expect(
      splitsForward(
        market.map((row) => ({ ...row, day: LAST_DAY })),
        3,
      ),
    ).toEqual([]);
  });
});
