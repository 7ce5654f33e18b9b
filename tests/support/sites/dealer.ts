import { gzipSync } from 'node:zlib';
import type { Served, TestSite } from './serve.ts';

/** A unit on a lot. */
export interface LotUnit {
  stock: string;
  vin: string;
  year: number;
  make: string;
  model: string;
  /** Undefined: price on request. */
  price: number | undefined;
  /** Changes with the unit, for conditional requests. */
  version: number;
}

/** A lot of made-up units: every tenth has its price on request. */
export function lotOf(count: number): LotUnit[] {
  return Array.from({ length: count }, (_one, n) => ({
    stock: `L${1_000 + n}`,
    vin: `1TSTR${String(n).padStart(12, '0')}`,
    year: 2005 + (n % 20),
    make: ['Jayco', 'Winnebago', 'Keystone'][n % 3] ?? 'Jayco',
    model: ['Eagle 317RLOK', 'View 24D', 'Montana 3121RL'][n % 3] ?? 'Eagle 317RLOK',
    price: n % 10 === 9 ? undefined : 20_000 + 37 * n,
    version: 1,
  }));
}

export interface DealerOptions {
  /** Seconds of its robots.txt. */
  crawlDelay?: number;
  perPage?: number;
  /** Whether its sitemap has a unit: sitemaps of real sites lack a quarter. */
  isInSitemap?: (unit: LotUnit, n: number) => boolean;
  /** Whether its pages name their version (ETag): those of most dealers do not. */
  namesVersions?: boolean;
  /** What stands at other paths, or in place of its own. */
  traps?: Record<string, Served>;
}

/** A robots.txt that allows lists and units, and nothing private. */
const robots = (crawlDelay: number | undefined): string =>
  [
    'User-agent: *',
    'Disallow: /',
    '',
    'User-agent: RigWorthBot',
    'Disallow: /private',
    'Disallow: /*sort=',
    ...(crawlDelay === undefined ? [] : [`Crawl-delay: ${crawlDelay}`]),
    'Sitemap: /sitemap.xml',
    '',
  ].join('\n');

/** Whether that robots.txt forbids a path. */
export const isForbidden = (path: string): boolean => /^\/private|sort=/.test(path);

/**
 * A dealer: lists of ten units a page, a page for each with JSON-LD, sitemaps in an index of which one
 * is packed and one plain text. `lot` may be changed between requests.
 */
export function dealerSite(lot: () => readonly LotUnit[], options: DealerOptions = {}): TestSite {
  const {
    crawlDelay,
    perPage = 10,
    isInSitemap = () => true,
    namesVersions = true,
    traps = {},
  } = options;
  return (path, request) => {
    const trap = traps[path];
    if (trap !== undefined) return trap;
    const origin = `http://${request.headers.host}`;
    const units = lot();
    const listed = units
      .filter(isInSitemap)
      .map(({ stock }) => `${origin}/rv/${stock}?utm_source=map`);
    const half = Math.ceil(listed.length / 2);
    if (path === '/robots.txt') return text(robots(crawlDelay));
    if (path === '/sitemap.xml')
      return xml(
        `<sitemapindex>${['a.xml.gz', 'b.txt'].map((name) => `<sitemap><loc>${origin}/${name}</loc></sitemap>`).join('')}</sitemapindex>`,
      );
    if (path === '/a.xml.gz')
      return {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(
          `<urlset>${listed
            .slice(0, half)
            .map((url) => `<url><loc>${url}</loc></url>`)
            .join('')}<url><loc>${origin}/private/1</loc></url></urlset>`,
        ),
      };
    if (path === '/b.txt') return text(listed.slice(half).join('\n'));
    const page = /^\/inventory(?:\?page=(\d+))?$/.exec(path);
    if (page !== null) return inventory(units, Number(page[1] ?? 1), perPage);
    const unit = units.find(({ stock }) => path === `/rv/${stock}`);
    if (unit === undefined) return undefined;
    return namesVersions
      ? unitPage(unit, request.headers['if-none-match'])
      : { body: unitBody(unit) };
  };
}

const text = (body: string): Served => ({ headers: { 'content-type': 'text/plain' }, body });
const xml = (body: string): Served => ({ headers: { 'content-type': 'application/xml' }, body });

function inventory(units: readonly LotUnit[], page: number, perPage: number): Served {
  const from = (page - 1) * perPage;
  const cards = units
    .slice(from, from + perPage)
    .map(({ stock, year, make }) => `<li><a href="/rv/${stock}#photos">${year} ${make}</a>`)
    .join('');
  const next = from + perPage < units.length ? `<a href="?page=${page + 1}">Next</a>` : '';
  return {
    body: `<!doctype html><title>Our lot</title><ul>${cards}</ul>${next}
      <a href="/inventory?sort=price">By price</a> <a href="/private/offers">Staff</a>
      <a href="/inventory?page=1#top">First</a> <a href="mailto:sales@dealer.example">Mail</a>`,
  };
}

function unitPage(unit: LotUnit, ifNoneMatch: string | undefined): Served {
  const etag = `"${unit.stock}-${unit.version}"`;
  if (ifNoneMatch === etag) return { status: 304, headers: { etag } };
  const headers = { 'content-type': 'text/html; charset=utf-8', etag };
  return { headers, body: unitBody(unit) };
}

function unitBody(unit: LotUnit): string {
  const { stock, vin, year, make, model, price } = unit;
  const vehicle = {
    '@context': 'https://schema.org',
    '@type': 'Vehicle',
    sku: stock,
    name: `${year} ${make} ${model}`,
    vehicleIdentificationNumber: vin,
    vehicleModelDate: String(year),
    brand: { '@type': 'Brand', name: make },
    model,
    itemCondition: 'Used',
    ...(price === undefined
      ? {}
      : { offers: { '@type': 'Offer', price: `${price}.00`, priceCurrency: 'USD' } }),
  };
  return `<!doctype html><title>${vehicle.name}</title>
      <script type="application/ld+json">${JSON.stringify(vehicle)}</script>
      <h1>${vehicle.name}</h1><p>${price === undefined ? 'Call for price' : `$${price}`}</p>
      <a href="/inventory">Back</a>`;
}

/** The mapping its pages are read by. */
export const dealerMapping = `
source: test-dealer
format: html
coverage: full
records: [Vehicle]
id: [sku]
fields:
  title: name
  year: vehicleModelDate
  make: brand.name
  model: model
  vin: vehicleIdentificationNumber
  stockNumber: sku
  condition: itemCondition
  price: offers.price
  currency: offers.priceCurrency
  url: $url
observedAt: $option
`;

/** The file of the site, where it is served. */
export const dealerSiteFile = (origin: string, more = ''): string => `
mapping: ./mapping.yaml
start: ['${origin}/inventory']
listings: ['^/rv/']
pages: ['^/inventory']
${more}`;
