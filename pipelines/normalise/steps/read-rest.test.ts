import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { checkDigit } from '#domain/names/vin.ts';
import { MONTANA, sightingOf } from '../testing/listing.ts';

describe('condition', () => {
  test.each([
    ['New', 'new'],
    ['NEW', 'new'],
    ['Used', 'used'],
    ['Pre-Owned', 'used'],
    ['preowned', 'used'],
    ['Consignment', 'used'],
    ['Like New', 'used'],
    ['excellent', 'used'],
    ['Good', 'used'],
    ['Very Good', 'used'],
    ['Former Rental', 'used'],
    ['Repo', 'used'],
    ['Repossessed', 'used'],
    ['Rebuilt title', 'used'],
    ['fair', 'used'],
    ['New, excellent', 'new'],
    ['Certified Pre-Owned', 'certified'],
    ['https://schema.org/UsedCondition', 'used'],
    ['http://schema.org/NewCondition', 'new'],
    ['RefurbishedCondition', 'used'],
    ['New/Unused', 'new'],
    ['Not new', 'used'],
    ['unknown', 'unknown'],
  ])('field %s is %s', (condition, id) => {
    expect(sightingOf({ ...MONTANA, title: '', year: '2025', condition }).condition).toBe(id);
  });

  test.each<[ListingFields, string]>([
    [{ title: 'Used 2021 Keystone Montana 3121RL' }, 'used'],
    [{ title: 'New 2021 Keystone Montana 3121RL' }, 'new'],
    [{ title: 'New Horizons Majestic 2021' }, 'unknown'],
    [{ title: '2021 New Horizons Majestic F37RKTSS' }, 'unknown'],
    [{ title: '2021 NEW Keystone Montana 3121RL' }, 'new'],
    [{ title: '2021 Used Keystone Montana 3121RL' }, 'used'],
    [{ title: 'New Price! Used 2021 Keystone Montana 3121RL' }, 'used'],
    [{ title: 'Sale! Brand New 2021 Keystone Montana 3121RL' }, 'new'],
    [{ title: 'Like-new 2021 Keystone Montana 3121RL' }, 'used'],
    [{ title: 'Never used 2021 Keystone Montana 3121RL' }, 'unknown'],
    [{ title: 'Un-used 2021 Keystone Montana 3121RL' }, 'unknown'],
    [{ title: 'New & used 2021 Keystone Montana 3121RL' }, 'unknown'],
    [{ title: 'Reduced! Like new 2021 Keystone Montana 3121RL' }, 'used'],
    [{ title: 'Nearly new 2021 Keystone Montana 3121RL' }, 'unknown'],
    [{ title: '2021 NEW MONTANA 3121RL' }, 'new'],
    [{ title: '2021 New K-Z Connect C241BHK', make: 'KZ', model: 'Connect' }, 'new'],
    [{ title: '2021 New JayFlight SLX', make: 'Jayco', model: 'Jay Flight' }, 'new'],
    [{ title: 'New 2022 Keystone Montana 3121RL', year: '2021' }, 'new'],
    // What is new of it says nothing of the whole, nor does a name that begins so.
    [{ title: '2021 Keystone Montana 3121RL, new 2025 tires' }, 'unknown'],
    [{ title: '2021 New tires Keystone Montana 3121RL' }, 'unknown'],
    [{ title: '2021 New and used Keystone Montana 3121RL' }, 'unknown'],
    [{ title: '2021 New Mar Dutch Star 4369', make: 'Newmar', model: '' }, 'unknown'],
    [{ title: '', url: 'https://a.example/used-2021-keystone-montana-3121rl-99812-5' }, 'used'],
    [{ title: '', url: 'https://a.example/inventory/pre-owned/keystone-montana' }, 'used'],
    [{ title: '2021 Keystone Montana 3121RL' }, 'unknown'],
  ])('without a field %o is %s', (fields, id) => {
    expect(sightingOf({ ...MONTANA, ...fields, condition: '' }).condition).toBe(id);
  });

  test('new but five years old is remarked', () => {
    expect(sightingOf({ ...MONTANA, title: '', condition: 'New' }).remarks).toEqual([
      'condition:new_but_old',
    ]);
  });
});

describe('VIN', () => {
  // Made up: Keystone's identifier, then anything, with the check digit that this demands.
  const unchecked = '4YDF31230MM000001';
  const keystones = `${unchecked.slice(0, 8)}${checkDigit(unchecked)}${unchecked.slice(9)}`;

  test('is valid by its check digit, whatever its spelling', () => {
    expect(sightingOf({ ...MONTANA, vin: ' 1m8gdm9a xkp042788' })).toMatchObject({
      vin: '1M8GDM9AXKP042788',
      vin_valid: true,
    });
  });

  test.each(['VIN: 1M8GDM9AXKP042788', "'1M8GDM9AXKP042788", '*1M8GDM9AXKP042788*'])(
    'is read without what stands around it: %s',
    (vin) => {
      expect(sightingOf({ ...MONTANA, vin })).toMatchObject({
        vin: '1M8GDM9AXKP042788',
        vin_valid: true,
      });
    },
  );

  test('of a maker that does not build the make is remarked, and the name stands', () => {
    const sighting = sightingOf({
      ...MONTANA,
      make: 'Grand Design',
      model: 'Solitude',
      title: '',
      vin: keystones,
    });
    expect(sighting).toMatchObject({ make_id: 'grand-design', remarks: ['vin:of_another_maker'] });
    expect(sightingOf({ ...MONTANA, vin: keystones }).remarks).toEqual([]);
  });

  test('with a wrong check digit identifies nothing', () => {
    expect(sightingOf({ ...MONTANA, vin: '1M8GDM9A1KP042788' })).toMatchObject({
      vin_valid: false,
      remarks: ['vin:check_digit'],
    });
  });

  test.each(['B13154', '1M8GDM9AXKP042788,'.repeat(20), 'FRESHWATERSTARTUP', '1M8GDM9AXKP04278O'])(
    '%s is none',
    (vin) => {
      expect(sightingOf({ ...MONTANA, vin })).toMatchObject({
        vin: '',
        remarks: ['vin:malformed'],
      });
    },
  );
});

test('an O typed for a zero is mended where the check digit confirms it', () => {
  const sighting = sightingOf({ ...MONTANA, vin: '1M8GDM9AXKPO42788' });
  expect(sighting).toMatchObject({ vin: '1M8GDM9AXKP042788', vin_valid: true });
});

describe('dealer', () => {
  test.each<[ListingFields, string]>([
    [{ url: 'https://www.Lakeside.example/rv/1', dealer: 'Anyone' }, 'lakeside.example'],
    [{ url: 'https://rv.lakeside.example/1' }, 'rv.lakeside.example'],
    [{ dealer: 'Lakeside RV, Inc.' }, 'lakeside/lakeside rv inc'],
    [{}, 'lakeside'],
  ])('%o has the key %s', (fields, key) => {
    expect(sightingOf({ ...MONTANA, ...fields }).dealer_key).toBe(key);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/rv/1',
    'http://user:pass@a.example/',
    'https://',
  ])('the address %s is left out', (url) => {
    expect(sightingOf({ ...MONTANA, url, image: url })).toMatchObject({ url: '', image: '' });
  });

  test('an address without its scheme is of https', () => {
    const fields = { url: '//www.lakeside.example/rv/1', image: '//cdn.example/1.jpg' };
    expect(sightingOf({ ...MONTANA, ...fields })).toMatchObject({
      url: 'https://www.lakeside.example/rv/1',
      image: 'https://cdn.example/1.jpg',
      dealer_key: 'lakeside.example',
    });
  });

  test.each([
    ['ex-1001', 'EX-1001'],
    ['Stock #: 4711A', '4711A'],
    ['Number', ''],
    ['Value My Trade', ''],
  ])('the stock number %s is %j', (stockNumber, read) => {
    expect(sightingOf({ ...MONTANA, stockNumber }).stock_number).toBe(read);
  });
});

describe('dates', () => {
  test.each([
    ['2026-06-01', '2026-06-01 00:00:00.000'],
    ['2026-06-01T10:20:30.456Z', '2026-06-01 10:20:30.456'],
    ['2026-06-01T10:20:30+02:00', '2026-06-01 08:20:30.000'],
    ['2026-06-01 10:20', '2026-06-01 10:20:00.000'],
    ['6/1/2026', '2026-06-01 00:00:00.000'],
    ['1780272000', '2026-06-01 00:00:00.000'],
  ])('first seen %s', (firstSeen, at) => {
    expect(sightingOf({ ...MONTANA, firstSeen }).first_seen_at).toBe(at);
  });

  test('who is seen now was first seen now at the latest', () => {
    const sighting = sightingOf({ ...MONTANA, firstSeen: '2026-12-01' });
    expect(sighting.first_seen_at).toBe(sighting.observed_at);
  });

  test('a removal counts only after the observation', () => {
    expect(sightingOf({ ...MONTANA, removedAt: '2026-08-01' }).removed_at).toBe(
      '2026-08-01 00:00:00.000',
    );
    expect(sightingOf({ ...MONTANA, removedAt: '2026-07-01' })).toMatchObject({
      removed_at: null,
      remarks: ['removed:not_after_observation'],
    });
  });

  test('days on the lot are whole and possible', () => {
    expect(sightingOf({ ...MONTANA, daysOnLot: '41 days' }).days_on_lot).toBe(41);
    expect(sightingOf({ ...MONTANA, daysOnLot: '99999' }).days_on_lot).toBeNull();
  });
});

describe('text', () => {
  test.each([
    ['2021 Keystone <b>Montana</b>&nbsp;3121RL', '2021 Keystone Montana 3121RL'],
    ['2021 Keystone Montana\u00AE 3121RL', '2021 Keystone Montana 3121RL'],
    ['2021 Keystone\n\t Montana\u0000 3121RL', '2021 Keystone Montana 3121RL'],
    ['2021 Keystone Montana <script>alert(1)</script>3121RL', '2021 Keystone Montana 3121RL'],
    [
      '2021 Keystone Montana &lt;img src=x onerror=alert(1)&gt; 3121RL',
      '2021 Keystone Montana 3121RL',
    ],
    ['2021 Keystone Montana 3121RL <img src="', '2021 Keystone Montana 3121RL'],
    ['2021 Keystone Montana 36\u2019 3121RL', "2021 Keystone Montana 36' 3121RL"],
  ])('%j is shown as %j', (title, shown) => {
    expect(sightingOf({ ...MONTANA, title }).title).toBe(shown);
  });
});
