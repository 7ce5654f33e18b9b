import { expect, it } from 'vitest';
import type { FacetsQuery } from '#schemas/api/listings.ts';
import { offersInstead, readingsBeside } from './keyword-offers.ts';
import { known, read } from './testing/catalogue-names.ts';

/** What is offered in a market that finds one unit by the given filters, and none by others. */
const offersWhere = (keyword: string, finds: (query: FacetsQuery) => boolean) =>
  offersInstead({ keyword }, read(keyword), undefined, {
    known,
    countOf: async (query) => Number(finds(query)),
    readingsOf: (query) => read(query.keyword ?? ''),
    newest: 2026,
  });

it('offers a name that is misspelt in a state that is misspelt too', async () => {
  const offers = await offersWhere(
    'jaico flordia',
    ({ keyword, make, state }) => state === 'FL' && (make ?? keyword) === 'Jayco',
  );
  const read = { types: [], inPlace: false };
  expect(offers.keywordReadAs).toEqual([
    { ...read, keyword: 'jaico flordia', total: 0 },
    { ...read, keyword: 'Jayco', state: 'FL', leftOut: '', total: 1 },
  ]);
});

it('offers no name beside a reading that has it for all its words, as these find the same', async () => {
  const offers = await offersWhere('new jaico', ({ condition }) => condition === 'new');
  expect(offers.suggestions?.map(({ name }) => name)).toContain('Jayco');
  const named = await offersWhere('new jayco', ({ condition }) => condition === 'new');
  expect(named.keywordReadAs).toMatchObject([{ keyword: 'jayco', condition: 'new' }]);
  expect(named.suggestions?.map(({ name }) => name)).not.toContain('Jayco');
});

it('offers the larger city of what finds nothing, beside names that leave it out', async () => {
  const offers = await offersWhere('tampa bay', ({ keyword, make }) =>
    make === undefined ? /^(?:tampa|bay)$/.test(keyword ?? '') : !keyword,
  );
  const read = { types: [], inPlace: false };
  expect(offers.keywordReadAs).toEqual([
    { ...read, keyword: 'tampa bay', total: 0 },
    { ...read, keyword: 'tampa', leftOut: 'bay', total: 1 },
  ]);
});

it.each([
  ['cheap port charlotte', 'port charlotte'],
  ['zzz ft worth', 'ft worth'],
])('offers the whole name of a city: %s', async (keyword, city) => {
  const { keywordReadAs = [] } = await offersWhere(keyword, ({ make }) => make === undefined);
  expect(keywordReadAs.map(({ keyword }) => keyword)).toContain(city);
});

it('offers no city that is a part of a make’s name', async () => {
  const offers = await offersWhere('forest river cherokee grey wolf', ({ keyword, make }) =>
    make === undefined ? keyword === 'forest' : !keyword,
  );
  expect(offers.suggestions?.length).toBeGreaterThan(0);
  expect(offers.keywordReadAs).toBeUndefined();
});

it.each([
  ['cheap class a 2019', { types: ['class-a'], yearMin: 2019, yearMax: 2019, leftOut: 'cheap' }],
  ['nice 2020 class c texas', { state: 'TX', yearMin: 2020, yearMax: 2020, leftOut: 'nice' }],
])('keeps the model year among words that find nothing: %s', async (keyword, said) => {
  const offers = await offersWhere(keyword, (query) => !query.make && !query.keyword);
  expect(offers.keywordReadAs?.[1]).toMatchObject({ keyword: '', ...said });
});

it('leaves the model year out too where nothing is of it', async () => {
  const offers = await offersWhere(
    'cheap class a 2019',
    ({ make, keyword, yearMin }) => !make && !keyword && yearMin === undefined,
  );
  expect(offers.keywordReadAs?.[1]).toMatchObject({ types: ['class-a'], leftOut: 'cheap 2019' });
});

it('counts what is found by words that say more where they are asked for alone', async () => {
  const query = { keyword: 'used az ca winnebago' };
  const beside = await readingsBeside(query, read(query.keyword), 44, {
    countOf: async ({ keyword }) => (keyword === 'ca winnebago' ? 16 : 0),
    readingsOf: ({ keyword = '' }) => read(keyword),
  });
  expect(beside.keywordReadAs).toMatchObject([{ keyword: 'ca winnebago', state: 'AZ', total: 16 }]);
});
