import { absoluteUrl, type Element, type Page } from './page.ts';
import { plainName } from './schema-names.ts';
import { textOfElement } from './text.ts';

/** An item as the page's itemscope, itemtype and itemprop attributes say it (HTML standard, microdata). */
export interface MicrodataItem {
  type: string[];
  id?: string;
  properties: Record<string, MicrodataValue[]>;
  /** The text of an item that has no properties. */
  value?: string;
}
export type MicrodataValue = string | MicrodataItem | Record<string, string | boolean>;

/** How many steps through the page reading its items may take; itemref can lead anywhere, often. */
const MAX_STEPS = 1_000_000;
const MAX_ITEMS = 5_000;
/** How deep items may stand in each other, through itemref too. */
const MAX_DEPTH = 64;

/**
 * The items of a page, those of other items within them. Besides the standard, as pages write it: a
 * `content` attribute counts on every element; an element named by itemref gives its properties even
 * where it is an item of its own; an `…-input` tells what is to be put in.
 */
export function readMicrodata(page: Page): { items: MicrodataItem[]; warnings: string[] } {
  const byId = new Map<string, Element>();
  const roots: Element[] = [];
  walk(page.root, (element) => {
    const id = element.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    if (isItem(element) && !element.attributes.has('itemprop')) roots.push(element);
    return true;
  });
  let steps = 0;
  let count = 0;
  const spend = (): boolean => {
    steps += 1;
    return steps <= MAX_STEPS;
  };

  const readItem = (element: Element, around: readonly Element[]): MicrodataItem => {
    count += 1;
    const item: MicrodataItem = { type: words(element.attributes.get('itemtype')), properties: {} };
    const id = element.attributes.get('itemid')?.trim();
    if (id !== undefined && id !== '') item.id = id;
    const within = [...around, element];
    const properties = new Map<string, MicrodataValue[]>();
    const take = (found: Element): boolean => {
      if (!spend() || count > MAX_ITEMS) return false;
      const names = words(found.attributes.get('itemprop'));
      if (names.length > 0 && !within.includes(found)) {
        const value = valueOf(found, names, within);
        if (value !== '') for (const name of names) valuesOf(properties, name).push(value);
      }
      return !isItem(found);
    };
    walk(element, take);
    for (const ref of words(element.attributes.get('itemref'))) {
      const found = byId.get(ref);
      if (found === undefined || within.includes(found)) continue;
      if (found.attributes.has('itemprop')) {
        if (take(found)) walk(found, take);
      } else walk(found, take);
    }
    item.properties = Object.fromEntries(properties);
    if (properties.size === 0) {
      const text = textOfElement(element, spend);
      if (text !== '') item.value = text;
    }
    return item;
  };

  const valueOf = (
    element: Element,
    names: readonly string[],
    within: readonly Element[],
  ): MicrodataValue => {
    if (isItem(element)) return within.length >= MAX_DEPTH ? '' : readItem(element, within);
    if (element.name === 'input' && names.every((name) => name.endsWith('-input')))
      return inputOf(element);
    const content = element.attributes.get('content')?.trim() ?? '';
    if (content !== '') return content;
    const link = linkAttributes[element.name];
    if (link !== undefined) return absoluteUrl(element.attributes.get(link) ?? '', page.base);
    const own = valueAttributes[element.name];
    const said = own === undefined ? undefined : element.attributes.get(own);
    return said?.trim() ?? textOfElement(element, spend);
  };

  const items = roots.map((root) => (count > MAX_ITEMS ? undefined : readItem(root, [])));
  const warnings =
    steps > MAX_STEPS || count > MAX_ITEMS
      ? ['the page has too much microdata to read it all']
      : [];
  return { items: items.filter((item) => item !== undefined), warnings };
}

const isItem = (element: Element): boolean => element.attributes.has('itemscope');

const words = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(/\s+/))].filter((word) => word !== '').slice(0, 100);

function valuesOf(properties: Map<string, MicrodataValue[]>, name: string): MicrodataValue[] {
  const values = properties.get(name) ?? [];
  properties.set(name, values);
  return values;
}

/**
 * Visits what stands below an element, in its order; of an element answered false not what is within, and
 * nothing of a template, which is no part of the page until a script takes it.
 */
function walk(element: Element, visit: (element: Element) => boolean): void {
  for (const child of element.children)
    if (typeof child !== 'string' && child.name !== 'template' && visit(child)) walk(child, visit);
}

const linkAttributes: Readonly<Record<string, string>> = {
  a: 'href', area: 'href', link: 'href', object: 'data', audio: 'src', embed: 'src', iframe: 'src',
  img: 'src', source: 'src', track: 'src', video: 'src',
}; // prettier-ignore
const valueAttributes: Readonly<Record<string, string>> = {
  meta: 'content',
  data: 'value',
  meter: 'value',
  time: 'datetime',
};

/** `<input itemprop="query-input" name="q" required>` of schema.org actions. */
function inputOf(element: Element): Record<string, string | boolean> {
  const said: Record<string, string | boolean> = {};
  if (element.attributes.has('required')) said['valueRequired'] = true;
  const name = element.attributes.get('name');
  if (name !== undefined) said['valueName'] = name;
  return said;
}

/** An item in the shape of JSON-LD, so that both are read by one reader. */
export function asNode(item: MicrodataItem): Record<string, unknown> {
  const { type, id, properties, value } = item;
  return {
    ...(type.length > 0 && { '@type': single(type) }),
    ...(id !== undefined && { '@id': id }),
    ...(value !== undefined && { name: value }),
    ...Object.fromEntries(
      Object.entries(properties).map(([name, values]) => [
        plainName(name),
        single(values.map(asValue)),
      ]),
    ),
  };
}

const asValue = (value: MicrodataValue): unknown =>
  typeof value === 'object' && isMicrodataItem(value) ? asNode(value) : value;

const isMicrodataItem = (value: object): value is MicrodataItem => 'properties' in value;
const single = (values: readonly unknown[]): unknown => (values.length === 1 ? values[0] : values);
