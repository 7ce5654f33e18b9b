import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlOptions } from '#ingest/scraper/crawl.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { dealerServer } from './crawled-dealer.ts';
import { html as page, type Undo } from './crawled-site.ts';
import { lotOf } from './dealer.ts';
import type { Served } from './serve.ts';

/** A page with a title and records as JSON-LD. */
export const html = (title: string, ...records: string[]): Served =>
  page(
    `<title>${title}</title>${records.map((record) => `<script type="application/ld+json">${record}</script>`).join('')}`,
  );

export const linksTo = (...paths: string[]): string =>
  paths.map((path) => `<a href="${path}">x</a>`).join('');

export const NO_SITEMAP: Served = { status: 404 };

/** Serves dealers that are crawled day by day. What is to be undone is put into `undone`. */
export function crawledDays(undone: Undo[]) {
  const dealer = dealerServer(undone);

  /** A lot of which one page always fails, unless it `isWhole`, so that no run sees everything; a day passes with each. */
  return async function crawled({
    count = 4,
    namesVersions = true,
    isWhole = false,
    siteFile = '',
    crawlDelay = 0,
  } = {}) {
    const traps: Record<string, Served> = isWhole ? {} : { '/rv/L1000': { status: 500 } };
    const lot = { units: lotOf(count) };
    const options = { traps, namesVersions, ...(crawlDelay > 0 ? { crawlDelay } : {}) };
    const { crawl, folder, served, time } = await dealer(lot, options, siteFile);
    const day = async (hours = 24, how: CrawlOptions = {}) => {
      const result = await crawl(how);
      time.pass(hours * 3_600_000 + 1);
      const events = (await folder.events(rawListing)).filter(
        ({ runId }) => runId === result.runId,
      );
      const ended = events
        .filter(({ fields }) => fields.removedAt !== undefined)
        .map(({ sourceId }) => sourceId);
      return { result, events, ended };
    };
    /** Of the listing's page as it was first seen. */
    const recordOf = async (id: string) =>
      (await folder.events(rawListing)).find(({ sourceId }) => sourceId === id)?.record.body ?? '';
    /** Changes the file of the site, as staff do. */
    const edit = async (change: (file: string) => string) =>
      writeFile(folder.sitePath, change(await readFile(folder.sitePath, 'utf8')));
    const mappingPath = join(folder.folder, 'mapping.yaml');
    const editMapping = async (change: (file: string) => string) =>
      writeFile(mappingPath, change(await readFile(mappingPath, 'utf8')));
    return { traps, lot, day, recordOf, edit, editMapping, origin: served.origin };
  };
}
