import { afterEach, describe, expect, it } from 'vitest';
import { ingestFunnel } from '#schemas/events/ingest-funnel.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { crawlFolder, stillClock } from '../support/sites/crawl.ts';
import { dealerServer } from '../support/sites/crawled-dealer.ts';
import {
  dealerMapping,
  dealerSite,
  dealerSiteFile,
  isForbidden,
  lotOf,
} from '../support/sites/dealer.ts';
import {
  marketplaceMapping,
  marketplaceSite,
  marketplaceSiteFile,
} from '../support/sites/marketplace.ts';
import { impoliteRequests, serveSite, type Served } from '../support/sites/serve.ts';
import {
  bombs,
  brokenData,
  malformed,
  rebinding,
  redirectTo,
  tenGigabytes,
} from '../support/sites/traps.ts';

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

const dealer = dealerServer(undone);

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
    // Its sitemaps are pages of the funnel, too.
    const { runId } = result;
    expect(await folder.events(ingestFunnel)).toMatchObject([
      { runId, step: 'crawled', counts: { allowed: 994, fetched: 994, parsed: 900 } },
    ]);
  });
});

it('keeps its delay where the clock of the machine is put forward on the way', async () => {
  const { served, folder, time } = await dealer({ units: lotOf(6) });
  let putForward = 0;
  const clock = (): Date => new Date(time.now() + (putForward += 500));
  expect(await folder.crawl([served.address], { ...time, clock })).toMatchObject({ state: 'done' });
  expect(impoliteRequests(served, { delayMs: 2_000, isForbidden })).toEqual([]);
});

const paths = (served: { seen: { path: string }[] }): string[] =>
  served.seen.map(({ path }) => path);

describe('a site that asks for less', () => {
  it('is asked again after its Retry-After, for that page only', async () => {
    let refused = false;
    const trap: Served = (response) => {
      if (refused) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Nothing here');
      else response.writeHead(429, { 'retry-after': '120' }).end();
      refused = true;
    };
    const { served, crawl, time } = await dealer(
      { units: lotOf(3) },
      { traps: { '/inventory': trap } },
    );
    const begun = time.now();
    expect(await crawl()).toMatchObject({ state: 'done', counts: { put_off: 1, records: 3 } });
    const [first, second] = served.seen.filter(({ path }) => path === '/inventory');
    const after = served.seen.filter(({ startedAt }) => startedAt > (first?.endedAt ?? 0));
    expect((after[0]?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(120_000);
    expect(second?.startedAt).toBeGreaterThan(begun);
  });

  it.each([
    ['after its sitemaps', {}],
    ['without a sitemap', { '/sitemap.xml': { status: 404 } as const }],
  ])(
    'is left alone longer than a crawl waits, %s: the run ends, and says what it missed',
    async (_, traps) => {
      const trap: Served = { status: 503, headers: { 'retry-after': '7200' } };
      const { served, crawl, folder, time } = await dealer(
        { units: lotOf(3) },
        { traps: { ...traps, '/inventory': trap } },
      );
      const begun = time.now();
      const result = await crawl();
      expect(result).toMatchObject({
        state: 'partial',
        coverage: 'partial',
        missed: { host_away: 1 },
        warnings: [
          expect.stringMatching(
            / is to be left alone until [A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d UTC$/,
          ),
        ],
      });
      expect((await folder.events(ingestRun)).at(-1)).toMatchObject({
        state: 'published',
        coverage: 'partial',
        error: 'the site asked us to come later than a run waits',
      });
      // The next run keeps to it, too.
      const asked = served.seen.length;
      expect(await crawl()).toMatchObject({ state: 'partial', missed: { host_away: 1 } });
      expect(served.seen.length).toBe(asked);
      expect(time.now() - begun).toBeLessThan(7_200_000);
      for (const { missed } of await folder.events(ingestFunnel))
        expect(missed).toMatchObject({ host_away: 0, nothing_seen: 1 });
    },
  );

  it('by a crawl delay of hours is seen a page at a run, each another, and never whole', async () => {
    const units = lotOf(2);
    const { served, crawl, folder, time } = await dealer({ units }, { crawlDelay: 7_200 });
    const results = [];
    do {
      results.push(await crawl());
      time.pass(12 * 3_600_000);
    } while (results.at(-1)?.missed['crawl_delay'] !== undefined && results.length < 20);
    expect(results.map(({ state, coverage }) => `${state} ${coverage}`)).toEqual(
      results.map(() => 'partial partial'),
    );
    const mayRepeat = (path: string) => path === '/robots.txt';
    expect(impoliteRequests(served, { delayMs: 7_200_000, isForbidden, mayRepeat })).toEqual([]);
    const seen = await folder.events(rawListing);
    expect(seen.map(({ sourceId }) => sourceId).toSorted()).toEqual(
      units.map(({ stock }) => stock).toSorted(),
    );
    // Then all of it is looked at anew.
    expect(await crawl()).toMatchObject({ missed: { crawl_delay: 1 } });
  });

  it('by being slow is asked more slowly', async () => {
    const time = stillClock();
    const site = dealerSite(() => lotOf(4));
    const served = await serveSite((path, request) => {
      time.pass(20_000);
      return site(path, request);
    }, time.now);
    undone.push(() => served.close());
    const folder = await crawlFolder(dealerMapping, dealerSiteFile(served.origin));
    undone.push(() => folder.remove());
    await folder.crawl([served.address], time);
    const gaps = served.seen
      .slice(1)
      .map(({ startedAt }, n) => startedAt - (served.seen[n]?.endedAt ?? 0));
    // The server's own clock has moved on by the time it logs a beginning.
    expect(gaps.at(-1)).toBeGreaterThan(15_000);
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });
});

describe('a site that stands in our way', () => {
  it('is blocked at its first challenge, with not one request after', async () => {
    const challenge: Served = {
      status: 403,
      headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
      body: '<title>Just a moment...</title>',
    };
    const { served, crawl, folder, time } = await dealer(
      { units: lotOf(30) },
      { traps: { '/rv/L1005': challenge } },
    );
    const result = await crawl();
    expect(result).toMatchObject({ state: 'blocked', coverage: 'partial' });
    expect(result.blocked).toMatch(/challenge of Cloudflare at .*L1005/);
    expect(paths(served).at(-1)).toBe('/rv/L1005');
    expect((await folder.events(ingestRun)).at(-1)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^blocked: /) as string,
      read: result.counts['records'],
      published: result.counts['published'],
    });
    expect((await folder.events(ingestFunnel)).map(({ blocked }) => blocked)).toEqual([
      result.blocked,
    ]);
    // What was seen before is kept; nothing more is asked, until somebody says so.
    expect(await folder.events(rawListing)).toHaveLength(5);
    const asked = served.seen.length;
    time.pass(48 * 3_600_000);
    await expect(crawl()).rejects.toMatchObject({ code: 'site_blocked' });
    expect(served.seen.length).toBe(asked);
    await folder.unblock();
    await crawl();
    expect(served.seen.length).toBeGreaterThan(asked);
  });

  it('with a 200 is known by its title', async () => {
    const challenge: Served = { body: '<title>Are you a human?</title><p>Tick the box' };
    const { crawl } = await dealer({ units: lotOf(3) }, { traps: { '/rv/L1001': challenge } });
    expect(await crawl()).toMatchObject({ state: 'blocked' });
  });

  it('by refusing every page is blocked, by refusing one is not', async () => {
    const refusal: Served = { status: 403, body: '<title>Forbidden</title>' };
    const one = await dealer({ units: lotOf(8) }, { traps: { '/rv/L1001': refusal } });
    expect(await one.crawl()).toMatchObject({ state: 'partial', missed: { http_403: 1 } });
    const all = Object.fromEntries(lotOf(8).map(({ stock }) => [`/rv/${stock}`, refusal]));
    const every = await dealer({ units: lotOf(8) }, { traps: all });
    expect(await every.crawl()).toMatchObject({ state: 'blocked' });
    expect(paths(every.served).filter((path) => path.startsWith('/rv/'))).toHaveLength(5);
  });
});

it('a crawl that saw nothing of its site has failed, and says why', async () => {
  const { crawl, folder, served } = await dealer({ units: lotOf(3) });
  await crawl();
  await served.close();
  undone.shift();
  expect(await crawl()).toMatchObject({
    state: 'failed',
    coverage: 'partial',
    missed: { network: 5 },
  });
  expect((await folder.events(ingestRun)).at(-1)).toMatchObject({
    state: 'failed',
    error: 'nothing of the site could be seen: the connection failed (5 pages)',
  });
});

describe('robots.txt', () => {
  it.each([
    ['is not there: all is allowed', { status: 404 }, 'done', 3],
    ['fails: nothing is asked for', { status: 500 }, 'failed', 0],
    ['forbids all: nothing is asked for', { body: 'User-agent: *\nDisallow: /' }, 'failed', 0],
  ] as const)('%s', async (_name, robots, state, listings) => {
    const { crawl, folder, served } = await dealer(
      { units: lotOf(3) },
      { traps: { '/robots.txt': robots } },
    );
    expect(await crawl()).toMatchObject({ state });
    expect(await folder.events(rawListing)).toHaveLength(listings);
    expect(paths(served).slice(1).length > 0).toBe(listings > 0);
  });

  it('holds for a day, then is asked for again', async () => {
    const { crawl, served, time } = await dealer({ units: lotOf(1) });
    await crawl();
    time.pass(23 * 3_600_000);
    await crawl();
    expect(paths(served).filter((path) => path === '/robots.txt')).toHaveLength(1);
    time.pass(2 * 3_600_000);
    await crawl();
    expect(paths(served).filter((path) => path === '/robots.txt')).toHaveLength(2);
  });
});

describe('traps', () => {
  it('cost a page each, and nothing else', async () => {
    const { crawl, served, folder } = await dealer(
      { units: lotOf(2) },
      {
        traps: {
          '/inventory': malformed(
            '/rv/loop',
            '/rv/endless',
            '/rv/bomb',
            '/rv/bomb-br',
            '/rv/bomb-twice',
            '/rv/hop',
            '/rv/inside',
            '/rv/pdf',
            '/rv/bad',
          ),
          '/rv/loop': redirectTo('/rv/loop2'),
          '/rv/loop2': redirectTo('/rv/loop'),
          '/rv/hop': redirectTo('/rv/L1000'),
          '/rv/inside': redirectTo('http://169.254.169.254/latest/meta-data/'),
          '/rv/endless': tenGigabytes,
          '/rv/bomb': bombs.gzip(40_000_000),
          '/rv/bomb-br': bombs.brotli(40_000_000),
          '/rv/bomb-twice': bombs.gzipTwice(40_000_000),
          '/rv/pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
          '/rv/bad': brokenData,
        },
      },
    );
    const result = await crawl({ maxPageBytes: 1_000_000 });
    expect(result).toMatchObject({
      state: 'partial',
      missed: { too_large: 4, redirect_off_site: 1, not_html: 1 },
      counts: { redirected: 3 },
    });
    expect(impoliteRequests(served, { delayMs: 2_000, isForbidden })).toEqual([]);
    const listings = await folder.events(rawListing);
    const readable = listings.filter(({ unreadable }) => unreadable === undefined);
    expect(readable.map(({ sourceId }) => sourceId)).toEqual(
      expect.arrayContaining(['L1000', 'L1001']),
    );
  });

  it('of a name that leads into our own network in the middle of a crawl: nothing is asked there', async () => {
    const time = stillClock();
    const site = dealerSite(() => lotOf(5));
    const dealerOfName = await serveSite(site, time.now);
    const port = Number(dealerOfName.address.split(':')[1]);
    const own = await serveSite(site, time.now, { host: '127.0.0.2', port });
    undone.push(() => dealerOfName.close());
    undone.push(() => own.close());
    const folder = await crawlFolder(
      dealerMapping,
      dealerSiteFile(`http://dealer.example:${port}`),
    );
    undone.push(() => folder.remove());
    const resolve = rebinding('127.0.0.1', '127.0.0.2', 7);
    const result = await folder.crawl([dealerOfName.address], time, {}, undefined, resolve);
    expect(result).toMatchObject({ state: 'partial', missed: { refused: expect.any(Number) } });
    expect(dealerOfName.seen.length).toBeGreaterThan(0);
    expect(own.seen).toEqual([]);
  });

  it('that lead on for ever end with the pages of a run', async () => {
    const site: Served = (response, request) => {
      const day = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<a href="/inventory?page=${day + 1}">Next</a>`);
    };
    const time = stillClock();
    const served = await serveSite(
      (path) => (path.startsWith('/inventory') ? site : undefined),
      time.now,
    );
    undone.push(() => served.close());
    const folder = await crawlFolder(dealerMapping, dealerSiteFile(served.origin, 'mostPages: 40'));
    undone.push(() => folder.remove());
    expect(await folder.crawl([served.address], time)).toMatchObject({
      state: 'partial',
      missed: { limit: 1 },
      counts: { fetched: 40 },
    });
  });
});

describe('a marketplace', () => {
  it('is read from its cards, and offers the same unit under a number of its own', async () => {
    const units = lotOf(45);
    const time = stillClock();
    const served = await serveSite(
      marketplaceSite(() => units),
      time.now,
    );
    undone.push(() => served.close());
    const folder = await crawlFolder(marketplaceMapping, marketplaceSiteFile(served.origin));
    undone.push(() => folder.remove());
    expect(await folder.crawl([served.address], time)).toMatchObject({
      state: 'done',
      coverage: 'partial',
      counts: { fetched: 3, records: 45 },
    });
    const listings = await folder.events(rawListing);
    expect(new Set(listings.map(({ fields }) => fields.vin))).toEqual(
      new Set(units.map(({ vin }) => vin)),
    );
    expect(listings.every(({ sourceId }) => sourceId.startsWith('m-L'))).toBe(true);
  });
});
