import { describe, expect, it } from 'vitest';
import { MappingError, parseMapping } from '../../files/load-mapping.ts';
import { createAdapter } from './adapter.ts';

const context = { runId: 'test', observedAt: '2026-03-09T00:00:00.000Z' };
const offers = `
source: corner-rv
format: html-offers
id: [[stockNumber, url]]
observedAt: $option
`;
const adapt = (yaml: string, html: string, url = 'https://www.corner.example/rv/7') =>
  createAdapter(parseMapping(yaml, 'corner.yaml'))({ html, url }, context);
const ld = (said: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(said)}</script>`;
const unit = (stock: string) => ({
  '@type': 'Vehicle',
  name: '2021 Keystone Montana 3121RL',
  sku: stock,
  url: `/rv/${stock}`,
  offers: { '@type': 'Offer', price: '54995.00', priceCurrency: 'USD' },
});

describe('a mapping that says nothing but that pages offer', () => {
  it('has all that their structured data tells of each listing, and its bytes', () => {
    const html = `${ld([unit('A1'), unit('A2')])}<meta property="og:title" content="Our lot">`;
    const { events, warnings } = adapt(offers, html);
    expect(warnings).toEqual([]);
    expect(events.map(({ sourceId, fields }) => ({ sourceId, ...fields }))).toEqual(
      ['A1', 'A2'].map((stock) => ({
        sourceId: stock,
        title: '2021 Keystone Montana 3121RL',
        stockNumber: stock,
        url: `https://www.corner.example/rv/${stock}`,
        price: '54995.00',
        currency: 'USD',
      })),
    );
    expect(JSON.parse(events[0]?.record.body ?? '')).toMatchObject({ sku: 'A1' });
  });

  it('puts one listing together from every syntax of its page', () => {
    const { sku, name } = unit('A1');
    const html = `${ld({ '@type': 'Vehicle', sku, name })}
      <div itemscope itemtype="https://schema.org/Vehicle"><b itemprop="name">2021 Keystone Montana</b><b itemprop="sku">A1</b><i itemprop="mileageFromOdometer">31,200 mi</i></div>
      <meta property="og:type" content="product"><meta property="product:price:amount" content="54995">`;
    expect(adapt(offers, html).events.map(({ fields }) => fields)).toMatchObject([
      { title: name, stockNumber: 'A1', mileage: '31,200 mi', price: '54995' },
    ]);
  });

  it('tells the page’s own listing from those it recommends, of which some live nowhere', () => {
    const { url: _own, ...here } = unit('A1');
    const { url: _none, ...nowhere } = unit('C3');
    const list = {
      '@type': 'ItemList',
      itemListElement: [unit('B2'), { '@type': 'ListItem', item: nowhere }],
    };
    const page = 'https://www.corner.example/rv/7';
    for (const html of [`${ld(here)}${ld(list)}`, `${ld(list)}${ld(here)}`]) {
      const { events } = adapt(offers, html, page);
      expect(
        Object.fromEntries(events.map(({ sourceId, fields }) => [sourceId, fields.url])),
      ).toEqual({ A1: page, B2: 'https://www.corner.example/rv/B2' });
    }
    // Where a list is all there is, it is what the page offers.
    expect(adapt(offers, ld(list)).events.map(({ sourceId }) => sourceId)).toEqual(['B2', 'C3']);
  });

  it('completes its own listing, and none that it recommends, by what its head says', () => {
    const { offers: _terms, url: _own, ...here } = unit('A1');
    const list = { '@type': 'ItemList', itemListElement: [unit('B2'), unit('C3')] };
    const head =
      '<meta property="og:image" content="/a1.jpg"><meta property="product:price:amount" content="51995">';
    const { events } = adapt(offers, `${head}${ld(here)}${ld(list)}`);
    expect(
      events.map(({ sourceId, fields: { price, image } }) => [sourceId, price, image]),
    ).toEqual([
      ['A1', '51995', 'https://www.corner.example/a1.jpg'],
      ['B2', '54995.00', undefined],
      ['C3', '54995.00', undefined],
    ]);
  });

  it('puts its own listing together also where the syntaxes name it differently beside a list', () => {
    const { sku: _none, url: _own, ...here } = unit('A1');
    const list = { '@type': 'ItemList', itemListElement: [unit('B2')] };
    const html = `${ld({ ...here, name: 'Keystone Montana 3121RL' })}${ld(list)}
      <div itemscope itemtype="https://schema.org/Vehicle"><b itemprop="name">Montana 3121RL</b><i itemprop="sku">A1</i></div>`;
    expect(
      adapt(offers, html).events.map(({ sourceId, fields }) => [sourceId, fields.title]),
    ).toEqual([
      ['A1', 'Keystone Montana 3121RL'],
      ['B2', '2021 Keystone Montana 3121RL'],
    ]);
  });

  it('takes what a list names as well for the page’s own, whichever comes first', () => {
    const { url: _own, ...here } = {
      ...unit('A1'),
      vehicleIdentificationNumber: '4YDF31212MM000001',
    };
    const list = { '@type': 'ItemList', itemListElement: [here] };
    const { events } = adapt(
      offers,
      `${ld(list)}${ld(here)}${ld({ ...unit('B2'), name: 'Other' })}`,
    );
    expect(events.map(({ sourceId }) => sourceId)).toEqual(['A1', 'B2']);
  });

  it('may say of a field where else it is, and leave one out', () => {
    const own = `${offers}fields:
  stockNumber: { from: $url, pattern: '/rv/(?<value>[A-Z0-9]+)$' }
  currency: $nothing
`;
    const { events } = adapt(own, ld(unit('A1')), 'https://www.corner.example/rv/B9');
    expect(events[0]?.fields).not.toHaveProperty('currency');
    expect(events[0]?.fields).toMatchObject({ price: '54995.00', stockNumber: 'A1' });
  });

  it('says of a page that offers nothing that it does not, with its title', () => {
    expect(adapt(offers, '<title>Sorry</title>You have been blocked').events).toMatchObject([
      { unreadable: 'the page says of nothing that it is for sale', fields: { title: 'Sorry' } },
    ]);
  });

  it.each([
    ['records: [Vehicle]', 'records: belongs to json, xml, html and html-elements'],
    ['fields: { prize: price }', 'fields.prize: there is no such key'],
    ['fields: { price: $parent.price }', 'is not one of the names with a dollar'],
  ])('is refused with %s', (line, message) => {
    expect(() => parseMapping(`${offers}${line}\n`, 'corner.yaml')).toThrow(MappingError);
    expect(() => parseMapping(`${offers}${line}\n`, 'corner.yaml')).toThrow(message);
  });
});
