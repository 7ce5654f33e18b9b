import { describe, expect, it } from 'vitest';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { namedType, typesApart } from './named-type.ts';

describe('a type in a text', () => {
  it.each([
    ['Nobody Foo Travel Trailer', 'travel-trailer'],
    ['some 5th wheel toy hauler', 'toy-hauler'],
    ['Fifth-Wheel 32', 'fifth-wheel'],
    ['Class C motorhome', 'class-c'],
    ['old class a diesel', 'class-a'],
    ['popup camper', 'pop-up'],
    ['truck camper 8 ft', 'truck-camper'],
    ['camper van', 'class-b'],
    ['van conversions', 'class-b'],
    ['Mercedes Sprinter Van', 'class-b'],
  ])('%s is a %s', (text, type) => expect(namedType(text)).toBe(type));

  it.each(['Classic 25', 'Montana 3121RL', 'Keystone Sprinter 3190', 'Tent Peg', ''])(
    '%j names none',
    (text) => expect(namedType(text)).toBeUndefined(),
  );
});

describe('the types of a text, apart from the rest of it', () => {
  it.each(RV_TYPES)('are read in every name of $name', (type) => {
    const { id, name, filterLabel, contributionLabel } = type;
    for (const text of [id, name, filterLabel, contributionLabel ?? id])
      for (const typed of [text, text.toUpperCase(), `${text}s`, text.replaceAll('-', ' ')])
        expect(typesApart(typed)).toEqual({ types: [id], rest: '' });
  });

  it.each([
    ['jayco fifth wheel', 'fifth-wheel', 'jayco'],
    ['fifth wheel 2019', 'fifth-wheel', '2019'],
    ['used 5th-wheels Eagle HT', 'fifth-wheel', 'used Eagle HT'],
    ['fifthwheel trailer', 'fifth-wheel', ''],
    ['fifth wheel toy hauler', 'toy-hauler', ''],
    ['toyhaulers', 'toy-hauler', ''],
    ['Diesel Pushers', 'class-a', ''],
    ['class a rv', 'class-a', ''],
    ['Class B+', 'class-c', ''],
    ['Winnebago campervan', 'class-b', 'Winnebago'],
    ['mercedes sprinter vans', 'class-b', 'mercedes'],
    ['popup', 'pop-up', ''],
    ["class c's", 'class-c', ''],
    ['5th wheel’s', 'fifth-wheel', ''],
    ["class a rv's", 'class-a', ''],
    ['tent trailer', 'pop-up', ''],
  ])('%s: %s', (text, type, rest) => {
    expect(typesApart(text)).toEqual({ types: [type], rest });
  });

  it.each([
    ['travel trailer or fifth wheel', ['travel-trailer', 'fifth-wheel'], ''],
    ['used class a and class c in ohio', ['class-a', 'class-c'], 'used in ohio'],
    ['class a class b or c', ['class-a', 'class-b', 'class-c'], ''],
    ['class a/c', ['class-a', 'class-c'], ''],
    ["class a's, b's and c's", ['class-a', 'class-b', 'class-c'], ''],
    ["class b+'s", ['class-c'], ''],
    ['class a b c', ['class-a', 'class-b', 'class-c'], ''],
    ['class c a frame', ['class-c'], 'a frame'],
    ['class c a/c', ['class-c'], 'a/c'],
    ['class a/b/c', ['class-a', 'class-b', 'class-c'], ''],
    ['class a or b or c in ohio', ['class-a', 'class-b', 'class-c'], 'in ohio'],
    ['Class A, B, or C', ['class-a', 'class-b', 'class-c'], ''],
    ['class a or a class c', ['class-a', 'class-c'], ''],
    ['fifth wheels, toy haulers', ['fifth-wheel', 'toy-hauler'], ''],
    [
      'fifth wheel, travel trailer, and toy hauler',
      ['fifth-wheel', 'travel-trailer', 'toy-hauler'],
      '',
    ],
    ['class c or', ['class-c'], ''],
    ['jayco or fifth wheel', ['fifth-wheel'], 'jayco'],
    ['class c or jayco', ['class-c'], 'jayco'],
    ['Class C OR', ['class-c'], 'OR'],
    ['toy hauler or fifth wheel', ['toy-hauler', 'fifth-wheel'], ''],
    ['motorhome class c', ['class-c'], ''],
    ['class c jayco fifth wheel', ['class-c', 'fifth-wheel'], 'jayco'],
    // Of these a few are what is typed toy hauler.
    ['class c toy hauler ohio', ['class-c', 'toy-hauler'], 'ohio'],
    ['class c toy hauler fifth wheel', ['class-c', 'toy-hauler'], ''],
    ['fifth wheel or fifth wheels', ['fifth-wheel'], ''],
  ])('%s: any of %j', (text, types, rest) => expect(typesApart(text)).toEqual({ types, rest }));

  it('are the three of what drives itself', () => {
    const types = ['class-a', 'class-b', 'class-c'];
    expect(typesApart('used motor homes')).toEqual({ types, rest: 'used' });
    expect(typesApart('Thor Motor Coach')).toBeUndefined();
  });

  it.each(['class action', 'Wheel', 'hauler', 'rockwood', ''])('are none in %j', (text) =>
    expect(typesApart(text)).toBeUndefined(),
  );
});
