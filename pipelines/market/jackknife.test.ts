import { describe, expect, it } from 'vitest';
import { jackknife, jackknifeErrors } from './jackknife.ts';

const VALUES = [3, 1, 4, 1, 5, 9, 2, 6];
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const without = VALUES.map((_, left) => [mean(VALUES.filter((_value, at) => at !== left))]);

describe('the jackknife', () => {
  it('of a mean says what its values scatter by', () => {
    const squares = VALUES.reduce((sum, value) => sum + (value - mean(VALUES)) ** 2, 0);
    const error = Math.sqrt(squares / (VALUES.length - 1) / VALUES.length);
    expect(jackknifeErrors([mean(VALUES)], without)[0]).toBeCloseTo(error, 12);
  });

  it('says that two figures of the same values err alike', () => {
    const twice = without.map(([value = 0]) => [value, -2 * value]);
    const covariance = jackknife([mean(VALUES), -2 * mean(VALUES)], twice);
    expect(covariance(0, 1)).toBeCloseTo(-2 * covariance(0, 0), 12);
    expect(covariance(1, 0)).toBe(covariance(0, 1));
  });

  it('of one group, or of none, tells no error', () => {
    expect([...jackknifeErrors([1, 2], [[5, 5]])]).toEqual([0, 0]);
    expect([...jackknifeErrors([1, 2], [])]).toEqual([0, 0]);
  });
});
