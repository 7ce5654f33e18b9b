import { describe, expect, it } from 'vitest';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { typesSpelled } from './type-spelling.ts';

describe('the types of a text', () => {
  it.each([
    ['fith wheel', 'fifth wheel'],
    ['Fifth Weel', 'fifth wheel'],
    ['fithwheel', 'fifth wheel'],
    ['fith-wheels in ohio', 'fifth wheel in ohio'],
    ['5ht wheel', '5th wheel'],
    ['used travel trialer  under 40k', 'used travel trailer under 40k'],
    ['jayco toy hualer', 'jayco toy hauler'],
    ['trucks camper', 'truck camper'],
    ['tear drop', 'teardrop'],
    ['motor hoem', 'motorhome'],
    ['clas a or calss c', 'class a or class c'],
    ['Class A or clas c', 'Class A or class c'],
    ['fifth wheel, or toy hualer for sale', 'fifth wheel, or toy hauler for sale'],
    ['disel pusher', 'diesel pusher'],
    ['class a disel', 'class a diesel'],
    ['deisel fith wheel', 'diesel fifth wheel'],
    ['used 5 wheel', 'used 5th wheel'],
    ['5th whl', '5th wheel'],
    ['travel trlr', 'travel trailer'],
    ['trk camper', 'truck camper'],
    ['toy haul', 'toy hauler'],
  ])('are spelled right: %s, %s', (typed, spelled) => expect(typesSpelled(typed)).toBe(spelled));

  it.each([
    'fifth wheel',
    'class a diesel',
    'class a diesel or gas',
    'class a/c, toy-haulers',
    'fifth wheel or diesel',
    'disel',
    'jayco disel',
    'class d',
    'class',
    'pop',
    'poppy',
    'four wheel campers',
    'cheap camper ga',
    'camper va',
    'cheap camper in georgia',
    'nice used camper ny 2018',
    'travel lite',
    'truck topper',
    'car hauler',
    'tiny house',
    'qqzzy',
    '',
  ])('are none else in %j', (typed) => expect(typesSpelled(typed)).toBeUndefined());

  it('are spelled right in every name of a type', () => {
    for (const { name, filterLabel } of RV_TYPES)
      for (const typed of [name, filterLabel, `${filterLabel}s`])
        expect(typesSpelled(typed)).toBeUndefined();
  });

  it('are in no name of a make or a line', () => {
    const { makes } = loadCatalogue();
    const named = makes.flatMap(({ name, aliases, lines }) => [
      name,
      ...aliases,
      ...lines.flatMap((line) => [line.name, ...line.aliases, `${name} ${line.name}`]),
    ]);
    expect(named.filter((one) => typesSpelled(one) !== undefined)).toEqual([]);
  });
});
