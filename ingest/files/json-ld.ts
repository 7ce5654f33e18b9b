import { isUtf8 } from 'node:buffer';
import { decodeBuffer } from 'encoding-sniffer';
import { elementsOf, type Element } from './elements.ts';
import { follow, parsePath, type Step } from './names.ts';
import { parseJson } from './parse-json.ts';

/** A JSON-LD script of a page: what it says, or why it cannot be read. */
export type JsonLdScript = { text: string } & ({ value: unknown } | { fault: string });

/** What is read of a page. */
export interface Page {
  title: string;
  /** Its canonical address; '' where it names none. */
  url: string;
  scripts: JsonLdScript[];
}

const wanted: ReadonlySet<string> = new Set(['title', 'link', 'meta', 'script']);

/** Reads a page's title, canonical address and JSON-LD scripts, in UTF-8 or the encoding it declares. */
export function readPage(bytes: Buffer): Page {
  const html = isUtf8(bytes) ? bytes.toString('utf8') : decodeBuffer(bytes);
  const elements = Map.groupBy(elementsOf(html, wanted), ({ name }) => name);
  const scripts = (elements.get('script') ?? [])
    .filter((script) => attribute(script, 'type').toLowerCase() === 'application/ld+json')
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => readScript(text));
  return {
    title: (elements.get('title')?.[0]?.text ?? '').trim(),
    url: canonicalUrl(elements),
    scripts,
  };
}

const attribute = (element: Element | undefined, name: string): string =>
  element?.attributes.get(name)?.trim() ?? '';

function canonicalUrl(elements: ReadonlyMap<string, readonly Element[]>): string {
  const link = elements
    .get('link')
    ?.find((one) => attribute(one, 'rel').toLowerCase().split(/\s+/).includes('canonical'));
  const meta = elements.get('meta')?.find((one) => attribute(one, 'property') === 'og:url');
  return attribute(link, 'href') || attribute(meta, 'content');
}

function readScript(text: string): JsonLdScript {
  try {
    return { text, value: parseJson(text) };
  } catch (first) {
    try {
      return { text, value: parseJson(mended(text)) };
    } catch {
      return { text, fault: `JSON-LD is not JSON: ${(first as Error).message}` };
    }
  }
}

// A string, or what is to be mended outside of strings: one scan, so that neither is taken for the
// other. A string that does not end is one too, up to the text's end: else it would be looked for anew
// at each of its characters.
const stringOrComma = /"(?:[^"\\]|\\.?)*(?:"|$)|,(?=\s*[}\]])/gs;

/**
 * Takes off what pages wrap around JSON-LD (HTML comments, CDATA marks, a semicolon) and mends what
 * has one meaning only: a comma before a closing bracket, a bare line end or tab inside a string.
 */
function mended(text: string): string {
  return text
    .trim()
    .replace(/^(?:\/\/|\/\*)?\s*<!(?:--|\[CDATA\[)\s*(?:\*\/)?/, '')
    .replace(/(?:\/\/|\/\*)?(?<!\s)\s*(?:--|\]\])>\s*(?:\*\/)?$/, '')
    .replace(/;\s*$/, '')
    .replaceAll(stringOrComma, (found) =>
      found === ',' ? '' : found.replaceAll(/\p{Cc}/gu, escaped),
    );
}

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Where records stand in JSON-LD: nodes of a type, or what a path from such a node leads to. */
export interface NodePath {
  type: string;
  steps: readonly Step[];
}

/** Reads `Vehicle` or `AggregateOffer.offers`. */
export function parseNodePath(written: string): NodePath {
  const [type = '', ...rest] = written.split('.');
  return { type: type.trim(), steps: parsePath(rest.join('.')) };
}

export interface Node {
  value: object;
  /** The objects around it, outermost first. */
  parents: readonly unknown[];
}

/**
 * The nodes of a JSON-LD value that the paths name, in the order of the document and each once,
 * wherever they stand: at the top, in an array, under @graph or within another node.
 */
export function findNodes(value: unknown, paths: readonly NodePath[]): Node[] {
  const found = new Map<object, Node>();
  const visit = (node: unknown, parents: readonly unknown[]): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const element of node) visit(element, parents);
      return;
    }
    const within = [...parents, node];
    for (const { type, steps } of paths) {
      if (!isOfType(node, type)) continue;
      for (const target of follow(node, steps))
        if (typeof target === 'object' && target !== null && !found.has(target))
          found.set(target, { value: target, parents: target === node ? parents : within });
    }
    for (const member of Object.values(node)) visit(member, within);
  };
  visit(value, []);
  return [...found.values()];
}

/** `Vehicle` is also `http://schema.org/Vehicle` and `schema:Vehicle`. */
function isOfType(node: object, type: string): boolean {
  const written: unknown = '@type' in node ? node['@type'] : undefined;
  const types: unknown[] = Array.isArray(written) ? written : [written];
  return types.some(
    (one) =>
      typeof one === 'string' && one.replace(/^.*[/#:]/, '').toLowerCase() === type.toLowerCase(),
  );
}
