import { expect, it } from 'vitest';
import { shareOfMany } from './share-of-many.ts';

it.each([
  [0, '0%'],
  [0.0004, '<1%'],
  [0.005, '1%'],
  [0.25, '25%'],
  [0.994, '99%'],
  [0.9993, '>99%'],
  [1, '100%'],
])('a share is all of all alone, and none of none: %d', (fraction, shown) => {
  expect(shareOfMany(fraction)).toBe(shown);
});
