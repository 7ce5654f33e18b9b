import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { isDollars, isForeign } from './currency.ts';
import { fieldsOf } from './fields.ts';
import { isObject, listOf } from './json.ts';
import { asNode, type MicrodataItem } from './microdata.ts';
import { findForSale, MAX_RECORDS, type ForSale } from './offers.ts';
import { isOfProduct, openGraphNode, type OpenGraphProperty } from './open-graph.ts';
import { readPageData } from './page-data.ts';
import type { Page } from './page.ts';

/** One thing for sale on a page, put together from all that the page says of it. */
export interface PageOffer {
  /** As raw.listing.v1 has them: plain text; `url` and `image` absolute, of http or https. */
  fields: ListingFields;
  /** Where it was found; the first to say something of a field decides it. */
  from: ('json-ld' | 'microdata' | 'opengraph')[];
  /** Only a price of hire is told of it: what the page asks elsewhere is no price either. */
  isHired?: boolean;
  /** Only a list on the page tells of it. */
  isOfList?: boolean;
  /** What the page says of it, for the event's record. */
  node: unknown;
}

export interface PageOffers {
  offers: PageOffer[];
  /** What was mended, left out or could not be read, for people; what the page itself says of that aside. */
  warnings: string[];
  /** All that the page says, whether of things for sale or not. */
  jsonLd: unknown[];
  microdata: MicrodataItem[];
  openGraph: OpenGraphProperty[];
}

const MAX_WARNINGS = 50;

/**
 * What a page offers for sale, from its JSON-LD, microdata and OpenGraph together. Never throws; time and
 * memory are bounded whatever the page.
 */
export function offersOnPage(page: Page): PageOffers {
  const { jsonLd: scripts, microdata, openGraph, warnings } = readPageData(page);
  for (const script of scripts) if ('fault' in script) warnings.push(script.fault);
  const read = scripts.filter((script) => 'value' in script);
  const jsonLd = read.flatMap(({ value }) => elementsOf(value)).filter(isObject);

  const found = [
    ...toOffers(findForSale(read.map(({ nodes }) => nodes)), 'json-ld', page.base),
    ...toOffers(findForSale(microdata.map(asNode)), 'microdata', page.base),
  ];
  if (found.length >= MAX_RECORDS) warnings.push(`the page offers more than ${MAX_RECORDS} things`);
  const offers = withOpenGraph(withoutUnplaced(merge(found)), openGraph, page.base);
  const own = ownOf(offers);
  if (own !== undefined && page.url !== '') own.fields.url ??= page.url;
  return { offers, warnings: warnings.slice(0, MAX_WARNINGS), jsonLd, microdata, openGraph };
}

/** The values of lists in lists; how deep they are is bounded where they are read. */
const elementsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.flatMap(elementsOf) : [value];

const telling = ['title', 'vin', 'price', 'model'] as const;

const toOffers = (
  found: readonly ForSale[],
  from: PageOffer['from'][number],
  base: string,
): PageOffer[] =>
  found
    .map((one) => ({
      fields: fieldsOf(one, base),
      from: [from],
      ...(one.isHired === true ? { isHired: true } : {}),
      ...(one.isOfList === true ? { isOfList: true } : {}),
      node: one.offer === undefined ? one.item : { ...one.item, offers: one.offer },
    }))
    // An address or a picture alone is nothing for sale.
    .filter(({ fields }) => telling.some((field) => fields[field] !== undefined));

/** Beside the page's own listing, a list recommends others: of what has no address nothing is known. */
function withoutUnplaced(offers: PageOffer[]): PageOffer[] {
  const isAllOfList = offers.every(({ isOfList }) => isOfList === true);
  return isAllOfList
    ? offers
    : offers.filter(({ isOfList, fields }) => isOfList !== true || fields.url !== undefined);
}

/** The one listing the page is of: its only one, or the only one that no list recommends. */
function ownOf(offers: readonly PageOffer[]): PageOffer | undefined {
  const own = offers.length === 1 ? offers : offers.filter(({ isOfList }) => isOfList !== true);
  return own.length === 1 ? own[0] : undefined;
}

/** What tells one thing from another; the first that two records both have decides. */
const keys = ['vin', 'stockNumber', 'url', 'title'] as const;

/** Records that speak of one thing, as one: each field from the first that has it. */
function merge(found: readonly PageOffer[]): PageOffer[] {
  const merged: PageOffer[] = [];
  const byKey = new Map<string, PageOffer>();
  const remember = (record: PageOffer): void => {
    for (const key of keys) {
      const text = keyOf(record, key);
      if (text !== '' && !byKey.has(text)) byKey.set(text, record);
    }
  };
  const own = found.filter(({ isOfList }) => isOfList !== true);
  // Where each syntax tells of one thing, they speak of the same, whatever lists recommend besides.
  const alone = new Set([found, own].find(isOneInEach));
  for (const record of found) {
    const same = keys
      .map((key) => byKey.get(keyOf(record, key)))
      .find((one) => one !== undefined && agree(one, record));
    const like = (one: PageOffer): boolean => alone.has(one) && agree(one, record);
    const target = same ?? (alone.has(record) ? merged.find(like) : undefined);
    if (target === undefined) merged.push(record);
    else add(target, record);
    remember(target ?? record);
  }
  return merged;
}

const isOneInEach = (records: readonly PageOffer[]): boolean =>
  new Set(records.map(({ from }) => from[0])).size === records.length;

const keyOf = ({ fields }: PageOffer, key: (typeof keys)[number]): string => {
  const text = fields[key]?.toLowerCase().replaceAll(/\s+/g, ' ').trim() ?? '';
  return text === '' ? '' : `${key} ${text}`;
};

/** Two records that name themselves differently speak of two things. */
function agree(a: PageOffer, b: PageOffer): boolean {
  const deciding = keys.slice(0, 2).filter((key) => a.fields[key] && b.fields[key]);
  if (deciding.length > 0) return deciding.every((key) => keyOf(a, key) === keyOf(b, key));
  // Within one syntax two nodes are two things unless an id says otherwise: a search page repeats titles.
  if (a.from[0] !== b.from[0]) return isSameTitle(a, b);
  return (['url', 'title'] as const).every(
    (key) => keyOf(a, key) !== '' && keyOf(a, key) === keyOf(b, key),
  );
}

/** `2019 Jayco Eagle` and `Used 2019 Jayco Eagle 330RSTS` are one; what has no title may be either. */
function isSameTitle(a: PageOffer, b: PageOffer): boolean {
  const [one, other] = [a, b].map((record) => words(record.fields.title ?? ''));
  if (one === undefined || other === undefined) return false;
  return one === '' || other === '' || one.includes(other) || other.includes(one);
}

/** Each word between spaces, so that none is found within another. */
const words = (title: string): string => {
  const plain = title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim();
  return plain === '' ? '' : ` ${plain} `;
};

function add(target: PageOffer, other: PageOffer): void {
  const told = { ...other.fields };
  if (target.isHired === true) {
    delete told.price;
    delete told.currency;
  }
  target.fields = { ...told, ...target.fields, ...dollarsBeside(target.fields, told) };
  if (other.isHired === true && target.fields.price === undefined) target.isHired = true;
  if (other.isOfList !== true) delete target.isOfList;
  for (const from of other.from) if (!target.from.includes(from)) target.from.push(from);
}

/** What is asked in dollars beside another currency; one sum in both is a mistake in one of them. */
function dollarsBeside(own: ListingFields, { price, currency }: ListingFields): ListingFields {
  const isBeside = isForeign(own.currency ?? '') && isDollars(currency ?? '');
  return isBeside && price !== undefined && figures(price) !== figures(own.price ?? '')
    ? { price, currency }
    : {};
}

const figures = (price: string): number => Number(price.replaceAll(/[^\d.]/g, ''));

/** OpenGraph speaks of the page as a whole: of its own record, or where there is none and it says that it sells, as one. */
function withOpenGraph(
  records: readonly PageOffer[],
  properties: readonly OpenGraphProperty[],
  base: string,
): PageOffer[] {
  const own = ownOf(records);
  const isAlone = records.length === 0 && isOfProduct(properties);
  if (properties.length === 0 || (own === undefined && !isAlone)) return [...records];
  const item = openGraphNode(properties);
  const fields = fieldsOf({ item, offer: listOf(item['offers']).find(isObject) }, base);
  const told: PageOffer = { fields, from: ['opengraph'], node: properties };
  if (own === undefined) return [told];
  add(own, told);
  return [...records];
}
