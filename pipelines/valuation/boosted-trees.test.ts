import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { describe, expect, it } from 'vitest';
import { growTrees, type TreeTable } from './boosted-trees.ts';

const OPTIONS = { trees: 100, rate: 0.2, leaves: 8, leafRows: 5, categoryRows: 5, bound: 1 };

/** Rows of one number from 0 to 1 and one of twelve categories, with what `target` makes of them. */
function tableOf(
  rows: number,
  target: (x: number, category: number, chance: () => number) => number,
  order: (at: number) => number = (at) => at,
): TreeTable {
  const generator = xoroshiro128plus(7);
  const chance = () => uniformFloat64(generator);
  const drawn = Array.from({ length: rows }, (_, at) => {
    const x = chance();
    const category = Math.floor(12 * chance());
    return { key: at * 7_919, x, category, y: target(x, category, chance) };
  });
  const ordered = drawn.map((_, at) => drawn[order(at)] ?? drawn[0]);
  return {
    rows,
    numbers: [Float64Array.from(ordered, (row) => row?.x ?? 0)],
    directions: [0],
    categories: [Int32Array.from(ordered, (row) => row?.category ?? -1)],
    target: Float64Array.from(ordered, (row) => row?.y ?? 0),
    weight: new Float64Array(rows).fill(1),
    key: Int32Array.from(ordered, (row) => row?.key ?? 0),
  };
}

const predictor = (table: TreeTable, options = OPTIONS) => {
  const forest = growTrees(table, options);
  return (x: number, category: number) => forest.says([x, category]);
};
const step = (x: number) => (x < 0.4 ? -0.3 : 0.5);

describe('boosted trees', () => {
  it('find a step in a number', () => {
    const says = predictor(tableOf(2_000, step));
    for (const x of [0.05, 0.2, 0.35]) expect(says(x, 3)).toBeCloseTo(-0.3, 2);
    for (const x of [0.45, 0.7, 0.95]) expect(says(x, 3)).toBeCloseTo(0.5, 2);
  });

  it('are moved by rows as much as these count', () => {
    const table = tableOf(2_000, (x) => (x < 0.5 ? 0.9 : 0));
    const weight = Float64Array.from(table.target, (y) => (y > 0 ? 0.5 : 1));
    const everywhere = { ...table, weight, numbers: [new Float64Array(table.rows)] };
    const says = predictor(everywhere, { ...OPTIONS, leaves: 1 });
    // Half of the rows at half the weight: a third, where all rows alike would say 0.45.
    expect(says(0, 3)).toBeCloseTo(0.3, 1);
    expect(says(0, 3)).toBeLessThan(0.35);
  });

  it('go on flat past the numbers they saw', () => {
    const says = predictor(tableOf(2_000, step));
    expect(says(-40, 3)).toBe(says(0, 3));
    expect(says(40, 3)).toBe(says(1, 3));
  });

  it('find groups of categories that have no order', () => {
    const dear = new Set([1, 4, 5, 11]);
    const says = predictor(tableOf(3_000, (_, category) => (dear.has(category) ? 0.4 : -0.1)));
    for (let category = 0; category < 12; category += 1)
      expect(says(0.5, category)).toBeCloseTo(dear.has(category) ? 0.4 : -0.1, 1);
  });

  it('find what a number does in some categories only', () => {
    const says = predictor(
      tableOf(4_000, (x, category) => (category < 3 ? step(x) : 0)),
      { ...OPTIONS, trees: 200 },
    );
    expect(says(0.8, 1)).toBeCloseTo(0.5, 1);
    expect(says(0.2, 1)).toBeCloseTo(-0.3, 1);
    expect(says(0.8, 8)).toBeCloseTo(0, 1);
  });

  it('take a category they were not taught for one of the others', () => {
    const says = predictor(tableOf(2_000, (_, category) => (category === 3 ? 1 : 0.2)));
    expect(says(0.5, 99)).toBeCloseTo(0.2, 1);
    expect(says(0.5, -1)).toBeCloseTo(0.2, 1);
  });

  it('keep a direction that a number is given, whatever the rows say', () => {
    const wavy = (x: number, category: number, chance: () => number) =>
      Math.sin(9 * x) + 0.1 * category + 0.3 * chance();
    for (const direction of [1, -1]) {
      const says = predictor({ ...tableOf(3_000, wavy), directions: [direction] });
      for (let category = 0; category < 12; category += 1)
        for (let x = 0; x < 1; x += 0.01)
          expect(direction * (says(x + 0.01, category) - says(x, category))).toBeGreaterThanOrEqual(
            0,
          );
    }
  });

  it('are not moved by gross errors in one row of twenty', () => {
    const says = predictor(
      tableOf(4_000, (x, _, chance) => step(x) + (chance() < 0.05 ? 30 : 0)),
      { ...OPTIONS, bound: 0.1 },
    );
    expect(Math.abs(says(0.2, 3) + 0.3)).toBeLessThan(0.1);
    expect(Math.abs(says(0.7, 3) - 0.5)).toBeLessThan(0.1);
  });

  it('say the same each time, and whatever the order of the rows', () => {
    const noisy = (x: number, category: number, chance: () => number) =>
      step(x) + 0.02 * category + 0.1 * chance();
    const [there, again, back] = [
      predictor(tableOf(1_500, noisy)),
      predictor(tableOf(1_500, noisy)),
      predictor(tableOf(1_500, noisy, (at) => 1_499 - at)),
    ];
    for (let x = 0; x < 1; x += 0.07)
      for (let category = 0; category < 12; category += 1) {
        expect(again(x, category)).toBe(there(x, category));
        expect(back(x, category)).toBeCloseTo(there(x, category), 6);
      }
  });

  it('say nothing of too few rows to tell apart', () => {
    const says = predictor(tableOf(8, step));
    expect(says(0.1, 3)).toBe(says(0.9, 3));
    expect(growTrees(tableOf(0, step), OPTIONS).says([0.5, 1])).toBe(0);
  });
});
