import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { GREYHAWK, MONTANA, outcomeOf, sightingOf } from '../testing/listing.ts';

const yearOf = (year: string, title = '', more = {}) =>
  sightingOf({ ...MONTANA, title, year, ...more }).year;

describe('the model year', () => {
  test.each([
    ['2021', 2021],
    ['2021.0', 2021],
    [' 2021 ', 2021],
    ["'21", 2021],
    ['21', 2021],
    ['98', 1998],
    ['9', 2009],
    ['2027', 2027],
    ['2028', 2028],
    ['2021 model', 2021],
    ['2,021', 2021],
    ['MY19', 2019],
    ['MY2019', 2019],
    ["MY '19", 2019],
    ['my 98', 1998],
    ['20212021', 2021],
    ['2.026202620262026e+79', 2026],
  ])('is read from the field: %j', (text, year) => {
    expect(yearOf(text)).toBe(year);
  });

  test.each([
    ['Used 2019 Keystone Montana 3121RL', 2019],
    ["'19 Keystone Montana", 2019],
    ['Certified Pre-Owned 2019 Keystone Montana', 2019],
    ['Keystone Montana 3121RL 2019', 2019],
    ['2017 Lance 1985', 2017],
    ['2019.5 Keystone Montana', 2019],
    ['2019Keystone Montana 3121RL', 2019],
    ['MY2019 Keystone Montana', 2019],
    ['2019MY Keystone Montana', 2019],
    ['MY19 Keystone Montana 3121RL', 2019],
    ['New MY 19 Keystone Montana 3121RL', 2019],
    ['2019-Keystone-Montana-3121RL', 2019],
    ['2019_KEYSTONE_MONTANA_3121RL', 2019],
    // A weight, a length: not the next year.
    ['2019 - 20,450 lb Keystone Montana', 2019],
    ['2019 - 20.5 ft Keystone Montana', 2019],
  ])('is else read from the title: %s', (title, year) => {
    const make = title.includes('Lance') ? { make: 'Lance', model: '1985', type: 'TT' } : {};
    expect(yearOf('', title, make)).toBe(year);
  });

  test.each([
    ['2022-2023', ''],
    ['2022/23', ''],
    ['', '2022-2023 Keystone Montana 3121RL'],
    ['', '2022/2023 Keystone Montana 3121RL'],
    ['', '2022 / 2023 Keystone Montana 3121RL'],
  ])('is not guessed of several: %j, %j', (year, title) => {
    expect(outcomeOf({ ...MONTANA, title, year })).toMatchObject({ reason: 'no_year' });
  });

  test.each([
    ['2021/2022', ''],
    ['2021-2022', ''],
    ['2021-22', ''],
    ['2021 / 22', ''],
    ['', 'Used 2021/2022 Jayco Greyhawk 29QV'],
    ['', '2021 / 2022 Jayco Greyhawk 29QV'],
    ['', 'Used 2021 - 2022 Jayco Greyhawk 29QV'],
    ['', '2021-22 Jayco Greyhawk 29QV'],
  ])('of a motorhome is the later of its chassis and its coach: %j, %j', (year, title) => {
    const { year: found, remarks } = sightingOf({ ...GREYHAWK, title, year });
    expect([found, remarks]).toEqual([2022, ['year:of_chassis_and_coach']]);
  });

  test.each([
    ['2019-2022', ''],
    ['2022/2021', ''],
    ['20212022', ''],
    ['2021, 2022', ''],
    ['', '2019-2022 Jayco Greyhawk 29QV'],
    // A length or a mileage, not the next year.
    ['', '2019/20,450 miles Jayco Greyhawk'],
    ['', '2019-20 ft Jayco Greyhawk'],
    ['', "2019-20' Jayco Greyhawk"],
    ['', '2023-24ft. Jayco Greyhawk'],
  ])('of a motorhome is not guessed of others: %j, %j', (year, title) => {
    expect(outcomeOf({ ...GREYHAWK, title, year })).toMatchObject({ reason: 'no_year' });
  });

  test('is no floorplan where the title says it twice', () => {
    const fields = { make: '', model: '', floorplan: '' };
    expect(yearOf('', '2021 Jayco Eagle 2021', fields)).toBe(2021);
  });

  test('of a month is its year', () => {
    expect(yearOf('2022-06')).toBe(2022);
  });

  test('stands in a title that says nothing else of a vehicle, however it is set', () => {
    const named = (title: string) => sightingOf({ title, price: '$54,995' });
    for (const title of [
      '2019Keystone Montana',
      'MY2019 Keystone Montana',
      '2019MY Keystone Montana',
    ])
      expect(named(title)).toMatchObject({ year: 2019, line_id: 'keystone/montana' });
  });

  test.each([
    ['05 Keystone Montana 3121RL', 2005],
    ['Used 19 Keystone Montana 3121RL', 2019],
    ['98 Keystone Montana', 1998],
    ['MY19 Montana 3121RL', 2019],
    ['(19) Keystone Montana 3121RL', 2019],
    ['21 Lance 1985', 2021],
  ])('is that of two digits in front of the name: %s', (title, year) => {
    expect(sightingOf({ title, price: '$54,995' }).year).toBe(year);
  });

  test.each([
    ['31 Keystone Montana 3121RL', 'is the length, as the code says'],
    ['17 Keystone Montana', 'may be a length'],
    ['24 foot Keystone Montana 3121RL', 'is a length'],
    ['12 Keystone Montana 3121RL for sale in Boise', 'counts what a page shows'],
    ['45 Keystone Montana 3121RL', 'is no year that can be'],
  ])('is not read from two digits of which nobody can tell: %s (%s)', (title) => {
    expect(outcomeOf({ title, price: '$54,995' })).toMatchObject({
      kind: 'dead-letter',
      reason: 'no_year',
    });
  });

  test('of two digits in a title gives way to any other', () => {
    expect(yearOf('2020', '21 Keystone Montana 3121RL')).toBe(2020);
    expect(yearOf('', '21 Keystone Montana 3121RL of 2020')).toBe(2020);
    expect(yearOf('', '21 Keystone Montana 3121RL', { vin: '1M8GDM9AXKP042788' })).toBe(2019);
  });

  test('is else read from the URL', () => {
    const url = 'https://lakeside.example/product/used-2018-keystone-montana-3121rl-5000014-6';
    expect(yearOf('', '', { url })).toBe(2018);
  });

  test('and what else a title says with underscores is shown with single spaces', () => {
    const title = '_2019__KEYSTONE_MONTANA_3121RL_';
    expect(sightingOf({ ...MONTANA, title }).title).toBe('2019 KEYSTONE MONTANA 3121RL');
  });

  test.each<ListingFields>([
    { make: 'Jayco', model: '2019 Greyhawk 29QV' },
    { make: 'Jayco', model: 'Greyhawk', floorplan: '2019 29QV' },
    { make: 'Jayco', model: 'Greyhawk', floorplan: '29QV 2019' },
  ])('is else read from the rest of the name: %o', (fields) => {
    const { year, line_id, floorplan } = sightingOf({ price: '$54,995', ...fields });
    expect([year, line_id, floorplan]).toEqual([2019, 'jayco/greyhawk', '29QV']);
  });

  test('is not a code that looks like one', () => {
    const fields = { make: 'Lance', model: '1985', floorplan: '1985', type: 'TT' };
    expect(outcomeOf(fields)).toMatchObject({ reason: 'no_year' });
  });

  test('stands in a piece of its own of a URL that names the vehicle in pieces', () => {
    const named = (path: string) => sightingOf({ url: `https://lakeside.example/${path}` });
    for (const path of [
      'rv/2018/keystone/montana/3121-rl?x=1',
      'used/keystone/montana/3121rl/2018',
    ])
      expect(named(path)).toMatchObject({
        year: 2018,
        line_id: 'keystone/montana',
        floorplan: '3121RL',
      });
  });

  test.each([
    ['a date', '2018/06/keystone-montana-3121rl'],
    ['a date in words', 'news/2018/june/keystone-montana'],
    ['a number of the listing', 'inventory/2018'],
    ['the same with another behind', 'listing/2018/12345'],
  ])('of a URL is not %s', (_what, path) => {
    const url = `https://lakeside.example/${path}`;
    expect(outcomeOf({ ...MONTANA, title: '', year: '', url })).toMatchObject({
      reason: 'no_year',
    });
  });

  test('of two glued together is the one the title names', () => {
    expect(yearOf('20242023', 'Used 2023 Keystone Montana 3121RL')).toBe(2023);
  });

  test("is else that of a trailer's VIN", () => {
    expect(yearOf('', '', { vin: '1M8GDM9AXKP042788' })).toBe(2019);
    expect(yearOf('20192018', '', { vin: '1M8GDM9AXKP042788' })).toBe(2019);
  });

  test('of the field is kept where the title has another, and that is remarked', () => {
    const sighting = sightingOf({ ...MONTANA, year: '2020' });
    expect(sighting).toMatchObject({
      year: 2020,
      remarks: ['year:title_says_another'],
    });
  });

  test('of the title outvotes the field where the VIN of a trailer says the same', () => {
    const fields = { ...MONTANA, title: 'Used 2019 Keystone Montana', vin: '1M8GDM9AXKP042788' };
    expect(sightingOf({ ...fields, year: '2018' }).year).toBe(2019);
    expect(sightingOf({ ...fields, year: '2019', title: MONTANA.title }).year).toBe(2019);
  });

  test('of a title alone is read where an apostrophe stands for the century', () => {
    const { year, make_id } = sightingOf({ title: "Used '19 Keystone Montana 3121RL" });
    expect([year, make_id]).toEqual([2019, 'keystone']);
  });

  test('that is zero says nothing', () => {
    expect(yearOf('0', 'Used 2019 Keystone Montana')).toBe(2019);
  });

  test.each(['', '0', '1899', '2029', '20242023', '2.0252023202320235e+39', 'soon'])(
    'cannot be read from %j alone: dead letter',
    (year) => {
      expect(outcomeOf({ ...MONTANA, title: '', year })).toMatchObject({
        kind: 'dead-letter',
        reason: 'no_year',
      });
    },
  );

  test("is not taken from a motorhome's VIN, which has its chassis' year", () => {
    const fields = {
      make: 'Jayco',
      model: 'Greyhawk 29QV',
      type: 'Class C',
      vin: '1M8GDM9AXKP042788',
    };
    expect(outcomeOf(fields)).toMatchObject({ kind: 'dead-letter', reason: 'no_year' });
  });
});
