import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain } from '#schemas/names.ts';
import { rankMatches } from './rank-matches.ts';

const MAKES = [
  'Airstream',
  'Alliance',
  'Coachmen',
  'Dutch Park',
  'Dutchmen',
  'Forest River',
  'Grand Design',
  'Highland Ridge',
  'Jayco',
  'Keystone',
  'Monaco',
  'Newmar',
  'Scamp',
  'Skyline',
  'Thor Motor Coach',
  'Tiffin',
  'Winnebago',
];
const rank = (typed: string) => rankMatches(typed, MAKES, (name) => [name]);

describe('names that could be meant', () => {
  it('are all of them while nothing is typed', () => {
    expect(rank(' ')).toEqual(MAKES);
  });

  it.each([
    ['jay', 'Jayco'],
    ['JAY-CO', 'Jayco'],
    ['river', 'Forest River'],
    ['winebago', 'Winnebago'],
    ['Winnebgao', 'Winnebago'],
    ['arstream', 'Airstream'],
    ['design grand', 'Grand Design'],
    ['motor', 'Thor Motor Coach'],
    ['Jaiko', 'Jayco'],
    ['Jaico', 'Jayco'],
    ['Jaycoe', 'Jayco'],
    ['Winabago', 'Winnebago'],
    ['Whinnebago', 'Winnebago'],
    ['Kestone', 'Keystone'],
    ['Ceystone', 'Keystone'],
    ['Forrest River', 'Forest River'],
    ['Airsteam', 'Airstream'],
    ['Tiphin', 'Tiffin'],
    ['Alianse', 'Alliance'],
    ['Monako', 'Monaco'],
    ['Koachmen', 'Coachmen'],
    ['Dutchman', 'Dutchmen'],
    ['Hyland Ridge', 'Highland Ridge'],
    ['Numar', 'Newmar'],
    ['Grand Dezine', 'Grand Design'],
  ])('%s finds %s first', (typed, name) => {
    expect(rank(typed)[0]).toBe(name);
  });

  it('put what begins as typed before what only contains it', () => {
    expect(rankMatches('ar', ['Four Star', 'Arctic Fox'], (name) => [name])).toEqual([
      'Arctic Fox',
      'Four Star',
    ]);
  });

  it('put another name typed in full before a name that begins so', () => {
    const makes = [['Thor California'], ['Thor Motor Coach', 'Thor']];
    expect(rankMatches('thor', makes, (names) => names)[0]).toEqual(['Thor Motor Coach', 'Thor']);
  });

  it.each([
    ...'zzzzqq zzzzqqqq qwerty hello banana kitchen spaceship jacket juice kayak 1234'.split(' '),
    ...'Toyota Honda Jaguar Kawasaki Yamaha Chevy Dodge Tesla Porsche'.split(' '),
  ])('are none for %s, which resembles nothing', (typed) => {
    expect(rank(typed)).toEqual([]);
  });

  it('always contain a name that is typed in full, in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MAKES), fc.boolean(), (name, upper) => {
        const typed = upper ? name.toUpperCase() : name.toLowerCase();
        expect(rank(typed)[0]).toBe(name);
      }),
    );
  });

  it('compare without case, accents and punctuation', () => {
    expect(plain('Jay-Có  28.QZX')).toBe('jayco28qzx');
  });
});
