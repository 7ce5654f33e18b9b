import { isDollars } from './currency.ts';
import type { JsonObject } from './json.ts';
import type { Element, Page } from './page.ts';

/** A property of the page's head, such as `og:title` or `product:price:amount`, and what it says. */
export interface OpenGraphProperty {
  property: string;
  content: string;
}

const MAX_PROPERTIES = 1_000;

/**
 * The OpenGraph properties of a page, in its order: every `<meta property="prefix:name" content>`, and where pages
 * take one attribute for the other, `<meta name="og:title">`.
 */
export function readOpenGraph(page: Page): OpenGraphProperty[] {
  const found: OpenGraphProperty[] = [];
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || found.length >= MAX_PROPERTIES) continue;
      const property = child.name === 'meta' ? propertyOf(child) : undefined;
      const content = child.attributes.get('content')?.trim();
      if (property?.includes(':') === true && content !== undefined && content !== '')
        for (const one of property.split(/\s+/)) found.push({ property: shortName(one), content });
      visit(child);
    }
  };
  visit(page.root);
  return found;
}

function propertyOf({ attributes }: Element): string | undefined {
  const property = attributes.get('property')?.trim() ?? '';
  const name = attributes.get('name')?.trim() ?? '';
  return property === '' && /^(?:og|product|vehicle):/i.test(name) ? name : property;
}

/** `http://ogp.me/ns#image` is `og:image`, `https://ogp.me/ns/article#section` is `article:section`. */
const shortName = (property: string): string =>
  property.replace(
    /^https?:\/\/ogp\.me\/ns(?:\/(\w+))?#/i,
    (_all, vocabulary?: string) => `${vocabulary ?? 'og'}:`,
  );

/** The first content of one of these properties; '' where the page has none. */
const contentOf = (properties: readonly OpenGraphProperty[], ...names: readonly string[]): string =>
  names
    .map((name) => properties.find(({ property }) => property.toLowerCase() === name)?.content)
    .find((content) => content !== undefined) ?? '';

/** What is asked now goes before what was asked. */
const prices = ['product:sale_price', 'product:price', 'og:price'];

/** What is asked, and in which currency: of amounts in several the one in dollars, where there is one. */
function priceOf(properties: readonly OpenGraphProperty[]): { price: string; currency: string } {
  const all = (name: string): string[] =>
    properties.flatMap(({ property, content }) =>
      property.toLowerCase() === name ? [content] : [],
    );
  const first = contentOf(properties, ...prices.map((name) => `${name}:currency`));
  for (const name of prices) {
    const amounts = all(`${name}:amount`);
    const currencies = all(`${name}:currency`);
    const at = amounts.length === currencies.length ? currencies.findIndex(isDollars) : 0;
    const price = amounts[Math.max(at, 0)];
    if (price !== undefined) return { price, currency: currencies[Math.max(at, 0)] ?? first };
  }
  return { price: contentOf(properties, 'vehicle:price', ...prices), currency: first };
}

/** Whether these properties say that the page sells one thing: its price, or that it is a product of a name. */
export const isOfProduct = (properties: readonly OpenGraphProperty[]): boolean =>
  priceOf(properties).price !== '' ||
  (/(?:^|[.:])(?:product(?:\.item)?|vehicle|car)$/i.test(contentOf(properties, 'og:type').trim()) &&
    contentOf(properties, 'og:title') !== '');

/** What they say of it in the shape of JSON-LD, so that all is read by one reader. */
export function openGraphNode(properties: readonly OpenGraphProperty[]): JsonObject {
  const said = (members: Record<string, string>): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''));
  const of = (...names: string[]): string => contentOf(properties, ...names);
  const { price, currency } = priceOf(properties);
  const offers = said({
    price,
    priceCurrency: currency,
    availability: of('product:availability', 'og:availability'),
  });
  const brand = said({ name: of('product:brand', 'vehicle:make') });
  const mileage = said({
    value: of('vehicle:mileage:value', 'vehicle:mileage'),
    unitText: of('vehicle:mileage:unit'),
  });
  return {
    '@type': 'Product',
    ...said({
      name: of('og:title'),
      description: of('og:description'),
      itemCondition: of('product:condition', 'vehicle:condition', 'vehicle:state_of_vehicle'),
      sku: of('product:retailer_item_id', 'vehicle:stock_number'),
      image: of('og:image', 'og:image:url'),
      model: of('vehicle:model'),
      vehicleModelDate: of('vehicle:year'),
      vehicleConfiguration: of('vehicle:trim'),
      vehicleIdentificationNumber: of('vehicle:vin'),
    }),
    ...('name' in brand ? { brand } : {}),
    ...('value' in mileage ? { mileageFromOdometer: mileage } : {}),
    ...(Object.keys(offers).length > 0 ? { offers } : {}),
  };
}
