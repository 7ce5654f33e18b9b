import { readJsonLd, type JsonLdScript } from './json-ld.ts';
import { readMicrodata, type MicrodataItem } from './microdata.ts';
import { readOpenGraph, type OpenGraphProperty } from './open-graph.ts';
import type { Page } from './page.ts';

/** All that a page says of itself to machines, whether of things for sale or not. */
export interface PageData {
  jsonLd: JsonLdScript[];
  microdata: MicrodataItem[];
  openGraph: OpenGraphProperty[];
  /** What was mended or left out, for people; a script that cannot be read says so itself. */
  warnings: string[];
}

/** The one reader of a page's structured data, of mappings and of pages without one. */
export function readPageData(page: Page): PageData {
  const jsonLd = readJsonLd(page.scripts);
  const microdata = readMicrodata(page);
  const mended = jsonLd.flatMap((script) =>
    'mended' in script && script.mended.length > 0
      ? [`JSON-LD was mended: ${script.mended.join(', ')}`]
      : [],
  );
  return {
    jsonLd,
    microdata: microdata.items,
    openGraph: readOpenGraph(page),
    warnings: [...mended, ...microdata.warnings],
  };
}
