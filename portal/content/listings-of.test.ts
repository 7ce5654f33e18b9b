import { expect, it } from 'vitest';
import { ADMIN } from './admin.ts';
import { DASHBOARD } from './data-dashboard.ts';
import { BROWSE } from './landing.ts';
import { listingsOf } from './listings-of.ts';
import { SOURCES } from './staff-sources.ts';

it.each([
  ['0', '0 listings'],
  ['1', '1 listing'],
  ['1,320', '1,320 listings'],
])('counts listings: %s', (count, words) => {
  expect(listingsOf(count)).toBe(words);
  expect(BROWSE.intro(count)).toContain(`${words} on the market`);
  expect(DASHBOARD.scraper.result(count, '0', '3 s')).toBe(`${words} processed, 0 new, in 3 s.`);
  expect(ADMIN.collections.listings(count, '0')).toBe(`${words}, 0 seen for the first time`);
});

it('counts one record and one source as one', () => {
  expect([SOURCES.published('1'), SOURCES.published('9')]).toEqual(['1 record', '9 records']);
  const { sourcesDone } = ADMIN.collections;
  expect([sourcesDone(0, 1), sourcesDone(1, 4)]).toEqual(['0 of 1 source', '1 of 4 sources']);
});
