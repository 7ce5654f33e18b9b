import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { sightingOf } from '../testing/listing.ts';

/** Title, text and price of the page; year, make and model of a "similar unit" beside it. */
const TWO: ListingFields = {
  title: '2024 JAYCO EAGLE 337QSTS',
  year: '2026',
  make: 'keystone',
  model: '3121rl',
  condition: 'new',
  stockNumber: '991',
  price: '48999',
};

describe('a title and fields that name two vehicles', () => {
  test('are settled by the description: the page is about the title', () => {
    const description = 'Shop the 2024 Jayco Eagle 337QSTS - Stock #4711.';
    expect(sightingOf({ ...TWO, description })).toMatchObject({
      year: 2024,
      line_id: 'jayco/eagle',
      floorplan: '337QSTS',
      condition: 'unknown',
      stock_number: '',
      price: 48_999,
      remarks: expect.arrayContaining(['fields:of_another_vehicle']) as string[],
    });
  });

  test('are settled by the URL: the page is about the fields', () => {
    const url = 'https://lakeside.example/new-2026-keystone-montana-3121rl-99812345';
    expect(sightingOf({ ...TWO, url })).toMatchObject({
      year: 2026,
      make_id: 'keystone',
      title: '',
      remarks: expect.arrayContaining(['title:of_another_vehicle']) as string[],
    });
  });

  test('unsettled, the fields stand and the title fills nothing', () => {
    expect(sightingOf(TWO)).toMatchObject({ year: 2026, make_id: 'keystone', title: '' });
  });

  test('of one code but two years are settled by the year in the description', () => {
    const fields = { ...TWO, make: 'jayco', model: '337qsts', year: '2026' };
    const description = 'Shop the 2024 Jayco Eagle 337QSTS.';
    expect(sightingOf({ ...fields, description }).year).toBe(2024);
  });
});

test('a floorplan field that the page does not know is forgotten, the rest is not', () => {
  const fields = {
    title: '2021 Jayco Eagle 330',
    year: '2021',
    make: 'Jayco',
    model: 'Eagle',
    floorplan: '10245',
  };
  const url = 'https://lakeside.example/rvs/2021-jayco-eagle-330-fifth-wheel-stock-c38/';
  expect(sightingOf({ ...fields, url, condition: 'Used' })).toMatchObject({
    condition: 'used',
    type: 'fifth-wheel',
    remarks: ['floorplan:not_of_the_page'],
  });
});

test.each<ListingFields>([
  { title: '2026 R-POD RP-171', year: '2026', make: 'Forest River', model: 'R-Pod 171' },
  { title: 'New 2025 Keystone Montana', year: '2025', make: 'Keystone', model: 'Montana 3121RL' },
  { title: '2021 Jayco Eagle 337 QSTS', year: '2021', make: 'Jayco', model: 'Eagle 337QSTS' },
  { title: '2019 Jayco Greyhawk 29QV', year: '2019', make: 'Jayco', model: 'Greyhawk E-450' },
])('one vehicle written in two ways is one: $title', (fields) => {
  expect(sightingOf({ ...fields, price: '40000' }).remarks).not.toContainEqual(
    expect.stringMatching(/^(?:title|fields):/),
  );
});
