import { expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { resolver } from '#domain/names/testing/names.ts';
import { partsBesideWords, readKeyword } from './read-keyword.ts';
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
  ['boston ma new', { keyword: 'boston', state: 'MA', condition: 'new' }],
  ['Altoona, PA New', { keyword: 'Altoona', state: 'PA', condition: 'new' }],
  ['Dallas, TX New Class C', { keyword: 'Dallas', state: 'TX', types: ['class-c'] }],
  ['Walker, LA New Travel Trailer', { keyword: 'Walker', state: 'LA', condition: 'new' }],
  ['new class c houston', { keyword: 'houston', types: ['class-c'], condition: 'new' }],
  ['new montana', { keyword: 'montana', condition: 'new' }],
  ['brand new salem', { keyword: 'salem', condition: 'new' }],
  ['jayco new eagle', { keyword: 'jayco eagle', condition: 'new' }],
  ['like new jayco', { keyword: 'jayco', condition: 'used' }],
  ['used like new class c', { keyword: '', condition: 'used' }],
  ['not new class a', { keyword: '', condition: 'used' }],
  ['new', { keyword: '', condition: 'new' }],
])('reads the condition that no name begins with: %s', (keyword, said) => {
  expect(read(keyword).readings.at(-1)).toMatchObject(said);
});

it.each([
  'new orleans',
  'jayco new orleans',
  'new braunfels tx',
  'new horizons',
  'new salem class c',
])('reads no condition where a name begins so: %s', (keyword) => {
  for (const reading of read(keyword).readings) expect(reading).not.toHaveProperty('condition');
});

it('reads no condition where a line of the market begins so', () => {
  const isLine = (name: string) => name === 'new aire';
  const said = readKeyword('new aire 33 class a', { ...names, isLine, newest: 2026 });
  expect(said.readings).toEqual([{ types: ['class-a'], keyword: 'new aire 33' }]);
});

it.each([
  ['new or used class c', { types: ['class-c'], keyword: '' }],
  ['used & new class c in ohio', { state: 'OH', keyword: '' }],
  ['new/used jayco texas', { state: 'TX', keyword: 'jayco' }],
  ['dallas tx new and pre-owned', { state: 'TX', keyword: 'dallas' }],
  ['brand new or used ohio', { state: 'OH', keyword: '' }],
])('reads what is either new or used as any: %s', (keyword, said) => {
  const [first] = read(keyword).readings;
  expect(first).toMatchObject(said);
  expect(first).not.toHaveProperty('condition');
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
  ['in tech ohio', { keyword: 'in tech', state: 'OH' }],
  ['used in tech ohio', { keyword: 'in tech', state: 'OH', condition: 'used' }],
  ['in tech used in miami', { keyword: 'in tech miami', condition: 'used' }],
  ['In Tech used', { keyword: 'In Tech', condition: 'used' }],
  ['in miami used', { keyword: 'miami', condition: 'used' }],
])('keeps the word that a make begins with, which says nothing elsewhere: %s', (keyword, said) => {
  expect(read(keyword).readings[0]).toMatchObject(said);
});

it.each([
  ['teardrops colorado', { types: ['travel-trailer'], state: 'CO', keyword: '' }],
  ['jayco teardrops colorado', { types: ['travel-trailer'], state: 'CO', keyword: 'jayco' }],
  ['class c jayco ohio', { types: ['class-c'], state: 'OH', keyword: 'jayco' }],
  ['new class c jayco ohio', { types: ['class-c'], condition: 'new', state: 'OH' }],
  ['class a thor california', { types: ['class-a'], keyword: 'thor california' }],
  ['thor california class a', { types: ['class-a'], keyword: 'thor california' }],
])('takes the type out of %s, which is no part of the make', (keyword, said) => {
  expect(read(keyword).readings[0]).toMatchObject(said);
});

it.each([
  ['charleston sc used', { state: 'SC', condition: 'used', keyword: 'charleston' }],
  ['houston tx rvs for sale', { state: 'TX', keyword: 'houston' }],
  ['houston, TX 2019', { state: 'TX', keyword: 'houston 2019' }],
  ['jayco OR 2019', { state: 'OR', keyword: 'jayco 2019' }],
  ['austin tx certified pre-owned', { state: 'TX', condition: 'certified' }],
])('reads the two letters of a state before what is said of every RV: %s', (keyword, said) => {
  const { readings, isSure } = read(keyword);
  expect(readings[0]).toMatchObject(said);
  expect(isSure).toBe(true);
});

it.each([
  'jayco in 2019',
  'new or used',
  'jayco la 2019',
  'cougar co used',
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

it('is sure of a condition beside a make and its line that is called as a state, of nothing else there', () => {
  const used = read('used keystone montana');
  expect(used).toMatchObject({ isSure: true });
  expect(used.readings[0]).toMatchObject({ condition: 'used', keyword: 'keystone montana' });
  expect(read('keystone montana')).toMatchObject({ isSure: false });
  expect(read('used montana')).toMatchObject({ isSure: false });
});

it.each([
  ['imagine ohio', { place: 'ohio' }],
  ['imagine in Ohio under 20k', { place: 'in Ohio', bounds: 'under 20k' }],
  ['imagine W. Virginia', { place: 'W Virginia' }],
  ['imagine FL 33131', { place: 'FL 33131' }],
  ['imagine from 33131', { place: 'from 33131' }],
  ['solitude certified Pre-Owned', { condition: 'certified Pre-Owned' }],
  ['used cougar class a or b, tx', { condition: 'used', place: 'tx', types: 'class a or b' }],
])('tells apart the words of %s that a search of the rest leaves out', (keyword, named) => {
  const said = read(keyword);
  const parts = partsBesideWords(said, read(said.readings[0]?.keyword ?? ''));
  expect(Object.fromEntries(parts.map((part) => [part, said.named[part]]))).toEqual(named);
});

it.each(['palazzo bunkhouse/toy hauler ohio'])(
  'leaves no type out of %s whose words are no words of their own',
  (keyword) => {
    const said = read(keyword);
    expect(said.named).toMatchObject({ types: '', place: 'ohio' });
    const parts = partsBesideWords(said, read(said.readings[0]?.keyword ?? ''));
    expect(parts).toEqual(['place']);
  },
);

it.each([
  ['x2019 2019 zorblax', { yearMin: 2019, yearMax: 2019, leftOut: 'x2019 zorblax' }],
  ['2018 2019 zorblax', undefined],
  // The filter of model years begins with all that are older, and knows none to come.
  ['2000 zorblax', undefined],
  ['1998 zorblax', undefined],
  ['2090 zorblax', undefined],
  ['2019 zorblax ohio', undefined],
])('reads the one model year of %s for itself', (keyword, bounds) => {
  const { ofYear } = read(keyword);
  expect(ofYear).toEqual(bounds && { types: [], keyword: '', ...bounds });
});

it.each([
  ['used fifth wheel ohio', []],
  ['keystone montana ohio', ['place']],
  ['montana ohio', ['place']],
  ['thor california ohio', ['place']],
  ['new montana texas', ['place', 'condition']],
  // A line that is called as the state.
  ['montana 3855br', []],
  // Cities.
  ['delaware ohio', []],
  ['used nevada missouri', ['condition']],
  ['jayco new york city', []],
])('leaves no place out of %s where that has the words of a name', (keyword, parts) => {
  const said = read(keyword);
  expect(partsBesideWords(said, read(said.readings[0]?.keyword ?? ''))).toEqual(parts);
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
  const asked = { ...names, newest: 2026, chosenState: first?.state };
  for (const again of readKeyword(words, asked).readings)
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
  ['trailers in ohio', { state: 'OH', types: expect.arrayContaining(['travel-trailer']) }],
  ['used camper under 20k', { condition: 'used', types: expect.arrayContaining(['pop-up']) }],
  ['motor coaches', { types: ['class-a', 'class-b', 'class-c'] }],
  ['trailer houston tx', { state: 'TX', keyword: 'houston' }],
  ['campers in houston texas', { state: 'TX', keyword: 'houston' }],
  ['bumper pull near 33131', { types: ['travel-trailer'] }],
  [
    'camper trailers tulsa ok',
    { state: 'OK', types: ['travel-trailer', 'fifth-wheel', 'toy-hauler', 'pop-up'] },
  ],
  ['portland or trailers', { state: 'OR', keyword: 'portland' }],
  ['class c motor coach 50 miles from 77001', { near: { zip: '77001', city: 'Houston' } }],
  ['travel trailer or camper', { types: expect.arrayContaining(['truck-camper']) }],
  ['truck camper or trailer', { types: expect.arrayContaining(['truck-camper', 'pop-up']) }],
  ['year 2022 motor coach', { types: ['class-a', 'class-b', 'class-c'], keyword: '2022' }],
])('reads types by words that names have too, where no name is: %s', (keyword, said) => {
  const { readings, isSure } = read(keyword);
  expect(readings[0]).toMatchObject(said);
  expect(readings[0]?.types).not.toEqual([]);
  expect(isSure).toBe(true);
});

it.each(['trailers houston', 'class c houston under 60k', 'nyc motor coaches used'])(
  'likely means a city beside types: %s',
  (keyword) => {
    const { readings, isSure, isLikely } = read(keyword);
    expect(readings[0]?.types).not.toEqual([]);
    expect(isSure || isLikely).toBe(true);
  },
);

it.each([
  ['happier camper', 'happier'],
  ['escape trailer', 'escape'],
  ['thor motor coach', 'thor'],
  ['campers inn', 'inn'],
  ['jayco trailers', 'jayco'],
])('is not sure of types where their words may be a name’s: %s', (keyword, rest) => {
  const { readings, isSure, loosely } = read(keyword);
  expect({ readings, isSure }).toEqual({ readings: [], isSure: false });
  expect(loosely?.readings).toEqual([{ types: expect.any(Array), keyword: rest }]);
});

it('takes a make that is called so for nothing else', () => {
  expect(read('happier camper texas')).not.toHaveProperty('loosely');
});

it('reads them beside what is surely said as well', () => {
  const { readings, isSure, loosely } = read('jayco trailers texas');
  expect(readings).toEqual([{ types: [], keyword: 'jayco trailers', state: 'TX' }]);
  expect(isSure).toBe(true);
  expect(loosely?.readings).toMatchObject([{ keyword: 'jayco', state: 'TX' }]);
  expect(loosely?.named).toMatchObject({ types: 'trailers', place: 'texas' });
});

it.each([
  ['new york', { state: 'NY', keyword: '' }],
  ['used new york', { state: 'NY', condition: 'used', keyword: '' }],
  ['new york jayco', { state: 'NY', keyword: 'jayco' }],
])('is the chosen state itself by its name: %s', (keyword, said) => {
  const [first] = readKeyword(keyword, { ...names, newest: 2026, chosenState: 'NY' }).readings;
  expect(first).toMatchObject(said);
});

it.each(['east texas', 'mid florida class c', 'new washington'])(
  'reads the state by a side of it, or what is new there: %s',
  (keyword) => expect(read(keyword).readings[0]).toHaveProperty('state'),
);
