import { expect, it } from 'vitest';
import { partsBesideWords, readKeyword } from './read-keyword.ts';
import { names, read } from './testing/catalogue-names.ts';

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
  ['second-hand class a', { keyword: '', condition: 'used' }],
  ['pre-own class b', { keyword: '', condition: 'used' }],
  ['cpo travel trailer', { keyword: '', condition: 'certified' }],
  ['certified cpo class a', { keyword: '', condition: 'certified' }],
  ['cpo pre-owned class a', { keyword: '', condition: 'certified' }],
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
  ['new / used class c', { types: ['class-c'], keyword: '' }],
  ['new/used jayco texas', { state: 'TX', keyword: 'jayco' }],
  ['dallas tx new and pre-owned', { state: 'TX', keyword: 'dallas' }],
  ['brand new or used ohio', { state: 'OH', keyword: '' }],
])('reads what is either new or used as any: %s', (keyword, said) => {
  const [first] = read(keyword).readings;
  expect(first).toMatchObject(said);
  expect(first).not.toHaveProperty('condition');
});

it('is sure of a condition beside a make and its line that is called as a state, of nothing else there', () => {
  const used = read('used keystone montana');
  expect(used).toMatchObject({ isSure: true });
  expect(used.readings[0]).toMatchObject({ condition: 'used', keyword: 'keystone montana' });
  expect(read('keystone montana')).toMatchObject({ isSure: false });
  expect(read('used montana')).toMatchObject({ isSure: false });
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
  ['trailers in ohio', { state: 'OH', types: expect.arrayContaining(['travel-trailer']) }],
  ['used camper under 20k', { condition: 'used', types: expect.arrayContaining(['pop-up']) }],
  ['motor coaches', { types: ['class-a', 'class-b', 'class-c'] }],
  ['trailer houston tx', { state: 'TX', keyword: 'houston' }],
  ['campers in houston texas', { state: 'TX', keyword: 'houston' }],
  ['used fivers', { types: ['fifth-wheel'], condition: 'used' }],
  ['a-frame under 20k', { types: ['pop-up'] }],
  ['pull behind campers', { types: ['travel-trailer'] }],
  ['class c - texas', { types: ['class-c'], keyword: '', state: 'TX' }],
  ['class c / texas / used', { types: ['class-c'], keyword: '', state: 'TX', condition: 'used' }],
  ['class c • texas', { types: ['class-c'], keyword: '', state: 'TX' }],
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
  ['in tech ohio', { keyword: 'in tech', state: 'OH' }],
  ['used in tech ohio', { keyword: 'in tech', state: 'OH', condition: 'used' }],
  ['in tech used in miami', { keyword: 'in tech miami', condition: 'used' }],
  ['In Tech used', { keyword: 'In Tech', condition: 'used' }],
  ['in miami used', { keyword: 'miami', condition: 'used' }],
])('keeps the word that a make begins with, which says nothing elsewhere: %s', (keyword, said) => {
  expect(read(keyword).readings[0]).toMatchObject(said);
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
