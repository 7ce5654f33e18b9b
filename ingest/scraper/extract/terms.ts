import { textOf } from '../../files/names.ts';
import {
  atDollars,
  currencyOf,
  dollarsWithin,
  inDollars,
  isDollars,
  isForeign,
} from './currency.ts';
import { isObject, listOf, type JsonObject } from './json.ts';
import { typesOf } from './nodes.ts';

/** What dealers offer beside units. */
const services: ReadonlySet<string> = new Set([
  'service', 'financialproduct', 'financialservice', 'loanorcredit',
]); // prettier-ignore

export const isService = (node: JsonObject): boolean =>
  typesOf(node).some((type) => services.has(type.toLowerCase()));

/** An offer of services alone: of the loan or the warranty that goes with a unit. */
export function isOfService(offer: JsonObject, resolve: (value: unknown) => unknown): boolean {
  const items = listOf(offer['itemOffered']).map(resolve).filter(isObject);
  return items.length > 0 && items.every(isService);
}

/** A node with the prices it is sold at, and whether what is told of it is a sale at all. */
export interface Sold {
  node: JsonObject;
  isSale: boolean;
}

/**
 * A node without the prices it is not sold at: of lease and hire, by the month or the night, struck
 * through, recommended by its maker. Of several offers those of sale stay; where none is, they stay
 * without a price. `resolve` looks up an offer that is only named.
 */
export function asSold(
  given: JsonObject,
  resolve: (value: unknown) => unknown = (value) => value,
): Sold {
  const told = atDollars(given);
  const listed = listOf(given['offers']).slice(0, MAX_OFFERS).map(resolve).filter(isObject);
  const offers = listed
    .flatMap((offer) => dollarsWithin(offer, resolve))
    .filter((offer) => !isOfService(offer, resolve))
    .map(termsOf);
  const ofSale = offers.filter(({ isSale }) => isSale);
  const sold = ofSale.length > 0 ? ofSale : offers;
  const node = listed.length === 0 ? told : { ...told, offers: single(askedOf(sold)) };
  if (isHire(node) || (offers.length > 0 && ofSale.length === 0))
    return { node: withoutPrices(node), isSale: false };
  return specified(node);
}

/** The offers that are asked, where any are; of those in several currencies the ones in dollars. */
export function askedOf(offers: readonly Sold[]): readonly JsonObject[] {
  const nodes = offers.map(({ node }) => node);
  const asked = nodes.filter((offer) => !isReference(offer));
  return inDollars(asked.length > 0 ? asked : nodes);
}

/** An offer that is called by a price nobody asks: of `MSRP` and `Sale Price` the latter is the offer. */
const isReference = (offer: JsonObject): boolean =>
  /^(?:m\.?s\.?r\.?p|(?:list|retail|sticker|regular|original|old) price|was)\b/i.test(
    textOf(offer['name']).trim(),
  );

/** Most offers of one thing that are looked at. */
const MAX_OFFERS = 2_000;

/** Read once however many things name it: a page may name one long list of offers thousands of times. */
const known = new WeakMap<JsonObject, Sold>();

export function termsOf(offer: JsonObject): Sold {
  const sold = known.get(offer) ?? asSold(offer);
  known.set(offer, sold);
  return sold;
}

const single = (values: readonly unknown[]): unknown => (values.length === 1 ? values[0] : values);

/** Chooses among the specifications of an offer's price; the lowest rank goes first. */
function specified(offer: JsonObject): Sold {
  const specifications = listOf(offer['priceSpecification']).filter(isObject);
  if (specifications.length === 0) return { node: offer, isSale: true };
  const price = textOf(offer['price']);
  const ofSale = specifications
    .filter((one) => !isHire(one) && rank(one) !== undefined)
    .toSorted((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0));
  const asked = inDollars(ofSale);
  const isPeriodic = specifications.some(
    (one) => isHire(one) && isSameOrUnsaid(textOf(one['price']), price),
  );
  if (isPeriodic && ofSale.length === 0) return { node: withoutPrices(offer), isSale: false };
  const { priceSpecification: _all, price: given, priceCurrency: currency, ...rest } = offer;
  // Nothing is asked where a specification says what is.
  const written = asked.length > 0 && isNothing(price) ? undefined : given;
  const isElsewhere =
    isForeign(textOf(currency)) && asked.some((one) => isDollars(currencyOf(one)));
  return {
    node: {
      ...rest,
      ...(isElsewhere || currency === undefined ? {} : { priceCurrency: currency }),
      ...(isElsewhere || isPeriodic || written === undefined ? {} : { price: written }),
      ...(asked.length > 0 ? { priceSpecification: single(asked) } : {}),
    },
    isSale: true,
  };
}

const isNothing = (price: string): boolean => /^\$?0*(?:\.0*)?$/.test(price.trim());

const isSameOrUnsaid = (price: string, other: string): boolean =>
  price === '' || other === '' || price === other || Number(price) === Number(other);

const termOf = (value: unknown): string =>
  (isObject(value) ? textOf(value['@id']) || textOf(value['name']) : textOf(value))
    .replace(/^.*[/#:]/, '')
    .trim()
    .toLowerCase();

const ranks: Readonly<Record<string, number | undefined>> = {
  saleprice: 0, regularprice: 2, minimumadvertisedprice: 2, listprice: 3,
  strikethroughprice: undefined, msrp: undefined, srp: undefined, invoiceprice: undefined,
}; // prettier-ignore

/** How near a price is to what is asked; undefined where it is another thing's or nobody asks it. */
function rank(specification: JsonObject): number | undefined {
  if (typesOf(specification).some((type) => /^(?:Payment|Delivery)Charge/i.test(type)))
    return undefined;
  const type = termOf(specification['priceType']);
  return Object.hasOwn(ranks, type) ? ranks[type] : 1;
}

const periodCodes: ReadonlySet<string> = new Set(['mon', 'ann', 'day', 'wee', 'hur', 'min', 'sec']);
const period =
  /^(?:(?:per|a|\/)\s*)?(?:(?:hour|day|night|week|month|year)(?:s|ly)?|nightly|daily|mo|wk|yr|annum|bi-?weekly)\.?$/;

/** Whether a price is for a time rather than for the thing. */
function isHire(node: JsonObject): boolean {
  const functions = listOf(node['businessFunction']).map(termOf);
  if (functions.length > 0 && functions.every((one) => /lease|rent|hire/.test(one))) return true;
  if (typesOf(node).some((type) => type.toLowerCase() === 'offerforlease')) return true;
  if (
    ['billingDuration', 'billingIncrement', 'billingPeriod'].some((key) => node[key] !== undefined)
  )
    return true;
  const units = [node, ...listOf(node['referenceQuantity']).filter(isObject)];
  return units.some(
    (one) =>
      periodCodes.has(termOf(one['unitCode'])) ||
      period.test(textOf(one['unitText']).trim().toLowerCase()) ||
      /month|week|daily|night|rent|lease/.test(termOf(one['priceType'])),
  );
}

const prices = ['price', 'lowPrice', 'highPrice', 'priceSpecification'];

/** A node that is not for sale at what it says, and what it offers neither. */
function withoutPrices(node: JsonObject): JsonObject {
  const bare = Object.fromEntries(Object.entries(node).filter(([key]) => !prices.includes(key)));
  const items = listOf(node['itemOffered']);
  if (items.some((item) => isObject(item) && prices.some((key) => key in item)))
    bare['itemOffered'] = single(
      items.map((item) => (isObject(item) ? withoutPrices(item) : item)),
    );
  return bare;
}
