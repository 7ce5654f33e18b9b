import type { ListingField, ListingFields } from '#schemas/events/raw-listing.ts';
import { textOf } from '../../files/names.ts';
import { isObject, listOf, type JsonObject } from './json.ts';
import { first, quantity, said } from './node-texts.ts';
import type { ForSale } from './offers.ts';
import { resolveUrl } from './page.ts';
import { propertiesOf } from './properties.ts';
import { plainName } from './schema-names.ts';

/** The longest text of a field in an event, and of an address. */
const MAX_FIELD = 4_000;

/**
 * The fields of a listing as schema.org nodes tell them: plain text, addresses absolute and of http or
 * https. A price stays as it is written (`51495.00`, `Call for price`, `8,995 - 12,000` of a range):
 * reading it is normalisation's.
 */
export function fieldsOf({ item, offer }: ForSale, base: string): ListingFields {
  const terms: JsonObject = offer ?? {};
  const specification = first(terms, 'priceSpecification');
  const seller = first(terms, 'seller') ?? first(terms, 'offeredBy') ?? first(item, 'seller');
  const place = first(terms, 'availableAtOrFrom') ?? seller;
  const engine = first(item, 'vehicleEngine') ?? {};
  const property = propertiesOf(item);
  const address = place && (first(place, 'address') ?? first(place, 'location'));
  const both = (...names: string[]): string => said(terms, ...names) || said(item, ...names);
  /** A value of schema.org's own lists: its name, or the address it is named by. */
  const namedBy = (name: string): string =>
    both(name) || textOf((first(terms, name) ?? first(item, name) ?? {})['@id']);
  return present({
    title: said(item, 'name') || said(terms, 'name'),
    description: said(item, 'description') || said(terms, 'description'),
    year: yearIn(said(item, 'vehicleModelDate', 'modelDate', 'productionDate') || property('year')),
    make: said(item, 'brand', 'manufacturer', 'make') || property('make'),
    model: said(item, 'model') || property('model'),
    floorplan: said(item, 'vehicleConfiguration') || property('floorplan'),
    type: said(item, 'bodyType', 'category') || property('type'),
    condition: term(namedBy('itemCondition'), 'Condition') || property('condition'),
    price: priceOf(terms, specification) || priceOf(item, undefined),
    currency:
      both('priceCurrency') ||
      said(specification ?? {}, 'priceCurrency') ||
      said(first(terms, 'price') ?? {}, 'currency'),
    msrp: property('msrp'),
    mileage: quantity(item, 'mileageFromOdometer') || property('mileage'),
    weight:
      quantity(item, 'weight') ||
      property('weight') ||
      quantity(item, 'weightTotal') ||
      property('grossWeight'),
    length: quantity(item, 'length', 'depth') || property('length'),
    sleeps: property('sleeps'),
    slides: property('slides'),
    fuel: said(item, 'fuelType') || said(engine, 'fuelType') || property('fuel'),
    horsepower: property('horsepower'),
    vin: said(item, 'vehicleIdentificationNumber', 'vin') || property('vin'),
    stockNumber: said(item, 'sku', 'productID') || said(terms, 'sku') || property('stockNumber'),
    url: link(base, item['url'], terms['url']),
    image: link(base, item['image'], item['photo'], terms['image']),
    dealer: seller ? said(seller, 'name') : '',
    location: address ? '' : said(place ?? {}, 'address'),
    city: said(address ?? {}, 'addressLocality'),
    state: said(address ?? {}, 'addressRegion'),
    zip: said(address ?? {}, 'postalCode'),
    status: term(namedBy('availability'), ''),
  });
}

/** The fields that say something, each cut to what an event holds. */
function present(fields: Partial<Record<ListingField, string>>): ListingFields {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([field, text]) => [field, text.slice(0, MAX_FIELD).toWellFormed()] as const)
      .filter(([, text]) => text.trim() !== ''),
  );
}

const yearIn = (text: string): string => /\d{4}/.exec(text)?.[0] ?? '';

/** `https://schema.org/UsedCondition` is `Used`, `InStock` stays. */
const term = (text: string, ending: string): string => {
  const name = plainName(text);
  return name !== ending && name.endsWith(ending)
    ? name.slice(0, name.length - ending.length)
    : name;
};

function priceOf(node: JsonObject, specification: JsonObject | undefined): string {
  const price = said(node, 'price') || said(specification ?? {}, 'price');
  if (price !== '') return price;
  const low = said(node, 'lowPrice') || said(specification ?? {}, 'minPrice');
  const high = said(node, 'highPrice') || said(specification ?? {}, 'maxPrice');
  return low === '' || high === '' || low === high ? low || high : `${low} - ${high}`;
}

/** The first address among these values that is one. */
function link(base: string, ...values: readonly unknown[]): string {
  for (const value of values.flatMap(listOf)) {
    const written = isObject(value)
      ? textOf(value['url']) || textOf(value['contentUrl']) || textOf(value['@id'])
      : textOf(value);
    const resolved = resolveUrl(written, base);
    if (resolved !== '' && resolved.length <= MAX_FIELD) return resolved;
  }
  return '';
}
