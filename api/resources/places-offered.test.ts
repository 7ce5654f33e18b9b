import { expect, it } from 'vitest';
import { placesMeant } from './places-offered.ts';
import { names } from './testing/catalogue-names.ts';

const isName = (words: string) => names.isMake(words) || names.isLine(words);
const meant = (keyword: string, said = {}) => placesMeant({ types: [], keyword, ...said }, isName);

it.each([
  ['flordia', { state: 'FL', keyword: '' }],
  ['texes', { state: 'TX', keyword: '' }],
  ['new hampshir', { state: 'NH', keyword: '' }],
  ['jayco pensylvania', { state: 'PA', keyword: 'jayco' }],
  ['denvor', { keyword: 'Denver' }],
  ['jayco houstin', { keyword: 'jayco Houston' }],
  ['los angelas', { keyword: 'Los Angeles' }],
  ['chigago 2019', { keyword: 'Chicago 2019' }],
])('takes what is misspelt for a place it is like: %s', (keyword, said) => {
  expect(meant(keyword)).toContainEqual({ types: [], ...said });
});

it('keeps what else is said, and the state', () => {
  const said = { types: ['class-c'] as const, priceMax: 30_000, state: 'FL' };
  const [first, ...others] = placesMeant(
    { ...said, types: ['class-c'], keyword: 'orlandoo' },
    isName,
  );
  expect(first).toEqual({ ...said, keyword: 'Orlando' });
  for (const { state } of others) expect(state).toBe('FL');
});

it.each([
  'houston',
  'texas',
  'jayco',
  'montana',
  'salem',
  'ohi',
  'x2019 2019',
  'zorblax',
  'eagel',
  '',
  'one two three four five six flordia',
])('offers no place for %j, which is spelled right, a name, short, long or like none', (keyword) =>
  expect(meant(keyword)).toEqual([]),
);
