import { describe, expect, it } from 'vitest';
import { drawNormals } from './draw-normals.ts';

const SEEDS = 5_000;
const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('drawn normals', () => {
  it('are the same for the same seed', () => {
    const [one, other] = [drawNormals(7), drawNormals(7)];
    for (let drawn = 0; drawn < 100; drawn += 1) expect(one()).toBe(other());
  });

  it.each([0, 70_000, 2 ** 31 - SEEDS])('are unlike from the first on for seeds next to each other, from %d', (first) => {
    const drawn = Array.from({ length: SEEDS }, (_, at) => {
      const normal = drawNormals(first + at);
      return [normal(), normal()] as const;
    });
    for (const place of [0, 1] as const) {
      const values = drawn.map((pair) => pair[place]);
      // Of five thousand: within four standard errors.
      expect(Math.abs(meanOf(values))).toBeLessThan(0.06);
      expect(Math.abs(meanOf(values.map((value) => value ** 2)) - 1)).toBeLessThan(0.08);
      for (const apart of [1, 2, 1_000])
        expect(Math.abs(meanOf(values.slice(apart).map((value, at) => value * (values[at] ?? 0))))).toBeLessThan(0.06);
    }
  }); // prettier-ignore
});
