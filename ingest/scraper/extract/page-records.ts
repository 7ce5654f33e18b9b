import type { Mapping } from '../../files/mapping.ts';
import { follow, parsePath, textOf } from '../../files/names.ts';
import type { SourceRecord } from '../../files/record.ts';
import { embeddedState } from './embedded-state.ts';
import { isObject, listOf, resolverOf, wholeBy, type JsonObject } from './json.ts';
import { asNode } from './microdata.ts';
import { findNodes, parseNodePath, typesOf, type Node } from './nodes.ts';
import { offersOnPage } from './page-offers.ts';
import { isOfProduct, openGraphNode, type OpenGraphProperty } from './open-graph.ts';
import { readPageData } from './page-data.ts';
import { resolveUrl, type Page } from './page.ts';
import { parseSelector, select } from './selector.ts';
import { asSold } from './terms.ts';

/** The listings of a page as a mapping names them, and what was mended or left out, for people. */
export interface PageRecords {
  records: SourceRecord[];
  warnings: string[];
}

/** Most listings of one page; a search page has some dozens. */
const MAX_RECORDS = 2_000;
/** Most that the records of one page hold together: more than a page can say once. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the records of a page. A page is text around them, so a record's bytes are the JSON of its node
 * alone, written anew by schema.org's names, without spaces and with every number as it stood, or its element
 * as it stands in the page. A script that is not JSON is one unreadable record; so is the whole page (`bytes`)
 * where nothing in it is a listing. `name` is the file's, or the page's address.
 */
export function recordsOfPage(
  page: Page,
  { format, records: paths = [] }: Pick<Mapping, 'format' | 'records'>,
  name: string,
  bytes: Buffer,
): PageRecords {
  const warnings = [...page.warnings];
  const file = { name, url: page.url, title: page.title, base: page.base };
  const found =
    format === 'html-offers'
      ? offersOf(page, warnings)
      : format === 'html-elements'
        ? elementsOf(page, paths, warnings)
        : structuredData(page, paths, warnings);
  const records: SourceRecord[] = [];
  let length = 0;
  for (const { bytesOf, ownUrl = '', ...said } of found) {
    const own = records.length < MAX_RECORDS ? bytesOf() : undefined;
    length += own?.length ?? 0;
    if (own === undefined || length > MAX_BYTES) {
      warnings.push(`only the first ${records.length} records are taken`);
      break;
    }
    const place = { ...file, url: ownUrl || file.url };
    records.push({ ...said, bytes: own, file: place, position: records.length + 1 });
  }
  if (records.length > 0) return { records, warnings };
  const nothing =
    format === 'html-offers'
      ? 'the page says of nothing that it is for sale'
      : `the page has no ${format === 'html-elements' ? 'element' : 'JSON-LD of'} ${paths.join(' or ')}`;
  return { records: [{ file, position: 1, bytes, unreadable: nothing }], warnings };
}

/** `ownUrl` is where a listing lives that is one of several of its page. */
type Found = { bytesOf: () => Buffer; ownUrl?: string } & (
  Pick<SourceRecord & { unreadable?: undefined }, 'data'> | { unreadable: string }
);

/** Each as our own fields, by all that the page says of it. */
function offersOf(page: Page, warnings: string[]): Found[] {
  const { offers, warnings: noticed } = offersOnPage(page);
  warnings.push(...noticed);
  return offers.map(({ fields, node }) => ({
    bytesOf: () => Buffer.from(JSON.stringify(node)),
    data: { kind: 'tree', value: fields, key: '', parents: [] },
    ownUrl: fields.url ?? '',
  }));
}

/** An element within another is a part of that one's listing. */
function elementsOf(page: Page, [selector = '']: readonly string[], warnings: string[]): Found[] {
  const taken = select(page.root, parseSelector(selector));
  let end = 0;
  const outermost = taken.filter((element) => {
    if (element.start < end) return false;
    end = element.end;
    return true;
  });
  const within = taken.length - outermost.length;
  if (within > 0)
    warnings.push(`${within} elements stand within another record and are a part of it`);
  return outermost.map((element) => ({
    bytesOf: () => Buffer.from(page.html.slice(element.start, element.end)),
    data: { kind: 'element', element },
  }));
}

/**
 * What scripts hold as the page's state (`$script.adData`) tells most and goes first; where there is
 * none, JSON-LD; where that has no listing, microdata; where nothing else tells of a thing for sale,
 * OpenGraph. One of them only: all tell of the same; but a page's one listing that tells no terms of its own
 * has those of OpenGraph, which speaks of the page as a whole.
 */
function structuredData(page: Page, paths: readonly string[], warnings: string[]): Found[] {
  const states = paths
    .filter((path) => path.startsWith(STATE))
    .flatMap((path) => stateOf(page, path));
  if (states.length > 0) return states.map((node) => foundNode(node, node.value));
  const types = paths.filter((path) => !path.startsWith(STATE)).map(parseNodePath);
  const { jsonLd, microdata, openGraph, warnings: mended } = readPageData(page);
  warnings.push(...mended);
  // One more than is taken, so that it is told.
  let left = MAX_RECORDS + 1;
  const inScripts = jsonLd.flatMap((script): (Node | Found)[] => {
    if ('fault' in script)
      return [{ bytesOf: () => Buffer.from(script.text), unreadable: script.fault }];
    const nodes = findNodes(script.nodes, types, left);
    left -= nodes.length;
    return nodes;
  });
  if (inScripts.some(isNode)) {
    const values = jsonLd.flatMap((script) => ('nodes' in script ? [script.nodes] : []));
    return listings(inScripts, { values, page, openGraph });
  }
  const faults = inScripts.filter((one): one is Found => !isNode(one));
  const items = microdata.map(asNode);
  const nodes = findNodes(items, types, left);
  if (nodes.length > 0) return [...faults, ...listings(nodes, { values: items, page, openGraph })];
  if (!isOfProduct(openGraph)) return faults;
  const value = openGraphNode(openGraph);
  return [...faults, foundNode({ value, parents: [] }, value)];
}

const isNode = (one: Node | Found): one is Node => 'parents' in one;

interface Said {
  page: Page;
  /** All values of the syntax the nodes are of. */
  values: readonly unknown[];
  openGraph: readonly OpenGraphProperty[];
}

/** Nodes as listings: at the prices they are sold at, each where it lives. What is no node stays. */
function listings(found: readonly (Node | Found)[], { page, values, openGraph }: Said): Found[] {
  const resolve = resolverOf(values);
  const whole = wholeBy(resolve);
  const nodes = found.filter(isNode);
  const own = nodes.filter(({ parents }) => !isListed(parents));
  return found.flatMap((one) => {
    if (!isNode(one)) return [one];
    const isOfList = isListed(one.parents);
    const ownUrl = nodes.length === 1 && !isOfList ? '' : addressOf(one, page);
    // Beside the page's own listing, a list recommends others: of what has no address nothing is known.
    if (own.length > 0 && isOfList && ownUrl === '') return [];
    if (!isObject(one.value)) return [{ ...foundNode(one, one.value), ownUrl }];
    const { offers } = openGraphNode(openGraph);
    const isAlone = own.length === 1 && !isOfList;
    const node = isAlone && !hasTerms(one.value) ? { ...one.value, offers } : one.value;
    return [{ ...foundNode(one, whole(asSold(node, resolve).node)), ownUrl }];
  });
}

const hasTerms = (node: JsonObject): boolean =>
  ['offers', 'price', 'priceSpecification'].some((name) => node[name] !== undefined);

const isListed = (parents: readonly unknown[]): boolean =>
  parents.some((one) => isObject(one) && typesOf(one).includes('ItemList'));

/** The address a node or its place in a list gives, on the page's own host; '' without one. */
function addressOf({ value, parents }: Node, page: Page): string {
  const [offers, place] = [isObject(value) ? listOf(value['offers']) : [], parents.at(-1)];
  for (const one of [value, ...offers, place]) {
    if (!isObject(one) || (one === place && !typesOf(one).includes('ListItem'))) continue;
    const url = resolveUrl(textOf(one['url']), page.base);
    const own = URL.parse(url);
    const isOfHost = page.url === '' || own?.host === URL.parse(page.url)?.host;
    if (own !== null && own.pathname !== '/' && isOfHost) return url;
  }
  return '';
}

const STATE = '$script.';

function stateOf(page: Page, path: string): Node[] {
  const [first, ...steps] = parsePath(path.slice(STATE.length));
  if (first?.kind !== 'key') return [];
  const state = embeddedState(page.scripts, first.key);
  if (state === undefined) return [];
  const nodes: Node[] = [];
  for (const value of follow(state, steps)) {
    if (nodes.length > MAX_RECORDS) break;
    if (typeof value === 'object' && value !== null)
      nodes.push({ value, parents: value === state ? [] : [state] });
  }
  return nodes;
}

/** The bytes are of the node as the page has it, whatever is read of it. */
const foundNode = ({ value, parents }: Node, read: unknown): Found => ({
  bytesOf: () => Buffer.from(JSON.stringify(value)),
  data: { kind: 'tree', value: read, key: '', parents },
});
