import { describe, expect, it } from 'vitest';
import { extract, ld } from './testing/page.ts';

const url = 'https://corner.example/rv/7';
const fieldsOf = (html: string) => extract(html, url).offers.map(({ fields }) => fields);

const vehicle =
  '{"@context": "https://schema.org", "@type": "Vehicle", "name": "2021 Keystone Montana 3121RL", "brand": {"name": "Keystone"}, "model": "Montana", "vehicleIdentificationNumber": "4YDF31212MM000001", "offers": {"@type": "Offer", "price": "54995.00", "priceCurrency": "USD", "itemCondition": "https://schema.org/UsedCondition", "seller": {"name": "Corner RV", "address": {"addressLocality": "Boise", "addressRegion": "ID", "postalCode": "83702"}}}}';

describe('JSON-LD', () => {
  it('gives a vehicle with its offer, its place and what it is', () => {
    expect(extract(ld(vehicle), url)).toMatchObject({
      warnings: [],
      offers: [
        {
          from: ['json-ld'],
          fields: {
            title: '2021 Keystone Montana 3121RL',
            make: 'Keystone',
            model: 'Montana',
            vin: '4YDF31212MM000001',
            price: '54995.00',
            currency: 'USD',
            condition: 'Used',
            dealer: 'Corner RV',
            city: 'Boise',
            state: 'ID',
            zip: '83702',
            url,
          },
        },
      ],
    });
  });

  it('gives each offer of a search page, whose items hold the price', () => {
    const offer = (name: string, price: string) =>
      `{"@type": "Offer", "url": "/rv/${name}", "itemOffered": {"@type": "Thing", "name": "${name}", "itemCondition": "New", "price": "${price}"}}`;
    const page = `{"@type": "Product", "name": "RVs", "offers": {"@type": "AggregateOffer", "lowPrice": "1.00", "offers": [${offer('a', '9000.00')}, ${offer('b', '8000.50')}]}}`;
    expect(fieldsOf(ld(page))).toEqual([
      { title: 'a', condition: 'New', price: '9000.00', url: 'https://corner.example/rv/a' },
      { title: 'b', condition: 'New', price: '8000.50', url: 'https://corner.example/rv/b' },
    ]);
  });

  it.each([
    ['an array', `[{"@type": "WebSite"}, ${vehicle}]`],
    ['a graph', `{"@graph": [{"@type": "WebPage", "mainEntity": ${vehicle}}]}`],
    [
      'a graph that names the offer',
      `{"@graph": [${vehicle.replace(/"offers": .*$/, '"offers": {"@id": "#o"}}')}, {"@type": "Offer", "@id": "#o", "price": "54995.00"}]}`,
    ],
  ])('is read from %s', (_what, text) => {
    expect(fieldsOf(ld(text))).toMatchObject([{ model: 'Montana', price: '54995.00' }]);
  });

  it('looks up what is only named: the make, the offer and who makes it', () => {
    const graph = [
      { '@type': 'Vehicle', name: 'x', brand: { '@id': '#b' }, offers: { '@id': '#o' } },
      { '@id': '#b', '@type': 'Brand', name: 'Keystone' },
      { '@id': '#o', '@type': 'Offer', price: 54_995, seller: { '@id': '#s' } },
      { '@id': '#s', '@type': 'AutoDealer', name: 'Corner RV', address: { addressRegion: 'ID' } },
    ];
    const [fields] = fieldsOf(ld(JSON.stringify({ '@graph': graph })));
    expect(fields).toMatchObject({
      make: 'Keystone',
      price: '54995',
      dealer: 'Corner RV',
      state: 'ID',
    });
  });

  it('says a range as a range and price on request as it is said', () => {
    const offering = (terms: string) => `{"@type": "Product", "name": "x", "offers": ${terms}}`;
    const priceOf = (terms: string) => fieldsOf(ld(offering(terms)))[0]?.price;
    expect(priceOf('{"lowPrice": 100, "highPrice": 200.50}')).toBe('100 - 200.50');
    expect(priceOf('{"lowPrice": 100, "highPrice": 100}')).toBe('100');
    expect(priceOf('{"price": "Call for price"}')).toBe('Call for price');
    expect(priceOf('{"price": ""}')).toBeUndefined();
    expect(priceOf('{"priceSpecification": {"price": 5, "priceCurrency": "CAD"}}')).toBe('5');
  });

  it.each([
    [
      'the sale price behind one struck through',
      59_999,
      {
        priceSpecification: [
          { priceType: 'https://schema.org/StrikethroughPrice', price: 79_999 },
          { price: 59_999 },
        ],
      },
    ],
    [
      'the sale price behind the list price',
      59_999,
      {
        priceSpecification: [
          { priceType: 'ListPrice', price: 79_999 },
          { priceType: 'SalePrice', price: 59_999 },
        ],
      },
    ],
    [
      'the sale behind a payment by the month',
      59_999,
      [{ price: 249, priceSpecification: { unitCode: 'MON' } }, { price: 59_999 }],
    ],
    [
      'the sale beside a payment by the month',
      59_999,
      { price: 59_999, priceSpecification: { price: 249, unitText: 'per month' } },
    ],
    [
      'the sale beside hire',
      59_999,
      [
        { price: 149, businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut' },
        { price: 59_999 },
      ],
    ],
    [
      'no price of hire',
      undefined,
      { price: 149, businessFunction: { '@id': 'https://schema.org/LeaseOut' } },
    ],
    [
      'no price by the night',
      undefined,
      { price: '149.00', priceSpecification: { price: 149, unitText: 'night' } },
    ],
    [
      'no price by the month of a quantity',
      undefined,
      { priceSpecification: { price: 249, referenceQuantity: { unitCode: 'MON' } } },
    ],
    [
      'no price of a bill',
      undefined,
      { priceSpecification: { price: 249, billingDuration: 'P1M' } },
    ],
    [
      'no price recommended by the maker',
      undefined,
      { priceSpecification: { price: 79_999, priceType: 'MSRP' } },
    ],
    [
      'no price of a list of hire',
      undefined,
      {
        '@type': 'AggregateOffer',
        lowPrice: 99,
        offers: [{ price: 99, businessFunction: 'LeaseOut' }],
      },
    ],
    [
      'the price of offers that are called by what they ask',
      59_999,
      [
        { '@type': 'Offer', name: 'MSRP', price: 79_999 },
        { '@type': 'Offer', name: 'Sale Price', price: 59_999 },
      ],
    ],
    ...[
      { '@type': 'LoanOrCredit', name: 'Financing' },
      [{ '@type': 'Service', name: 'Warranty' }],
      { '@id': '#loan', '@type': 'FinancialProduct' },
    ].flatMap((itemOffered): [string, number | undefined, unknown][] => [
      ['the sale beside a service', 59_999, [{ price: 299, itemOffered }, { price: 59_999 }]],
      ['no price of a service', undefined, { '@type': 'Offer', price: 299, itemOffered }],
    ]),
    [
      'the price of a specification beside one of nothing',
      59_999,
      { price: '0.00', priceSpecification: { price: 59_999 } },
    ],
    ['the price by the piece', 59_999, { priceSpecification: { price: 59_999, unitCode: 'C62' } }],
  ])('gives %s', (_what, price, offers) => {
    const html = ld(JSON.stringify({ '@type': 'Product', name: 'x', offers }));
    expect(fieldsOf(html).map((fields) => fields.price)).toEqual([price?.toString()]);
  });

  it('gives a price that is written with an exponent in plain decimals', () => {
    const html = ld('{"@type": "Product", "name": "x", "offers": {"price": 5.4995E4}}');
    expect(fieldsOf(html).map((fields) => fields.price)).toEqual(['54995']);
  });

  it('takes no price from elsewhere for what is let', () => {
    const amount = '<meta property="product:price:amount" content="149">';
    const priceOf = (offers: object) =>
      fieldsOf(ld(JSON.stringify({ '@type': 'Product', name: 'x', offers })) + amount)[0]?.price;
    expect(priceOf({ price: 149, businessFunction: 'LeaseOut' })).toBeUndefined();
    expect(priceOf({ priceCurrency: 'USD' })).toBe('149');
  });

  it('gives text only: no tags, entities decoded, however often they were escaped', () => {
    const text = (description: string) =>
      fieldsOf(ld(JSON.stringify({ '@type': 'Vehicle', name: 'x', description })))[0]?.description;
    expect(text('<p>Sleeps&nbsp;4 &amp; tows</p><script>alert(1)</script><ul><li>A</ul>')).toBe(
      'Sleeps 4 & tows\n\nA',
    );
    expect(text('&lt;img src=x onerror=alert(1)&gt;Clean')).toBe('Clean');
    expect(text('&amp;lt;b&amp;gt;Bold&amp;lt;/b&amp;gt;')).toBe('Bold');
    expect(text('under 5 < 10 feet & dry')).toBe('under 5 < 10 feet & dry');
  });

  it.each([
    ['javascript:alert(1)', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['//cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    ['a.jpg', 'https://corner.example/rv/a.jpg'],
    ['https://user:secret@cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ])('of addresses gives those of http and https, absolute: %s', (image, expected) => {
    const [fields] = fieldsOf(ld(JSON.stringify({ '@type': 'Vehicle', name: 'x', image })));
    expect(fields?.image).toBe(expected);
  });
});

describe('microdata', () => {
  const page = `<div itemscope itemtype="https://schema.org/Product">
    <h1 itemprop="name">2019 Jayco <b>Eagle</b> 330RSTS</h1>
    <span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><meta itemprop="name" content="Jayco"></span>
    <img itemprop="image" src=" ../eagle.jpg ">
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
      <meta itemprop="priceCurrency" content="USD"> $<span itemprop="price" content="31500.00">31,500</span>
      <link itemprop="availability" href="https://schema.org/InStock">
    </div></div>`;

  it('gives an item with its offer', () => {
    expect(fieldsOf(page)).toEqual([
      {
        title: '2019 Jayco Eagle 330RSTS',
        make: 'Jayco',
        image: 'https://corner.example/eagle.jpg',
        price: '31500.00',
        currency: 'USD',
        status: 'InStock',
        url,
      },
    ]);
  });

  it('follows itemref, and one that leads in a circle once', () => {
    const html = `<div itemscope itemref="more a" id="a" itemtype="https://schema.org/Vehicle"><p itemprop="name">Eagle</p></div>
      <div id="more"><p itemprop="model">330RSTS</p><div itemscope itemprop="isRelatedTo" itemref="a more"></div></div>`;
    expect(fieldsOf(html)).toMatchObject([{ title: 'Eagle', model: '330RSTS' }]);
  });

  it('is one with the JSON-LD of the same unit, which goes first', () => {
    const both = `${ld('{"@type": "Product", "name": "2019 Jayco Eagle 330RSTS", "sku": "E7", "offers": {"price": 30000}}')}${page}`;
    expect(extract(both, url).offers).toMatchObject([
      {
        from: ['json-ld', 'microdata'],
        fields: { price: '30000', stockNumber: 'E7', make: 'Jayco' },
      },
    ]);
  });
});

it('an accessory is no part of the unit its page is about, nor is what is like it', () => {
  const similar = { '@type': 'Vehicle', name: '2019 Forest River', offers: { price: 99 } };
  const unit = { '@type': 'Vehicle', name: '2020 Jayco Eagle', isSimilarTo: [similar] };
  const hose = `<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Sewer hose</b>
    <div itemprop=offers itemscope><meta itemprop=price content="29.99"></div></div>`;
  expect(fieldsOf(ld(JSON.stringify(unit)) + hose)).toEqual([
    { title: '2020 Jayco Eagle' },
    { title: 'Sewer hose', price: '29.99' },
  ]);
  expect(
    fieldsOf(ld(JSON.stringify(unit)) + hose.replace('Sewer hose', 'Used 2020 Jayco Eagle 330')),
  ).toEqual([{ title: '2020 Jayco Eagle', price: '29.99', url }]);
});

describe('OpenGraph', () => {
  const meta = (property: string, content: string): string =>
    `<meta property="${property}" content="${content}">`;

  it('gives a record where it says that the page sells', () => {
    const page =
      meta('og:type', 'product') +
      meta('og:title', 'Eagle &amp; more') +
      meta('product:price:amount', '31500.00') +
      meta('product:price:currency', 'USD') +
      meta('og:image', '/e.jpg');
    expect(fieldsOf(page)).toEqual([
      {
        title: 'Eagle & more',
        price: '31500.00',
        currency: 'USD',
        image: 'https://corner.example/e.jpg',
        url,
      },
    ]);
  });

  it('may be called a name, and asks the price of a sale', () => {
    const page =
      '<meta name="og:type" content="product"><meta name="og:title" content="2021 Eagle">' +
      '<meta name="product:price:amount" content="60000">' +
      meta('product:sale_price:amount', '54995') +
      '<meta name="twitter:title" content="Eagle">';
    expect(fieldsOf(page)).toEqual([{ title: '2021 Eagle', price: '54995', url }]);
    expect(extract(page, url).openGraph).toHaveLength(4);
  });

  it('completes the one record of a page, and gives none of an article', () => {
    expect(
      fieldsOf(ld(vehicle) + meta('og:image', '/m.jpg') + meta('og:title', 'For sale')),
    ).toMatchObject([
      { title: '2021 Keystone Montana 3121RL', image: 'https://corner.example/m.jpg' },
    ]);
    expect(fieldsOf(meta('og:type', 'article') + meta('og:title', 'News'))).toEqual([]);
  });
});

/** Pages made to cost time or memory. Each must be read: a runner that hangs is the failure. */
describe('a page that means harm is read, and what it holds besides is found', () => {
  const many = (text: string, times: number): string => text.repeat(times);
  it.each([
    ['deep elements', many('<div itemscope itemprop=a>', 200_000)],
    [
      'deep items that name each other',
      many('<div itemscope itemprop=a itemref="a b" id=a>x', 20_000),
    ],
    [
      'many items that refer to one',
      `<p id=a>${many('<i itemprop=x>1</i>', 5_000)}</p>${many('<b itemscope itemref=a></b>', 5_000)}`,
    ],
    ['many attributes', `<p ${many('a=1 b', 300_000)}>`],
    ['an attribute that does not end', `<p title="${many('<p ', 100_000)}"`],
    ['many scripts', many(ld('{"a": 1}'), 20_000)],
    ['deep JSON', ld(many('[', 500_000)) + ld(many('{"a":', 200_000))],
    ['strings that do not end', ld(many('{"a": "x\n', 100_000))],
    ['quotes without end', ld(`{"a": "${many('"x ', 300_000)}`)],
    ['comments without end', ld(`{${many('/* ', 300_000)}`)],
    ['HTML comments without end', ld(`{${many('<!-- ', 300_000)}`)],
    ['white space', ld(`{"a": ${many(' ', 1_000_000)}x}`) + ld(`"${many('\\"', 500_000)}`)],
    ['entities', ld(JSON.stringify({ '@type': 'Vehicle', name: many('&amp;', 200_000) }))],
    [
      'markup in markup',
      ld(JSON.stringify({ '@type': 'Vehicle', name: many('<p>&lt;', 200_000) })),
    ],
    [
      'thousands of offers of a unit with thousands of properties',
      ld(
        JSON.stringify({
          '@graph': [
            {
              '@type': 'Product',
              '@id': '#unit',
              name: 'Eagle',
              additionalProperty: Array.from({ length: 20_000 }, (_, n) => ({
                name: `Feature ${n}`,
                value: 'yes',
              })),
            },
            ...Array.from({ length: 2_000 }, (_, n) => ({
              '@type': 'Offer',
              url: `/rv/${n}`,
              itemOffered: { '@id': '#unit' },
            })),
          ],
        }),
      ),
    ],
    ['ten million characters', many('<p class=unit>Eagle</p>', 450_000)],
  ])('%s', (_what, html) => {
    const { offers } = extract(`${ld(vehicle)}${html}`, url);
    expect(offers[0]?.fields.price).toBe('54995.00');
  });
});
