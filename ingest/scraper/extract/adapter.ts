import type { RawListing } from '#schemas/events/raw-listing.ts';
import { compileMapping, type MapContext } from '../../files/map-record.ts';
import type { Mapping } from '../../files/mapping.ts';
import { recordsOfPage } from './page-records.ts';
import { decodePage, readPage } from './page.ts';

/** A page that was fetched. */
export interface FetchedPage {
  html: string | Buffer;
  /** Where it was found, after redirects. */
  url: string;
}

export interface AdaptedPage {
  /** One event for each listing, or one that says why the page gives none. */
  events: RawListing[];
  /** What was mended or left out, for people. */
  warnings: string[];
  title: string;
  /** The page's canonical address, else where it was found. */
  url: string;
}

/**
 * A site's adapter is the mapping of a source with `format: html` (structured data, the state of a
 * script), `html-elements` (elements by selector, their texts and attributes) or `html-offers` (all that a
 * page says of what it sells): the same file that reads saved pages reads fetched ones. `loadMapping` tells
 * what is wrong with one, with its line.
 */
export function createAdapter(
  mapping: Mapping,
): (page: FetchedPage, context: MapContext) => AdaptedPage {
  const mapRecord = compileMapping(mapping);
  return ({ html, url }, context) => {
    const bytes = typeof html === 'string' ? Buffer.from(html) : html;
    const page = readPage(typeof html === 'string' ? html : decodePage(html), url);
    const { records, warnings } = recordsOfPage(page, mapping, url, bytes);
    return {
      events: records.flatMap((record) => mapRecord(record, context)),
      warnings,
      title: page.title,
      url: page.url,
    };
  };
}
