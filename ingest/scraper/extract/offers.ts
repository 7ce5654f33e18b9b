import { isObject, listOf, resolverOf, wholeBy, type JsonObject } from './json.ts';
import { membersOf, typesOf } from './nodes.ts';
import { askedOf, asSold, isOfService, isService, termsOf, type Sold } from './terms.ts';

/** One thing for sale as a page's nodes tell it: what is sold, and on what terms where any are told. */
export interface ForSale {
  item: JsonObject;
  offer: JsonObject | undefined;
  /** Told at a price that is of hire: it is asked for nothing, whatever else the page says. */
  isHired?: boolean;
  /** It stands in an ItemList: where the page has a listing of its own, the list recommends others. */
  isOfList?: boolean;
}

const sold: ReadonlySet<string> = new Set([
  'product', 'individualproduct', 'productmodel', 'vehicle', 'car', 'motorizedbicycle', 'motorcycle', 'busorcoach',
  'recreationalvehicle', 'motorhome', 'trailer',
]); // prettier-ignore

const isThing = (node: JsonObject): boolean =>
  typesOf(node).some((type) => sold.has(type.toLowerCase()));

/** A thing that a review is of, or a page mentions, is for sale where it says on what terms. */
const spokenOf = ['itemReviewed', 'mentions'] as const;

/** How many records one page gives at most; a search page has some dozens. */
export const MAX_RECORDS = 2_000;

/**
 * What is for sale in these values, in the order of the page. A product with one offer is one; with
 * several that name themselves, each is one of its own; an offer of an AggregateOffer says what it
 * offers in `itemOffered`. A node that is only named (`{"@id": …}`) is looked up among the others.
 */
export function findForSale(values: readonly unknown[]): ForSale[] {
  const resolve = resolverOf(values);
  const visited = new Set<object>();
  const objects = (value: unknown): JsonObject[] =>
    listOf(value).slice(0, MAX_RECORDS).map(resolve).filter(isObject);

  const found: ForSale[] = [];
  let isOfList = false;
  const tell = (one: ForSale): void => void found.push(isOfList ? { ...one, isOfList } : one);
  const visit = (value: unknown): void => {
    if (found.length >= MAX_RECORDS) return;
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (isObject(value) && !visited.has(value)) {
      visited.add(value);
      const before = isOfList;
      isOfList ||= typesOf(value).includes('ItemList');
      if (!take(value)) for (const member of membersOf(onOffer(placed(value)))) visit(member);
      isOfList = before;
    }
  };
  /** Its place in a list says where a thing is that does not say so itself. */
  const placed = (node: JsonObject): JsonObject => {
    const { item, url } = node;
    if (!isObject(item) || typeof url !== 'string' || item['url'] !== undefined) return node;
    return Object.keys(item).length === 1 ? node : { ...node, item: { ...item, url } };
  };
  const take = (node: JsonObject): boolean => {
    const types = typesOf(node).map((type) => type.toLowerCase());
    if (types.includes('offer') && node['itemOffered'] !== undefined) {
      offered(asSold(node));
      return true;
    }
    const given = objects(node['offers'])
      .flatMap(within)
      .filter((offer) => !isOfService(offer, resolve))
      .slice(0, MAX_RECORDS);
    const told = given.map(termsOf);
    const ofSale = told.filter(({ isSale }) => isSale);
    const isHired = told.length > 0 && ofSale.length === 0;
    const kept = isHired ? told : ofSale;
    const offers = askedOf(kept);
    const isSold = isThing(node);
    if (types.includes('aggregateoffer')) {
      if (offers.length === 0) return false;
      for (const one of kept) offered(one);
      return true;
    }
    if (offers.length === 0 && !isSold) return false;
    for (const offer of given) visited.add(offer);
    const own = kept.filter((one) => one.node['itemOffered'] !== undefined);
    const named = offers.filter((offer) => isNamed(offer));
    if (own.length > 0) for (const one of own) offered(one);
    else if (named.length > 1)
      for (const offer of named) tell({ item: { ...node, offers: undefined, ...offer }, offer });
    else {
      const offer = offers.find((one) => hasPrice(one)) ?? offers[0];
      tell({ item: isHired ? asSold(node, resolve).node : node, offer, isHired });
    }
    return true;
  };
  const offered = ({ node: offer, isSale }: Sold): void => {
    visited.add(offer);
    const items = objects(offer['itemOffered']);
    for (const item of items.length > 0 ? items : [offer]) {
      visited.add(item);
      if (isService(item)) continue;
      if (found.length < MAX_RECORDS) tell({ item, offer, isHired: !isSale });
    }
  };
  /** The offers of an AggregateOffer; the offer itself where it is one. */
  const within = (offer: JsonObject): JsonObject[] => {
    const inner = objects(offer['offers']);
    return inner.length > 0 ? inner : [offer];
  };

  visit(values);
  // A thing offered twice over, by a node of its own and by the list, is one: the one with terms stays.
  const withTerms = new Set(found.filter(({ offer }) => offer).map(({ item }) => item));
  const whole = wholeBy(resolve);
  return found
    .filter(({ item, offer }) => offer !== undefined || !withTerms.has(item))
    .map(({ item, offer, ...rest }) => ({
      ...rest,
      item: whole(item),
      offer: offer && whole(offer),
    }));
}

/** A node without the things that it only speaks of. */
function onOffer(node: JsonObject): JsonObject {
  if (spokenOf.every((name) => node[name] === undefined)) return node;
  const left = spokenOf.map((name) => [
    name,
    listOf(node[name]).filter((one) => isObject(one) && !(isThing(one) && !one['offers'])),
  ]);
  return { ...node, ...(Object.fromEntries(left) as JsonObject) };
}

const isNamed = (offer: JsonObject): boolean =>
  ['name', 'sku', 'url'].some((key) => offer[key] !== undefined) && hasPrice(offer);
const hasPrice = (offer: JsonObject): boolean =>
  ['price', 'priceSpecification', 'lowPrice'].some((key) => offer[key] !== undefined);
