import { describe, expect, it } from 'vitest';
import { STATES } from '#schemas/vocabulary.ts';
import { SHADES, shadesOf, TILE_PLACES, tilesOf } from './state-tiles.ts';

describe('the tiles of the states', () => {
  it('are the 50 states and the capital, each in a place of its own', () => {
    const codes = TILE_PLACES.map(({ code }) => code).toSorted();
    expect(codes).toEqual(STATES.map(({ code }) => code).toSorted());
    expect(new Set(TILE_PLACES.map(({ column, row }) => `${column} ${row}`)).size).toBe(51);
    expect(Math.max(...TILE_PLACES.map(({ column }) => column))).toBe(11);
  });

  it('are shaded by rank, the least lightest, as many to each shade', () => {
    const states = STATES.map(({ name }, at) => ({
      name,
      listings: at,
      priced: at,
      medianPrice: 99 - at,
    }));
    const shades = (measure: 'listings' | 'price') =>
      new Map(tilesOf(states, measure).map(({ code, shade }) => [code, shade]));
    const [first, last] = [STATES[0]?.code ?? '', STATES.at(-1)?.code ?? ''];
    expect([shades('listings').get(first), shades('listings').get(last)]).toEqual([0, SHADES - 1]);
    expect([shades('price').get(first), shades('price').get(last)]).toEqual([SHADES - 1, 0]);
  });

  it('say nothing of a state without a value, and shade alike what is alike', () => {
    const tiles = tilesOf(
      [
        { name: 'Texas', listings: 5, priced: 0, medianPrice: null },
        { name: 'Ohio', listings: 5, priced: 5, medianPrice: 20_000 },
      ],
      'listings',
    );
    const of = (code: string) => tiles.find((tile) => tile.code === code);
    expect(of('TX')).toMatchObject({ value: 5, shade: of('OH')?.shade });
    expect(of('ME')?.value).toBeNull();
  });

  it('say of each shade that is used from where to where it goes', () => {
    const market = (listings: readonly number[]) =>
      STATES.slice(0, listings.length).map(({ name }, at) => ({
        name,
        listings: listings[at] ?? 0,
        priced: 0,
        medianPrice: null,
      }));
    const keyOf = (...listings: number[]) => shadesOf(tilesOf(market(listings), 'listings'));
    expect(keyOf(5, 1, 2, 90, 4, 3, 60, 6, 7, 200)).toEqual([
      { shade: 0, least: 1, most: 2 },
      { shade: 1, least: 3, most: 4 },
      { shade: 2, least: 5, most: 6 },
      { shade: 3, least: 7, most: 60 },
      { shade: 4, least: 90, most: 200 },
    ]);
    expect(keyOf(7)).toEqual([{ shade: 0, least: 7, most: 7 }]);
    expect(shadesOf(tilesOf([], 'listings'))).toEqual([]);
  });
});
