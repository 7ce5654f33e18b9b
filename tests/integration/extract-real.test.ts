import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAdapter } from '#ingest/scraper/extract/adapter.ts';
import { extract } from '#ingest/scraper/extract/testing/page.ts';
import type { MicrodataItem } from '#ingest/scraper/extract/microdata.ts';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { loadMapping } from '#ingest/files/load-mapping.ts';
import { sharedData } from '#tests/support/shared-data.ts';

const samples = sharedData('fixtures/structured-data/samples');
const pages = sharedData('real/rvtrader');
const folderUrl = 'http://www.example.com/microdata/';
const base = `${folderUrl}page.html`;

/** What a fixture expects of a page, one JSON file beside it or several. */
interface ExpectedItem {
  type?: string | string[];
  id?: string;
  value?: string;
  properties?: Record<string, unknown>;
}

const list = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A text as both sides write it: white space is one space, an address is relative. */
function said(text: string): string {
  const plain = collapsed(text);
  if (plain.startsWith(folderUrl)) return plain.slice(folderUrl.length);
  return plain.replace(/^http:\/\/www\.example\.com(?=\/)/, '');
}

function plainItem(item: ExpectedItem | MicrodataItem): unknown {
  return {
    type: list(item.type).flatMap((type) => collapsed(String(type)).split(' ')),
    id: item.id,
    value: item.value === undefined ? undefined : collapsed(item.value),
    properties: Object.fromEntries(
      Object.entries(item.properties ?? {}).map(([name, values]) => [
        name,
        list(values).map((value) =>
          typeof value === 'string'
            ? said(value)
            : typeof value === 'object' && value !== null && 'type' in value
              ? plainItem(value as ExpectedItem)
              : value,
        ),
      ]),
    ),
  };
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const isItem = (value: unknown): value is ExpectedItem =>
  typeof value === 'object' && value !== null && ('properties' in value || 'value' in value);

/** OpenGraph as RDFa tells it: `https://ogp.me/ns#title`, `http://ogp.me/ns/article#section`. */
function openGraphFacts(nodes: readonly Record<string, unknown>[]): [string, string][] {
  return nodes.flatMap((node) =>
    Object.entries(node).flatMap(([key, values]) => {
      const name = /ogp\.me\/ns(?:\/(\w+))?#(.+)$/.exec(key);
      if (name === null) return [];
      return list(values).map((value): [string, string] => [
        `${name[1] ?? 'og'}:${name[2]}`,
        String((value as { '@value': unknown })['@value']),
      ]);
    }),
  );
}

describe.skipIf(samples === undefined)('every fact of the structured-data pages', () => {
  const folder = samples ?? '';
  const htmls =
    samples === undefined
      ? []
      : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
          path.endsWith('.html'),
        );

  test.each(htmls)('%s', (path) => {
    const found = extract(readFileSync(join(folder, path)), base);
    const expected = factsBeside(join(folder, path.slice(0, -'.html'.length)));
    expect(found.jsonLd).toEqual(expect.arrayContaining(expected.jsonLd));
    expect(found.openGraph).toEqual(expect.arrayContaining(expected.openGraph));
    // A page without expected items may have some all the same.
    const items = expected.microdata.length > 0 ? found.microdata.filter(hasFacts) : [];
    expect(items.map(plainItem)).toEqual(expected.microdata.map(plainItem));
  });

  test('they are many', () => {
    const facts = htmls.map((path) => factsBeside(join(folder, path.slice(0, -'.html'.length))));
    expect(facts.flatMap(({ jsonLd }) => jsonLd).length).toBeGreaterThan(10);
    expect(facts.flatMap(({ microdata }) => microdata).length).toBeGreaterThan(10);
    expect(facts.flatMap(({ openGraph }) => openGraph).length).toBeGreaterThan(10);
  });

  test('addresses are relative to where the page was found', () => {
    const [item] = read(join(folder, 'schema.org/product_custom_url.json')) as MicrodataItem[];
    const html = readFileSync(join(folder, 'schema.org/product.html'));
    const { microdata } = extract(html, 'http://some-example.com/');
    expect(microdata.map(plainItem)).toEqual([item].map((one) => one && plainItem(one)));
  });

  test('a script with a comment is read with a warning', () => {
    const commented = htmls.filter((path) => path.includes('invalid'));
    expect(commented.length).toBeGreaterThan(0);
    for (const path of commented)
      expect(extract(readFileSync(join(folder, path)), base).warnings).toEqual([
        expect.stringContaining('a comment'),
      ]);
  });
});

/** The JSON files beside a page, in the three shapes they have. */
interface Facts {
  microdata?: unknown[];
  'json-ld'?: unknown[];
  opengraph?: { properties: [string, string][] }[];
}

function factsBeside(stem: string) {
  const readIf = (path: string): unknown => (existsSync(path) ? read(path) : []);
  const lists = readIf(`${stem}.jsonld`) as unknown[] | { items: unknown[] };
  const json = readIf(`${stem}.json`) as unknown[] | Facts;
  const all: Facts = Array.isArray(json) ? { microdata: json } : json;
  // Microformats have the shape of microdata and are read by nobody here.
  const isMicroformat = basename(stem).startsWith('microformat');
  const openGraph = [
    ...(all.opengraph ?? []).flatMap(({ properties }) => properties),
    ...openGraphFacts((all.microdata ?? []) as Record<string, unknown>[]),
  ];
  return {
    jsonLd: [...(Array.isArray(lists) ? lists : lists.items.flat()), ...(all['json-ld'] ?? [])],
    microdata: isMicroformat ? [] : (all.microdata ?? []).filter(isItem),
    openGraph: openGraph.map(([property, content]) => ({ property, content })),
  };
}

const hasFacts = (item: MicrodataItem): boolean =>
  Object.keys(item.properties).length > 0 || item.value !== undefined || item.type.length > 0;

describe.skipIf(pages === undefined)('the pages of a marketplace', () => {
  interface Asset {
    asset: Record<string, unknown>;
  }
  interface Sample {
    extractedListings: Record<string, unknown>[];
    listPageResponse: {
      jsonld: { offers: { offers: { url: string; itemOffered: Record<string, string> }[] } };
    };
  }
  const page = (name: string) => readFileSync(join(pages ?? '', name));

  test('the detail page says all that its expected record says of the unit', async () => {
    const { asset } = read(join(pages ?? '', 'asset_sample_output.json')) as Asset;
    const adapt = createAdapter(await loadMapping('rvtrader'));
    const { events, warnings } = adapt(
      { html: page('rvtrader_detail.html'), url: String(asset['url']) },
      { runId: 'test', observedAt: '2026-01-16T00:00:00.000Z' },
    );
    const text = (key: string): string => String(asset[key]);
    expect(warnings).toEqual([]);
    expect(events).toHaveLength(1);
    expect(events[0]?.sourceId).toBe(text('id'));
    expect(events[0]?.fields).toMatchObject({
      year: text('year'),
      make: text('make'),
      model: text('model'),
      floorplan: text('trim'),
      type: text('class'),
      condition: text('condition'),
      price: text('price_formatted'),
      vin: text('vin'),
      stockNumber: text('stock_number'),
      dealer: text('dealer_name'),
      location: text('location'),
      state: text('state'),
      zip: text('zip'),
      length: text('length'),
      weight: text('gross_vehicle_weight'),
      sleeps: text('sleeping_capacity'),
      slides: text('slide_outs'),
      url: text('url'),
    });
  });

  test('the search page says every offer, without an adapter too', async () => {
    const sample = read(join(pages ?? '', 'SAMPLE_DATA.json')) as Sample;
    const { offers, warnings } = extract(
      page('rvtrader_page.html'),
      'https://www.rvtrader.com/rvs-for-sale',
    );
    expect(warnings).toEqual([]);
    expect(offers).toHaveLength(36);
    const fields = offers.map((offer) => offer.fields);
    for (const { name, condition, price, url } of sample.extractedListings)
      expect(fields).toContainEqual(
        expect.objectContaining({ title: name, condition, price: Number(price).toFixed(2), url }),
      );
    // The mapping reads the same facts, on the same road.
    const adapt = createAdapter(await loadMapping('rvtrader'));
    const { events } = adapt(
      { html: page('rvtrader_page.html'), url: 'https://www.rvtrader.com/rvs-for-sale' },
      { runId: 'test', observedAt: '2026-01-16T00:00:00.000Z' },
    );
    const told = ({ title, price, url }: ListingFields) => ({ title, price, url });
    expect(events.map((event) => told(event.fields))).toEqual(fields.map(told));
  });
});
