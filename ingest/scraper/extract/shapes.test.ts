import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../files/load-mapping.ts';
import { createAdapter } from './adapter.ts';
import { extract } from './testing/page.ts';

const url = 'https://corner.example/rv/7';
const ld = (said: unknown): string =>
  `<script type="application/ld+json">${typeof said === 'string' ? said : JSON.stringify(said)}</script>`;
const meta = (property: string, content: string): string =>
  `<meta property="${property}" content="${content}">`;
const fieldsOf = (html: string) => extract(html, url).offers.map(({ fields }) => fields);
const vehicleOf = (members: object) =>
  fieldsOf(ld({ '@type': 'Vehicle', name: 'Eagle', ...members }))[0];

const adapt = createAdapter(
  parseMapping(
    'source: corner-rv\nformat: html\nrecords: [Vehicle]\nid: [sku]\nfields:\n  title: name\n  price: offers.price\nobservedAt: $option\n',
    'corner.yaml',
  ),
);
const context = { runId: 'test', observedAt: '2026-03-09T00:00:00.000Z' };
const mappedOf = (html: string) => adapt({ html, url }, context).events.map(({ fields }) => fields);

/** A unit whose names a page may write in several ways. */
const unitIn = (prefix: string) => ({
  '@type': `${prefix}Vehicle`,
  [`${prefix}name`]: 'Eagle',
  [`${prefix}sku`]: 'E7',
  [`${prefix}offers`]: { '@type': `${prefix}Offer`, [`${prefix}price`]: '54995.00' },
  [`${prefix}isSimilarTo`]: { '@type': `${prefix}Vehicle`, [`${prefix}name`]: 'Montana' },
});

describe('the vocabulary of a page', () => {
  it.each([
    ['with its prefix', unitIn('schema:')],
    ['with its whole address', unitIn('http://schema.org/')],
    ['with its whole address, secure', unitIn('https://www.schema.org/')],
    ['with a prefix of its own', { '@context': { s: 'https://schema.org/' }, ...unitIn('s:') }],
    [
      'with a prefix that a list of contexts names',
      {
        '@context': ['https://x.example', { '@version': 1.1, s: 'http://schema.org/' }],
        '@graph': [unitIn('s:')],
      },
    ],
    ['with types called type', JSON.stringify(unitIn('')).replaceAll('"@type"', '"type"')],
    [
      'with each value in a list of its own',
      {
        '@type': ['http://schema.org/Vehicle'],
        'http://schema.org/name': [{ '@value': 'Eagle' }],
        'http://schema.org/sku': [{ '@value': 'E7' }],
        'http://schema.org/offers': [
          {
            '@type': ['http://schema.org/Offer'],
            'http://schema.org/price': [{ '@value': '54995.00' }],
          },
        ],
      },
    ],
    [
      'with sets',
      {
        '@type': 'Vehicle',
        name: { '@set': ['Eagle'] },
        sku: 'E7',
        offers: { '@list': [{ price: '54995.00' }] },
      },
    ],
    ['as a text of JSON', JSON.stringify(JSON.stringify(unitIn('')))],
    ['in quotes of a word processor', JSON.stringify(unitIn('')).replaceAll('"', '”')],
    ['in quotes that a blog makes of them', JSON.stringify(unitIn('')).replaceAll('"', '&#8220;')],
  ])('is read %s', (_how, said) => {
    const told = { title: 'Eagle', price: '54995.00' };
    expect(fieldsOf(ld(said))).toMatchObject([{ ...told, stockNumber: 'E7' }]);
    expect(mappedOf(ld(said))).toEqual([told]);
  });

  it('is that of the page: a word with a colon is no prefix', () => {
    expect(vehicleOf({ 'dealer:price': 1, 'schema:model': '321', model: '330' })).toMatchObject({
      model: '330',
    });
  });

  it('leaves a type that is none of its own as it is', () => {
    const said = { '@type': 'Vehicle', name: 'Eagle', sku: 'E7', engine: { type: 'Diesel' } };
    const { events } = adapt({ html: ld(said), url }, context);
    expect(JSON.parse(events[0]?.record.body ?? '')).toEqual(said);
  });

  it('may be whole in microdata too', () => {
    const html =
      '<div itemscope itemtype="http://schema.org/Vehicle"><b itemprop="http://schema.org/name">Eagle</b><meta itemprop="schema:sku" content="E7"><p itemprop="http://schema.org/offers" itemscope><i itemprop="https://schema.org/price">54995.00</i></p></div>';
    expect(fieldsOf(html)).toMatchObject([
      { title: 'Eagle', price: '54995.00', stockNumber: 'E7' },
    ]);
    expect(mappedOf(html)).toEqual([{ title: 'Eagle', price: '54995.00' }]);
  });
});

describe('the terms of a unit', () => {
  it.each([
    [
      'an amount of money',
      { price: { '@type': 'MonetaryAmount', value: 54_995, currency: 'USD' } },
      '54995',
    ],
    [
      'bounds',
      { priceSpecification: { minPrice: 45_000, maxPrice: 50_000, priceCurrency: 'USD' } },
      '45000 - 50000',
    ],
    [
      'dollars beside another currency',
      [
        { price: 74_000, priceCurrency: 'CAD' },
        { price: 54_995, priceCurrency: 'USD' },
      ],
      '54995',
    ],
    [
      'dollars where each says its own specification',
      [
        { priceSpecification: { price: 74_000, priceCurrency: 'CAD' } },
        { priceSpecification: { price: 54_995, priceCurrency: 'USD' } },
      ],
      '54995',
    ],
  ])('are read from %s', (_what, offers, price) => {
    expect(vehicleOf({ offers })).toMatchObject({ price, currency: 'USD' });
  });

  it('are those in dollars by mapping too', () => {
    const offers = [
      { price: 74_000, priceCurrency: 'CAD' },
      { price: 54_995, priceCurrency: 'USD' },
    ];
    expect(mappedOf(ld({ '@type': 'Vehicle', name: 'Eagle', offers }))[0]?.price).toBe('54995');
  });

  it.each([
    [{ '@id': 'https://schema.org/NewCondition' }, 'New'],
    ['schema:UsedCondition', 'Used'],
    [{ '@type': 'OfferItemCondition', name: 'Used' }, 'Used'],
  ])('name the condition in any form: %j', (itemCondition, condition) => {
    expect(vehicleOf({ offers: { price: 1, itemCondition } })).toMatchObject({ condition });
    expect(vehicleOf({ itemCondition })).toMatchObject({ condition });
  });

  it('stand with the address that its place in a list gives', () => {
    const place = (n: number) => ({
      '@type': 'ListItem',
      url: `/rv/${n}`,
      item: { '@type': 'Vehicle', name: `Eagle ${n}`, offers: { price: n } },
    });
    expect(fieldsOf(ld({ '@type': 'ItemList', itemListElement: [place(1), place(2)] }))).toEqual([
      { title: 'Eagle 1', price: '1', url: 'https://corner.example/rv/1' },
      { title: 'Eagle 2', price: '2', url: 'https://corner.example/rv/2' },
    ]);
  });
});

describe('a page that tells its price in OpenGraph alone', () => {
  const amount = meta('product:price:amount', '54995') + meta('product:price:currency', 'USD');
  const unit = { '@type': 'Vehicle', name: 'Eagle' };

  it('gives it to the one listing it has', () => {
    expect(mappedOf(ld(unit) + amount)).toEqual([{ title: 'Eagle', price: '54995' }]);
  });

  it('gives it to its own listing, not to those it recommends', () => {
    const list = {
      '@type': 'ItemList',
      itemListElement: [{ ...unit, name: 'Montana', url: '/rv/8' }],
    };
    expect(mappedOf(ld(unit) + ld(list) + amount)).toEqual([
      { title: 'Eagle', price: '54995' },
      { title: 'Montana' },
    ]);
  });

  it.each([
    ['that has terms of its own', [{ ...unit, offers: { availability: 'InStock' } }]],
    ['that is let', [{ ...unit, offers: { price: 149, businessFunction: 'LeaseOut' } }]],
    ['of several', [unit, { ...unit, name: 'Montana' }]],
    ['of a list', [{ '@type': 'ItemList', itemListElement: [{ ...unit, url: '/rv/8' }] }]],
  ])('gives it to none %s', (_which, said) => {
    for (const fields of mappedOf(ld(said) + amount)) expect(fields).not.toHaveProperty('price');
  });
});

describe('the measures and numbers of a unit', () => {
  it.each([
    [{ value: 12_345, unitCode: 'smi' }, '12345 mi'],
    [{ value: '12,345', unitCode: 'KMT' }, '12,345 km'],
    [{ '@type': 'QuantitativeValue', unitCode: 'SMI' }, undefined],
  ])('%j is %s', (mileageFromOdometer, mileage) => {
    expect(vehicleOf({ mileageFromOdometer })?.mileage).toBe(mileage);
  });

  it('may stand as properties that are named', () => {
    const named = (name: string, value: unknown) => ({ '@type': 'PropertyValue', name, value });
    expect(
      vehicleOf({
        identifier: [{ '@type': 'PropertyValue', propertyID: 'VIN', value: '4YDF31212MM000001' }],
        additionalProperty: [
          named('Stock #', 'E7'),
          named('Length', '34 ft'),
          named('Sleeps', 6),
          named('Slide Outs', '3'),
        ],
      }),
    ).toMatchObject({
      vin: '4YDF31212MM000001',
      stockNumber: 'E7',
      length: '34 ft',
      sleeps: '6',
      slides: '3',
    });
  });

  const listed = (...additionalProperty: object[]) => vehicleOf({ additionalProperty });

  it.each([
    ['year', { name: 'Model Year', value: 2021 }, '2021'],
    ['year', { name: 'Year', value: '2021' }, '2021'],
    ['make', { name: 'Make', value: 'Jayco' }, 'Jayco'],
    ['model', { name: 'Model', value: 'Eagle' }, 'Eagle'],
    ['floorplan', { name: 'Floor Plan', value: '330RSTS' }, '330RSTS'],
    ['floorplan', { propertyID: 'floorplan', value: '330RSTS' }, '330RSTS'],
    ['type', { name: 'RV Type', value: 'Fifth Wheel' }, 'Fifth Wheel'],
    ['condition', { name: 'Condition:', value: 'Used' }, 'Used'],
    ['msrp', { name: 'MSRP', value: '$81,995' }, '$81,995'],
    ['mileage', { name: 'Odometer Reading', value: 31_200, unitCode: 'SMI' }, '31200 mi'],
    ['mileage', { name: 'Mileage (km)', value: 50_000 }, '50000 km'],
    ['weight', { name: 'Dry Weight', value: 7_499, unitText: 'lbs' }, '7499 lbs'],
    ['weight', { name: 'Weight', value: { value: 3_400, unitCode: 'KGM' } }, '3400 kg'],
    ['weight', { name: 'GVWR', value: '9,995 lbs' }, '9,995 lbs'],
    ['length', { name: 'Length (ft)', value: '34.5' }, '34.5 ft'],
    ['length', { name: 'Length (ft)', value: '34 ft' }, '34 ft'],
    ['length', { propertyID: 'attr_17', name: 'Exterior Length', value: '34 ft' }, '34 ft'],
    ['sleeps', { name: 'sleepingCapacity', value: 6 }, '6'],
    ['slides', { name: 'Number of Slide-Outs', value: 3 }, '3'],
    ['fuel', { name: 'Fuel Type', value: 'Diesel' }, 'Diesel'],
    ['horsepower', { name: 'Horsepower', value: 340, unitText: 'hp' }, '340 hp'],
    ['vin', { name: 'vin', value: '4YDF31212MM000001' }, '4YDF31212MM000001'],
    ['stockNumber', { propertyID: 'https://schema.org/stockNumber', value: 'E7' }, 'E7'],
    ['stockNumber', { name: 'Stock_Number', value: 'E7' }, 'E7'],
  ])('has the %s of a property: %j', (field, property, text) => {
    expect(listed({ '@type': 'PropertyValue', ...property })).toMatchObject({ [field]: text });
  });

  it('takes its own before those that are listed, and what it weighs dry before gross', () => {
    const additionalProperty = [
      { name: 'GVWR', value: '9,995 lbs' },
      { name: 'Dry Weight', value: '7,499 lbs' },
      { name: 'Fuel', value: 'Gas' },
    ];
    expect(listed(...additionalProperty)).toMatchObject({ weight: '7,499 lbs', fuel: 'Gas' });
    const vehicleEngine = { '@type': 'EngineSpecification', fuelType: 'Diesel' };
    expect(vehicleOf({ vehicleEngine, weight: '7,600 lb', additionalProperty })).toMatchObject({
      weight: '7,600 lb',
      fuel: 'Diesel',
    });
  });

  it('has none of a property that says nothing, or is of a part', () => {
    expect(
      listed(
        { name: 'Length' },
        { name: 'Awning Length', value: '18 ft' },
        { name: 'Bed Type', value: 'Queen' },
        { name: 'Hitch Weight', value: '900 lbs' },
        { name: 'Fuel Capacity', value: '80 gal' },
        { name: 'Overall length', value: '34 ft' },
      ),
    ).toEqual({ title: 'Eagle', length: '34 ft', url });
  });
});

describe('microdata as pages have it', () => {
  it('says in its text what an empty content does not', () => {
    const html =
      '<div itemscope itemtype="http://schema.org/Vehicle"><b itemprop=name>Eagle</b><p itemprop=offers itemscope><i itemprop=price content="">$54,995</i><meta itemprop=sku content=""></p></div>';
    expect(fieldsOf(html)).toMatchObject([{ title: 'Eagle', price: '$54,995' }]);
  });

  it('is none in a template, which no reader sees', () => {
    const unit = (name: string) =>
      `<div itemscope itemtype="http://schema.org/Vehicle"><b itemprop=name>${name}</b></div>`;
    expect(fieldsOf(`<template>${unit('{{ name }}')}</template>${unit('Eagle')}`)).toMatchObject([
      { title: 'Eagle' },
    ]);
  });
});

it('OpenGraph tells of a vehicle in words of its own', () => {
  const html = [
    meta('og:type', 'vehicle'),
    meta('og:title', '2021 Jayco Eagle'),
    meta('vehicle:year', '2021'),
    meta('vehicle:make', 'Jayco'),
    meta('vehicle:model', 'Eagle'),
    meta('vehicle:vin', '4YDF31212MM000001'),
    meta('vehicle:mileage:value', '12000'),
    meta('vehicle:mileage:unit', 'MI'),
    '<meta name="vehicle:price" content="54995 USD">',
  ].join('');
  expect(fieldsOf(html)).toEqual([
    {
      title: '2021 Jayco Eagle',
      year: '2021',
      make: 'Jayco',
      model: 'Eagle',
      vin: '4YDF31212MM000001',
      mileage: '12000 MI',
      price: '54995 USD',
      url,
    },
  ]);
  expect(
    fieldsOf(
      meta('og:type', 'product') + meta('og:title', 'Eagle') + meta('product:price', '54995 USD'),
    ),
  ).toEqual([{ title: 'Eagle', price: '54995 USD', url }]);
});

describe('beside the unit of a page', () => {
  const unit = {
    '@type': 'Vehicle',
    name: '2021 Jayco Eagle',
    offers: { '@type': 'Offer', price: '45995', priceCurrency: 'USD' },
  };
  const own = { title: '2021 Jayco Eagle', price: '45995', currency: 'USD', url };
  const review = (itemReviewed: unknown) => ({ '@type': 'Review', itemReviewed });

  it.each([
    ['a review of it', review({ '@type': 'Product', name: '2021 Jayco Eagle' })],
    ['a review of another', review([{ '@type': 'Product', name: '2015 Winnebago View' }])],
    ['what is mentioned', { '@type': 'WebPage', mentions: { '@type': 'Product', name: 'Plan' } }],
    [
      'the services of its dealer',
      {
        '@type': 'AutoDealer',
        makesOffer: { '@type': 'Offer', itemOffered: { '@type': 'Service', name: 'Oil change' } },
        hasOfferCatalog: {
          '@type': 'OfferCatalog',
          itemListElement: [
            {
              '@type': 'Offer',
              price: '50',
              itemOffered: { '@type': 'FinancialProduct', name: 'Loan' },
            },
          ],
        },
      },
    ],
  ])('%s is nothing for sale', (_name, said) => {
    expect(fieldsOf(ld(said) + ld(unit))).toEqual([own]);
  });

  it('a review that says at what price tells of a unit', () => {
    expect(fieldsOf(ld(review(unit)))).toEqual([own]);
  });

  it.each([
    [
      'a list of units',
      { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: unit }] },
    ],
    ['an offer of one', { ...unit.offers, itemOffered: { ...unit, offers: undefined } }],
    [
      'who offers it',
      {
        '@type': 'AutoDealer',
        makesOffer: { ...unit.offers, itemOffered: { ...unit, offers: undefined } },
      },
    ],
  ])('%s that a page mentions is for sale', (_name, mentions) => {
    expect(fieldsOf(ld({ '@type': 'WebPage', mentions }))).toEqual([own]);
  });
});
