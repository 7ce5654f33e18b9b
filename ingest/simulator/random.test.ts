import { describe, expect, it } from 'vitest';
import { RandomStream, runningSums } from './random.ts';

const draws = (seed: number, purpose: string, index: number): number[] => {
  const random = new RandomStream(seed, purpose).at(index);
  return Array.from({ length: 5 }, () => random.unit());
};

describe('a random stream', () => {
  it('gives an index the same draws whenever it is asked', () => {
    expect(draws(1, 'a', 7)).toEqual(draws(1, 'a', 7));
  });

  it('gives other seeds, purposes and indices other draws, also past 2^32', () => {
    const all = [
      draws(1, 'a', 7),
      draws(2, 'a', 7),
      draws(1, 'b', 7),
      draws(1, 'a', 8),
      draws(1, 'a', 7 + 2 ** 32),
    ];
    expect(new Set(all.map(String)).size).toBe(all.length);
  });

  it('gives neighbouring indices first draws that are uniform and unrelated', () => {
    const stream = new RandomStream(5, 'uniform');
    const first = Array.from({ length: 20_000 }, (_, index) => stream.at(index).unit());
    const mean = first.reduce((sum, value) => sum + value, 0) / first.length;
    const products = first
      .slice(1)
      .map((value, index) => (value - 0.5) * ((first[index] ?? 0) - 0.5));
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
    expect(
      Math.abs(products.reduce((sum, value) => sum + value, 0) / products.length),
    ).toBeLessThan(0.004);
  });

  it('picks by weight and never what weighs nothing', () => {
    const random = new RandomStream(5, 'weights').at(0);
    const sums = runningSums([1, 0, 3]);
    const counts = [0, 0, 0];
    for (let draw = 0; draw < 10_000; draw += 1) {
      const index = random.weighted(sums);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts[1]).toBe(0);
    expect((counts[2] ?? 0) / 10_000).toBeCloseTo(0.75, 1);
  });
});
