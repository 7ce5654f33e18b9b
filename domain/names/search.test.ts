import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { createNameResolver } from './resolve.ts';

const names = createNameResolver(loadCatalogue());
const instead = (make: string, model = 'Quillon 28BH') =>
  names.suggest({ make, model, makeId: '' });
const linesInstead = (makeId: string, model: string, lines: string[] = []) =>
  names.suggest({ make: makeId, model, makeId, linesOf: () => lines });

describe('makes that begin so', () => {
  const beginning = (text: string) => names.makesBeginning(text).map(({ name }) => name);

  it('are found by a name, an alias or one of their words', () => {
    expect(beginning('keys')).toEqual(['Keystone']);
    expect(beginning('river')).toContain('Forest River');
  });

  it('are none for no text', () => {
    expect(beginning('  ')).toEqual([]);
    expect(beginning('zzzzqqqq')).toEqual([]);
  });
});

describe('instead of an unknown make', () => {
  it.each([
    ['Jayko', 'Jayco'],
    ['Jaiko', 'Jayco'],
    ['Jacyo', 'Jayco'],
    ['Winebago', 'Winnebago'],
    ['Forrest Rivr', 'Forest River'],
    ['Kestone', 'Keystone'],
    ['Grand Desing', 'Grand Design'],
    ['Design Grand', 'Grand Design'],
    ['2019Jayko', 'Jayco'],
    ['Jayko28BH', 'Jayco'],
    ['Keys', 'Keystone'],
    ['Winabago', 'Winnebago'],
    ['Tiphin', 'Tiffin'],
    ['Alianse', 'Alliance'],
    ['Hyland Ridge', 'Highland Ridge'],
    ['Numar', 'Newmar'],
    ['Noomar', 'Newmar'],
    ['Grand Dezine', 'Grand Design'],
  ])('%s: %s first', (typed, make) => expect(instead(typed)[0]).toBe(make));

  it('the make that has the line comes first', () => {
    expect(instead('Jay', 'Eagle 317RLOK')[0]).toBe('Jayco');
    expect(instead('Grand', 'Imagine 2500RL')[0]).toBe('Grand Design');
  });

  it.each([
    ['jayko egle', 'Jayco Eagle'],
    ['Jayko Eagle 28BH', 'Jayco Eagle'],
    ['Winebago Vew', 'Winnebago View'],
    ['Forrest Rivr Cheroke', 'Forest River Cherokee'],
  ])('%s: %s first, where make and line are both misspelt', (typed, line) =>
    expect(instead(typed, '')[0]).toBe(line),
  );

  it('a line that is named says its make', () => {
    expect(instead('zzzz', 'Montana 3761FL')).toEqual(['Keystone Montana']);
    expect(instead('Montanna')).toEqual(['Keystone Montana']);
  });

  it('nothing is offered for what is like nothing', () => {
    for (const typed of [
      'zzzzqqqq',
      'Nobody',
      'X',
      'Ford',
      '1234',
      '—',
      'banana',
      'Toyota',
      'Kawasaki',
    ])
      expect(instead(typed)).toEqual([]);
  });
});

describe('instead of an unknown model of a known make', () => {
  it.each([
    ['jayco', 'Jay Fligt 28BH', 'Jayco Jay Flight'],
    ['jayco', 'Jayflite', 'Jayco Jay Flight'],
    ['jayco', 'Flight Jay 28BH', 'Jayco Jay Flight'],
    ['jayco', 'Eagl', 'Jayco Eagle'],
    ['jayco', 'Jayco Greyhwak29MV', 'Jayco Greyhawk'],
    ['keystone', 'Montanna High Contry 331RL', 'Keystone Montana High Country'],
    ['grand-design', '2019Relfection', 'Grand Design Reflection'],
    ['winnebago', 'Vew', 'Winnebago View'],
  ])('%s %s: %s first', (make, typed, line) => expect(linesInstead(make, typed)[0]).toBe(line));

  it('a line of another make is never offered', () => {
    expect(linesInstead('jayco', 'Montana 3761FL')).toEqual([]);
    expect(linesInstead('jayco', '28BH')).toEqual([]);
  });

  it('a line that only the market knows is', () => {
    expect(linesInstead('jayco', 'Quilon 28BH', ['Quillon', 'Brumale'])).toEqual(['Jayco Quillon']);
  });
});
