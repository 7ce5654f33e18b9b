import { expect, it } from 'vitest';
import { read } from './testing/catalogue-names.ts';

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

it.each([
  ['colorado teardrops', {}, 'colorado teardrops'],
  ['new Colorado Teardrops', { condition: 'new' }, 'Colorado Teardrops'],
  ['2024 colorado teardrop', {}, '2024 colorado teardrop'],
  ['colorado teardrops under 20k', { priceMax: 20_000 }, 'colorado teardrops'],
  ['colorado teardrops near 33131', { near: expect.anything() }, 'colorado teardrops'],
])('takes neither state nor type out of a make that is called so: %s', (keyword, said, words) => {
  const { readings, withLine, isSure } = read(keyword);
  const asMake = { types: [], keyword: words, ...said };
  expect(withLine).toEqual(asMake);
  expect(isSure).toBe('condition' in said);
  const asPlace = { types: ['travel-trailer'], state: 'CO' };
  expect(readings.at(-1)).toMatchObject(asPlace);
  expect(readings.slice(0, -1)).toEqual(Object.keys(said).length > 0 ? [asMake] : []);
});

it.each([
  ['colorado teardrops texas', { keyword: 'colorado teardrops', state: 'TX' }],
  ['used colorado teardrops texas', { keyword: 'colorado teardrops', state: 'TX' }],
  ['colorado teardrops denver co', { keyword: 'colorado teardrops denver', state: 'CO' }],
  ['colorado teardrops denver co used', { keyword: 'colorado teardrops denver', state: 'CO' }],
  ['colorado teardrops class c texas', { keyword: 'colorado teardrops', types: ['class-c'] }],
])('reads the state beside a make that is called for another: %s', (keyword, said) => {
  const { readings, isSure, withLine } = read(keyword);
  expect(readings).toHaveLength(1);
  expect(readings[0]).toMatchObject(said);
  expect(isSure).toBe(true);
  expect(withLine).toBeUndefined();
});

it.each([
  ['portland or class c', { keyword: 'portland', state: 'OR', types: ['class-c'] }, 'or'],
  ['portland or under 20k', { keyword: 'portland', state: 'OR', priceMax: 20_000 }, 'or'],
  ['Denver, CO, used', { keyword: 'Denver', state: 'CO', condition: 'used' }, 'CO'],
  ['denver co rvs for sale', { keyword: 'denver', state: 'CO' }, 'co'],
  ['jayco toledo oh 2020', { keyword: 'jayco toledo 2020', state: 'OH' }, 'oh'],
  ['salem, or', { keyword: 'salem', state: 'OR' }, 'or'],
  ['Columbus IN class c', { keyword: 'Columbus', state: 'IN', types: ['class-c'] }, 'IN'],
  ['tulsa ok', { keyword: 'tulsa', state: 'OK' }, 'ok'],
  ['jayco columbus, oh', { keyword: 'jayco columbus', state: 'OH' }, 'oh'],
  ['honolulu hi', { keyword: 'honolulu', state: 'HI' }, 'hi'],
  ['st joseph mo used', { keyword: 'st joseph', state: 'MO', condition: 'used' }, 'mo'],
  ['detroit mi used', { keyword: 'detroit', state: 'MI', condition: 'used' }, 'mi'],
  ['fort wayne in class a', { keyword: 'fort wayne', state: 'IN', types: ['class-a'] }, 'in'],
])('reads a state by letters that are a word behind a city of it: %s', (keyword, said, place) => {
  const { readings, isSure, named } = read(keyword);
  expect(readings[0]).toMatchObject(said);
  expect({ isSure, place: named.place }).toEqual({ isSure: true, place });
});

it.each(['salem or wildwood', 'durango or class c', 'class c or class a', 'rv in used condition'])(
  'reads no state by them where none has such a city, or a name goes on: %s',
  (keyword) => {
    for (const reading of read(keyword).readings) expect(reading).not.toHaveProperty('state');
  },
);

it.each([
  'georgetown in 2019',
  'GEORGETOWN IN 2019',
  'salem or class c',
  'forest river georgetown in 2019',
  'salem or',
  'jayco or -',
  'keystone in under 30k',
  'keystone in',
  'riverside or used',
])('is not sure of a state behind a city that is a line or a make too: %s', (keyword) => {
  const { readings, isSure } = read(keyword);
  expect(readings[0]).toHaveProperty('state');
  expect(isSure).toBe(false);
});

it.each([
  ['colorado coachmen', { keyword: 'coachmen', state: 'CO' }],
  ['kansas fleetwood', { keyword: 'fleetwood', state: 'KS' }],
  ['used virginia forest river', { keyword: 'forest river', state: 'VA', condition: 'used' }],
])('is sure of a state before a make: %s', (keyword, said) => {
  const { readings, isSure } = read(keyword);
  expect(readings[0]).toMatchObject(said);
  expect(isSure).toBe(true);
});

it.each([
  ['nu wa', [], false],
  ['nu wa fifth wheel', ['fifth-wheel'], true],
])('takes no state for the end of a make’s name: %s', (keyword, types, isSure) => {
  const said = read(keyword);
  expect(said).toMatchObject({ isSure, withLine: { types, keyword: 'nu wa' } });
  expect(said.readings.at(-1)).toMatchObject({ state: 'WA' });
});

it.each([
  ['charleston sc', true],
  ['2019 jayco tx', true],
  ['tiffin 2019 pa', true],
  ['colorado teardrops tx', true],
  ['georgetown texas', true],
  ['tiffin allegro 34 pa', false],
  ['colorado teardrops 12 tx', false],
])('is sure of the state of %s unless its letters may be a floorplan’s', (keyword, isSure) => {
  const said = read(keyword);
  expect(said.readings[0]).toHaveProperty('state');
  expect(said.isSure).toBe(isSure);
});

it.each([
  ['charleston sc used', { state: 'SC', condition: 'used', keyword: 'charleston' }],
  ['houston tx rvs for sale', { state: 'TX', keyword: 'houston' }],
  ['houston, TX 2019', { state: 'TX', keyword: 'houston 2019' }],
  ['jayco OR 2019', { state: 'OR', keyword: 'jayco 2019' }],
  ['austin tx certified pre-owned', { state: 'TX', condition: 'certified' }],
  // As behind them: "used class c al".
  ['class c al used', { state: 'AL', condition: 'used', types: ['class-c'] }],
  ['jayco la 2019', { state: 'LA', keyword: 'jayco 2019' }],
  ['cougar co used', { state: 'CO', condition: 'used', keyword: 'cougar' }],
  ['co rvs', { state: 'CO', keyword: '' }],
])('reads the two letters of a state before what is said of every RV: %s', (keyword, said) => {
  const { readings, isSure } = read(keyword);
  expect(readings[0]).toMatchObject(said);
  expect(isSure).toBe(true);
});

it.each([
  'jayco in 2019',
  'new or used',
  'jayco ok used',
  'jayco in used',
  'thor motor co',
  'thor motor co used',
  'thor motor co. 2019',
  'JAYCO OR 2019',
  'jayco 50k mi used',
  'jayco 30K MI 2019',
  'low mi used',
  'allegro 34 pa 2019',
  'used class c low mi',
])('reads no state in a word of %s', (keyword) => {
  for (const reading of read(keyword).readings) expect(reading).not.toHaveProperty('state');
});

it('reads the state beside such a make, and beside one that has no such name', () => {
  const [ofThor] = read('thor california california').readings;
  expect(ofThor).toMatchObject({ state: 'CA', keyword: 'thor california' });
  expect(read('jayco california')).toMatchObject({
    readings: [{ state: 'CA', keyword: 'jayco' }],
    isSure: true,
  });
});

it.each([
  ['new york city', 'new york city'],
  ['new york ny', 'new york city'],
  ['New York, NY class c', 'new york city'],
  ['in new york city used', 'new york city'],
  ['nyc', 'new york city'],
  ['delaware ohio', 'delaware'],
  ['nevada, MO', 'nevada'],
  ['jayco california maryland', 'jayco california'],
  ['washington dc', 'washington'],
  ['kansas city kansas', 'kansas city'],
  ['new york mills ny', 'new york mills'],
  ['port washington ny', 'port washington'],
])('reads the words of a city no other way once its state is chosen: %s', (keyword, words) => {
  const [first] = read(keyword).readings;
  expect(first).toMatchObject({ keyword: words, state: expect.any(String) });
  for (const again of read(words, first?.state).readings)
    expect(again).toEqual({ types: [], keyword: words, state: first?.state });
});

it.each([
  ['houston tx used forest river', { state: 'TX', keyword: 'houston forest river' }],
  ['dallas tx jayco', { state: 'TX', keyword: 'dallas jayco' }],
  ['Denver, CO Jayco Eagle', { state: 'CO', keyword: 'Denver Jayco Eagle' }],
  ['st louis mo toy hauler 3120', { state: 'MO', types: ['toy-hauler'] }],
])('reads a city with its state before a name: %s', (keyword, said) => {
  const { readings, isSure } = read(keyword);
  expect(readings[0]).toMatchObject(said);
  expect(isSure).toBe(true);
});

it.each([
  ['new york', { state: 'NY', keyword: '' }],
  ['used new york', { state: 'NY', condition: 'used', keyword: '' }],
  ['new york jayco', { state: 'NY', keyword: 'jayco' }],
])('is the chosen state itself by its name: %s', (keyword, said) => {
  const [first] = read(keyword, 'NY').readings;
  expect(first).toMatchObject(said);
});

it.each(['east texas', 'mid florida class c', 'new washington'])(
  'reads the state by a side of it, or what is new there: %s',
  (keyword) => expect(read(keyword).readings[0]).toHaveProperty('state'),
);

it.each([
  ['used ca winnebago', { condition: 'used', state: 'CA', keyword: 'winnebago' }],
  ['used, CA, Winnebago', { condition: 'used', state: 'CA', keyword: 'Winnebago' }],
  ['used in ca winnebago', { condition: 'used', state: 'CA', keyword: 'winnebago' }],
  ['used fl class a tiffin', { state: 'FL', types: ['class-a'], keyword: 'tiffin' }],
  ['2022 ca class c winnebago', { state: 'CA', keyword: '2022 winnebago' }],
  ['in az winnebago', { state: 'AZ', keyword: 'winnebago' }],
])('reads the letters of a state behind what says no name: %s', (keyword, said) => {
  const { readings, isSure } = read(keyword);
  expect(readings).toHaveLength(1);
  expect(readings[0]).toMatchObject(said);
  expect(isSure).toBe(true);
});

it.each(['used la mesa', 'new oh jayco', 'used in jayco', '2020 or jayco'])(
  'takes no word there for a state: %s',
  (keyword) => {
    for (const reading of read(keyword).readings) expect(reading).not.toHaveProperty('state');
  },
);

it.each([
  ['washington state', { state: 'WA', keyword: '' }],
  ['class a washington state', { state: 'WA', types: ['class-a'], keyword: '' }],
  ['jayco in the state of texas', { state: 'TX', keyword: 'jayco' }],
  ['state of texas', { state: 'TX', keyword: '' }],
])('reads a state that is called one: %s', (keyword, said) => {
  expect(read(keyword).readings[0]).toMatchObject(said);
});

it.each([
  ['pennsylvania state college', { state: 'PA', keyword: 'state college' }],
  ['idaho state line', { state: 'ID', keyword: 'state line' }],
])('keeps the word where it begins a name: %s', (keyword, said) => {
  expect(read(keyword).readings[0]).toMatchObject(said);
});

it.each([`x${' cpo'.repeat(49)}`, `ca${' cpo'.repeat(48)} x`])(
  // Tried in each way that they can be taken apart this would not end.
  'reads words of conditions however many there are: %s',
  (keyword) => expect(read(keyword).readings[0]).toMatchObject({ condition: 'certified' }),
);
