import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { MONTANA, outcomeOf, sightingOf } from '../testing/listing.ts';

const typeOf = (fields: ListingFields) =>
  sightingOf({ year: '2021', make: 'Nobodyknows', price: '$54,995', ...fields }).type;

describe('a type field', () => {
  test.each([
    ['Class A', 'class-a'],
    ['CLASS A MOTORHOME', 'class-a'],
    ['Motor Home Class A - Diesel', 'class-a'],
    ['Class A Diesel Pusher', 'class-a'],
    ['MHA', 'class-a'],
    ['Class B', 'class-b'],
    ['Camper Van', 'class-b'],
    ['Campervans', 'class-b'],
    ['Class B+', 'class-c'],
    ['Class B Plus', 'class-c'],
    ['Class C', 'class-c'],
    ['Class-C', 'class-c'],
    ['Super C', 'class-c'],
    ['Class Super C', 'class-c'],
    ['Travel Trailer', 'travel-trailer'],
    ['TT', 'travel-trailer'],
    ['Ultra Lite Travel Trailers', 'travel-trailer'],
    ['Teardrop Trailer', 'travel-trailer'],
    ['Expandable', 'travel-trailer'],
    ['Hybrid', 'travel-trailer'],
    ['Bumper Pull', 'travel-trailer'],
    ['Fifth Wheel', 'fifth-wheel'],
    ['5th wheel', 'fifth-wheel'],
    ['5TH WHEELS', 'fifth-wheel'],
    ['Fifth-Wheel', 'fifth-wheel'],
    ['FW', 'fifth-wheel'],
    ['FIFTH', 'fifth-wheel'],
    ['B Plus', 'class-c'],
    ['Toy Hauler', 'toy-hauler'],
    // What drives itself is no trailer, whatever stands in its garage or folds out of its roof.
    ['Class A Toy Hauler', 'class-a'],
    ['Toy Hauler - Class C', 'class-c'],
    ['Class B, Pop-Up Roof', 'class-b'],
    ['Camper Van with pop-up top', 'class-b'],
    ['Toy Hauler with motorized bunks', 'toy-hauler'],
    ['Toy Hauler, coach warranty', 'toy-hauler'],
    ['Fifth Wheel Toy Hauler', 'toy-hauler'],
    ['Toy Hauler Travel Trailer', 'toy-hauler'],
    ['ToyHauler', 'toy-hauler'],
    ['Pop-Up', 'pop-up'],
    ['Folding Pop-Up Camper', 'pop-up'],
    ['Folding', 'pop-up'],
    ['A-Frames', 'pop-up'],
    ['First Class A-Frame', 'pop-up'],
    ['Tent Trailer', 'pop-up'],
    ['Truck Camper', 'truck-camper'],
    ['Pop-Up Truck Camper', 'truck-camper'],
    ['Slide-In Camper', 'truck-camper'],
    ['Park Model', 'park-model'],
    ['Destination Trailer', 'park-model'],
    ['Destination', 'park-model'],
    ['Fish House', 'fish-house'],
    ['Ice house', 'fish-house'],
    ['Travel Trlr', 'travel-trailer'],
    ['Roulotte', 'travel-trailer'],
    ['Caravane à sellette', 'fifth-wheel'],
    ['Tente-roulotte', 'pop-up'],
    ['Roulotte de parc', 'park-model'],
    ['Motorisé Classe A', 'class-a'],
    ['VR Classe B', 'class-b'],
    ['TRVL TRLR', 'travel-trailer'],
    ['Trailers - Travel', 'travel-trailer'],
    ['TRAVEL_TRAILER', 'travel-trailer'],
    ['fifth_wheel', 'fifth-wheel'],
    ['Toy Hlr', 'toy-hauler'],
    ['C Class', 'class-c'],
    ['Class: A', 'class-a'],
    ['Motorhome (C)', 'class-c'],
    ['Motorhome A', 'class-a'],
    ['Slide In', 'truck-camper'],
    ['Slide-Ins', 'truck-camper'],
    ['Camper - Truck', 'truck-camper'],
    ['5-th wheel', 'fifth-wheel'],
    ['Toter', 'class-c'],
    ['Truck Bed Camper', 'truck-camper'],
    ['Truck-Bed Camper', 'truck-camper'],
    ['In-Bed Camper', 'truck-camper'],
    ['Cabover Camper', 'truck-camper'],
    ['Truck Mounted Camper', 'truck-camper'],
    ['Toterhome', 'class-c'],
    ['Toter Home', 'class-c'],
    ['Totorhome', 'class-c'],
    ['Fold-Out Camper', 'pop-up'],
    ['Fold Out', 'pop-up'],
    ['Foldout Trailer', 'pop-up'],
    ['B-Van', 'class-b'],
    ['Adventure Van', 'class-b'],
    ['Squaredrop', 'travel-trailer'],
    ['Wheel House', 'fish-house'],
    ['Wheelhouse', 'fish-house'],
    ['Park Home', 'park-model'],
    ['Skoolie', 'class-a'],
    ['Converted Bus', 'class-a'],
    ['Bus Conversion', 'class-a'],
    ['Bus Conversions', 'class-a'],
  ])('%s is %s', (type, id) => {
    expect(typeOf({ type })).toBe(id);
  });

  test('that names a wheeled type yields to what hauls toys', () => {
    expect(typeOf({ ...MONTANA, title: '2021 Keystone Montana Toy Hauler' })).toBe('toy-hauler');
  });

  test('stands, with a remark, against a line that is built otherwise', () => {
    const sighting = sightingOf({ ...MONTANA, type: 'Class A' });
    expect(sighting).toMatchObject({ type: 'class-a', remarks: ['type:not_as_the_line_is_built'] });
  });

  test('is outvoted by line and words together', () => {
    const fields = {
      make: 'Thor',
      model: 'Four Winds Class C Motorhome 28A',
      type: 'Travel Trailer',
    };
    expect(typeOf(fields)).toBe('class-c');
  });
});

describe('without a type field', () => {
  test('a line that is built as one type is of that type', () => {
    expect(typeOf({ make: 'Keystone', model: 'Montana 3121RL' })).toBe('fifth-wheel');
  });

  test('the words of title or URL name it', () => {
    expect(typeOf({ make: 'Jayco', title: '2021 Jayco Eagle 337QSTS Fifth Wheel' })).toBe(
      'fifth-wheel',
    );
    const url = 'https://lakeside.example/2021-nobodyknows-22xx-travel-trailer-99812';
    expect(typeOf({ url })).toBe('travel-trailer');
  });

  test('a cottage on wheels is a park model, a town called after one is nothing', () => {
    const cedarCreek = { make: 'Forest River', model: 'Cedar Creek Cottage 40QZ' };
    expect(typeOf(cedarCreek)).toBe('park-model');
    const eagle = {
      make: 'Jayco',
      model: 'Eagle 337QSTS',
      title: '2021 Jayco Eagle in Cottage Grove',
    };
    expect(typeOf(eagle)).toBe('');
  });

  test.each([
    ['1978 Volkswagen Bus Camper', 'class-b'],
    ['1971 VW Type 2 Bus Camper Westfalia', 'class-b'],
    ['1998 International Bus Camper', 'class-a'],
    ['1990 Coleman Fold-Out Camper', 'pop-up'],
  ])('%s is %s', (title, type) => {
    expect(typeOf({ title })).toBe(type);
  });

  test('what folds out of it does not fold it up', () => {
    for (const part of ['fold out awning', 'fold-out couch', 'foldout kitchen'])
      expect(typeOf({ make: 'Jayco', title: `2021 Jayco Eagle 337QSTS with ${part}` })).toBe('');
  });

  test('it stays open where line and length leave several', () => {
    expect(typeOf({ make: 'Jayco', model: 'Eagle 337QSTS', length: '36' })).toBe('');
  });
});

test.each([
  '2018 Keystone Fuzion 424 Toy Hauler - Quillon Motor Homes',
  '2018 Keystone Fuzion 424 toy hauler at Motor Home Specialist',
  '2018 Keystone Fuzion 424 toy hauler, comfort of a motorhome',
])('what hauls toys is none for a dealer of motorhomes: %s', (title) => {
  expect(sightingOf({ title, price: '$69,995' }).type).toBe('toy-hauler');
});

test('a motorhome with a garage is one of its line, which of them stays open', () => {
  for (const what of [
    'toy hauler motorhome',
    'toy hauler gas motor home',
    'motorhome with a toy hauler garage',
    'motorized toy hauler',
    'toy hauler (motorized)',
  ]) {
    const outlaw = {
      title: `2018 Thor Outlaw 29S ${what}`,
      mileage: '12,400',
      price: '$99,995',
    };
    expect(sightingOf(outlaw)).toMatchObject({ type: '', mileage: 12_400 });
  }
});

describe('the address of a listing, where the dealer chose the kind from a list', () => {
  const address = (kind: number) =>
    `https://lakeside.example/product/used-2021-nobodyknows-22xx-3512345-${kind}`;

  test.each([
    [29, 'travel-trailer'],
    [5, 'fifth-wheel'],
    [7, 'pop-up'],
    [9, 'class-a'],
    [13, 'class-b'],
    [16, 'class-c'],
    [28, 'toy-hauler'],
    [30, 'truck-camper'],
    [22, 'park-model'],
  ])('that ends in %i says %s', (kind, type) => {
    expect(typeOf({ url: address(kind) })).toBe(type);
    expect(typeOf({ url: `${address(kind)}/?utm_source=x` })).toBe(type);
  });

  test('settles a line that is built in several ways', () => {
    const eagle = { make: 'Jayco', model: 'Eagle 337QSTS', length: '36' };
    expect(typeOf({ ...eagle, url: address(29) })).toBe('travel-trailer');
    expect(typeOf({ ...eagle, url: address(5) })).toBe('fifth-wheel');
  });

  test('yields to a type field, and to a line that hauls toys', () => {
    expect(typeOf({ type: 'Pop-Up', url: address(29) })).toBe('pop-up');
    const carbon = { make: 'Keystone', model: 'Carbon 357' };
    expect(typeOf({ ...carbon, url: address(5) })).toBe('toy-hauler');
  });

  test('is not read from a number that means something else', () => {
    const eagle = { make: 'Jayco', model: 'Eagle 337QSTS' };
    expect(typeOf({ ...eagle, url: address(999) })).toBe('');
    expect(typeOf({ ...eagle, url: 'https://lakeside.example/rv/22xx-29' })).toBe('');
    expect(typeOf({ ...eagle, url: 'https://lakeside.example/product/22xx-29' })).toBe('');
  });

  test('that says a boat drops the listing, unless a type field says an RV', () => {
    const boat = { year: '2021', make: 'Coachmen', model: 'Chaparral 21', url: address(51) };
    expect(outcomeOf(boat)).toEqual({ kind: 'drop', reason: 'not_an_rv' });
    expect(outcomeOf({ ...boat, type: 'Fifth Wheel' }).kind).toBe('ok');
  });

  test('that says an RV is not believed of a maker that never built one', () => {
    const boat = { year: '2021', make: 'Alumacraft', model: 'Escape 165', url: address(29) };
    expect(outcomeOf(boat)).toEqual({ kind: 'drop', reason: 'not_an_rv' });
    const pickup = { year: '2021', make: 'RAM', model: '2500 Quillon XL', url: address(116) };
    expect(outcomeOf(pickup)).toEqual({ kind: 'drop', reason: 'not_an_rv' });
  });
});
