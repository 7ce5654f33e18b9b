import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { outcomeOf, sightingOf } from '../testing/listing.ts';
import { isOtherMaker, SURE_OTHER_MAKERS } from '../words/other-makers.ts';

describe('what is not an RV is dropped', () => {
  test.each<ListingFields>([
    { title: 'New 2026 Bayliner Element E16', make: 'Bayliner' },
    { title: 'Used 2007 Sea Ray 187 Sprint', make: 'Sea', model: 'Ray 187 Sprint' },
    { title: '2019 Bennington 22SSBX Pontoon', make: 'Bennington' },
    { title: 'New 2021 Quillon Jet Boats Dash 210', make: 'Quillon', model: 'Jet Boats Dash' },
    { title: '2002 Nobodyknows Boat', make: 'Nobodyknows', model: 'Boat' },
    { title: '2024 Harley Davidson Roadster', make: 'Harley', model: 'Davidson' },
    { title: '2022 Sea-Doo GTX 170', make: 'Sea-Doo' },
    { title: '2023 Can-Am Maverick', make: 'Can-Am' },
    { title: '2024 Wells Cargo 7x16', make: 'Wells', model: 'Cargo 7x16' },
    { title: '2024 Anyone 7x14 Enclosed Trailer', make: 'Anyone' },
    { title: '2024 Anyone 14K Dump Trailer', make: 'Anyone' },
    { title: '2008 Anyone 3 Horse Slant Load', make: 'Anyone' },
    { title: '2018 RAM 3500 Pickup Quillon', make: 'RAM', model: '3500 Pickup' },
    { title: 'Used 2021 Chevrolet Silverado 3500Q', make: 'Chevrolet', model: 'Silverado' },
    { title: '2020 Toyota Tundra', make: 'Toyota', model: 'Tundra' },
    { title: '2021 Club Car Onward', make: 'Club Car' },
    { title: '2020 Featherlite 4-Horse Living Quarters', make: 'Featherlite' },
    { title: '2022 Interstate 7x14 Enclosed' },
    { title: '2024 Anyone Cargo Trailer, camper conversion' },
    { title: '2021 Forest River 8.5 x 20 Cargo', make: 'Forest River' },
    { type: 'Cargo', make: 'Forest River', model: 'Force 7x16' },
    { type: 'Utility', year: '2020', make: 'Anyone', model: 'X20' },
    { type: 'Enclosed', year: '2020', make: 'Anyone', model: 'X20' },
    { type: 'Boat', year: '2020', make: 'Anyone', model: 'X20' },
    { type: 'Cargo Trailer', year: '2020', make: 'Anyone', model: 'X20' },
    { make: 'Chevrolet', model: 'Express 3500 Cargo', type: 'Van' },
    { title: '2021 Ford Transit 250', type: 'VAN' },
    { title: '2020 Sprinter cargo van 2500 144"' },
    { title: '2005 Blue Bird School Bus' },
    { title: '2005 Blue Bird TC/2000 72 passenger' },
    { title: '2012 Blue Bird Vision', make: 'Blue Bird', model: 'Vision' },
    { make: 'Blue Bird', model: 'All American RE', type: 'Bus' },
    { make: 'Bluebird', model: 'Wanderer 7', type: 'School Bus' },
    { make: 'Blue Bird', type: 'Buses' },
    { title: '2003 Thomas Built Saf-T-Liner School Bus' },
    { title: '2014 Prevost X3-45 charter bus' },
    { title: '2010 Ford E450 Starcraft Allstar shuttle bus' },
    { title: '2012 Gillig Phantom', type: 'Transit Bus' },
    { type: 'Utility Trailer', url: 'https://lakeside.example/new-2023-anyone-other-5000013-4' },
  ])('%o', (fields) => {
    expect(outcomeOf({ price: '$19,995', year: '2022', ...fields })).toEqual({
      kind: 'drop',
      reason: 'not_an_rv',
    });
  });
});

test.each<ListingFields>([
  { title: '1986 MCI 96A3 motorhome conversion', type: 'Bus' },
  { title: '2008 International 3200 Custom Motorhome', make: 'International', type: 'Bus' },
])('a bus whose name says that it is a motorhome now waits for its maker: %o', (fields) => {
  expect(outcomeOf(fields)).toMatchObject({ kind: 'dead-letter', reason: 'unknown_make' });
});

describe('an RV with such a word stays', () => {
  test.each<ListingFields>([
    { title: '2022 Keystone Montana 3121RL with Boat Rack', make: 'Keystone', model: 'Montana' },
    { title: '2022 Keystone Raptor 415, motorcycle bay', make: 'Keystone', model: 'Raptor 415' },
    { title: '2021 Anyone Toy Hauler, fits a side by side', make: 'Anyone' },
    {
      title: '2022 Jayco Eagle 337QSTS - tow with your pickup truck',
      make: 'Jayco',
      model: 'Eagle',
    },
    { title: '2022 Sundowner Toy Hauler 2286', make: 'Sundowner' },
    { title: '2019 Haulmark Super C Motorhome', make: 'Haulmark', type: 'Super C' },
    { title: '2016 Ford Transit Camper Conversion', make: 'Ford', model: 'Transit' },
    { title: '2020 Sprinter cargo van, camper conversion' },
    { title: '2022 Pleasure-Way Quillon 2.0 (ProMaster cargo van chassis)' },
    { title: '2022 Winnebago Quillon built from a cargo van', make: 'Winnebago' },
    { title: '2016 Ford Transit Camper Van', make: 'Ford', model: 'Transit', type: 'Van' },
    { title: '2004 Volkswagen Eurovan Camper', type: 'Van' },
    { title: '1985 Volkswagen Vanagon Westfalia', type: 'Van' },
    { title: '1990 Toyota Dolphin Motorhome', type: 'Van' },
    { title: '2021 Winnebago Travato 59G', make: 'Winnebago', model: 'Travato', type: 'Van' },
    { title: '2020 Ram ProMaster 3500 Quillon', make: 'Ram', type: 'Class B' },
    { title: '1998 Blue Bird Wanderlodge LXi 43', type: 'Bus' },
    { title: '2006 Blue Bird M450 LXi', make: 'Blue Bird', model: 'M450 LXi', type: 'Bus' },
    { title: '1996 Blue Bird BMC 37', type: 'Bus' },
    { title: '1990 Blue Bird' },
    { title: '2004 Blue Bird All American skoolie conversion' },
    { title: '2003 Thomas Built school bus converted to RV' },
    { title: '2001 International school bus camper' },
    { title: '1999 Prevost H3-45 Marathon', type: 'Bus' },
    { title: '2019 Tiffin Allegro Bus 45OPP', type: 'Bus' },
    {
      title: '2021 Jayco Greyhawk 29QV Ford E-450',
      make: 'Ford',
      model: 'Greyhawk',
      type: 'Class C',
    },
  ])('%o', (fields) => {
    expect(sightingOf({ price: '$49,995', year: '2022', ...fields }).title).toBe(fields.title);
  });
});

test('a make that nobody knows, with no type, is a dead letter that can be redriven', () => {
  expect(
    outcomeOf({ title: '2022 Nobodyknows 22XX', year: '2022', make: 'Nobodyknows' }),
  ).toMatchObject({
    kind: 'dead-letter',
    reason: 'unknown_make',
  });
});

test.each([
  '1985 Toyota Quillon 21ft Motorhome',
  '1989 Toyota Sunrader 21',
  '1984 Volkswagen Vanagon Quillon Camper',
])('%s may be an RV: a dead letter, not a drop', (title) => {
  expect(outcomeOf({ title, price: '$9,500' })).toMatchObject({
    kind: 'dead-letter',
    reason: 'unknown_make',
  });
});

test('a bare motorhome chassis may be a motorhome: a dead letter, not a drop', () => {
  const fields = {
    title: '2015 Mercedes-Benz Sprinter 3500 Quillon',
    year: '2015',
    make: 'Mercedes-Benz',
  };
  expect(outcomeOf(fields)).toMatchObject({ kind: 'dead-letter', reason: 'unknown_make' });
});

test('no maker of other things shares its name with a make or line of the catalogue', () => {
  const { makes, lines } = loadCatalogue();
  const names = [...makes, ...lines].flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names.filter((name) => isOtherMaker(name.toLowerCase()))).toEqual([]);
  expect(SURE_OTHER_MAKERS.size).toBeGreaterThan(250);
});
