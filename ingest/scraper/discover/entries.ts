import type { Site } from '../site-file.ts';
import type { Entry } from '../site-records.ts';
import { canonicalUrl } from './canonical-url.ts';

/** The entry for an address that was found, where it is of the site and of a kind that is crawled. */
export function entryFor(site: Site, written: string, base?: string): Entry | undefined {
  const url = canonicalUrl(written, base);
  if (url === undefined || !site.hosts.has(new URL(url).host)) return undefined;
  const kind = site.kindOf(url);
  return kind === 'other' ? undefined : { url, kind, redirects: 0, refusals: 0 };
}

/** @param depth indexes that led to it */
export function sitemapEntry(written: string, base: string, depth = 0): Entry | undefined {
  const url = canonicalUrl(written, base);
  return url === undefined ? undefined : { url, kind: 'sitemap', redirects: 0, refusals: 0, depth };
}

/** Start pages are asked for whatever their address looks like. */
export const startEntry = (site: Site, url: string): Entry =>
  entryFor(site, url) ?? { url, kind: 'page', redirects: 0, refusals: 0 };
