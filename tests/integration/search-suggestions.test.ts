import { describe, expect, it } from 'vitest';
import { useKeywordMarket } from '../support/keyword-market.ts';

const { find } = await useKeywordMarket();

describe('a keyword that finds nothing', () => {
  it('suggests a name beside the words that are none of it, where these find something', async () => {
    const suggested = async (keyword: string) => (await find({ keyword })).suggestions;
    const jayco = { name: 'Jayco', make: 'Jayco', model: '' };
    expect(await suggested('2019 jaico fifth wheel')).toEqual([{ ...jayco, keyword: '2019' }]);
    expect(await suggested('1999 jaico fifth wheel')).toEqual([{ ...jayco, leftOut: '1999' }]);
    expect(await suggested('2019 jayco in florida')).toEqual([]);
    expect(await suggested('jaico fifthwheel')).toEqual([jayco]);
  });

  it('suggests a make by another spelling of it, and no name without a listing', async () => {
    const suggested = async (keyword: string) => (await find({ keyword })).suggestions;
    expect(await suggested('winnebego')).toEqual([
      { name: 'Winnebago', make: 'Winnebago', model: '' },
    ]);
    expect(await suggested('winnebego fifth wheel')).toEqual([]);
  });

  it('suggests no name of which nothing was typed', async () => {
    for (const keyword of ['ja slides', 'no slides'])
      expect((await find({ keyword })).suggestions).toEqual([]);
  });

  it('suggests no name for "near me"', async () => {
    expect((await find({ keyword: 'winebago near me' })).suggestions).toEqual([
      { name: 'Winnebago', make: 'Winnebago', model: '' },
    ]);
    const found = await find({ keyword: 'near me', type: 'Class B' });
    expect(found).toMatchObject({ total: 0, suggestions: [] });
  });

  it('suggests a line that is called as a state anywhere', async () => {
    const { suggestions } = await find({ keyword: 'montana 3855br' });
    expect(suggestions).toContainEqual({
      name: 'Keystone Montana',
      make: 'Keystone',
      model: 'Montana',
      leftOut: '3855br',
      anywhere: true,
    });
  });

  it('suggests names for what is left of it', async () => {
    expect((await find({ keyword: 'winebago travel trailer' })).suggestions).toEqual([
      { name: 'Winnebago', make: 'Winnebago', model: '' },
    ]);
  });

  it('keeps what it names and leaves out its price or years, before the name is left out', async () => {
    const read = async (keyword: string) => (await find({ keyword })).keywordReadAs;
    const found = { types: [], inPlace: false };
    expect(await read('keystone cougar 40k')).toEqual([
      { ...found, priceMax: 40_000, keyword: 'keystone cougar', total: 0 },
      { ...found, keyword: 'keystone cougar', leftOut: '40k', total: 1 },
      { ...found, priceMax: 40_000, keyword: '', leftOut: 'keystone cougar', total: 7 },
    ]);
    expect((await read('jayco 2002 to 2004 under 40k'))?.[1]).toEqual({
      ...found,
      keyword: 'jayco',
      leftOut: '2002 to 2004 under 40k',
      total: 2,
    });
    expect(await read('used fifth wheel under 3k')).toEqual([
      expect.objectContaining({ priceMax: 3_000, total: 0 }),
      {
        types: ['fifth-wheel'],
        condition: 'used',
        keyword: '',
        leftOut: 'under 3k',
        total: 2,
        inPlace: false,
      },
    ]);
    // The line finds something with its years, the state nothing.
    expect((await read('montana before 2018'))?.slice(1)).toEqual([
      { ...found, yearMax: 2017, keyword: 'montana', total: 1 },
      { ...found, state: 'MT', keyword: '', leftOut: 'before 2018', total: 1 },
    ]);
    // All that there is, and what finds something with its price.
    for (const keyword of ['under 3k', 'keystone cougar 60k', 'qqzzy under 3k'])
      expect(await read(keyword)).toHaveLength(1);
  });

  it('keeps what it names and leaves out its state, condition or type, before the name is left out', async () => {
    const offered = async (keyword: string, query: object = {}) =>
      ((await find({ keyword, ...query })).keywordReadAs ?? [])
        .slice(1)
        .map(({ keyword, state, types, leftOut, total }) => [
          ...[keyword, state, ...types].filter(Boolean),
          `without ${leftOut}`,
          total,
        ]);
    expect(await offered('jayco eagle florida')).toEqual([
      ['jayco eagle', 'without florida', 2],
      ['FL', 'without jayco eagle', 1],
    ]);
    expect(await offered('certified jayco eagle')).toEqual([
      ['jayco eagle', 'without certified', 2],
    ]);
    expect((await offered('palazzo near 33131'))[0]).toEqual(['palazzo', 'without near 33131', 1]);
    // Each without which there is something.
    const without = (words: string) => ['cougar', 'FL', `without ${words}`, 1];
    expect((await offered('cougar class a florida'))[0]).toEqual(without('class a'));
    expect((await offered('certified cougar florida'))[0]).toEqual(without('certified'));
    expect(await offered('cougar fifth wheel ohio')).toEqual([
      ['cougar', 'fifth-wheel', 'without ohio', 1],
    ]);
    expect(await offered('palazzo fifth wheel pennsylvania')).toEqual([
      ['palazzo', 'PA', 'without fifth wheel', 1],
    ]);
    // Where there is none, without all of them.
    expect(await offered('certified jayco eagle florida')).toContainEqual([
      'jayco eagle',
      'without certified florida',
      2,
    ]);
    // As it was typed.
    expect((await offered('palazzo toy hualer florida'))[0]).toEqual([
      'palazzo',
      'without toy hualer florida',
      1,
    ]);
    // Another state was chosen.
    expect(await offered('certified jayco eagle', { state: 'FL' })).toEqual([]);
  });

  it('keeps a name like its words anywhere, unless it has any in the state', async () => {
    const { keywordReadAs } = await find({ keyword: 'jaico slides florida' });
    expect(keywordReadAs?.slice(1)).toMatchObject([
      { keyword: 'Jayco', leftOut: 'slides florida', total: 2 },
      { keyword: '', state: 'FL', leftOut: 'jaico slides', total: 1 },
    ]);
  });

  it('keeps a name like its words without a price too, unless that has any at the price', async () => {
    const jayco = { types: [], keyword: 'Jayco', total: 2, inPlace: false };
    const { keywordReadAs, suggestions } = await find({ keyword: 'jaico slides 5k max' });
    expect(keywordReadAs?.slice(1)).toEqual([{ ...jayco, leftOut: 'slides 5k max' }]);
    expect(suggestions).toEqual([]);
    const cheaper = await find({ keyword: 'jaico under 40k' });
    expect(cheaper.suggestions).toEqual([{ name: 'Jayco', make: 'Jayco', model: '' }]);
    expect(cheaper.keywordReadAs?.map(({ keyword, total }) => [keyword, total])).toEqual([
      ['jaico', 0],
      ['', 7],
    ]);
  });

  it('offers its model year alone, where nothing else of it finds anything', async () => {
    const ofYear = { types: [], keyword: '', inPlace: false, yearMin: 2019, yearMax: 2019 };
    const { keywordReadAs = [], suggestions } = await find({ keyword: '2019 zorblax 900' });
    expect(keywordReadAs).toEqual([
      {
        ...ofYear,
        leftOut: 'zorblax 900',
        total: (await find({ yearMin: 2019, yearMax: 2019 })).total,
      },
    ]);
    expect(suggestions).toEqual([]);
    // A name is worth more, two years are no one, and of a year without listings there is nothing to offer.
    expect((await find({ keyword: '2019 jaico' })).keywordReadAs).toBeUndefined();
    expect((await find({ keyword: '2018 2019 zorblax' })).keywordReadAs).toBeUndefined();
    expect((await find({ keyword: '1901 zorblax' })).keywordReadAs).toBeUndefined();
  });

  it('offers the type that its words are like, before the name that is left of it', async () => {
    const read = { types: ['fifth-wheel'], keyword: '', total: 3, inPlace: false };
    for (const keyword of ['fith wheel', 'fifthweel', 'for sale: fith wheels'])
      expect(await find({ keyword })).toMatchObject({
        total: 0,
        keywordReadAs: [read],
        suggestions: [],
      });
    expect(await find({ keyword: 'jayco fith wheel' })).toMatchObject({
      keywordReadAs: [{ ...read, keyword: 'jayco', total: 2 }],
      suggestions: [],
    });
    expect((await find({ keyword: 'jaico fith wheel under 4k' })).keywordReadAs).toEqual([
      { ...read, keyword: 'jaico', priceMax: 4_000, total: 0 },
      { ...read, keyword: 'Jayco', leftOut: 'under 4k', total: 2 },
    ]);
    const jayco = { name: 'Jayco', make: 'Jayco', model: '' };
    expect((await find({ keyword: 'jaico fith wheel' })).suggestions).toEqual([jayco]);
    // It says without what, whatever stands beside it.
    expect((await find({ keyword: 'jayco, toy hualer, florida' })).keywordReadAs).toContainEqual(
      expect.objectContaining({ keyword: 'jayco', leftOut: 'toy hualer florida' }),
    );
    // As it was typed, where no such type is there.
    expect((await find({ keyword: 'jaico toy hualer' })).suggestions).toEqual([
      { ...jayco, leftOut: 'toy hualer' },
    ]);
  });

  it('offers a type with what it burns as that is spelled', async () => {
    const [read, without] = (await find({ keyword: 'class a disel' })).keywordReadAs ?? [];
    expect(read).toMatchObject({ types: ['class-a'], keyword: 'diesel', total: 0 });
    expect(without).toMatchObject({ types: ['class-a'], leftOut: 'diesel', total: 1 });
  });
});
