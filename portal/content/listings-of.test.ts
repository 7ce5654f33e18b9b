import { expect, it } from 'vitest';
import { BROWSE } from './landing.ts';
import { listingsOf } from './listings-of.ts';

it.each([
  ['0', '0 listings'],
  ['1', '1 listing'],
  ['1,320', '1,320 listings'],
])('counts listings: %s', (count, words) => {
  expect(listingsOf(count)).toBe(words);
  expect(BROWSE.intro(count)).toContain(`${words} on the market`);
});
