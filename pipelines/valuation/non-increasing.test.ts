import { array, assert, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallingAtLeast, nonIncreasing } from './non-increasing.ts';

const values = array(double({ min: -10, max: 10, noNaN: true }), { minLength: 1, maxLength: 20 });
const equal = (length: number) => new Float64Array(length).fill(1);

describe('the nearest non-increasing sequence', () => {
  it('never rises', () => {
    assert(
      property(values, (given) => {
        const result = nonIncreasing(Float64Array.from(given), equal(given.length));
        return result.every((value, at) => at === 0 || value <= (result[at - 1] ?? Infinity));
      }),
    );
  });

  it('leaves alone what does not rise, and keeps the mean of what does', () => {
    expect([...nonIncreasing(Float64Array.of(5, 3, 3, 1), equal(4))]).toEqual([5, 3, 3, 1]);
    expect([...nonIncreasing(Float64Array.of(5, 1, 3), equal(3))]).toEqual([5, 2, 2]);
    expect([...nonIncreasing(Float64Array.of(0, 3), Float64Array.of(1, 2))]).toEqual([2, 2]);
  });

  it('is as near as any other non-increasing sequence', () => {
    const distance = (a: ArrayLike<number>, b: readonly number[]) =>
      b.reduce((sum, value, at) => sum + (value - (a[at] ?? 0)) ** 2, 0);
    assert(
      property(values, values, (given, other) => {
        const rival = [...other, ...given].slice(0, given.length).toSorted((a, b) => b - a);
        const result = nonIncreasing(Float64Array.from(given), equal(given.length));
        expect(distance(result, given)).toBeLessThanOrEqual(distance(rival, given) + 1e-9);
      }),
    );
  });
});

describe('the nearest sequence that falls', () => {
  it('falls by the least at every step, and by more where the values do', () => {
    const least = Float64Array.of(1, 0.5, 2);
    assert(
      property(values, (given) => {
        const result = fallingAtLeast(Float64Array.from(given), equal(given.length), least);
        return result.every(
          (value, at) => at === 0 || (result[at - 1] ?? 0) - value >= (least[at - 1] ?? 0) - 1e-9,
        );
      }),
    );
    const falling = fallingAtLeast(Float64Array.of(9, 6, 4, 1), equal(4), least);
    expect([...falling]).toEqual([9, 6, 4, 1]);
  });

  it('keeps the weighted mean of what rises', () => {
    const of = (...given: number[]) =>
      fallingAtLeast(Float64Array.from(given), equal(given.length), Float64Array.of(1, 1));
    expect([...of(5, 1, 3)]).toEqual([5, 2.5, 1.5]);
    expect([...of(2, 2, 2)]).toEqual([3, 2, 1]);
  });
});
