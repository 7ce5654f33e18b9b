import { expect, it } from 'vitest';
import type { ReadKeyword } from './keyword-parts.ts';
import { placesMeant } from './places-offered.ts';
import { names, read } from './testing/catalogue-names.ts';

const isName = (words: string) => names.isMake(words) || names.isLine(words);
const meant = (keyword: string, offered: readonly string[] = []) =>
  placesMeant({ types: [], keyword }, keyword, { isName, offered });

it.each([
  ['flordia', { state: 'FL', keyword: '' }],
  ['texes', { state: 'TX', keyword: '' }],
  ['texs', { state: 'TX', keyword: '' }],
  ['jayco pensylvania', { state: 'PA', keyword: 'jayco' }],
  ['denvor', { keyword: 'Denver' }],
  ['jayco houstin', { keyword: 'jayco Houston' }],
  ['los angelas', { keyword: 'Los Angeles' }],
  ['chigago 2019', { keyword: 'Chicago 2019' }],
  ['sanfrancisco', { keyword: 'San Francisco' }],
  ['northcarolina', { keyword: '', state: 'NC' }],
  // There is one, of a single ZIP code.
  ['huston', { keyword: 'Houston' }],
])('takes what is misspelt for a place it is like: %s', (keyword, said) => {
  expect(meant(keyword)).toContainEqual({ types: [], ...said });
});

it.each([
  ['new hampshir', { state: 'NH', keyword: '' }],
  ['new mexco class a', { state: 'NM', keyword: '', types: ['class-a'] }],
  ['jayco new jersy', { state: 'NJ', keyword: 'jayco' }],
  ['new orleens', { keyword: 'New Orleans' }],
  ['new bedfrd', { keyword: 'New Bedford' }],
  ['new yrok', { state: 'NY', keyword: '' }],
])('takes no condition for the beginning of such a name: %s', (keyword, said) => {
  const [asRead] = read(keyword).readings;
  expect(asRead).toMatchObject({ condition: 'new' });
  const [first] = asRead ? placesMeant(asRead, keyword, { isName, offered: [] }) : [];
  expect(first).toMatchObject(said);
  expect(first).not.toHaveProperty('condition');
});

it('keeps what else is said, and the state, of which a city may be called as another is', () => {
  const said: ReadKeyword = { types: ['class-c'], condition: 'new', priceMax: 30_000, keyword: '' };
  const placed = (keyword: string, state: string) =>
    placesMeant({ ...said, keyword, state }, keyword, { isName, offered: [] });
  const [first, ...others] = placed('orlandoo', 'FL');
  expect(first).toEqual({ ...said, state: 'FL', keyword: 'Orlando' });
  for (const { state } of others) expect(state).toBe('FL');
  expect(placed('washingtn', 'DC')[0]).toMatchObject({ state: 'DC', keyword: 'Washington' });
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
  'horse',
  'about',
  '',
  'one two three four five six flordia',
])('offers no place for %j, which is spelled right, a name, short, long or like none', (keyword) =>
  expect(meant(keyword)).toEqual([]),
);

it('offers no place for what is liker to a name that is offered', () => {
  expect(meant('houstin', ['Houston Trailers'])).toEqual([]);
  expect(meant('dalas', ['Dutchmen Atlas'])).toContainEqual({ types: [], keyword: 'Dallas' });
});

it('takes no new line for a city that is called New', () => {
  const asRead: ReadKeyword = { types: [], condition: 'new', keyword: 'eagel' };
  const meant = (offered: readonly string[]) =>
    placesMeant(asRead, 'new eagel', { isName, offered }).map(({ keyword }) => keyword);
  expect(meant([])).toContain('New Eagle');
  expect(meant(['Jayco Eagle'])).not.toContain('New Eagle');
});

it.each(['brand new hampshir', 'new jayco hampshir', 'hampshir new'])(
  'takes no "new" of %j for the beginning of a place',
  (keyword) => {
    const [asRead] = read(keyword).readings;
    const meant = asRead ? placesMeant(asRead, keyword, { isName, offered: [] }) : [];
    for (const one of meant) expect(one).toHaveProperty('condition', 'new');
    expect(asRead).toHaveProperty('condition', 'new');
  },
);
