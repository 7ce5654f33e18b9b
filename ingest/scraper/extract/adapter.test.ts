import { describe, expect, it } from 'vitest';
import { loadMapping, MappingError, parseMapping } from '../../files/load-mapping.ts';
import { createAdapter } from './adapter.ts';

const context = { runId: 'test', observedAt: '2026-03-09T00:00:00.000Z' };
const adapt = (yaml: string, html: string, url = 'https://www.corner.example/rvs/?page=2') =>
  createAdapter(parseMapping(yaml, 'corner.yaml'))({ html, url }, context);

const cards = `
source: corner-rv
format: html-elements
records: 'ul.lot > li.unit'
id: ['@data-stock']
fields:
  title: h2 a
  url: h2 a@href
  year: '@data-year'
  price: ['.sale', '.price']
  image: img@src
  description: $text
observedAt: $option
`;
const card = (stock: string, price: string) =>
  `<li class="big unit" data-stock="${stock}" data-year="2021"><h2><a href="/rv/${stock}">Keystone &amp; <b>Montana</b></a></h2>${price}<img src="javascript:alert(1)"></li>`;

describe('elements by selector', () => {
  it('give their texts and attributes, addresses absolute and of http or https', () => {
    const { events, warnings } = adapt(
      cards,
      `<ul class="lot">${card('A1', '<s class=price>$9</s> <i class=sale>$54,995</i>')}${card('A2', '<i class=price>Call</i>')}<li class="ad">x</li></ul><li class="unit">stray`,
    );
    expect(warnings).toEqual([]);
    expect(events.map(({ sourceId, fields }) => ({ sourceId, ...fields }))).toEqual([
      {
        sourceId: 'A1',
        title: 'Keystone & Montana',
        url: 'https://www.corner.example/rv/A1',
        year: '2021',
        price: '$54,995',
        description: 'Keystone & Montana\n\n$54,995',
      },
      {
        sourceId: 'A2',
        title: 'Keystone & Montana',
        url: 'https://www.corner.example/rv/A2',
        year: '2021',
        price: 'Call',
        description: 'Keystone & Montana\n\nCall',
      },
    ]);
    expect(events[0]?.record.body).toMatch(/^<li class="big unit" data-stock="A1".*<\/li>$/);
    expect(events[0]?.origin).toBe('https://www.corner.example/rvs/?page=2#1');
  });

  it('of a page without any are one event that says so, with the page and its title', () => {
    const html = '<title>Sorry</title><p>You have been blocked';
    expect(adapt(cards, html).events).toMatchObject([
      {
        unreadable: 'the page has no element ul.lot > li.unit',
        fields: { title: 'Sorry' },
        record: { body: html },
      },
    ]);
  });

  it.each([
    ['li[data-a]', true],
    ['li[data-a=1]', true],
    ['li[data-a="2"]', false],
    ['[class~=unit]', true],
    ['div li.unit.big', true],
    ['div > li', false],
    ['div > ul > li', true],
    ['p, #x li', true],
    ['LI', true],
    ['section li', false],
    ['[data-link^="/rv/"][data-link$="7"]', true],
  ])('are taken as CSS takes them: %s', (selector, isTaken) => {
    const html =
      '<div id="x"><ul><li class="big unit" data-a="1" data-link="/rv/7">Eagle</li></ul></div>';
    const yaml = cards.replace("'ul.lot > li.unit'", JSON.stringify(selector));
    const [event] = adapt(yaml.replace('h2 a\n', '$text\n'), html).events;
    expect(event?.fields.title).toBe(isTaken ? 'Eagle' : undefined);
  });

  it.each([
    ['records', "'ul.lot > li.unit'", 'li ~ li', 4, '"sibling"'],
    ['records', "'ul.lot > li.unit'", 'li:has(b)', 4, '":has"'],
    ['records', "'ul.lot > li.unit'", "'li['", 4, 'is not a selector'],
    ['fields.title', 'h2 a\n', 'h2:first-child\n', 7, '":first-child"'],
    ['fields.year', "'@data-year'", "'> '", 9, 'is not a selector'],
  ])('a selector in %s that is none is refused with its line', (key, from, to, line, message) => {
    const load = () => parseMapping(cards.replace(from, to), 'corner.yaml');
    expect(load).toThrow(MappingError);
    expect(load).toThrow(`corner.yaml:${line}: ${key}: `);
    expect(load).toThrow(message);
  });

  it('are found in time that grows with the page only', () => {
    const yaml = cards.replace("'ul.lot > li.unit'", "'i i i i i i i i i i b'");
    const deep = '<i>'.repeat(190) + '<p>x</p>'.repeat(20_000) + '<b>Eagle</b>';
    expect(adapt(yaml.replace('h2 a\n', '$text\n'), deep).events[0]?.fields.title).toBe('Eagle');
  });
});

it('the text of an element is what a reader sees', () => {
  const unseen =
    '<textarea>a</textarea><svg><title>b</title><text>c</text></svg><iframe>d</iframe><noframes>e</noframes><noembed>f</noembed>';
  const html = `<ul class="lot"><li class="unit" data-stock="A1"><h2><a>Mon${unseen}tana</a></h2>`;
  expect(adapt(cards, html).events[0]?.fields.title).toBe('Montana');
});

describe('the address of a page is its canonical one', () => {
  const urlOf = (head: string, url: string) => adapt(cards, head, url).url;
  const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
  const found = 'https://www.corner.example/rv/7?from=list';

  it.each([
    ['/rv/7', 'https://www.corner.example/rv/7'],
    ['https://corner.example/rv/7', 'https://corner.example/rv/7'],
  ])('where it is of the same host: %s', (href, expected) => {
    expect(urlOf(canonical(href), found)).toBe(expected);
    expect(urlOf(`<meta property="og:url" content="${href}">`, found)).toBe(expected);
    expect(urlOf(canonical(href), '')).toBe(href.startsWith('/') ? '' : expected);
  });

  it.each([
    'https://rival.example/rv/7',
    'https://corner.example.rival.example/rv/7',
    'https://www.corner.example:8443/rv/7',
    '/',
    'https://corner.example',
  ])('not where it is of another, or of the home page: %s', (href) => {
    expect(urlOf(canonical(href), found)).toBe(found);
    expect(urlOf(`<meta property="og:url" content="${href}">`, found)).toBe(found);
    expect(urlOf(`<base href="https://rival.example/">${canonical(href)}`, found)).toBe(found);
  });

  it('also of the home page itself', () => {
    expect(urlOf(canonical('/'), 'http://corner.example/')).toBe('http://corner.example/');
  });
});

describe('the structured data of a page', () => {
  const structured = `
source: corner-rv
format: html
records: [$script.lot.units.*, Vehicle]
id: [sku]
fields: { stockNumber: sku, price: [price, offers.price], url: $url, dealer: $root.dealer }
observedAt: $option
`;
  const vehicle =
    '<script type="application/ld+json">{"@type": "Vehicle", "sku": "J1", "offers": {"price": "1"}}</script>';
  const idsOf = (html: string) => adapt(structured, html).events.map(({ sourceId }) => sourceId);

  it.each([
    [
      'an assignment',
      '<script>window.lot = {}; x(); window.lot={"dealer": "Corner", "units": [{"sku": "S1", "price": 5.50}, {"sku": "S2"}]};y()</script>',
    ],
    [
      'a JSON script by its id',
      '<script id="lot" type="application/json">{"dealer": "Corner", "units": [{"sku": "S1", "price": 5.50}, {"sku": "S2"}]}</script>',
    ],
  ])('is first the state that scripts hold: %s', (_what, script) => {
    const { events } = adapt(structured, vehicle + script);
    expect(events.map(({ fields }) => fields)).toMatchObject([
      { stockNumber: 'S1', price: '5.50', dealer: 'Corner' },
      { stockNumber: 'S2', dealer: 'Corner' },
    ]);
  });

  it.each([
    'notlot = {"units": [{"sku": "S1"}]}',
    'lot == {"units": [{"sku": "S1"}]}',
    'lot = {"units": [{"sku": "S1"}]',
    'lot = {units: [{sku: f()}]}',
  ])('is JSON-LD where no script holds one: %s', (script) => {
    expect(idsOf(`<script>${script}</script>${vehicle}`)).toEqual(['J1']);
  });

  it('is microdata where there is no JSON-LD of a listing', () => {
    const item =
      '<div itemscope itemtype="https://schema.org/Vehicle"><meta itemprop="sku" content="M1"></div>';
    expect(idsOf(item)).toEqual(['M1']);
    expect(idsOf(item + vehicle)).toEqual(['J1']);
  });

  it('that was mended says so', () => {
    const { events, warnings } = adapt(structured, vehicle.replace('"sku"', '/* a */ "sku"'));
    expect(events).toHaveLength(1);
    expect(warnings).toEqual(['JSON-LD was mended: a comment']);
  });
});

describe('one thing is not given what is told of another', () => {
  const mapping = `
source: corner-rv
format: html
records: [Vehicle, AggregateOffer.offers]
id: [sku]
fields:
  title: name
  price: [offers.price, offers.priceSpecification.price, price, itemOffered.price]
  url: $url
observedAt: $option
`;
  const page = 'https://corner.example/rv/1';
  const told = (...values: unknown[]) => {
    const html = values.map(
      (value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`,
    );
    return adapt(mapping, html.join(''), page).events.map(({ sourceId, fields }) => [
      sourceId,
      fields.price,
      fields.url,
    ]);
  };
  const vehicle = (sku: string, more: object = {}) => ({ '@type': 'Vehicle', sku, ...more });

  it('a price is that of the sale, wherever in the list it stands', () => {
    const monthly = { '@type': 'Offer', price: 249, priceSpecification: { unitText: 'month' } };
    const sale = { '@type': 'Offer', price: 49_999 };
    expect(told(vehicle('A', { offers: [monthly, sale] }))).toEqual([['A', '49999', page]]);
    expect(told(vehicle('A', { offers: monthly }))).toEqual([['A', undefined, page]]);
    expect(told(vehicle('A', { offers: { '@id': '#o' } }), { '@id': '#o', ...sale })).toEqual([
      ['A', '49999', page],
    ]);
  });

  it('what is like it is none of its page, however it is told', () => {
    const other = vehicle('B', { offers: { price: 99 } });
    for (const relation of ['isSimilarTo', 'isRelatedTo', 'isAccessoryOrSparePartFor'])
      expect(told({ '@type': 'Product', [relation]: [other], mainEntity: vehicle('A') })).toEqual([
        ['A', undefined, page],
      ]);
  });

  it('the units of a list have addresses of their own', () => {
    const listed = (sku: string, more: object = {}, place: object = {}) => ({
      '@type': 'ListItem',
      ...place,
      item: vehicle(sku, more),
    });
    const list = {
      '@type': 'ItemList',
      itemListElement: [
        listed('B', { url: '/rv/2' }),
        listed('C', {}, { url: '/rv/3' }),
        listed('D', { url: 'https://rival.example/rv/4' }),
        listed('E'),
      ],
    };
    const own = [
      ['B', undefined, 'https://corner.example/rv/2'],
      ['C', undefined, 'https://corner.example/rv/3'],
    ];
    expect(told(list)).toEqual([...own, ['D', undefined, page], ['E', undefined, page]]);
    expect(told(vehicle('A'), list)).toEqual([['A', undefined, page], ...own]);
    expect(told(vehicle('A', { url: '/rv/9' }))).toEqual([['A', undefined, page]]);
  });
});

it('a page that says in OpenGraph alone that it sells is a listing', () => {
  const mapping = `
source: corner-rv
format: html
records: [Vehicle]
id: [sku]
fields: { title: name, make: brand.name, price: offers.price, currency: offers.priceCurrency, url: $url, image: image }
observedAt: $option
`;
  const said = (type: string) =>
    Object.entries({
      'og:type': type,
      'og:title': '2021 Keystone Montana',
      'og:image': '/m.jpg',
      'product:brand': 'Keystone',
      'product:price:amount': '54995.00',
      'product:price:currency': 'USD',
      'product:retailer_item_id': 'K7',
    })
      .map(([property, content]) => `<meta property="${property}" content="${content}">`)
      .join('');
  const { events } = adapt(mapping, said('product'), 'https://corner.example/rv/7');
  expect(events.map(({ sourceId, fields }) => ({ sourceId, ...fields }))).toEqual([
    {
      sourceId: 'K7',
      title: '2021 Keystone Montana',
      make: 'Keystone',
      price: '54995.00',
      currency: 'USD',
      url: 'https://corner.example/rv/7',
      image: 'https://corner.example/m.jpg',
    },
  ]);
  const own = '<script type="application/ld+json">{"@type": "Vehicle", "sku": "J1"}</script>';
  expect(adapt(mapping, said('product') + own).events[0]?.sourceId).toBe('J1');
  expect(adapt(mapping, said('product.item')).events[0]?.sourceId).toBe('K7');
  // A group is a list, and a type without a name or a price is nothing for sale.
  for (const type of ['product.group', 'product']) {
    const bare = `<meta property="og:type" content="${type}"><meta property="og:image" content="/m.jpg">`;
    const named = `${bare}<meta property="og:title" content="x">`;
    const html = type === 'product' ? bare : named;
    expect(adapt(mapping, html).events[0]?.unreadable).toContain('the page has no JSON-LD');
  }
  const article =
    '<meta property="og:type" content="article"><meta property="og:title" content="x">';
  expect(adapt(mapping, article).events[0]?.unreadable).toContain('the page has no JSON-LD');
});

describe('a page that means harm costs no more than it is long', () => {
  const structured = (records: string) =>
    `source: corner-rv\nformat: html\nrecords: ${records}\nid: [sku]\nfields: { stockNumber: sku }\nobservedAt: $option\n`;
  const ld = (text: string) => `<script type="application/ld+json">${text}</script>`;
  const vehicle = '{"@type":"Vehicle"}';

  it.each([
    ['one script', '[Vehicle]', ld(`[${`${vehicle},`.repeat(130_000)}${vehicle}]`)],
    ['many scripts', '[Vehicle]', ld(`[${`${vehicle},`.repeat(999)}${vehicle}]`).repeat(30)],
    [
      'a list behind a path',
      '[ItemList.items]',
      ld(`{"@type":"ItemList","items":[${`${vehicle},`.repeat(130_000)}1]}`),
    ],
    [
      'a script that is a state',
      '[$script.lot.*]',
      `<script>lot = [${`${vehicle},`.repeat(130_000)}1]</script>`,
    ],
  ])('in many listings: %s', (_what, records, html) => {
    const { events, warnings } = adapt(structured(records), html);
    expect(events).toHaveLength(2_000);
    expect(warnings).toEqual(['only the first 2000 records are taken']);
  });

  it('in listings within listings', () => {
    const deep = `${'{"@type":"Vehicle","in":'.repeat(100)}1${'}'.repeat(100)}`;
    expect(adapt(structured('[Vehicle]'), ld(deep)).events).toHaveLength(1);
    const { events, warnings } = adapt(
      cards.replace("'ul.lot > li.unit'", 'div'),
      `${'<div data-stock=1>'.repeat(190)}${'x'.repeat(10_000)}`,
    );
    expect(events).toHaveLength(1);
    expect(warnings).toEqual(['189 elements stand within another record and are a part of it']);
  });

  it('in offers that many listings name', () => {
    const offers = `{"@id":"#o","@type":"AggregateOffer","offers":[${'{"price":1},'.repeat(20_000)}{"price":1}]}`;
    const naming = '{"@type":"Vehicle","offers":{"@id":"#o"}},'.repeat(3_000);
    const html = ld(`[${naming}${offers}]`);
    expect(adapt(structured('[Vehicle]'), html).events).toHaveLength(2_000);
  });

  it.each(['hz-gb-2312', 'iso-2022-kr', 'replacement'])(
    'in a charset nobody reads: %s',
    (charset) => {
      const page = `<meta charset="${charset}">${ld('{"@type": "Vehicle", "sku": "caf\xe9"}')}`;
      const mapping = parseMapping(structured('[Vehicle]'), 'corner.yaml');
      const adapter = createAdapter(mapping);
      const { events } = adapter({ html: Buffer.from(page, 'latin1'), url: '' }, context);
      expect(events.map(({ sourceId }) => sourceId)).toEqual(['café']);
    },
  );
});

it('dealer cards give what their platform writes into data attributes', async () => {
  const html = `<ul><li class="unit" data-year="2021" data-brand="Montana" data-manufacturer="Keystone" data-unitname="3121RL"
    data-saleOrRegularPrice="54995.00" data-type="Fifth Wheel" data-stocknumber="K7" data-unitlink="/rv/k7"><h3>Montana</h3></li>
    <li class="unit" data-year="2019" data-brand="Eagle" data-unitlink="/rv/e9"><p class="price">Call for price</p></li></ul>`;
  const adapter = createAdapter(await loadMapping('dealer-cards'));
  const { events } = adapter({ html, url: 'https://www.corner.example/lot' }, context);
  expect(events.map(({ sourceId, fields }) => ({ sourceId, ...fields }))).toEqual([
    {
      sourceId: String.raw`corner.example|/rv/k7`,
      title: '3121RL',
      year: '2021',
      make: 'Keystone',
      model: 'Montana',
      type: 'Fifth Wheel',
      price: '54995.00',
      stockNumber: 'K7',
      url: 'https://www.corner.example/rv/k7',
      dealer: 'corner.example',
    },
    {
      sourceId: String.raw`corner.example|/rv/e9`,
      year: '2019',
      make: 'Eagle',
      model: 'Eagle',
      price: 'Call for price',
      url: 'https://www.corner.example/rv/e9',
      dealer: 'corner.example',
    },
  ]);
});
