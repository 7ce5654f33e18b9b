import { expect, it } from 'vitest';
import { comparePaired, type Pair } from './bootstrap.ts';

const OPTIONS = { resamples: 200, seed: 5 };
/** Errors from 1% to 30%, spread evenly over so many units. */
const pairs = (units: number, theirs: (ours: number) => number): Pair[] =>
  Array.from({ length: units }, (_, unit) => {
    const ours = 0.01 + (0.29 * ((unit * 7) % units)) / units;
    return { unit: String(unit), ours, theirs: theirs(ours) };
  });

it('finds no difference between a method and itself', () => {
  const found = comparePaired(
    pairs(100, (ours) => ours),
    OPTIONS,
  );
  expect(found).toMatchObject({ units: 100, ratio: 1, low: 1, high: 1, notBetter: 1 });
});

it('is sure of a difference that every unit shows', () => {
  const found = comparePaired(
    pairs(100, (ours) => 1.2 * ours),
    OPTIONS,
  );
  expect(found?.ratio).toBeCloseTo(1 / 1.2);
  expect(found?.high).toBeLessThan(1);
  expect(found?.notBetter).toBe(0);
});

it('is less sure of fewer units, however often each was valued', () => {
  const noisy = (units: number) => pairs(units, (ours) => 0.31 - ours);
  const width = (of: readonly Pair[]) => {
    const found = comparePaired(of, OPTIONS);
    return (found?.high ?? 0) - (found?.low ?? 0);
  };
  const few = noisy(20);
  expect(width(few)).toBeGreaterThan(1.5 * width(noisy(400)));
  expect(width([...few, ...few, ...few])).toBeCloseTo(width(few));
});

it('says nothing without pairs, and the same again with the same seed', () => {
  expect(comparePaired([], OPTIONS)).toBeUndefined();
  const noisy = pairs(50, (ours) => 0.31 - ours);
  expect(comparePaired(noisy, OPTIONS)).toEqual(comparePaired(noisy, OPTIONS));
});
