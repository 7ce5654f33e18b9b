import type { Mapping } from '../../files/mapping.ts';
import { follow, parsePath } from '../../files/names.ts';
import type { SourceRecord } from '../../files/record.ts';
import { embeddedState } from './embedded-state.ts';
import { readJsonLd } from './json-ld.ts';
import { asNode, readMicrodata } from './microdata.ts';
import { findNodes, parseNodePath, type Node } from './nodes.ts';
import type { Page } from './page.ts';
import { parseSelector, select } from './selector.ts';

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
 * alone, written anew without spaces and with every number as it stood, or its element as it stands in
 * the page. A script that is not JSON is one unreadable record; so is the whole page (`bytes`) where
 * nothing in it is a listing. `name` is the file's, or the page's address.
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
    format === 'html-elements'
      ? elementsOf(page, paths, warnings)
      : structuredData(page, paths, warnings);
  const records: SourceRecord[] = [];
  let length = 0;
  for (const { bytesOf, ...said } of found) {
    const own = records.length < MAX_RECORDS ? bytesOf() : undefined;
    length += own?.length ?? 0;
    if (own === undefined || length > MAX_BYTES) {
      warnings.push(`only the first ${records.length} records are taken`);
      break;
    }
    records.push({ ...said, bytes: own, file, position: records.length + 1 });
  }
  if (records.length > 0) return { records, warnings };
  const what =
    format === 'html-elements' ? `element ${paths.join(', ')}` : `JSON-LD of ${paths.join(' or ')}`;
  return {
    records: [{ file, position: 1, bytes, unreadable: `the page has no ${what}` }],
    warnings,
  };
}

type Found = { bytesOf: () => Buffer } & (
  Pick<SourceRecord & { unreadable?: undefined }, 'data'> | { unreadable: string }
);

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
 * none, JSON-LD; where that has no listing, microdata. One of them only: all three tell of the same.
 */
function structuredData(page: Page, paths: readonly string[], warnings: string[]): Found[] {
  const states = paths
    .filter((path) => path.startsWith(STATE))
    .flatMap((path) => stateOf(page, path));
  if (states.length > 0) return states.map(foundNode);
  const types = paths.filter((path) => !path.startsWith(STATE)).map(parseNodePath);
  let found: Found[] = [];
  // One more than is taken, so that it is told.
  const nodesOf = (value: unknown): Found[] =>
    findNodes(value, types, Math.max(0, MAX_RECORDS + 1 - found.length)).map(foundNode);
  for (const script of readJsonLd(page.scripts)) {
    if ('fault' in script)
      found.push({ bytesOf: () => Buffer.from(script.text), unreadable: script.fault });
    else {
      if (script.mended.length > 0)
        warnings.push(`JSON-LD was mended: ${script.mended.join(', ')}`);
      found = [...found, ...nodesOf(script.value)];
    }
  }
  if (found.some((one) => 'data' in one)) return found;
  const microdata = readMicrodata(page);
  warnings.push(...microdata.warnings);
  return [...found, ...nodesOf(microdata.items.map(asNode))];
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

const foundNode = ({ value, parents }: Node): Found => ({
  bytesOf: () => Buffer.from(JSON.stringify(value)),
  data: { kind: 'tree', value, key: '', parents },
});
