import { textOf } from '../../files/names.ts';
import { isObject, listOf, type JsonObject } from './json.ts';

/** A currency as pages write it, as its code: `US$` and `usd` are `USD`. */
const codeOf = (written: string): string => {
  const code = written.trim().toUpperCase();
  return code === '$' || code === 'US$' ? 'USD' : code;
};

export const isDollars = (currency: string): boolean => codeOf(currency) === 'USD';
export const isForeign = (currency: string): boolean => !['', 'USD'].includes(codeOf(currency));

/** The currency a node's price is told in, by itself or by its parts; '' where none is named. */
export const currencyOf = (node: JsonObject): string =>
  [node, ...listOf(node['price']), ...listOf(node['priceSpecification'])]
    .filter(isObject)
    .flatMap((one) => [...listOf(one['priceCurrency']), ...listOf(one['currency'])])
    .map(textOf)
    .find((code) => code.trim() !== '') ?? '';

const asksDollars = (node: JsonObject): boolean => isDollars(currencyOf(node));

/** Of nodes in several currencies those in dollars, where there are any; else all. */
export const inDollars = <T extends JsonObject>(nodes: readonly T[]): readonly T[] =>
  nodes.some(asksDollars) ? nodes.filter(asksDollars) : nodes;

/** An offer that sums others up in another currency is the ones in dollars among them. */
export function dollarsWithin(
  offer: JsonObject,
  resolve: (value: unknown) => unknown,
): readonly JsonObject[] {
  if (!isForeign(currencyOf(offer))) return [offer];
  const within = listOf(offer['offers']).map(resolve).filter(isObject).filter(asksDollars);
  return within.length > 0 ? within : [offer];
}

/** A node that lists its price in several currencies, at the one in dollars where there is one. */
export function atDollars(node: JsonObject): JsonObject {
  const prices = listOf(node['price']);
  if (prices.length < 2) return node;
  const listed = listOf(node['priceCurrency']);
  const currencies = prices.map((price, at) =>
    isObject(price) ? currencyOf(price) : listed.length === prices.length ? textOf(listed[at]) : '',
  );
  const at = currencies.findIndex(isDollars);
  return at === -1 ? node : { ...node, price: prices[at], priceCurrency: 'USD' };
}
