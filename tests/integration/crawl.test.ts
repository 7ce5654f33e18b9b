import { afterEach, describe, expect, it } from 'vitest';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { crawlFolder, stillClock } from '../support/sites/crawl.ts';
import {
  dealerMapping,
  dealerSite,
  dealerSiteFile,
  isForbidden,
  lotOf,
  type DealerOptions,
  type LotUnit,
} from '../support/sites/dealer.ts';
import { impoliteRequests, serveSite } from '../support/sites/serve.ts';

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

/** A dealer that is served, and a folder to crawl it in, on one clock. */
async function dealer(lot: { units: LotUnit[] }, options: DealerOptions = {}, siteFile = '') {
  const time = stillClock();
  const served = await serveSite(
    dealerSite(() => lot.units, options),
    time.now,
  );
  undone.push(() => served.close());
  const folder = await crawlFolder(dealerMapping, dealerSiteFile(served.origin, siteFile));
  undone.push(() => folder.remove());
  return { time, served, folder, crawl: (more = {}) => folder.crawl([served.address], time, more) };
}

describe('a crawl of a thousand pages', () => {
  it('takes every listing once, and is polite as the server sees it', async () => {
    const lot = { units: lotOf(900) };
    const { served, folder, crawl } = await dealer(lot, {
      crawlDelay: 3,
      isInSitemap: (_unit, n) => n % 4 !== 0,
    });
    const result = await crawl();
    expect(result).toMatchObject({ state: 'done', coverage: 'full', missed: {}, warnings: [] });
    expect(result.counts).toMatchObject({
      fetched: 991,
      parsed: 900,
      records: 900,
      published: 900,
    });
    const listings = await folder.events(rawListing);
    expect(new Set(listings.map(({ sourceId }) => sourceId))).toEqual(
      new Set(lot.units.map(({ stock }) => stock)),
    );
    expect(listings).toHaveLength(900);
    expect(served.seen.length).toBe(991 + 4);
    expect(impoliteRequests(served, { delayMs: 3_000, isForbidden })).toEqual([]);
    expect(new Set(served.seen.map(({ userAgent }) => userAgent))).toEqual(
      new Set(['RigWorthBot/1.0 (+https://rv.example/bot)']),
    );
    expect(
      (await folder.events(ingestRun)).map(({ state, coverage }) => [state, coverage]),
    ).toEqual([
      ['started', 'full'],
      ['published', 'full'],
    ]);
  });
});
