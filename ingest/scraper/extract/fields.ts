import type { ListingField, ListingFields } from '#schemas/events/raw-listing.ts';
import { textOf } from '../../files/names.ts';
import { isObject, listOf, type JsonObject } from './json.ts';
import type { ForSale } from './offers.ts';
import { resolveUrl } from './page.ts';
import { plainName } from './schema-names.ts';
import { plainText } from './text.ts';

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
  const address = place && (first(place, 'address') ?? first(place, 'location'));
  const both = (...names: string[]): string => said(terms, ...names) || said(item, ...names);
  /** A value of schema.org's own lists: its name, or the address it is named by. */
  const namedBy = (name: string): string =>
    both(name) || textOf((first(terms, name) ?? first(item, name) ?? {})['@id']);
  return present({
    title: said(item, 'name') || said(terms, 'name'),
    description: said(item, 'description') || said(terms, 'description'),
    year: /\d{4}/.exec(said(item, 'vehicleModelDate', 'modelDate', 'productionDate'))?.[0] ?? '',
    make: said(item, 'brand', 'manufacturer', 'make'),
    model: said(item, 'model'),
    floorplan: said(item, 'vehicleConfiguration'),
    type: said(item, 'bodyType', 'category'),
    condition: term(namedBy('itemCondition'), 'Condition'),
    price: priceOf(terms, specification) || priceOf(item, undefined),
    currency:
      both('priceCurrency') ||
      said(specification ?? {}, 'priceCurrency') ||
      said(first(terms, 'price') ?? {}, 'currency'),
    mileage: quantity(item, 'mileageFromOdometer') || property(item, 'mileage'),
    weight: quantity(item, 'weight', 'weightTotal'),
    length: quantity(item, 'length', 'depth') || property(item, 'length'),
    sleeps: property(item, 'sleeps'),
    slides: property(item, 'slides'),
    fuel: said(item, 'fuelType'),
    vin: said(item, 'vehicleIdentificationNumber', 'vin') || property(item, 'vin'),
    stockNumber:
      said(item, 'sku', 'productID') || said(terms, 'sku') || property(item, 'stockNumber'),
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

/** The first object that stands under a name. */
const first = (node: JsonObject, name: string): JsonObject | undefined =>
  listOf(node[name]).find(isObject);

/** The first of these names that says something: its text, or the name of what it is. */
function said(node: JsonObject, ...names: readonly string[]): string {
  for (const name of names)
    for (const value of listOf(node[name])) {
      const text = plainText(isObject(value) ? nameOf(value) : textOf(value));
      if (text !== '') return text;
    }
  return '';
}

const nameOf = (node: JsonObject): string =>
  textOf(node['name']) || textOf(node['@value']) || textOf(node['value']);

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

/** Codes of units as UN/CEFACT has them; another unit is written as the page writes it. */
const units: Readonly<Record<string, string>> = {
  SMI: 'mi', KMT: 'km', LBR: 'lb', KGM: 'kg', FOT: 'ft', INH: 'in', MTR: 'm', CMT: 'cm',
}; // prettier-ignore

function measure(value: JsonObject): string {
  const number = said(value, 'value');
  const code = said(value, 'unitCode', 'unitText');
  return number === '' ? '' : `${number} ${units[code.toUpperCase()] ?? code}`.trim();
}

/** What pages call the properties they list with a name and a value. */
const properties = {
  vin: /^(?:vin|vehicle identification number)$/i,
  stockNumber: /^(?:stock|stock ?(?:#|no\.?|num|number|id))$/i,
  mileage: /^(?:mileage|odometer|miles)$/i,
  length: /^(?:(?:overall|exterior|total) )?length$/i,
  sleeps: /^(?:sleeps|sleeping capacity)$/i,
  slides: /^(?:slides|slide[ -]?outs?|number of slide[ -]?outs?)$/i,
} as const;

/** The value of a property that stands in a list: `{"@type": "PropertyValue", "propertyID": "VIN", "value": …}`. */
function property(item: JsonObject, wanted: keyof typeof properties): string {
  const listed = [...listOf(item['identifier']), ...listOf(item['additionalProperty'])];
  const found = listed
    .filter(isObject)
    .find((one) => properties[wanted].test((said(one, 'propertyID') || said(one, 'name')).trim()));
  return found === undefined ? '' : measure(found);
}

function quantity(item: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const value = first(item, name);
    const text = value ? measure(value) : said(item, name);
    if (text !== '') return text;
  }
  return '';
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
