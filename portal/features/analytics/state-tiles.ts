import { findState } from '#schemas/vocabulary.ts';
import type { MarketCount } from '../../client/market-data.ts';

/** Each state as a square about where it lies, north on top, `WIDTH` letters to a column. */
const ROWS = [
  'AK                               ME',
  '                              VT NH',
  '   WA ID MT ND MN IL WI MI NY RI MA',
  '   OR NV WY SD IA IN OH PA NJ CT',
  '   CA UT CO NE MO KY WV VA MD DE',
  '      AZ NM KS AR TN NC SC DC',
  '            OK LA MS AL GA',
  'HI          TX             FL',
];
const WIDTH = 3;

export interface TilePlace {
  code: string;
  column: number;
  row: number;
}

export const TILE_PLACES: readonly TilePlace[] = ROWS.flatMap((text, row) =>
  [...text.matchAll(/[A-Z]{2}/g)].map((found) => ({
    code: found[0],
    column: Math.round(found.index / WIDTH),
    row,
  })),
);

export const MEASURES = ['listings', 'price'] as const;
export type Measure = (typeof MEASURES)[number];

/** So many shades can be told apart. */
export const SHADES = 5;

export interface Tile extends TilePlace {
  /** Null where the market shows nothing of it. */
  value: number | null;
  /** 0 is the lightest; each shade has about as many states. */
  shade: number;
}

/** The states with what is measured of them. */
export function tilesOf(states: readonly MarketCount[], measure: Measure): Tile[] {
  const values = new Map(
    states.map((state) => [
      findState(state.name)?.code,
      measure === 'price' ? state.medianPrice : state.listings,
    ]),
  );
  const sorted = [...values.values()].filter((value) => value !== null).toSorted((a, b) => a - b);
  return TILE_PLACES.map((place) => {
    const value = values.get(place.code) ?? null;
    const below = value === null ? 0 : sorted.findIndex((other) => other >= value);
    return { ...place, value, shade: Math.floor((SHADES * below) / Math.max(1, sorted.length)) };
  });
}

/** What each shade that is used stands for: the least and the most of its states, the lightest first. */
export function shadesOf(tiles: readonly Tile[]): { shade: number; least: number; most: number }[] {
  return Array.from({ length: SHADES }, (_, shade) => {
    const values = tiles.flatMap((tile) =>
      tile.shade === shade && tile.value !== null ? [tile.value] : [],
    );
    return { shade, least: Math.min(...values), most: Math.max(...values) };
  }).filter(({ least }) => Number.isFinite(least));
}
