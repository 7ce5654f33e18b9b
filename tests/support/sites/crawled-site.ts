import type { CrawlOptions } from '#ingest/scraper/crawl.ts';
import { crawlFolder, stillClock } from './crawl.ts';
import { dealerMapping, dealerSite, dealerSiteFile, lotOf } from './dealer.ts';
import { serveSite, type Served, type TestSite } from './serve.ts';

export type Undo = () => Promise<void>;

export const to = (location: string): Served => ({ status: 302, headers: { location } });

export const html = (body: string, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'text/html', ...headers },
  body,
});

/** What a site is crawled with. */
export interface Files {
  mapping: string;
  site: (origin: string) => string;
}

/** Serves sites whose answers a test may change between crawls. What is to be undone is put into `undone`. */
export function crawledSites(undone: Undo[]) {
  async function crawled(
    site: TestSite,
    { mapping, site: siteFile }: Files = { mapping: dealerMapping, site: dealerSiteFile },
  ) {
    const time = stillClock();
    const served = await serveSite(site, time.now);
    undone.push(() => served.close());
    const folder = await crawlFolder(mapping, siteFile(served.origin));
    undone.push(() => folder.remove());
    const crawl = (options: CrawlOptions = {}, others: string[] = []) =>
      folder.crawl([served.address, ...others], time, options);
    return { time, served, folder, crawl };
  }

  /** A dealer of `count` units, with other answers at some paths. */
  const dealer = (count: number, traps: Record<string, Served>) =>
    crawled(dealerSite(() => lotOf(count), { traps }));

  return { crawled, dealer };
}
