import { expect, it } from 'vitest';
import { shuffled } from './shuffle.ts';

it('gives every order of four as often as any other', () => {
  const orders = new Map<string, number>();
  // Every way chance can go: one of four, one of three, one of two.
  for (let way = 0; way < 24; way += 1) {
    let left = way;
    const random = (below: number): number => {
      const drawn = left % below;
      left = Math.floor(left / below);
      return drawn;
    };
    const order = shuffled(['a', 'b', 'c', 'd'], random).join('');
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  expect(orders.size).toBe(24);
  expect(new Set(orders.values())).toEqual(new Set([1]));
});

it('leaves what it was given as it was', () => {
  const items = [1, 2, 3];
  shuffled(items, () => 0);
  expect(items).toEqual([1, 2, 3]);
  expect(shuffled([], () => 0)).toEqual([]);
});
