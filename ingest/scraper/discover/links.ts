import { resolveUrl, type Element, type Page } from '../extract/page.ts';

/** Links of a page that are looked at, at most. */
const maxLinks = 10_000;

/** The addresses a page links to, absolute, each once: its anchors, areas, and the next page of a list. */
export function linksOf(page: Page): string[] {
  const found = new Set<string>();
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || found.size >= maxLinks) continue;
      const href = isLink(child) ? child.attributes.get('href') : undefined;
      const url = href === undefined ? '' : resolveUrl(href, page.base);
      if (url !== '') found.add(url);
      visit(child);
    }
  };
  visit(page.root);
  return [...found];
}

const isLink = ({ name, attributes }: Element): boolean =>
  name === 'a' ||
  name === 'area' ||
  (name === 'link' && /(?:^|\s)next(?:\s|$)/i.test(attributes.get('rel') ?? ''));
