import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { fieldsOf, present } from './fields.ts';
import { readJsonLd } from './json-ld.ts';
import { asNode, readMicrodata, type MicrodataItem } from './microdata.ts';
import { findForSale, isObject, listOf, MAX_RECORDS, type ForSale } from './offers.ts';
import { contentOf, readOpenGraph, type OpenGraphProperty } from './open-graph.ts';
import { decodePage, readPage, resolveUrl } from './page.ts';
import { plainText } from './text.ts';

/** One thing for sale on a page, put together from all that the page says of it. */
export interface ExtractedRecord {
  /** As raw.listing.v1 has them: plain text; `url` and `image` absolute, of http or https. */
  fields: ListingFields;
  /** Where it was found; the first to say something of a field decides it. */
  from: ('json-ld' | 'microdata' | 'opengraph')[];
  /** What the page says of it, for the event's record. */
  node: unknown;
}

export interface Extracted {
  records: ExtractedRecord[];
  /** What was mended, left out or could not be read, for people. */
  warnings: string[];
  /** The page's title and its canonical address, '' where it has none. */
  title: string;
  url: string;
  /** All that the page says, whether of things for sale or not. */
  jsonLd: unknown[];
  microdata: MicrodataItem[];
  openGraph: OpenGraphProperty[];
}

export interface ExtractOptions {
  /** Longest page that is read, in characters; the rest of a longer one is left out. */
  maxLength?: number;
}

const MAX_LENGTH = 10_000_000;
const MAX_WARNINGS = 50;

/**
 * What a page offers for sale, from its JSON-LD, microdata and OpenGraph. `url` is where the page was
 * fetched. Never throws; time and memory are bounded whatever the page.
 */
export function extract(
  html: string | Buffer,
  url: string,
  { maxLength = MAX_LENGTH }: ExtractOptions = {},
): Extracted {
  const whole = typeof html === 'string' ? html : decodePage(html);
  const page = readPage(whole.slice(0, maxLength), url);
  const warnings = [...page.warnings];
  if (whole.length > maxLength) warnings.push(`the page is longer than ${maxLength} characters`);

  const scripts = readJsonLd(page.scripts);
  for (const script of scripts) {
    if ('fault' in script) warnings.push(script.fault);
    else if (script.mended.length > 0)
      warnings.push(`JSON-LD was mended: ${script.mended.join(', ')}`);
  }
  const jsonLd = scripts
    .flatMap((script) => ('value' in script ? listOf(script.value) : []))
    .filter(isObject);
  const microdata = readMicrodata(page);
  warnings.push(...microdata.warnings);
  const openGraph = readOpenGraph(page);

  const found = [
    ...toRecords(findForSale(jsonLd), 'json-ld', page.base),
    ...toRecords(findForSale(microdata.items.map(asNode)), 'microdata', page.base),
  ];
  if (found.length >= MAX_RECORDS) warnings.push(`the page offers more than ${MAX_RECORDS} things`);
  const records = withOpenGraph(merge(found), openGraph, page.base);
  const [only] = records;
  if (records.length === 1 && page.url !== '' && only) only.fields.url ??= page.url;
  return {
    records,
    warnings: warnings.slice(0, MAX_WARNINGS),
    title: plainText(page.title),
    url: page.url,
    jsonLd,
    microdata: microdata.items,
    openGraph,
  };
}

const telling = ['title', 'vin', 'price', 'model'] as const;

const toRecords = (
  found: readonly ForSale[],
  from: ExtractedRecord['from'][number],
  base: string,
): ExtractedRecord[] =>
  found
    .map((one) => ({
      fields: fieldsOf(one, base),
      from: [from],
      node: one.offer === undefined ? one.item : { ...one.item, offers: one.offer },
    }))
    // An address or a picture alone is nothing for sale.
    .filter(({ fields }) => telling.some((field) => fields[field] !== undefined));

/** What tells one thing from another; the first that two records both have decides. */
const keys = ['vin', 'stockNumber', 'url', 'title'] as const;

/** Records that speak of one thing, as one: each field from the first that has it. */
function merge(found: readonly ExtractedRecord[]): ExtractedRecord[] {
  const merged: ExtractedRecord[] = [];
  const byKey = new Map<string, ExtractedRecord>();
  const remember = (record: ExtractedRecord): void => {
    for (const key of keys) {
      const text = keyOf(record, key);
      if (text !== '' && !byKey.has(text)) byKey.set(text, record);
    }
  };
  const counts = Map.groupBy(found, ({ from }) => from[0]);
  const alone = [...counts.values()].every((records) => records.length === 1);
  for (const record of found) {
    const same = keys
      .map((key) => byKey.get(keyOf(record, key)))
      .find((one) => one !== undefined && agree(one, record));
    const [only] = merged;
    const target = same ?? (alone && only !== undefined && agree(only, record) ? only : undefined);
    if (target === undefined) merged.push(record);
    else add(target, record);
    remember(target ?? record);
  }
  return merged;
}

const keyOf = ({ fields }: ExtractedRecord, key: (typeof keys)[number]): string => {
  const text = fields[key]?.toLowerCase().replaceAll(/\s+/g, ' ').trim() ?? '';
  return text === '' ? '' : `${key} ${text}`;
};

/** Two records that name themselves differently speak of two things. */
function agree(a: ExtractedRecord, b: ExtractedRecord): boolean {
  const deciding = keys.slice(0, 2).filter((key) => a.fields[key] && b.fields[key]);
  if (deciding.length > 0) return deciding.every((key) => keyOf(a, key) === keyOf(b, key));
  // Within one syntax two nodes are two things unless an id says otherwise: a search page repeats titles.
  if (a.from[0] !== b.from[0]) return true;
  return (['url', 'title'] as const).every(
    (key) => keyOf(a, key) !== '' && keyOf(a, key) === keyOf(b, key),
  );
}

function add(target: ExtractedRecord, other: ExtractedRecord): void {
  target.fields = { ...other.fields, ...target.fields };
  for (const from of other.from) if (!target.from.includes(from)) target.from.push(from);
}

/** OpenGraph speaks of the page as a whole: of its one record, or where it says that it sells, as one. */
function withOpenGraph(
  records: readonly ExtractedRecord[],
  properties: readonly OpenGraphProperty[],
  base: string,
): ExtractedRecord[] {
  const said = (...names: string[]): string => plainText(contentOf(properties, ...names));
  const price = said('product:price:amount', 'og:price:amount', 'product:sale_price:amount');
  const isForSale = price !== '' || /(?:^|[.:])product(?:$|[.:])/i.test(said('og:type'));
  if (records.length > 1 || (records.length === 0 && !isForSale)) return [...records];
  const fields = present({
    title: said('og:title'),
    description: said('og:description'),
    make: said('product:brand'),
    condition: said('product:condition'),
    price,
    currency: said('product:price:currency', 'og:price:currency', 'product:sale_price:currency'),
    stockNumber: said('product:retailer_item_id'),
    image: resolveUrl(contentOf(properties, 'og:image', 'og:image:url'), base),
    status: said('product:availability', 'og:availability'),
  });
  const own: ExtractedRecord = { fields, from: ['opengraph'], node: properties };
  const [record] = records;
  if (record === undefined) return [own];
  if (properties.length > 0) add(record, own);
  return [record];
}
