import { afterEach, describe, expect, it } from 'vitest';
import type { CrawlOptions } from '#ingest/scraper/crawl.ts';
import { crawlFolder, stillClock } from '../support/sites/crawl.ts';
import { dealerMapping, dealerSite, dealerSiteFile, lotOf } from '../support/sites/dealer.ts';
import { serveSite, type Served, type TestSite } from '../support/sites/serve.ts';

/** Sites that answer wrongly, by accident or on purpose, and what a run then says of itself. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

const html = (body: string, headers: Record<string, string> = {}): Served => ({
  headers: { 'content-type': 'text/html', ...headers },
  body,
});

interface Files {
  mapping: string;
  site: (origin: string, more: string) => string;
}

/** Serves a site whose answers a test may change between crawls. */
async function crawled(
  site: TestSite,
  more = '',
  { mapping, site: siteFile }: Files = { mapping: dealerMapping, site: dealerSiteFile },
) {
  const time = stillClock();
  const served = await serveSite(site, time.now);
  undone.push(() => served.close());
  const folder = await crawlFolder(mapping, siteFile(served.origin, more));
  undone.push(() => folder.remove());
  const crawl = (options: CrawlOptions = {}, others: string[] = []) =>
    folder.crawl([served.address, ...others], time, options);
  return { time, served, folder, crawl };
}

/** A dealer of `count` units, with other answers at some paths. */
async function dealer(count: number, traps: Record<string, Served>, more = '') {
  const site = dealerSite(() => lotOf(count), { traps });
  return { ...(await crawled(site, more)), traps };
}

describe('a page that is hard to read', () => {
  it('keeps nobody from the others', async () => {
    const nodes = '{"@type":"Vehicle"},'.repeat(150_000);
    const { crawl } = await dealer(4, {
      '/rv/L1001': html(`<script type="application/ld+json">[${nodes}{}]</script>`),
      '/rv/L1002': html('<title>x</title>', { 'content-type': 'text/html; charset=iso-2022-kr' }),
    });
    const { state, counts } = await crawl();
    expect(state).toMatch(/^(?:done|partial)$/);
    expect(counts['parsed']).toBeGreaterThanOrEqual(2);
  });
});

it('a page that is unchanged is seen again, also where its 304 says that it is packed', async () => {
  const units = lotOf(3);
  const inner = dealerSite(() => units);
  const { crawl } = await crawled((path, request) => {
    const answer = inner(path, request);
    return typeof answer === 'object' && answer.status === 304
      ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } }
      : answer;
  });
  await crawl();
  expect(await crawl()).toMatchObject({ state: 'done', counts: { unchanged: 3, records: 3 } });
});
