import type { Element, Page } from './page.ts';

/** A property of the page's head, such as `og:title` or `product:price:amount`, and what it says. */
export interface OpenGraphProperty {
  property: string;
  content: string;
}

const MAX_PROPERTIES = 1_000;

/** The OpenGraph properties of a page, in its order: every `<meta property="prefix:name" content>`. */
export function readOpenGraph(page: Page): OpenGraphProperty[] {
  const found: OpenGraphProperty[] = [];
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || found.length >= MAX_PROPERTIES) continue;
      const property = child.name === 'meta' ? child.attributes.get('property')?.trim() : undefined;
      const content = child.attributes.get('content')?.trim();
      if (property?.includes(':') === true && content !== undefined && content !== '')
        for (const one of property.split(/\s+/)) found.push({ property: shortName(one), content });
      visit(child);
    }
  };
  visit(page.root);
  return found;
}

/** `http://ogp.me/ns#image` is `og:image`, `https://ogp.me/ns/article#section` is `article:section`. */
const shortName = (property: string): string =>
  property.replace(
    /^https?:\/\/ogp\.me\/ns(?:\/(\w+))?#/i,
    (_all, vocabulary?: string) => `${vocabulary ?? 'og'}:`,
  );

/** The first content of one of these properties; '' where the page has none. */
export const contentOf = (
  properties: readonly OpenGraphProperty[],
  ...names: readonly string[]
): string =>
  names
    .map((name) => properties.find(({ property }) => property.toLowerCase() === name)?.content)
    .find((content) => content !== undefined) ?? '';
