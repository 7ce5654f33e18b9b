import type { LotUnit } from './dealer.ts';
import type { TestSite } from './serve.ts';

/**
 * A marketplace: cards with data-* attributes on pages that say where the next is, and no robots.txt
 * or sitemap. It may offer the units of a dealer under numbers of its own.
 */
export function marketplaceSite(units: () => readonly LotUnit[], perPage = 20): TestSite {
  return (path) => {
    const page = /^\/search(?:\/(\d+))?$/.exec(path);
    if (page === null) return undefined;
    const number = Number(page[1] ?? 1);
    const all = units();
    const from = (number - 1) * perPage;
    const cards = all.slice(from, from + perPage).map(
      ({ stock, vin, year, make, model, price }) =>
        `<article class="unit" data-id="m-${stock}" data-vin="${vin}" data-year="${year}" data-make="${make}"
          data-price="${price ?? ''}"><h2>${make} ${model}</h2></article>`,
    );
    const next =
      from + perPage < all.length ? `<link rel="next" href="/search/${number + 1}">` : '';
    return { body: `<!doctype html><title>RVs for sale</title>${next}${cards.join('\n')}` };
  };
}

export const marketplaceMapping = `
source: test-marketplace
format: html-elements
records: article.unit
id: ['@data-id']
fields:
  title: h2
  vin: '@data-vin'
  year: '@data-year'
  make: '@data-make'
  price: '@data-price'
observedAt: $option
`;

export const marketplaceSiteFile = (origin: string): string => `
mapping: ./mapping.yaml
start: ['${origin}/search']
listings: ['^/never/']
pages: ['^/search']
read: [pages]
`;
