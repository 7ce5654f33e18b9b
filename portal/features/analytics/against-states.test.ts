import { describe, expect, it } from 'vitest';
import { againstStates, medianOfStates } from './against-states.ts';

const state = (priced: number, medianPrice: number | null) => ({
  name: 'x',
  listings: 99,
  priced,
  medianPrice,
});

describe('a state against all of them', () => {
  it('is held against the median that half of the listings stand under', () => {
    expect(medianOfStates([state(10, 50_000), state(60, 30_000), state(30, 40_000)])).toBe(30_000);
    expect(medianOfStates([state(5, null), state(1, 20_000)])).toBe(20_000);
    expect(medianOfStates([state(5, null)])).toBeNull();
  });

  it('is told in percent, and not where a price is unknown', () => {
    const states = [state(1, 40_000)];
    expect(againstStates(44_000, states)).toBe('10% above the median of the states');
    expect(againstStates(30_000, states)).toBe('25% below the median of the states');
    expect(againstStates(40_100, states)).toBe('At the median of the states');
    expect(againstStates(null, states)).toBe('');
    expect(againstStates(40_000, [])).toBe('');
  });
});
