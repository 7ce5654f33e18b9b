import { isUtf8 } from 'node:buffer';
import { decodeBuffer } from 'encoding-sniffer';
import { Tokenizer } from 'htmlparser2';

/** An element of a page. Text between its tags stands among its children, entities decoded. */
export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (Element | string)[];
  parent: Element | undefined;
  /** Where it begins and ends in the page's text. */
  start: number;
  end: number;
}

/** A page as its tags say it. */
export interface Page {
  html: string;
  /** The element that holds all others; its name is ''. */
  root: Element;
  title: string;
  /** Where the page says it lives, on the host where it was found; '' where neither is known. */
  url: string;
  /** What relative addresses in it are relative to; '' where nothing says. */
  base: string;
  scripts: readonly Script[];
  warnings: readonly string[];
}

export interface Script {
  /** `application/ld+json`, lower case, without parameters. */
  type: string;
  id: string;
  text: string;
}

/**
 * What is kept of one page at most. A page that holds more is read as far as that, with a warning: real
 * listing pages stay far below, and whoever sends more wants the reader's memory.
 */
export const PAGE_LIMITS = {
  elements: 100_000,
  attributes: 256,
  depth: 200,
  scripts: 2_000,
} as const;

/**
 * The text of a page's bytes: UTF-8, or the encoding the page declares; where nobody reads that one
 * (`hz-gb-2312`, `replacement`), Windows-1252, in which tags and figures stand as they are.
 */
export function decodePage(bytes: Buffer): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  try {
    return decodeBuffer(bytes);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}

/**
 * Reads a page. The time grows with the length of the text only, however deep it is nested: the tree is
 * built here on the tokens of htmlparser2, whose own parser moves its whole stack for every tag.
 * `url` is where the page was fetched, '' for a saved one.
 */
export function readPage(html: string, url = ''): Page {
  const tree = buildTree(html);
  const base = resolveUrl(tree.baseHref, url) || httpUrl(url);
  return {
    html,
    root: tree.root,
    title: tree.title.trim(),
    url: ownAddress(resolveUrl(tree.canonical, base), httpUrl(url)),
    base: base || resolveUrl(tree.canonical, ''),
    scripts: tree.scripts,
    warnings: tree.warnings,
  };
}

/**
 * The canonical address of a page, where it may say so: nobody speaks for another host, and a page that
 * calls itself the home page would be all others too. Else where it was found.
 */
function ownAddress(canonical: string, found: string): string {
  if (canonical === '' || found === '') return canonical || found;
  const [own, fetched] = [new URL(canonical), new URL(found)];
  const isHome = ({ pathname, search }: URL): boolean => pathname === '/' && search === '';
  const hostOf = ({ host }: URL): string => host.replace(/^www\./, '');
  if (hostOf(own) !== hostOf(fetched) || (isHome(own) && !isHome(fetched))) return found;
  return canonical;
}

const httpUrl = (url: string): string => resolveUrl(url, '');

/** An address, absolute; '' where it is none of http or https, or is relative to nothing. */
export function resolveUrl(written: string, base: string): string {
  const text = written.trim();
  if (text === '' || text.length > 4_000) return '';
  const resolved = URL.parse(text, base === '' ? undefined : base);
  if (resolved === null || (resolved.protocol !== 'http:' && resolved.protocol !== 'https:'))
    return '';
  // A name and password in an address are nobody's business but its writer's.
  resolved.username = '';
  resolved.password = '';
  return resolved.href === `${text}/` ? text : resolved.href;
}

/** An address of a page: absolute; as it is written where nothing says relative to what. */
export function absoluteUrl(written: string, base: string): string {
  const isRelative = !/^\s*[a-z][\w+.-]*:/i.test(written);
  return base === '' && isRelative ? written.trim() : resolveUrl(written, base);
}

interface Tree {
  root: Element;
  title: string;
  canonical: string;
  baseHref: string;
  scripts: Script[];
  warnings: string[];
}

/** Shared by the many elements that have none: a map for each is most of what a page takes. */
const noAttributes: ReadonlyMap<string, string> = new Map();

const newElement = (name: string, parent: Element | undefined, start: number) => ({
  name,
  attributes: noAttributes,
  children: [] as (Element | string)[],
  parent,
  start,
  end: start,
});

function buildTree(html: string): Tree {
  const root = newElement('', undefined, 0);
  root.end = html.length;
  const tree: Tree = {
    root,
    title: '',
    canonical: '',
    baseHref: '',
    scripts: [],
    warnings: [],
  };
  const warned = new Set<string>();
  const warn = (message: string): void => {
    if (warned.has(message)) return;
    warned.add(message);
    tree.warnings.push(message);
  };
  const open: Element[] = [root];
  const openNames = new Map<string, number>();
  let count = 0;
  let element: ReturnType<typeof newElement> | undefined;
  let attributes = new Map<string, string>();
  let script: { element: Element; text: string } | undefined;
  let title: string | undefined;
  let attribute = '';
  let value = '';

  const top = (): Element => open.at(-1) ?? root;
  const pop = (end: number): void => {
    const last = open.pop();
    if (last === undefined) return;
    last.end = end;
    openNames.set(last.name, (openNames.get(last.name) ?? 1) - 1);
  };
  const takeText = (text: string): void => {
    if (script) script.text += text;
    else if (title !== undefined) title += text;
    if (script) return;
    const { children } = top();
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += text;
    else children.push(text);
  };
  const opened = (end: number): void => {
    if (element === undefined) return;
    const { name, attributes, start } = element;
    element.end = end;
    const implied = closedBy.get(name);
    while (implied?.has(top().name)) pop(start);
    if (name === 'script') script = { element, text: '' };
    if (name === 'title' && tree.title === '') title = '';
    if (name === 'base') tree.baseHref ||= attributes.get('href') ?? '';
    if (name === 'link' && hasToken(attributes.get('rel'), 'canonical'))
      tree.canonical ||= attributes.get('href') ?? '';
    if (name === 'meta' && attributes.get('property')?.trim().toLowerCase() === 'og:url')
      ogUrl ||= attributes.get('content') ?? '';
    count += 1;
    if (count <= PAGE_LIMITS.elements) {
      const parent = top();
      element.parent = parent;
      parent.children.push(element);
      if (!voidElements.has(name)) {
        if (open.length < PAGE_LIMITS.depth) {
          open.push(element);
          openNames.set(name, (openNames.get(name) ?? 0) + 1);
        } else warn(`elements are nested deeper than ${PAGE_LIMITS.depth}; the deepest stand flat`);
      }
    } else warn(`the page has more than ${PAGE_LIMITS.elements} elements; the rest is not read`);
    element = undefined;
  };
  let ogUrl = '';
  const closed = (name: string, start: number): void => {
    if (name === 'script' && script) {
      const { attributes } = script.element;
      const type = (attributes.get('type') ?? '').toLowerCase().split(';')[0]?.trim() ?? '';
      const id = attributes.get('id') ?? '';
      if (tree.scripts.length < PAGE_LIMITS.scripts)
        tree.scripts.push({ type, id, text: script.text });
      else warn(`the page has more than ${PAGE_LIMITS.scripts} scripts; the rest is not read`);
      script = undefined;
    }
    if (name === 'title' && title !== undefined) {
      tree.title = title;
      title = undefined;
    }
    if ((openNames.get(name) ?? 0) === 0) return;
    const end = html.indexOf('>', start) + 1 || html.length;
    while (top().name !== name) pop(start);
    pop(end);
  };

  const ignore = (): void => undefined;
  const tokens = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        element = newElement(html.slice(start, end).toLowerCase(), undefined, start - 1);
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => (value += html.slice(start, end)),
      onattribentity: (codePoint) => (value += String.fromCodePoint(codePoint)),
      onattribend() {
        if (element === undefined || element.attributes.has(attribute)) return;
        if (element.attributes.size === 0) {
          attributes = new Map();
          element.attributes = attributes;
        }
        if (attributes.size < PAGE_LIMITS.attributes) attributes.set(attribute, value);
        else warn(`an element has more than ${PAGE_LIMITS.attributes} attributes`);
      },
      onopentagend: (end) => opened(end + 1),
      onselfclosingtag: (end) => opened(end + 1),
      ontext: (start, end) => takeText(html.slice(start, end)),
      ontextentity: (codePoint) => takeText(String.fromCodePoint(codePoint)),
      onclosetag: (start, end) => closed(html.slice(start, end).toLowerCase(), start),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokens.write(html);
  tokens.end();
  if (script) closed('script', html.length);
  if (title !== undefined) tree.title = title;
  while (open.length > 1) pop(html.length);
  tree.canonical ||= ogUrl;
  return tree;
}

const hasToken = (list: string | undefined, token: string): boolean =>
  (list ?? '').toLowerCase().split(/\s+/).includes(token);

const voidElements: ReadonlySet<string> = new Set([
  'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr',
]); // prettier-ignore

const paragraph: ReadonlySet<string> = new Set(['p']);
const blocks = [
  'address', 'article', 'aside', 'blockquote', 'div', 'dl', 'fieldset', 'footer', 'form', 'h1', 'h2', 'h3',
  'h4', 'h5', 'h6', 'header', 'hr', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'table', 'ul',
]; // prettier-ignore

/** What the start of an element ends, where the page leaves out the end tag. */
const closedBy: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...blocks.map((name) => [name, paragraph] as const),
  ['li', new Set(['li', 'p'])],
  ['dt', new Set(['dt', 'dd', 'p'])],
  ['dd', new Set(['dt', 'dd', 'p'])],
  ['td', new Set(['td', 'th'])],
  ['th', new Set(['td', 'th'])],
  ['tr', new Set(['td', 'th', 'tr'])],
  ['tbody', new Set(['td', 'th', 'tr', 'thead', 'tbody'])],
  ['option', new Set(['option'])],
]);
