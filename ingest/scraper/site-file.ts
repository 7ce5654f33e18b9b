import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { fileFault } from '#platform/file-fault.ts';
import { MappingError, loadMapping, parseYaml } from '../files/load-mapping.ts';
import type { Mapping } from '../files/mapping.ts';
import { compilePattern, PatternError } from '../files/pattern.ts';
import { isPage } from '../files/format.ts';
import { canonicalUrl } from './discover/canonical-url.ts';

/** What kind of page an address is of, by the site's file. */
export type PageKind = 'listing' | 'page' | 'other';

/** A site as its file describes it; `ingest/scraper/sites/README.md` explains every key. */
export interface Site {
  /** Names the crawl's state and its runs: the source of its mapping. */
  name: string;
  mapping: Mapping;
  start: readonly string[];
  sitemaps: readonly string[];
  robotsSitemaps: boolean;
  /** Host and port of each origin that is crawled. */
  hosts: ReadonlySet<string>;
  kindOf: (url: string) => PageKind;
  /** The pages that are read for listings; of others only links are taken. */
  reads: ReadonlySet<PageKind>;
  leastDelayMs: number;
  mostDelayMs: number;
  connections: number;
  mostPages: number;
}

const address = z
  .string()
  .refine((text) => canonicalUrl(text) !== undefined, { error: 'must be an http or https URL' });

const host = z
  .string()
  .toLowerCase()
  .refine((text) => URL.parse(`http://${text}/`)?.host === text, {
    error: 'must be a host alone, with its port where it has one: rv.corner.example',
  });

const pattern = z.string().transform((source, context) => {
  try {
    return compilePattern(source);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});

const seconds = (least: number, most: number) =>
  z.number().min(least, `must be ${least} or more`).max(most, `must be ${most} or less`);

const siteSchema = z.strictObject({
  /** A source of ingest/sources, or a mapping's file beside this one. */
  mapping: z.string().min(1),
  start: z.array(address).default([]),
  sitemaps: z.array(address).default([]),
  robotsSitemaps: z.boolean().default(true),
  hosts: z.array(host).default([]),
  /** Of the address after its host: `/rv/\d+`. */
  listings: z.array(pattern).min(1, 'must list at least one pattern'),
  pages: z.array(pattern).default([]),
  read: z
    .array(z.enum(['listings', 'pages']))
    .min(1)
    .default(['listings']),
  delaySeconds: seconds(0, 3_600).default(2),
  mostDelaySeconds: seconds(1, 3_600).default(60),
  connections: z.int().min(1).max(4).default(1),
  mostPages: z.int().min(1).max(1_000_000).default(50_000),
});

/** Loads a site's file, with the mapping it names. @throws MappingError naming all that is wrong */
export async function loadSite(path: string): Promise<Site> {
  const fault = (key: string, message: string, line = 1) => ({ file: path, line, key, message });
  let yaml: string;
  try {
    yaml = await readFile(path, 'utf8');
  } catch (error) {
    throw new MappingError([fault('', fileFault(error))]);
  }
  const { value: given, lineAt } = parseYaml(yaml, {
    file: path,
    schemaOf: () => siteSchema,
    allowedKeys: () => Object.keys(siteSchema.shape),
  });
  if (given.start.length + given.sitemaps.length === 0)
    throw new MappingError([fault('start', 'names no page, and sitemaps none either')]);
  const mapping = await loadMapping(mappingPath(path, given.mapping));
  if (!isPage(mapping.format))
    throw new MappingError([
      fault(
        'mapping',
        `is of format ${mapping.format}; pages are read by html, html-elements or html-offers`,
        lineAt(['mapping']),
      ),
    ]);
  if (mapping.observedAt !== '$option')
    throw new MappingError([
      fault(
        'mapping',
        'must have `observedAt: $option`: a page is seen when it is fetched',
        lineAt(['mapping']),
      ),
    ]);
  return toSite(given, mapping);
}

/** A mapping with a slash or .yaml is a file beside the site's; else a source's name. */
const mappingPath = (sitePath: string, named: string): string =>
  /[/\\]|\.ya?ml$/i.test(named) && !isAbsolute(named) ? join(dirname(sitePath), named) : named;

function toSite(given: z.output<typeof siteSchema>, mapping: Mapping): Site {
  const seeds = [...given.start, ...given.sitemaps];
  const matches = (patterns: typeof given.listings, text: string): boolean =>
    patterns.some((one) => one.matcher(text).find());
  return {
    name: mapping.source,
    mapping,
    start: given.start.map((url) => canonicalUrl(url) ?? url),
    sitemaps: given.sitemaps.map((url) => canonicalUrl(url) ?? url),
    robotsSitemaps: given.robotsSitemaps,
    hosts: new Set([...seeds.map((url) => new URL(url).host), ...given.hosts]),
    kindOf: (url) => {
      const { pathname, search } = new URL(url);
      const text = pathname + search;
      if (matches(given.listings, text)) return 'listing';
      return matches(given.pages, text) ? 'page' : 'other';
    },
    reads: new Set(given.read.map((kind): PageKind => (kind === 'listings' ? 'listing' : 'page'))),
    leastDelayMs: given.delaySeconds * 1_000,
    mostDelayMs: given.mostDelaySeconds * 1_000,
    connections: given.connections,
    mostPages: given.mostPages,
  };
}
