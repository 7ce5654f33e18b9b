import { expect, it } from 'vitest';
import type { NameParts } from './resolved-name.ts';
import { fields, resolver, title } from './test-names.ts';

/** Where make, line and code stand, and what stands around them: what is written, the line it means, the code. */
const EXAMPLES: [string, NameParts, string, string][] = [
  [
    'a line before a make that begins like the end of a company',
    title('2019 Timber Ridge Outdoors RV 24RKS'),
    'outdoors-rv/timber-ridge',
    '24RKS',
  ],
  [
    'the same behind its code',
    title('2019 24RKS Timber Ridge Outdoors RV'),
    'outdoors-rv/timber-ridge',
    '24RKS',
  ],
  [
    'the same, make first',
    title('2019 Outdoors RV Timber Ridge 24RKS'),
    'outdoors-rv/timber-ridge',
    '24RKS',
  ],
  ['a make behind its line', fields('', 'Cyclone, Heartland', '4007'), 'heartland/cyclone', '4007'],
  [
    'the same of two words',
    fields('', 'Avenger, Prime Time', '27RBS'),
    'prime-time/avenger',
    '27RBS',
  ],
  [
    'a code that looks like a chassis, of a line that is a letter',
    title('2023 Brinkley G 3500'),
    'brinkley/model-g',
    '3500',
  ],
  [
    'the same of the line in full',
    fields('Brinkley RV', 'Model G 3500'),
    'brinkley/model-g',
    '3500',
  ],
  [
    'the same in a field of its own',
    fields('Brinkley', 'Model G', '3500'),
    'brinkley/model-g',
    '3500',
  ],
  [
    'a line of a letter and a word',
    title('2024 Brinkley Z AIR 295'),
    'brinkley/model-z-air',
    '295',
  ],
  [
    'a chassis behind a line',
    title('2019 Airstream Interstate 3500 EXT'),
    'airstream/interstate',
    '',
  ],
  ['a year of two digits in front of a line', title('05 Bounder 35K'), 'fleetwood/bounder', '35K'],
  ['a model year in front of a line', title('MY19 Cougar 29RKS'), 'keystone/cougar', '29RKS'],
  ['a length in front of year and line', title('24 foot 2008 Nash 24M'), 'northwood/nash', '24M'],
  [
    'a stock number in front of year and line',
    title('STK#2038 2019 Rockwood Mini Lite 2109S'),
    'forest-river/rockwood-mini-lite',
    '2109S',
  ],
  [
    'a point that an address spells out',
    title('jayco eagle ht 28 dot 5rsts'),
    'jayco/eagle-ht',
    '28.5RSTS',
  ],
  [
    'a number of two digits behind a line the catalogue does not know',
    title('2018 Casita Spirit Deluxe 17'),
    'casita/spiritdeluxe',
    '17',
  ],
  ['the same with more behind it', fields('Aliner', 'Ranger 10 Twin Bed'), 'aliner/ranger', '10'],
  [
    'two digits with a hyphen and a half behind them',
    fields('Northwood', 'Arctic Fox Grande Ronde', '28-5C'),
    'northwood/arctic-fox-granderonde',
    '285C',
  ],
  [
    'two digits twice',
    title('2019 Forest River RV Cherokee Wolf Pack 23-16'),
    'forest-river/wolfpack',
    '2316',
  ],
  ['two digits, inches and letters', title('2018 Northern Lite 10-2 EX'), 'northern-lite', '102EX'],
  ['two digits and a count', title('2026 Aliner Ranger 10 2 slides'), 'aliner/ranger', '10'],
  [
    'a line the catalogue does not know before its maker',
    title('2001 Quillon by Forest River GTS 283'),
    'forest-river/quillon-gts',
    '283',
  ],
  ['a number that counts', title('2016 Prevost Marathon #1234'), 'prevost/marathon', ''],
  ['a chassis as the make', fields('Ford', 'Sunseeker 2860DS'), 'forest-river/sunseeker', '2860DS'],
  [
    'the same in a title',
    title('2019 Chevrolet Express Leprechaun 260DS'),
    'coachmen/leprechaun',
    '260DS',
  ],
  ['a car that is called like a line', title('2019 Dodge Challenger 392'), '', ''],
  ['another', fields('Chevrolet', 'Silverado 2500HD'), '', ''],
  [
    'a group that is called like a line',
    fields('REV Group', 'Fleetwood Flair 32S'),
    'fleetwood/flair',
    '32S',
  ],
  [
    'the same, cut short',
    fields('REV', 'American Coach Dream 42Q'),
    'american-coach/american-dream',
    '42Q',
  ],
  ['a company word cut short', fields('WINNEBAGO IND', 'VISTA 31K'), 'winnebago/vista', '31K'],
  ['a series as the make', fields('GREY WOLF', '26MBRR'), 'forest-river/grey-wolf', '26MBRR'],
  [
    'the same behind its line',
    fields('FOREST RIVER', 'CHEROKEE GREY WOLF 26DJSE'),
    'forest-river/grey-wolf',
    '26DJSE',
  ],
  ['a series without its line', fields('E-Pro', 'E15TB'), 'forest-river/flagstaff-e-pro', 'E15TB'],
  [
    'a series behind its line said twice',
    title('2018 Cherokee Cherokee Grey Wolf 26XYB'),
    'forest-river/grey-wolf',
    '26XYB',
  ],
  ['a car that is called like a make', title('2015 Ford Escape SE'), '', ''],
  ['the same in fields', fields('Chevrolet', 'Venture LS'), '', ''],
  ['a make behind a chassis', title('2019 Ford Venture Sonic 211VDB'), 'venture/sonic', '211VDB'],
  ['a length there', title('2018 Casita Spirit Deluxe 17 ft'), 'casita/spiritdeluxe', ''],
  ['a series there', title('2018 Jayco Quillon 24 Series'), 'jayco/quillon', ''],
  [
    'a code behind what the line has, in a field',
    fields('Palomino', 'Puma w/Loft 403LFT'),
    'palomino/puma',
    '403LFT',
  ],
  ['a measure there', fields('Palomino', 'Puma w/ 50amp and 2 slides'), 'palomino/puma', ''],
  [
    'a year in front of the code, in a field of its own',
    fields('Jayco', 'Alante', '2022 27A'),
    'jayco/alante',
    '27A',
  ],
  ['a code like a year, in a field of its own', fields('Lance', '', '1995'), 'lance', '1995'],
  [
    'a layout behind what is also a chassis',
    fields('Grand Design', 'Imagine 2500 RL'),
    'grand-design/imagine',
    '2500RL',
  ],
  ['a letter apart at the very end', fields('Winnebago', 'Vista 29 V'), 'winnebago/vista', '29V'],
  [
    'a letter that begins a phrase',
    fields('Winnebago', 'Vista 29 w/slides'),
    'winnebago/vista',
    '29',
  ],
  [
    'a make cut short in a title, where its field has it in full',
    { make: 'Keystone', title: '18 KEYS MONTANA 3791RD FIFTH WHEEL' },
    'keystone/montana',
    '3791RD',
  ],
  [
    'the same of a line with a series',
    { make: 'Coachmen', title: '2022 COAC CATALINA LEGACY 263BHSCK' },
    'coachmen/catalina-legacy',
    '263BHSCK',
  ],
  [
    'a word of a title that is called like a line of the make, without a code',
    { make: 'Winnebago', title: '2015 unit with a lovely view' },
    'winnebago',
    '',
  ],
  ['a digit before a code of three', fields('Elevation', '', '5-113'), 'elevation', '5113'],
];

it.each(EXAMPLES)('%s', (_, parts, id, floorplan) => {
  const name = resolver.resolve(parts);
  expect([name.lineId || name.makeId, name.floorplan]).toEqual([id, floorplan]);
});
