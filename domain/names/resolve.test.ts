import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { createNameResolver } from './resolve.ts';
import type { NameParts } from './resolved-name.ts';
import { fields, resolver, title } from './testing/names.ts';

/** What is written, the line (or make) it means, the code. In the shape of the dirt that sources deliver. */
const EXAMPLES: [string, NameParts, string, string][] = [
  [
    'make and model where they belong',
    fields('Keystone RV', 'Montana', '3791RD'),
    'keystone/montana',
    '3791RD',
  ],
  [
    'a company word that slid into the model',
    fields('Forest River', 'RV Sandpiper', '391FLRB'),
    'forest-river/sandpiper',
    '391FLRB',
  ],
  [
    'a company name in full',
    fields('Jayco, Inc.', 'Jay Feather 24RL'),
    'jayco/jay-feather',
    '24RL',
  ],
  [
    'a line whose name ends in a sign',
    title('Used 2006 Alfa Leisure See Ya! 37FD'),
    'alfa/see-ya',
    '37FD',
  ],
  [
    'a model year before the model',
    fields('Thor Motor Coach', '2021 Chateau 22B'),
    'thor-motor-coach/chateau',
    '22B',
  ],
  [
    'the size of a box that is no floorplan',
    fields('Forest River', 'Work and Play 8x21'),
    'forest-river/work-and-play',
    '',
  ],
  [
    'a maker behind its brand',
    fields('FLAGSTAFF BY FOREST RIVER', '26FKBS'),
    'forest-river/flagstaff',
    '26FKBS',
  ],
  ['a line as the make', fields('COUGAR', '29RKS'), 'keystone/cougar', '29RKS'],
  [
    'a misspelt line as the make',
    fields('REFELCTION', '297RSTS'),
    'grand-design/reflection',
    '297RSTS',
  ],
  ['a misspelt make', fields('Keystnoe', 'Bullet 248RKS'), 'keystone/bullet', '248RKS'],
  [
    'a misspelt line',
    fields('Grand Design', 'Refelction 303RLS'),
    'grand-design/reflection',
    '303RLS',
  ],
  [
    'a make cut in two by the fields',
    fields('EAST', 'TO WEST Alta 2850KRL'),
    'east-to-west/alta',
    '2850KRL',
  ],
  ['a make cut short', fields('Holiday', 'Endeavor 40X'), 'holiday-rambler/endeavor', '40X'],
  [
    'a make said twice',
    title('2009 TRAVEL SUPREME TRAVEL SUPREME 45DL12'),
    'travel-supreme',
    '45DL12',
  ],
  [
    'a make that begins like a condition, said twice',
    title('New Horizons New Horizons Quillon 38RLTS'),
    'new-horizons/quillon',
    '38RLTS',
  ],
  [
    'the same in the singular',
    fields('New Horizon', 'Quillon', '38RLTS'),
    'new-horizons/quillon',
    '38RLTS',
  ],
  [
    'a make that begins like a company, said twice',
    title('Recreation by Design Recreation by Design Quillon 39FB'),
    'recreation-by-design/quillon',
    '39FB',
  ],
  [
    'a make that holds a kind of RV, said twice',
    title('2019 Athens Park Model Athens Park Model Quillon 39FB'),
    'athens-park/quillon',
    '39FB',
  ],
  [
    'a make and its line with a stroke between them',
    fields('NuWa/HitchHiker', '', '34UKTG'),
    'nuwa/hitchhiker',
    '34UKTG',
  ],
  ['the same without a code', fields('NuWa/HitchHiker'), 'nuwa/hitchhiker', ''],
  ['a line said twice', title('keystone rv bullet bullet 243bhs'), 'keystone/bullet', '243BHS'],
  [
    'a title with condition and year',
    title('Used 2018 Highland Ridge RV Open Range Roamer RF328BHS'),
    'highland-ridge/open-range-roamer',
    'RF328BHS',
  ],
  [
    'a URL slug with ids behind the name',
    title('new 2021 forest river rv rockwood mini lite 2109s 5000011 3'),
    'forest-river/rockwood-mini-lite',
    '2109S',
  ],
  ['a URL escape', title('nucamp rv t%40b 320'), 'nucamp/tab', '320'],
  [
    'a brand under its maker',
    fields('Forest River', 'Coachmen Catalina 261BHS'),
    'coachmen/catalina',
    '261BHS',
  ],
  [
    'a line under a sister brand',
    fields('Forest River', 'Catalina 261BHS'),
    'coachmen/catalina',
    '261BHS',
  ],
  [
    'a brand under the parent company',
    fields('Thor Industries', 'Jayco Eagle 319QLOK'),
    'jayco/eagle',
    '319QLOK',
  ],
  [
    'a line that is also a make',
    fields('Thor', 'Four Winds 28Z'),
    'thor-motor-coach/four-winds',
    '28Z',
  ],
  [
    'a chassis in front',
    title('2022 Mercedes-Benz Sprinter Airstream Interstate 24GT'),
    'airstream/interstate',
    '24GT',
  ],
  [
    'a chassis in the make field',
    { make: 'Mercedes-Benz', model: 'Sprinter 3500', title: '2024 Leisure Travel Vans Unity 24QZ' },
    'leisure-travel/unity',
    '24QZ',
  ],
  [
    'a series of a known line',
    fields('Grand Design', 'Transcend Xplor 24BHX'),
    'grand-design/transcend-xplor',
    '24BHX',
  ],
  [
    'a variant of a line that the catalogue does not have',
    title('2019 Keystone Skyfarer TS 24B'),
    'keystone/skyfarer-ts',
    '24B',
  ],
  [
    'a series set close to its line',
    fields('Grand Design', 'ImagineXLS 21QKE'),
    'grand-design/imagine-xls',
    '21QKE',
  ],
  [
    'a series of three words',
    title('2021 Forest River Rockwood Quillon Ultra Lite 8336BH'),
    'forest-river/rockwood-quillon-ultralite',
    '8336BH',
  ],
  [
    'a series sold under its own name',
    fields('Forest River', 'Cherokee Grey Wolf 26QDB'),
    'forest-river/grey-wolf',
    '26QDB',
  ],
  [
    'the same without the family name',
    title('2021 Forest River Grey Wolf 26QDB'),
    'forest-river/grey-wolf',
    '26QDB',
  ],
  [
    'a line the catalogue does not have',
    fields('Keystone', 'Skyfarer Nova 28BHS'),
    'keystone/skyfarernova',
    '28BHS',
  ],
  [
    'a kind of RV between line and code',
    title('2019 Keystone Cougar 5th Wheel 315RLS'),
    'keystone/cougar',
    '315RLS',
  ],
  [
    'a code before its line',
    title('used 2020 jayco 267bhs jay flight slx'),
    'jayco/jay-flight-slx',
    '267BHS',
  ],
  ['a code whose letters are the line', title('2024 Brinkley Z3527'), 'brinkley/model-z', '3527'],
  [
    'a code with a hyphen',
    title('2020 Grand Design Solitude 380FL-R'),
    'grand-design/solitude',
    '380FLR',
  ],
  [
    'a code in two parts',
    fields('DRV', 'Mobile Suites 41', 'RKDB4'),
    'drv/mobile-suites',
    '41RKDB4',
  ],
  ['a code that looks like a year', title('2016 Lance 1995'), 'lance', '1995'],
  ['a code of two digits', title('Airstream Interstate 17'), 'airstream/interstate', '17'],
  [
    'a code with a decimal point',
    title('2020 Thor Motor Coach Axis 24.1'),
    'thor-motor-coach/axis',
    '24.1',
  ],
  ['a line with a digit in it', fields('Forest River', 'FR3', '31QS'), 'forest-river/fr3', '31QS'],
  ['a trailing year that is no code', title('Keystone Montana 2021'), 'keystone/montana', ''],
  [
    'a code that looks like metres, and a price',
    title('2020 Thor Hurricane 27M Class A Gas $91,350'),
    'thor-motor-coach/hurricane',
    '27M',
  ],
  [
    'a code of three digits that looks like metres',
    title('2018 Grand Design Momentum 351M'),
    'grand-design/momentum',
    '351M',
  ],
  [
    'a code of four digits that looks like feet',
    title('2024 Forest River Rockwood Freedom Series 2318FT'),
    'forest-river/rockwood-freedom',
    '2318FT',
  ],
  ['feet written close that are no code', title('2018 Jayco Seneca 37ft'), 'jayco/seneca', ''],
  [
    'a code that looks like the size of a box',
    title('2018 Forest River Georgetown 3 Series 30X3'),
    'forest-river/georgetown',
    '30X3',
  ],
  ['the size of a box', title('2021 Jayco Jay Flight 12x36'), 'jayco/jay-flight', ''],
  ['the length and width of a box', title('2021 Jayco Jay Flight 32x8'), 'jayco/jay-flight', ''],
  ['a kind of RV behind a code', title('2016 Thor Axis 25.2 RUV'), 'thor-motor-coach/axis', '25.2'],
  [
    'a kind of RV before a code',
    title('2016 Thor Vegas RUV 25.3'),
    'thor-motor-coach/vegas',
    '25.3',
  ],
  [
    'a letter that is the line, apart from its code',
    title('2023 Brinkley RV Z 3100'),
    'brinkley/model-z',
    '3100',
  ],
  ['a line, by a make', title('2020 Mallard IDM33 by Heartland'), 'heartland/mallard', 'IDM33'],
  ['a number, by a make', title('2020 Cougar 368 by Keystone'), 'keystone/cougar', '368'],
  ['a company that is called like a line', title('2022 Imperial Outdoors Quillon X195'), '', ''],
  ['metres that are no code', title('2020 Winnebago View 7.5 m'), 'winnebago/view', ''],
  ['feet with a decimal that are no code', title('2018 Jayco Seneca 38.5 ft'), 'jayco/seneca', ''],
  ['a code of feet and inches', title('2018 Northern Lite 10-2EX'), 'northern-lite', '102EX'],
  [
    'the number of a line before its code',
    title('2017 Dynamax Isata 3 25FW'),
    'dynamax/isata',
    '25FW',
  ],
  [
    'a number with a point before its code',
    title('2019 Travel Lite Falcon 2.0 22RB'),
    'travel-lite/falcon',
    '22RB',
  ],
  [
    'a number with a point alone',
    title('2021 Pleasure-Way Ontour 2.2'),
    'pleasure-way/ontour',
    '2.2',
  ],
  [
    'a class of a line that begins with the same letter',
    title('2021 Grand Design Solitude S-Class 3740BH'),
    'grand-design/solitude-sclass',
    '3740BH',
  ],
  ['a mileage that is no code', title('Jayco Seneca 31,275 miles'), 'jayco/seneca', ''],
  ['a measure that is no code', title('2018 Jayco Seneca 37 ft Ford F550'), 'jayco/seneca', ''],
  [
    'a dealer who goes on',
    title('2021 Keystone Hideout 272BH with bunks, sleeps 10!'),
    'keystone/hideout',
    '272BH',
  ],
  ['accents and ampersands', title('Sünset Park & RV Sunray 149'), 'sunset-park/sunray', '149'],
  ['only a make', fields('Grand Design'), 'grand-design', ''],
  ['a page of a dealer', title('Trade In Your RV at Lakeside'), '', ''],
  ['a boat', title('2019 Sea Ray SPX 190'), '', ''],
  ['nothing', {}, '', ''],
];

describe('a name as a source writes it', () => {
  it.each(EXAMPLES)('%s', (_, parts, id, floorplan) => {
    const name = resolver.resolve(parts);
    expect([name.lineId || name.makeId, name.floorplan]).toEqual([id, floorplan]);
  });

  it('says how far it is known', () => {
    const basis = (parts: NameParts) => resolver.resolve(parts).basis;
    expect(basis(fields('Keystone', 'Montana'))).toBe('catalogue');
    expect(basis(fields('Keystone', 'Skyfarer'))).toBe('derived');
    expect(basis(fields('Keystone'))).toBe('make');
    expect(basis(fields('Evinrude'))).toBe('none');
  });

  it('carries the types of the line, of the make where the line is unknown', () => {
    expect(resolver.resolve(fields('Keystone', 'Montana')).types).toEqual(['fifth-wheel']);
    expect(resolver.resolve(fields('Winnebago', 'Revel 44E')).types).toEqual(['class-b']);
    expect(resolver.resolve(fields('Keystone', 'Skyfarer')).types).toEqual(
      resolver.resolveMake('keystone')?.types,
    );
  });

  it('never corrects a code', () => {
    expect(resolver.resolve(fields('Keystone', 'Montana', '3761FLL')).floorplan).toBe('3761FLL');
  });

  it('keeps lines apart that differ by a letter', () => {
    const vita = resolver.resolve(fields('Winnebago', 'Vita 24F')).lineId;
    const vista = resolver.resolve(fields('Winnebago', 'Vista 29V')).lineId;
    expect([vita, vista]).toEqual(['winnebago/vita', 'winnebago/vista']);
  });
});

describe('a spelling that staff accepted', () => {
  const taught = createNameResolver(loadCatalogue(), [
    { alias: 'Jay Co', makeId: 'jayco', lineId: '' },
    { alias: 'MHC', makeId: 'keystone', lineId: 'keystone/montana-high-country' },
    { alias: 'gone', makeId: 'no-longer-there', lineId: '' },
  ]);

  it('means its make or line from then on', () => {
    expect(resolver.resolveMake('KRVC')).toBeNull();
    expect(taught.resolveMake('jay-co')?.id).toBe('jayco');
    expect(taught.resolve(fields('Keystone', 'MHC 335BH')).lineId).toBe(
      'keystone/montana-high-country',
    );
  });

  it('is told among the other names of its make', () => {
    expect(taught.aliasesOf('jayco')).toContain('Jay Co');
    expect(taught.aliasesOf('keystone')).not.toContain('MHC');
    expect(taught.aliasesOf('thor-motor-coach')).toContain('Thor Industries');
  });

  it('may have more words than any name of the catalogue', () => {
    const alias = 'Qwer Tzui Opas Dfgh Jklx Cvbn Mqwe';
    const long = createNameResolver(loadCatalogue(), [{ alias, makeId: 'jayco', lineId: '' }]);
    expect(long.resolve(fields(alias, 'Jay Flight 26BH')).lineId).toBe('jayco/jay-flight');
  });
});

describe('one make by what a person calls it', () => {
  it.each([
    ['jayco', 'jayco'],
    ['FOREST-RIVER', 'forest-river'],
    ['Grand Design RV', 'grand-design'],
    ['livin lite', 'livin-lite'],
    ["Rage'N", 'weekend-warrior'],
    ['Trailer Manor', 'trailmanor'],
    ['LUXE', 'luxe'],
  ])('%s', (text, id) => {
    expect(resolver.resolveMake(text)?.id).toBe(id);
  });

  it('is null where no make is called so', () => {
    expect(resolver.resolveMake('Evinrude')).toBeNull();
    expect(resolver.resolveMake('')).toBeNull();
  });
});
