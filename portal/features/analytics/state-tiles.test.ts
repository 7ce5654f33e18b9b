import { describe, expect, it } from 'vitest';
import { STATES } from '#schemas/vocabulary.ts';
import { SHADES, TILE_PLACES, tilesOf } from './state-tiles.ts';

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
});
