import { describe, expect, it } from 'vitest';
import { useKeywordMarket } from '../support/keyword-market.ts';

const { find, count, read } = await useKeywordMarket();

describe('a keyword that says what a filter does', () => {
  it('is answered by the type that it names and nothing else, whatever has its words', async () => {
    expect((await find({ keyword: 'Fifth Wheel' })).total).toBe(3);
    expect(await read('Fifth Wheel')).toEqual({
      types: ['fifth-wheel'],
      keyword: '',
      total: 3,
      inPlace: true,
    });
    expect((await find({ keyword: 'fifth wheel street' })).total).toBe(1);
    expect(await read('fifth wheel street')).toMatchObject({ total: 0, inPlace: false });
    expect(await read('travel trailer or fifth wheel')).toMatchObject({ keyword: '' });
    // No Oregon while "or" is being typed between two.
    for (const keyword of ['Class A or', 'class a or class a'])
      expect(await read(keyword)).toMatchObject({ types: ['class-a'], keyword: '', inPlace: true });
    expect(await read('motorhomes')).toMatchObject({
      types: ['class-a', 'class-b', 'class-c'],
      total: 2,
    });
  });

  it('is read and counted as most would write it', async () => {
    for (const keyword of [
      '*fifth wheel* — used',
      'type: fifth wheel, condition: used',
      'fifth wheel—used',
    ]) {
      expect(await find({ keyword })).toMatchObject({ total: 2 });
      const { conditions } = await count({ keyword });
      expect(conditions.filter((one) => one.count > 0)).toEqual([{ id: 'used', count: 2 }]);
    }
  });

  it('is answered by a type in a city before what has such words there', async () => {
    const { total, listings } = await find({ keyword: 'class a erie' });
    expect([total, listings[0]?.type.id]).toEqual([1, 'class-a']);
    expect((await find({ keyword: 'classic a erie' })).listings[0]?.type.id).toBe('pop-up');
  });

  it('is answered by types whose words a name may have where no name has them', async () => {
    expect((await find({ keyword: 'jayco trailers' })).total).toBe(2);
    const { keywordReadAs = [] } = await find({ keyword: 'keystone trailers fl' });
    expect(keywordReadAs).toMatchObject([{ keyword: 'keystone', total: 1, inPlace: true }]);
    const { types } = await count({ keyword: 'keystone trailers fl' });
    expect(types.filter((one) => one.count > 0)).toEqual([{ id: 'fifth-wheel', count: 1 }]);
  });

  it('finds a make by a name that no listing has', async () => {
    expect((await find({ keyword: 'icecastle' })).total).toBe(1);
    expect((await find({ keyword: 'mobiletraveler class c' })).total).toBe(1);
    expect((await find({ keyword: 'key stone' })).total).toBe(2);
    expect((await find({ keyword: 'Key Stone cougar' })).total).toBe(1);
    expect((await find({ keyword: 'stone key' })).total).toBe(0);
    expect((await find({ keyword: 'in Tech' })).total).toBe(1);
    expect((await find({ keyword: 'in tech aucta' })).total).toBe(1);
    expect((await find({ keyword: 'in tech for sale' })).total).toBe(1);
    expect((await find({ keyword: 'key', model: 'stone' })).total).toBe(0);
    expect((await find({ keyword: 'in jayco' })).total).toBe(2);
    // A make that is called by its type too, which a filter says.
    expect(await read('ice castle fish house')).toEqual({
      types: ['fish-house'],
      keyword: 'ice castle',
      total: 1,
      inPlace: true,
    });
  });

  it.each([
    ['jayco fifth wheel', {}, { keyword: 'jayco', total: 2 }],
    ['fifth-wheel 2019', {}, { keyword: '2019', total: 1 }],
    ['used fifth wheel', {}, { keyword: '', condition: 'used', total: 2 }],
    ['Used jayco fifth wheel', {}, { keyword: 'jayco', condition: 'used', total: 1 }],
    ['new fifth wheel', {}, { keyword: '', condition: 'new', total: 1 }],
    // The beginning of a name.
    ['new horizons fifth wheel', {}, { keyword: 'new horizons', total: 0 }],
    ['fifth wheel', { make: 'jayco', condition: 'used' }, { keyword: '', total: 1 }],
    ['fifth wheel', { type: 'Class A' }, { keyword: '', total: 3 }],
    ['fifth wheel', { state: 'FL' }, { keyword: '', total: 1 }],
  ])('keeps what else %s with %j says', async (keyword, others, expected) => {
    expect(await read(keyword, others)).toMatchObject({ types: ['fifth-wheel'], ...expected });
  });

  it.each([
    ['fifth wheel under 40k', { priceMax: 40_000, total: 2 }],
    ['fifth wheel, over $40,000', { priceMin: 40_000, total: 1 }],
    ['fifth wheel between 40 and 60k in florida', { state: 'FL', total: 1 }],
  ])('is read as the price that %j names', async (keyword, expected) => {
    const types = ['fifth-wheel'];
    expect(await read(keyword)).toMatchObject({ types, keyword: '', inPlace: true, ...expected });
  });

  it('is read as the floorplan of a line that ends as a price does, where the market has it', async () => {
    const types = ['truck-camper'];
    const found = await find({ keyword: 'used keystone montana 40k truck camper' });
    expect(found.total).toBe(1);
    expect(found.keywordReadAs).toEqual([
      {
        types,
        condition: 'used',
        keyword: 'keystone montana 40k',
        total: 1,
        inPlace: true,
      },
      {
        types,
        condition: 'used',
        priceMax: 40_000,
        keyword: 'keystone montana',
        total: 1,
        inPlace: false,
      },
    ]);
    // No floorplan of that line, and a price that is said to be one.
    for (const said of ['41k', 'under 40k', '$40k'])
      expect(await read(`keystone montana ${said} truck camper`)).toHaveProperty('priceMax');
  });

  it('asks for a price in place of the one that was chosen only once that is pressed', async () => {
    const keyword = 'jayco under 40k';
    expect(await read(keyword, { priceMin: 90_000 })).toMatchObject({ total: 0, inPlace: false });
    expect(await read(keyword, { priceMax: 90_000 })).toMatchObject({ total: 2, inPlace: true });
    expect(await read(keyword, { priceMin: 1_000 })).toMatchObject({ total: 2, inPlace: true });
  });

  it.each([
    ['in miami', 1],
    ['near Miami', 1],
    ['jayco for sale', 2],
    ['used? jayco, in miami', 0],
    ['cougar RVs for sale near me', 1],
    // All that there is.
    ['for sale', 11],
    ['rvs for sale near me', 11],
    ['rvs', 11],
    ["rv's", 11],
    ['year 2019', 1],
    ['new or used', 11],
    ['new and used jayco', 2],
    // A word that is being typed: inTech.
    ['in', 1],
  ])('is looked for in %j by the words that say something', async (keyword, total) => {
    expect((await find({ keyword })).total).toBe(total);
  });

  it('says which filter to take away so that what the keyword says finds something', async () => {
    const conflict = await find({ keyword: 'used fifth wheels', condition: 'new' });
    expect(conflict).toMatchObject({
      total: 0,
      emptiedBy: [
        { filter: 'keyword', total: 3 },
        { filter: 'condition', total: 2 },
      ],
    });
  });

  it('answers by what it says where its words find nothing', async () => {
    const found = await find({ keyword: '5th wheels' });
    expect(found).toMatchObject({ total: 3, keywordReadAs: [{ total: 3, inPlace: true }] });
    expect(found.listings.map(({ type }) => type.id)).toEqual(Array(3).fill('fifth-wheel'));
    expect(found).not.toHaveProperty('suggestions');
    expect(found).not.toHaveProperty('emptiedBy');
    const [, second] = found.listings;
    expect((await find({ keyword: '5th wheels', limit: 1, offset: 1 })).listings).toEqual([second]);
    const priced = await find({ keyword: '5th wheels', condition: 'new', make: 'jayco' });
    expect(priced).toMatchObject({ total: 1, keywordReadAs: [{ inPlace: true }] });
  });

  it('narrows every choice that is counted by what it says, as its words would', async () => {
    const facets = await count({ keyword: '5th wheels', condition: 'used' });
    const counted = (choices: readonly { count: number }[]) =>
      choices.filter((one) => one.count > 0);
    expect(counted(facets.types)).toEqual([{ id: 'fifth-wheel', count: 2 }]);
    expect(counted(facets.conditions)).toEqual([
      { id: 'new', count: 1 },
      { id: 'used', count: 2 },
    ]);
    expect(counted((await count({ keyword: 'miami fl' })).states)).toEqual([
      expect.objectContaining({ code: 'FL', count: 1 }),
    ]);
    // What finds something by its words and may mean them is counted by them.
    expect(counted((await count({ keyword: 'fifth wheel street' })).types)).toEqual([
      { id: 'travel-trailer', count: 1 },
    ]);
    // So is one that was chosen against what is surely said.
    const against = { keyword: 'fifth wheel', type: 'Travel Trailer' };
    expect((await find(against)).total).toBe(0);
    expect(counted((await count(against)).types)).toEqual([{ id: 'fifth-wheel', count: 3 }]);
    // A choice within what was said is one.
    const motorhomes = { keyword: 'motorhomes' };
    const types = [
      { id: 'class-a', count: 1 },
      { id: 'class-c', count: 1 },
    ];
    expect(counted((await count(motorhomes)).types)).toEqual(types);
    expect((await find({ ...motorhomes, type: 'Class A' })).total).toBe(1);
    expect(counted((await count({ ...motorhomes, type: 'Class A' })).types)).toEqual(types);
  });

  it('is read without what is left of it too, where with that there is nothing', async () => {
    const found = await find({ keyword: 'diesel fifth wheel florida' });
    expect(found).toMatchObject({ total: 0, listings: [] });
    expect(found.keywordReadAs).toEqual([
      { types: ['fifth-wheel'], state: 'FL', keyword: 'diesel', total: 0, inPlace: false },
      {
        types: ['fifth-wheel'],
        state: 'FL',
        keyword: '',
        leftOut: 'diesel',
        total: 1,
        inPlace: false,
      },
    ]);
    // Where there is nothing without it either, or something with it.
    for (const keyword of ['diesel fifth wheel ohio', 'cougar fifth wheel florida'])
      expect((await find({ keyword })).keywordReadAs).toHaveLength(1);
  });

  it.each([
    ['used', { condition: 'used', keyword: '', total: 7 }],
    ['used jayco', { condition: 'used', keyword: 'jayco', total: 1 }],
    ['jayco pre-owned', { condition: 'used', keyword: 'jayco', total: 1 }],
    ['Pre Owned', { condition: 'used', keyword: '', total: 7 }],
    ['new jayco', { condition: 'new', keyword: 'jayco', total: 1 }],
    ['jayco brand new', { condition: 'new', keyword: 'jayco', total: 1 }],
    ['new 2024 jayco', { condition: 'new', keyword: '2024 jayco', total: 1 }],
    ['jayco new', { condition: 'new', keyword: 'jayco', total: 1 }],
    ['certified pre-owned', { condition: 'certified', keyword: '', total: 0, inPlace: false }],
    ['new jayco eagle', { condition: 'new', keyword: 'jayco eagle', total: 1 }],
  ])('is answered by the condition that %j says', async (keyword, expected) => {
    expect(await read(keyword)).toMatchObject({ inPlace: true, ...expected });
  });

  it.each(['new horizons', 'new orleans', 'new or used jayco'])(
    'is read as no condition in %j',
    async (keyword) => expect(await read(keyword)).toBeUndefined(),
  );

  it.each([
    ['jayco 2018 to 2020', { yearMin: 2018, yearMax: 2020, keyword: 'jayco', total: 1 }],
    ['fifth wheel 2024 or newer', { yearMin: 2024, types: ['fifth-wheel'], total: 1 }],
    ['jayco before 2020 under 90k', { yearMax: 2019, priceMax: 90_000, total: 1 }],
  ])('is read as the model years that %j names', async (keyword, expected) => {
    expect(await read(keyword)).toMatchObject({ ...expected, inPlace: true });
  });

  it.each([
    ['fifth wheel under 4', { types: ['fifth-wheel'], leftOut: 'under 4', total: 3 }],
    ['jayco between 40 and', { types: [], keyword: 'jayco', leftOut: 'between 40 and', total: 2 }],
    ['used over', { condition: 'used', leftOut: 'over', total: 7 }],
  ])('is read without the bound at the end of %j, which is being typed', async (keyword, read_) => {
    expect(await read(keyword)).toMatchObject({ ...read_, inPlace: true });
  });

  it('is not read where there is none', async () => {
    for (const query of [{}, { type: 'Class A' }, { keyword: '' }, { keyword: ' ' }])
      expect(await find(query)).not.toHaveProperty('keywordReadAs');
  });

  it('is read without the fuel beside a type: a town may begin so', async () => {
    expect(await read('used gas fifth wheel')).toMatchObject({
      types: ['fifth-wheel'],
      condition: 'used',
      keyword: '',
      leftOut: 'gas',
      total: 2,
      inPlace: true,
    });
    expect(await read('gas')).toBeUndefined();
    for (const [keyword, rest] of [
      ['las vegas fifth wheel gas', 'las vegas gas'],
      ['fifth wheel diesel or gas', 'diesel or gas'],
      ['fifth wheel gas station', 'gas station'],
    ] as const) {
      expect(await read(keyword)).toMatchObject({ types: ['fifth-wheel'], keyword: rest });
      expect(await read(keyword)).not.toHaveProperty('state');
    }
  });

  it('is read as years and as a price, whichever stands first', async () => {
    for (const keyword of ['between 2018 and 2020 under 90k', 'under 90k between 2018 and 2020'])
      expect(await read(keyword)).toMatchObject({
        yearMin: 2018,
        yearMax: 2020,
        priceMax: 90_000,
        keyword: '',
        total: 1,
      });
  });

  it.each(['jayco', 'class action', 'rvs for sale'])(
    'is read as nothing else in %j',
    async (keyword) => {
      expect(await read(keyword)).toBeUndefined();
    },
  );
});
