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

  it('suggests names for what is left of it', async () => {
    expect((await find({ keyword: 'winebago travel trailer' })).suggestions).toEqual([
      { name: 'Winnebago', make: 'Winnebago', model: '' },
    ]);
  });
});
