import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../files/load-mapping.ts';
import { createAdapter } from './adapter.ts';
import { extract, ld as script } from './testing/page.ts';

const url = 'https://corner.example/rv/7';
const ld = (said: unknown): string => script(JSON.stringify(said));
const meta = (property: string, content: string): string =>
  `<meta property="${property}" content="${content}">`;
const microdata = (price: string, currency: string): string =>
  `<div itemscope itemtype="https://schema.org/Vehicle"><i itemprop="sku">E7</i>
    <p itemprop="offers" itemscope itemtype="https://schema.org/Offer">
      <meta itemprop="price" content="${price}"><meta itemprop="priceCurrency" content="${currency}"></p></div>`;
const askedOf = (html: string) =>
  extract(html, url).offers.map(({ fields: { price, currency } }) => [price, currency]);

const unit = { '@type': 'Vehicle', name: '2021 Jayco Eagle', sku: 'E7', url: '/rv/7' };
const euros = { '@type': 'Offer', price: 45_000, priceCurrency: 'EUR' };
const dollars = { '@type': 'Offer', price: 49_995, priceCurrency: 'USD' };
const canadian = { ...euros, price: 68_000, priceCurrency: 'CAD' };
const sum = { '@type': 'AggregateOffer', lowPrice: 45_000, highPrice: 45_000 };
const inOneOffer = (offers: object) => ld({ ...unit, offers });
const og = (amount: string, currency: string): string =>
  meta('product:price:amount', amount) + meta('product:price:currency', currency);

/** Where each of these stands, the price in dollars is the one that is asked. */
const pages: [string, string][] = [
  ['in its offers', inOneOffer([euros, canadian, dollars])],
  ['in specifications of one offer', inOneOffer({ priceSpecification: [euros, dollars] })],
  ['in the specification of an offer', inOneOffer({ ...euros, priceSpecification: dollars })],
  ['in a sum of offers', inOneOffer({ ...sum, priceCurrency: 'EUR', offers: [euros, dollars] })],
  [
    'in sums of offers',
    inOneOffer([
      { ...sum, priceCurrency: 'EUR' },
      { ...sum, priceCurrency: 'USD', lowPrice: 49_995, highPrice: 49_995 },
    ]),
  ],
  ['in a list of prices', inOneOffer({ price: [45_000, 49_995], priceCurrency: ['EUR', 'USD'] })],
];

describe('a price in dollars beside one in another currency', () => {
  it.each([
    ...pages,
    [
      'in amounts of money',
      inOneOffer({
        price: [
          { value: 45_000, currency: 'EUR' },
          { value: 49_995, currency: 'USD' },
        ],
      }),
    ],
    [
      'in a sum of offers that is all there is',
      ld({ ...sum, offers: [euros, dollars].map((one) => ({ ...one, name: 'Eagle', url })) }),
    ],
    ['in offers of the unit', ld([euros, dollars].map((one) => ({ ...one, itemOffered: unit })))],
    ['in two nodes', ld([euros, dollars].map((offers) => ({ ...unit, offers })))],
    ['in microdata', inOneOffer(canadian) + microdata('49995', 'USD')],
    ['in OpenGraph', inOneOffer(canadian) + og('49995', 'USD')],
    [
      'in the second amount of OpenGraph',
      meta('og:title', 'Eagle') + og('45000', 'EUR') + og('49995', 'USD'),
    ],
  ])('is asked: %s', (_where, html) => {
    expect(askedOf(html)).toEqual([['49995', 'USD']]);
  });

  const mapped = createAdapter(
    parseMapping(
      `source: corner-rv
format: html
records: [Vehicle]
id: [sku]
fields:
  price: [offers.price, offers.priceSpecification.price, offers.lowPrice]
  currency: [offers.priceCurrency, offers.priceSpecification.priceCurrency]
observedAt: $option
`,
      'corner.yaml',
    ),
  );

  it.each(pages)('is asked by mapping too: %s', (_where, html) => {
    const { events } = mapped(
      { html, url },
      { runId: 'test', observedAt: '2026-03-09T00:00:00.000Z' },
    );
    expect(events.map(({ fields }) => fields)).toEqual([{ price: '49995', currency: 'USD' }]);
  });

  it('is not asked where it is of hire, or what nobody asks', () => {
    const lease = { ...dollars, businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut' };
    expect(askedOf(inOneOffer([euros, lease]))).toEqual([['45000', 'EUR']]);
    const sticker = { ...dollars, priceType: 'https://schema.org/MSRP' };
    expect(askedOf(inOneOffer({ priceSpecification: [euros, sticker] }))).toEqual([
      ['45000', 'EUR'],
    ]);
  });

  it('is not believed of the very sum that another syntax gives in its currency', () => {
    const html = inOneOffer(canadian) + og('68000.00', 'USD');
    expect(askedOf(html)).toEqual([['68000', 'CAD']]);
  });
});
