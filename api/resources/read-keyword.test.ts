import { expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { resolver } from '#domain/names/testing/names.ts';
import { readKeyword } from './read-keyword.ts';
import { namesInKeyword } from './search-names.ts';

const { makes } = loadCatalogue();
/** The catalogue's names, as though the market had each. */
const names = namesInKeyword({
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
});
const read = (keyword: string) => readKeyword(keyword, { ...names, newest: 2026 });

it.each([
  ['thor california', 'thor california'],
  ['used thor california', 'thor california'],
  ['2019 thor california', '2019 thor california'],
])('takes no state out of a make that has its name: %s', (keyword, words) => {
  const { readings, withLine } = read(keyword);
  expect(withLine).toMatchObject({ keyword: words });
  expect(withLine).not.toHaveProperty('state');
  expect(readings.at(-1)).toMatchObject({ state: 'CA' });
});

it('reads the state beside such a make, and beside one that has no such name', () => {
  const [ofThor] = read('thor california california').readings;
  expect(ofThor).toMatchObject({ state: 'CA', keyword: 'thor california' });
  expect(read('jayco california')).toMatchObject({
    readings: [{ state: 'CA', keyword: 'jayco' }],
    isSure: true,
  });
});

it('is sure of a condition beside a make and its line that is called as a state, of nothing else there', () => {
  const used = read('used keystone montana');
  expect(used).toMatchObject({ isSure: true });
  expect(used.readings[0]).toMatchObject({ condition: 'used', keyword: 'keystone montana' });
  expect(read('keystone montana')).toMatchObject({ isSure: false });
  expect(read('used montana')).toMatchObject({ isSure: false });
});
