import { rawText } from '../../files/parse-json.ts';
import { typesOf } from './nodes.ts';

/** One thing for sale as a page's nodes tell it: what is sold, and on what terms where any are told. */
export interface ForSale {
  item: JsonObject;
  offer: JsonObject | undefined;
}
export type JsonObject = Readonly<Record<string, unknown>>;

const sold: ReadonlySet<string> = new Set([
  'product', 'individualproduct', 'productmodel', 'vehicle', 'car', 'motorizedbicycle', 'motorcycle', 'busorcoach',
  'recreationalvehicle', 'motorhome', 'trailer',
]); // prettier-ignore

/** How many records one page gives at most; a search page has some dozens. */
export const MAX_RECORDS = 2_000;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  rawText(value) === undefined;

/** A value as a list: of none, of one, or as it is. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/**
 * What is for sale in these values, in the order of the page. A product with one offer is one; with
 * several that name themselves, each is one of its own; an offer of an AggregateOffer says what it
 * offers in `itemOffered`. A node that is only named (`{"@id": …}`) is looked up among the others.
 */
export function findForSale(values: readonly unknown[]): ForSale[] {
  const byId = new Map<string, JsonObject>();
  const visited = new Set<object>();
  const index = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) index(one);
    else if (isObject(value)) {
      const id = value['@id'];
      if (typeof id === 'string' && Object.keys(value).length > 1 && !byId.has(id))
        byId.set(id, value);
      for (const member of Object.values(value)) index(member);
    }
  };
  const resolve = (value: unknown): unknown => {
    if (!isObject(value) || Object.keys(value).length !== 1) return value;
    const id = value['@id'];
    return (typeof id === 'string' ? byId.get(id) : undefined) ?? value;
  };
  const objects = (value: unknown): JsonObject[] => listOf(value).map(resolve).filter(isObject);

  const found: ForSale[] = [];
  const visit = (value: unknown): void => {
    if (found.length >= MAX_RECORDS) return;
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (isObject(value) && !visited.has(value)) {
      visited.add(value);
      if (!take(value)) for (const member of Object.values(value)) visit(member);
    }
  };
  const take = (node: JsonObject): boolean => {
    const types = typesOf(node).map((type) => type.toLowerCase());
    if (types.includes('offer') && node['itemOffered'] !== undefined) {
      offered(node);
      return true;
    }
    const offers = objects(node['offers']).flatMap(within);
    const isSold = types.some((type) => sold.has(type));
    if (types.includes('aggregateoffer')) {
      if (offers.length === 0) return false;
      for (const offer of offers) offered(offer);
      return true;
    }
    if (offers.length === 0 && !isSold) return false;
    for (const offer of offers) visited.add(offer);
    const own = offers.filter((offer) => offer['itemOffered'] !== undefined);
    const named = offers.filter((offer) => isNamed(offer));
    if (own.length > 0) for (const offer of own) offered(offer);
    else if (named.length > 1)
      for (const offer of named)
        found.push({ item: { ...node, offers: undefined, ...offer }, offer });
    else found.push({ item: node, offer: offers.find((one) => hasPrice(one)) ?? offers[0] });
    return true;
  };
  const offered = (offer: JsonObject): void => {
    visited.add(offer);
    const items = objects(offer['itemOffered']);
    for (const item of items.length > 0 ? items : [offer]) {
      visited.add(item);
      if (found.length < MAX_RECORDS) found.push({ item, offer });
    }
  };
  /** The offers of an AggregateOffer; the offer itself where it is one. */
  const within = (offer: JsonObject): JsonObject[] => {
    const inner = objects(offer['offers']);
    return inner.length > 0 ? inner : [offer];
  };

  index(values);
  visit(values);
  // A thing offered twice over, by a node of its own and by the list, is one: the one with terms stays.
  const withTerms = new Set(found.filter(({ offer }) => offer).map(({ item }) => item));
  return found.filter(({ item, offer }) => offer !== undefined || !withTerms.has(item));
}

const isNamed = (offer: JsonObject): boolean =>
  ['name', 'sku', 'url'].some((key) => offer[key] !== undefined) && hasPrice(offer);
const hasPrice = (offer: JsonObject): boolean =>
  ['price', 'priceSpecification', 'lowPrice'].some((key) => offer[key] !== undefined);
