import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEARCH_SORTS, searchQuery } from '#schemas/api/listings.ts';
import { FILTER_YEAR_MIN, PRICE_FILTER_MAX } from '#schemas/constants.ts';
import { FILTER_TYPE_ORDER, STATES } from '#schemas/vocabulary.ts';
import { chipsOf } from './chips.ts';
import {
  CONDITION_CHOICES,
  filterYearMax,
  NO_FILTERS,
  ordered,
  PAGE_MAX,
  priceFromText,
  queryOf,
  type SearchState,
  stateFromUrl,
  stateToUrl,
  withFilters,
} from './search-state.ts';

const read = (text: string) => stateFromUrl(new URLSearchParams(text));
const START = read('');

const text = (max: number) => fc.string({ maxLength: max }).map((typed) => typed.trim());
const range = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([a, b]) => ordered(a, b));
const states: fc.Arbitrary<SearchState> = fc
  .record({
    keyword: text(200),
    zip: text(10),
    state: fc.constantFrom('', ...STATES.map(({ code }) => code)),
    make: text(100),
    model: text(200),
    types: fc.subarray([...FILTER_TYPE_ORDER]),
    condition: fc.constantFrom(...CONDITION_CHOICES),
    price: range(0, PRICE_FILTER_MAX),
    year: range(FILTER_YEAR_MIN, filterYearMax()),
    sort: fc.option(fc.constantFrom(...SEARCH_SORTS)),
    page: fc.integer({ min: 1, max: PAGE_MAX }),
    compare: fc.uniqueArray(fc.stringMatching(/^[a-f0-9]{4}$/), { maxLength: 3 }),
  })
  .map(({ price, year, ...rest }) => ({
    ...rest,
    model: rest.make === '' ? '' : rest.model,
    priceMin: price[0],
    priceMax: price[1],
    yearMin: year[0],
    yearMax: year[1],
  }));

describe('the state of the search', () => {
  it('is the same after it went through an address, and is always a question the contract takes', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(stateFromUrl(stateToUrl(state))).toEqual(state);
        expect(searchQuery.safeParse(queryOf(state)).success).toBe(true);
      }),
    );
  });

  it('leaves what is at its default out of the address, and keeps what belongs to others', () => {
    expect(stateToUrl(START, new URLSearchParams('view=saved&page=4')).toString()).toBe(
      'view=saved',
    );
  });

  it('takes a bound without a figure for one that is not said', () => {
    for (const name of ['priceMin', 'priceMax', 'yearMin', 'yearMax'])
      expect(read(`${name}=&keyword=x`)).toEqual(read('keyword=x'));
    expect(read('priceMax=+')).toEqual(START);
  });

  it('takes any address for what it can', () => {
    const state = read(
      'type=class-a,spaceship&state=ZZ&condition=broken&priceMin=-5&priceMax=lots&yearMin=2020&yearMax=1980&sort=up&page=0&compare=a,a,%3Cb%3E&model=alone',
    );
    expect(state).toEqual({
      ...START,
      types: ['class-a'],
      yearMin: 2000,
      yearMax: 2020,
      compare: ['a'],
    });
    expect(read('page=99999999').page).toBe(PAGE_MAX);
  });

  it('asks for twelve at a time, and sends nothing for a slider at its end', () => {
    expect(queryOf(START)).toEqual({ limit: 12, offset: 0 });
    expect(queryOf({ ...START, priceMin: 5_000, yearMax: 2020, page: 3 })).toEqual({
      priceMin: 5_000,
      yearMax: 2020,
      limit: 12,
      offset: 24,
    });
  });

  it('asks for a place only by a whole ZIP code, and for the nearest only near one', () => {
    expect(queryOf({ ...START, zip: '8370', sort: 'distance' })).toEqual({ limit: 12, offset: 0 });
    expect(queryOf({ ...START, zip: ' 83702 ', sort: 'distance' })).toMatchObject({
      location: '83702',
      sort: 'distance',
    });
  });

  it('starts again at the first page when a filter changes, and forgets the model with its make', () => {
    const state = { ...START, make: 'Jayco', model: 'Eagle', page: 7 };
    expect(withFilters(state, { condition: 'new' })).toEqual({
      ...state,
      condition: 'new',
      page: 1,
    });
    expect(withFilters(state, { make: 'Thor' })).toMatchObject({ make: 'Thor', model: '' });
    expect(withFilters(state, { make: 'Thor', model: 'Ace' })).toMatchObject({ model: 'Ace' });
  });

  it('reads types, a state and a condition as the server does, and writes each its one way', () => {
    const state = read(
      'type=Fifth+Wheel,class+a+motorhome, POP-UP camper&state=texas&condition=Used',
    );
    expect(state).toMatchObject({
      types: ['class-a', 'fifth-wheel', 'pop-up'],
      state: 'TX',
      condition: 'used',
    });
    expect(String(stateToUrl(state))).toBe(
      'state=TX&type=class-a%2Cfifth-wheel%2Cpop-up&condition=used',
    );
  });

  it('reads typed prices, and what is no number as the open end', () => {
    expect(priceFromText('$31,450', 0)).toBe(31_450);
    expect(priceFromText('12.6', 0)).toBe(13);
    for (const typed of ['60k', '60K', '$60 k', '60,000', '$60,000'])
      expect(priceFromText(typed, 0)).toBe(60_000);
    expect(priceFromText('600k', 0)).toBe(PRICE_FILTER_MAX);
    for (const typed of ['cheap', 'k', '60kk', '6k0', '60 km'])
      expect(priceFromText(typed, 0)).toBe(0);
    expect(priceFromText('', PRICE_FILTER_MAX)).toBe(PRICE_FILTER_MAX);
    expect(priceFromText('9000000', 0)).toBe(PRICE_FILTER_MAX);
    expect(priceFromText('-5', 0)).toBe(0);
  });
});

describe('the chips', () => {
  const chips = (change: Partial<SearchState>) => chipsOf({ ...START, ...change });

  it('are none without a filter, and one for each in use, each type its own', () => {
    expect(chips({})).toEqual([]);
    const all = chips({
      keyword: 'bunk',
      zip: '83702',
      state: 'TX',
      make: 'Jayco',
      model: 'Eagle',
      types: ['class-a', 'pop-up'],
      condition: 'new',
      priceMin: 5_000,
      priceMax: 100_000,
      yearMin: 2015,
    });
    expect(all.map(({ label }) => label)).toEqual([
      '“bunk”',
      'Near 83702',
      'In Texas',
      'Jayco',
      'Eagle',
      'Class A',
      'Pop-up Camper',
      'New',
      '$5,000 to $100,000',
      'From 2015',
    ]);
  });

  it('name a single year as one', () => {
    expect(chips({ yearMin: 2019, yearMax: 2019 }).map(({ label }) => label)).toEqual(['2019']);
  });

  it('each take away just their own filter', () => {
    fc.assert(
      fc.property(states, (state) => {
        const filters = chipsOf(state);
        for (const { key, without } of filters) {
          const left = chipsOf({ ...state, ...without }).map((chip) => chip.key);
          const gone = key === 'make' ? ['make', 'model'] : [key];
          expect(left).toEqual(
            filters.map((chip) => chip.key).filter((other) => !gone.includes(other)),
          );
        }
        expect(chipsOf({ ...state, ...NO_FILTERS })).toEqual([]);
      }),
    );
  });

  it('say nothing of a ZIP code that is half typed', () => {
    expect(chips({ zip: '837' })).toEqual([]);
    expect(chips({ priceMax: 60_000 })[0]?.label).toBe('Up to $60,000');
  });
});
