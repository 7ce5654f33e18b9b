import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { resolver } from '#domain/names/testing/names.ts';
import { readKeyword, type Readings } from '../read-keyword.ts';
import { namesInKeyword, type KnownNames } from '../search-names.ts';

const { makes } = loadCatalogue();

/** The catalogue's names, as though the market had each. */
export const known: KnownNames = {
  resolver,
  makeIds: () => makes.map(({ id }) => id),
  linesOf: (makeId) =>
    (makes.find(({ id }) => id === makeId)?.lines ?? []).map(({ id, name }) => ({
      id,
      name,
      units: 1,
      floorplans: [],
    })),
  unitsOf: () => 1,
};

export const names = namesInKeyword(known);

/** What a keyword says where all these are known. */
export const read = (keyword: string, chosenState?: string): Readings =>
  readKeyword(keyword, { ...names, newest: 2026, chosenState });
