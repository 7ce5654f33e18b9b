import { describe, expect, test } from 'vitest';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { GREYHAWK, MONTANA, sightingOf } from '../testing/listing.ts';

const units = (units: RawListing['units']) => ({ units });

describe('mileage', () => {
  test.each([
    ['31,200', 31_200],
    ['31200 mi', 31_200],
    ['31.2k miles', 31_200],
    ['50,000 km', 31_069],
    ['Odometer: 31,200', 31_200],
    ['31 200 mi', 31_200],
    ["31'200", 31_200],
    ['50 000 km', 31_069],
    ['50000km', 31_069],
    ['50,000 kms', 31_069],
    ['50k km', 31_069],
    ['50000 KMT', 31_069],
    ['50.000 Kilómetros', 31_069],
    ['31200 SMI', 31_200],
    ['31 thousand miles', 31_000],
    ['31,200 mi / 50,211 km', 31_200],
    ['50,211 km (31,200 mi)', 31_200],
    // The digits that are hidden may be any.
    ['31,xxx', null],
    ['31xxx mi', null],
  ])('%s', (mileage, miles) => {
    expect(sightingOf({ ...GREYHAWK, mileage }).mileage).toBe(miles);
  });

  test.each([
    // Letters that look like digits, and groups that are none: what is left of it is another number.
    '31,2OO',
    '312OO mi',
    '1O,000',
    'l2,345',
    '8I,995',
    '12,34',
    '12,34 mi',
    '3,1200',
    '12,3456',
    '1,23,456',
    // A thousandth or less of what it means.
    '1e5',
    '2.5E4',
  ])('%s is no number to go by', (mileage) => {
    expect(sightingOf({ ...GREYHAWK, mileage })).toMatchObject({
      mileage: null,
      remarks: ['mileage:unreadable'],
    });
  });

  test('of thousands may have a comma before its decimal, and cents of a mile behind points', () => {
    expect(sightingOf({ ...GREYHAWK, mileage: '31,5k' }).mileage).toBe(31_500);
    expect(sightingOf({ ...GREYHAWK, mileage: '31.200,00' }).mileage).toBe(31_200);
  });

  test("a mapping's unit holds for numbers without one", () => {
    expect(sightingOf({ ...GREYHAWK, mileage: '50000' }, units({ mileage: 'km' })).mileage).toBe(
      31_069,
    );
    expect(sightingOf({ ...GREYHAWK, mileage: '50000 mi' }, units({ mileage: 'km' })).mileage).toBe(
      50_000,
    );
  });

  test.each([
    ['1', 'placeholder'],
    ['999999', 'impossible'],
    ['99999', 'placeholder'],
    ['-5', 'impossible'],
  ])('%s on a used motorhome is refused as %s', (mileage, why) => {
    expect(sightingOf({ ...GREYHAWK, mileage })).toMatchObject({
      mileage: null,
      remarks: [`mileage:${why}`],
    });
  });

  test('zero on a motorhome of this year that is called used means that nobody looked either', () => {
    const { mileage, remarks } = sightingOf({ ...GREYHAWK, title: '', year: '2026', mileage: '0' });
    expect([mileage, remarks]).toEqual([null, []]);
  });

  test('of an engine in hours is none', () => {
    expect(sightingOf({ ...GREYHAWK, mileage: '220 hrs' }).mileage).toBeNull();
    expect(sightingOf({ ...GREYHAWK, mileage: '31,200 mi, generator 220 hours' }).mileage).toBe(
      31_200,
    );
  });

  test('zero on a used motorhome means that nobody looked; on a new one it is true', () => {
    expect(sightingOf({ ...GREYHAWK, mileage: '0' })).toMatchObject({ mileage: null, remarks: [] });
    const fresh = { ...GREYHAWK, title: '', year: '2026', condition: 'New', mileage: '0' };
    expect(sightingOf(fresh).mileage).toBe(0);
  });

  test('of a trailer is none', () => {
    expect(sightingOf({ ...MONTANA, mileage: '53438' })).toMatchObject({
      mileage: null,
      remarks: ['mileage:on_a_towable'],
    });
  });
});

describe('length', () => {
  test.each([
    ['42 ft 6 in', 42.5],
    [`36'11"`, 36.92],
    [`36' 11`, 36.92],
    ["30'", 30],
    ['30 ft in', 30],
    ['31.5', 31.5],
    ['32-6', 32.5],
    ['31-11"', 31.92],
    ['32-06', 32.5],
    ['32-34', null],
    ['9-10', null],
    ['436 inches', 36.33],
    ['436"', 36.33],
    ['436', 36.33],
    ['436 ft', 36.33],
    ['9.5 m', 31.17],
    ['950 cm', 31.17],
    ['9,500 mm', 31.17],
    ['9500mm', 31.17],
    ['in', null],
    ['0', null],
    ['0.00', null],
    ['32,5', 32.5],
    ['32 1/2 ft', 32.5],
    [`32' 6 1/2"`, 32.54],
    [`8'6" x 32'`, 32],
    ["32' x 8'6\"", 32],
    ['32x8', 32],
    ['8-6 x 32-6', 32.5],
    ["32'06", 32.5],
    ['30-34 ft', null],
    ['30 ft - 34 ft', null],
    [`10'-11''`, 10.92],
  ])('%s is %s ft', (length, feet) => {
    expect(sightingOf({ ...MONTANA, length })).toMatchObject({ length_ft: feet, remarks: [] });
  });

  test("a mapping's unit holds for numbers without one", () => {
    expect(sightingOf({ ...MONTANA, length: '10' }, units({ length: 'm' })).length_ft).toBe(32.81);
  });

  test.each(['3O ft', '3l ft', `36' 1O"`, '29 ft. 1O in.', '31,2OO'])(
    '%s is unreadable',
    (length) => {
      expect(sightingOf({ ...MONTANA, length })).toMatchObject({
        length_ft: null,
        remarks: ['length:unreadable'],
      });
    },
  );

  test.each(['2 ft 1 in', '60 ft 10 in', '5000 in'])('%s is impossible', (length) => {
    expect(sightingOf({ ...MONTANA, length })).toMatchObject({
      length_ft: null,
      remarks: ['length:impossible'],
    });
  });
});

test('letters that look like digits are no berths and no weight', () => {
  const { weight_lb, sleeps, horsepower, remarks } = sightingOf({
    ...GREYHAWK,
    weight: '5,4OO lbs',
    sleeps: '1O',
    horsepower: '36O HP',
  });
  expect([weight_lb, sleeps, horsepower]).toEqual([null, null, null]);
  expect(remarks).toEqual(['weight:unreadable', 'sleeps:unreadable']);
});

test('weight, berths, slide-outs, fuel and horsepower', () => {
  const fields = {
    weight: '11,595 lbs',
    sleeps: 'Sleeps 6',
    slides: '3',
    fuel: 'Diesel',
    horsepower: '340 HP',
  };
  expect(sightingOf({ ...GREYHAWK, ...fields })).toMatchObject({
    weight_lb: 11_595,
    sleeps: 6,
    slides: 3,
    fuel: 'diesel',
    horsepower: 340,
  });
  expect(sightingOf({ ...GREYHAWK, weight: '5259 kg' }).weight_lb).toBe(11_594);
  expect(sightingOf({ ...GREYHAWK, weight: '11,595 lbs (5259 kg)' }).weight_lb).toBe(11_595);
  expect(sightingOf({ ...GREYHAWK, weight: '11 595 lbs' }).weight_lb).toBe(11_595);
  expect(sightingOf({ ...GREYHAWK, slides: 'Three' }).slides).toBe(3);
  expect(sightingOf({ ...GREYHAWK, slides: 'Double slide' }).slides).toBe(2);
  expect(sightingOf({ ...GREYHAWK, sleeps: 'Six' }).sleeps).toBe(6);
  expect(sightingOf({ ...GREYHAWK, fuel: 'N/A', horsepower: 'N/A', sleeps: '0' })).toMatchObject({
    fuel: '',
    horsepower: null,
    sleeps: null,
    remarks: [],
  });
});
