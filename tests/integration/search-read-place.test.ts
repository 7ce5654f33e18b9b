import { describe, expect, it } from 'vitest';
import { useKeywordMarket } from '../support/keyword-market.ts';

const { find, count, read } = await useKeywordMarket();

describe('a keyword that names a place', () => {
  it('finds nothing by a city in a state that has none there, whatever begins with its two letters', async () => {
    // A Cougar stands in Miami.
    const { total, keywordReadAs: [first, ...others] = [] } = await find({ keyword: 'Miami CO' });
    expect(total).toBe(0);
    expect(first).toMatchObject({ state: 'CO', keyword: 'Miami', total: 0 });
    expect(others).toContainEqual(
      expect.objectContaining({ keyword: 'Miami', leftOut: 'CO', total: 1 }),
    );
    const { types } = await count({ keyword: 'Miami CO' });
    expect(types.filter((one) => one.count > 0)).toEqual([]);
    expect((await find({ keyword: 'Miami FL' })).total).toBe(1);
  });

  it.each([
    ['w virginia', 'WV'],
    ['W. Virginia', 'WV'],
    ['n carolina', 'NC'],
    ['S. Dakota', 'SD'],
    ['virginia', 'VA'],
  ])('reads a state as it is shortened: %s', async (keyword, state) => {
    expect(await read(keyword)).toMatchObject({ state, keyword: '' });
  });

  it('is read as a ZIP code that there is, alone or beside a type', async () => {
    const near = { zip: '33131', city: 'Miami' };
    expect(await read('33131')).toMatchObject({ types: [], keyword: '', near, total: 1 });
    expect(await read('33131-1234')).toMatchObject({ types: [], keyword: '', near, total: 1 });
    expect(await read('class a near 33131')).toMatchObject({ types: ['class-a'], near, total: 0 });
    for (const keyword of ['ZIP code 33131', 'zipcode 33131', 'zip: 33131', 'near zip code 33131'])
      expect(await read(keyword)).toMatchObject({ keyword: '', near, total: 1 });
    expect(await read('from 33131')).toMatchObject({ keyword: '', near, total: 1 });
    expect(await read('from 33131 to 60000')).toMatchObject({ priceMin: 33_131, priceMax: 60_000 });
    for (const keyword of ['00000', '133131', '3313']) expect(await read(keyword)).toBeUndefined();
  });

  it.each([
    ['florida', { state: 'FL', keyword: '', total: 1 }],
    ['FL', { state: 'FL', keyword: '', total: 1 }],
    ['miami fl', { state: 'FL', keyword: 'miami', total: 1 }],
    ['Miami, FL', { state: 'FL', keyword: 'Miami', total: 1 }],
    ['Florida cougar', { state: 'FL', keyword: 'cougar', total: 1 }],
    ['fifth wheel in florida', { types: ['fifth-wheel'], state: 'FL', keyword: '', total: 1 }],
    ['used fifth wheel FL', { types: ['fifth-wheel'], condition: 'used', state: 'FL', total: 1 }],
    ['Miami, FL 33131', { state: 'FL', near: { zip: '33131', city: 'Miami' }, total: 1 }],
    // The longer name, of which another is the end.
    ['west virginia', { state: 'WV', keyword: '' }],
    ['new york', { state: 'NY', keyword: '' }],
    ['New York City', { state: 'NY', keyword: 'new york city' }],
    ['in new york city', { state: 'NY', keyword: 'new york city' }],
    ['jayco new york city', { state: 'NY', keyword: 'jayco new york city' }],
    ['New York, NY', { state: 'NY', keyword: 'new york city' }],
    ['new york new york', { state: 'NY', keyword: 'new york city' }],
    ['used nyc', { state: 'NY', condition: 'used', keyword: 'new york city' }],
    ['new york, texas', { state: 'TX', keyword: 'new york' }],
    ['new new york', { state: 'NY', condition: 'new', keyword: '' }],
    // A city named as another state is.
    ['washington dc', { state: 'DC', keyword: 'washington' }],
    ['Washington, D.C.', { state: 'DC', keyword: 'Washington' }],
    ['Elkhart, in', { state: 'IN', keyword: 'Elkhart' }],
    // A city that begins with a state's name stands before it, or beside another.
    ['oklahoma city, oklahoma', { state: 'OK', keyword: 'oklahoma city' }],
    ['Kansas City Missouri', { state: 'MO', keyword: 'Kansas City' }],
    ['California, Maryland', { state: 'MD', keyword: 'California' }],
    ['delaware, ohio', { state: 'OH', keyword: 'delaware' }],
    ['nevada missouri', { state: 'MO', keyword: 'nevada' }],
    ['wyoming michigan', { state: 'MI', keyword: 'wyoming' }],
    ['virginia beach virginia', { state: 'VA', keyword: 'virginia beach' }],
    ['florida citys', { state: 'FL', keyword: 'citys' }],
    // Marks are no part of it.
    ['florida.', { state: 'FL', keyword: '', total: 1 }],
    ['miami fl.', { state: 'FL', keyword: 'miami', total: 1 }],
    ['Miami (FL)', { state: 'FL', keyword: 'Miami', total: 1 }],
    ['cougar; "florida"?', { state: 'FL', keyword: 'cougar', total: 1 }],
    ['(Miami, FL 33131)', { state: 'FL', near: { zip: '33131', city: 'Miami' }, total: 1 }],
    // Its letters begin another word, too.
    ['jayco co', { state: 'CO', keyword: 'jayco' }],
    ['coachmen co', { state: 'CO', keyword: 'coachmen' }],
    ['winnebago in', { state: 'IN', keyword: 'winnebago' }],
    ['forest river or', { state: 'OR', keyword: 'forest river' }],
    ['arkansasan kansas', { state: 'KS', keyword: 'arkansasan' }],
  ])('is read as the state that %j names', async (keyword, expected) => {
    expect(await read(keyword)).toMatchObject({ types: [], ...expected });
  });

  it('is read as a state by two letters at its end only, which elsewhere are words', async () => {
    for (const keyword of ['jayco or keystone', 'in jayco', 'ok boomer', 'arkansasan', 'tx.5'])
      expect(await read(keyword)).toBeUndefined();
    expect(await read('class b or class c')).not.toHaveProperty('state');
  });

  it('is looked for by two letters that begin words, which may be typed further', async () => {
    expect(await find({ keyword: 'pa' })).toMatchObject({
      total: 1,
      keywordReadAs: [{ state: 'PA', total: 1, inPlace: false }],
    });
    expect(await find({ keyword: 'fl' })).toMatchObject({
      total: 1,
      keywordReadAs: [{ state: 'FL', inPlace: true }],
    });
  });

  it.each(['kansas city', 'Oklahoma City jayco', 'jayco virginia beach', 'Port Washington'])(
    'is read as no state in %j, a city',
    async (keyword) => expect(await read(keyword)).toBeUndefined(),
  );

  it('is of no place where it says "near me", which is not Maine', async () => {
    for (const keyword of ['class a near me', 'Near Me class a', 'class a, near  me'])
      expect(await read(keyword)).toMatchObject({ types: ['class-a'], keyword: '', total: 1 });
    expect(await read('jayco near me tx')).toMatchObject({ state: 'TX', keyword: 'jayco' });
    for (const keyword of ['near me', 'jayco near me']) expect(await read(keyword)).toBeUndefined();
    for (const keyword of ['me', 'in me', 'near Maine'])
      expect(await read(keyword)).toMatchObject({ state: 'ME', keyword: '' });
  });

  it.each([
    ['rvs in florida', { state: 'FL', keyword: '', total: 1 }],
    ['RV for sale in Florida', { state: 'FL', keyword: '', total: 1 }],
    ['florida rvs for sale', { state: 'FL', keyword: '', total: 1 }],
    ['cougar for sale, FL', { state: 'FL', keyword: 'cougar', total: 1 }],
    ['new rvs in florida', { state: 'FL', condition: 'new', keyword: '' }],
    ['rvs near 33131', { near: { zip: '33131' }, keyword: '', total: 1 }],
    ['class a for sale', { types: ['class-a'], keyword: '', total: 1 }],
    ['rvs in miami, fl', { state: 'FL', keyword: 'miami', total: 1 }],
    ['cougar near miami florida', { state: 'FL', keyword: 'cougar miami', total: 1 }],
    // Another word.
    ['forest rvx fl', { state: 'FL', keyword: 'forest rvx' }],
  ])(
    'leaves out of %j what says no more than that an RV is for sale there',
    async (keyword, expected) => {
      expect(await read(keyword)).toMatchObject(expected);
    },
  );

  it('is offered with a place that is misspelt as that is spelled, where this finds something', async () => {
    const offered = async (keyword: string) => (await find({ keyword })).keywordReadAs ?? [];
    const found = { types: [], inPlace: false };
    const inFlorida = { ...found, state: 'FL', keyword: '', total: 1 };
    const asTyped = { ...found, keyword: 'flordia', total: 0 };
    expect(await offered('flordia')).toEqual([asTyped, inFlorida]);
    expect((await offered('fith wheel flordia'))[1]).toEqual({
      ...inFlorida,
      types: ['fifth-wheel'],
    });
    expect(await offered('miamii')).toContainEqual({ ...found, keyword: 'Miami', total: 1 });
    expect((await offered('miamii')).length).toBe(2);
    expect(await offered('houstin')).toEqual([]);
  });

  it('keeps a city beside words that find nothing there', async () => {
    const offered = async (keyword: string) =>
      (await find({ keyword })).keywordReadAs?.filter(({ total }) => total > 0);
    const miami = { keyword: 'miami', total: 1 };
    expect(await offered('zorblax miami')).toMatchObject([{ ...miami, leftOut: 'zorblax' }]);
    expect(await offered('miami zorblax quux')).toMatchObject([
      { ...miami, leftOut: 'zorblax quux' },
    ]);
    expect(await offered('zorblax fifth wheel miami fl')).toMatchObject([
      { ...miami, types: ['fifth-wheel'], state: 'FL', leftOut: 'zorblax' },
      { keyword: '', types: ['fifth-wheel'], state: 'FL', leftOut: 'zorblax miami' },
    ]);
  });

  it('is no state where the one that was chosen has a city of that name', async () => {
    expect(await read('delaware', { state: 'OH' })).toBeUndefined();
    expect(await read('used california', { state: 'MD' })).toMatchObject({ keyword: 'california' });
    expect(await read('class c in delaware', { state: 'OH' })).not.toHaveProperty('state');
    expect(await read('delaware', { state: 'DE' })).toMatchObject({ state: 'DE', keyword: '' });
    expect(await read('delaware', { state: 'TX' })).toMatchObject({ state: 'DE', total: 0 });
  });

  it('asks for a state in place of the one that was chosen only once that is pressed', async () => {
    const found = await find({ keyword: 'miami fl', state: 'TX' });
    expect(found).toMatchObject({
      total: 0,
      keywordReadAs: [{ state: 'FL', total: 1, inPlace: false }],
    });
    expect(await find({ keyword: 'miami fl', state: 'FL' })).toMatchObject({ total: 1 });
    expect(await find({ keyword: '5th wheel', type: 'Class A' })).toMatchObject({ total: 0 });
    expect(await find({ keyword: '5th wheel', type: 'Fifth Wheel' })).toMatchObject({ total: 3 });
  });

  it('is read without the state too that is called as a line is', async () => {
    const types = ['truck-camper'];
    const found = await find({ keyword: 'montana truck campers' });
    expect(found.keywordReadAs).toEqual([
      { types, state: 'MT', keyword: '', total: 1, inPlace: true },
      { types, keyword: 'montana', total: 1, inPlace: false },
    ]);
    expect(found.listings.map(({ location }) => location)).toEqual(['Billings, MT']);
    for (const keyword of ['truck campers in montana', 'truck campers MT'])
      expect((await find({ keyword })).keywordReadAs).toHaveLength(1);
    // Behind its make it is the line.
    for (const said of ['', 'used ', 'new ', '2026 ', 'used 2026 '])
      expect(await read(`${said}keystone montana truck camper`)).toMatchObject({
        types,
        keyword: `${said.includes('2026') ? '2026 ' : ''}keystone montana`,
      });
  });

  it('is answered by a state that no line is called as, whatever has its words', async () => {
    expect(await find({ keyword: 'pennsylvania' })).toMatchObject({
      total: 1,
      keywordReadAs: [{ state: 'PA', inPlace: true }],
    });
  });

  it.each([
    ['FL cougar', { state: 'FL', keyword: 'cougar', total: 1 }],
    ['fl fifth wheel', { state: 'FL', types: ['fifth-wheel'], keyword: '', total: 1 }],
    ['IN fifth wheel', { state: 'IN', types: ['fifth-wheel'] }],
  ])('is read as the state whose letters begin %j', async (keyword, expected) => {
    expect(await read(keyword)).toMatchObject(expected);
  });

  it.each(['in jayco', 'la mesa', 'Mt Juliet', 'MT JULIET', 'Ok boomer', 'flx zorblax'])(
    'is read as no state in %j, which begins with a word',
    async (keyword) => expect(await read(keyword)).toBeUndefined(),
  );

  it.each([
    ['fifth wheel 30 ft or under', { types: ['fifth-wheel'], leftOut: '30 ft or under' }],
    ['jayco or over', { keyword: 'jayco', leftOut: 'or over' }],
    [
      'fifth wheel in between 40k and 60',
      { types: ['fifth-wheel'], keyword: '', priceMin: 40_000 },
    ],
    ['fifth wheel in 2018 to 2020', { types: ['fifth-wheel'], keyword: '', yearMin: 2018 }],
    ['fifth wheel under 50,000 mi', { types: ['fifth-wheel'] }],
    ['fifth wheel in between', { types: ['fifth-wheel'], keyword: '', leftOut: 'in between' }],
  ])('names no state in %j', async (keyword, expected) => {
    expect(await read(keyword)).toMatchObject(expected);
    expect(await read(keyword)).not.toHaveProperty('state');
  });
});
