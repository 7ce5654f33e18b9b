import { afterEach, expect, it } from 'vitest';
import { HostStore } from '#ingest/scraper/host-store.ts';
import { ingestAlive } from '#schemas/events/ingest-alive.ts';
import { crawlFolder, quickTime } from '../support/sites/crawl.ts';
import {
  dealerMapping,
  dealerSite,
  dealerSiteFile,
  isForbidden,
  lotOf,
} from '../support/sites/dealer.ts';
import { impoliteRequests, serveSite, type Served, type TestSite } from '../support/sites/serve.ts';

/** Hosts that a site's file does not name: its robots.txt and its sitemaps lead there. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

/** Long enough in each answer for whoever asks beside it to be seen doing so. */
const slowly =
  (site: TestSite): TestSite =>
  (path, request) => {
    const answer = site(path, request) ?? { status: 404 };
    if (typeof answer === 'function') return answer;
    return (response) =>
      new Promise((resolve) => {
        setTimeout(() => {
          response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '');
          resolve();
        }, 40);
      });
  };

async function served(site: TestSite, time = quickTime()) {
  const one = await serveSite(site, time.now);
  undone.push(() => one.close());
  return one;
}

/** A folder for each site, of crawls that know of each other. */
async function folders(origins: readonly string[]) {
  const made = [];
  let hosts: string | undefined;
  for (const [n, origin] of origins.entries()) {
    const mapping = dealerMapping.replace('test-dealer', `test-${n}`);
    const folder = await crawlFolder(mapping, dealerSiteFile(origin), hosts);
    undone.push(() => folder.remove());
    hosts ??= `${folder.folder}/hosts`;
    made.push(folder);
  }
  return made;
}

/** By its quick clock more than a busy machine takes. */
const patient = { patienceMs: 3_600_000 };
const polite = { delayMs: 2_000, isForbidden, mayRepeat: (path: string) => path === '/robots.txt' };
const to = (location: string): Served => ({ status: 301, headers: { location } });

it('a host that a robots.txt leads to is not asked beside the crawl whose site it is', async () => {
  const time = quickTime();
  const host = await served(slowly(dealerSite(() => lotOf(6))), time);
  const guest = await served(
    dealerSite(() => lotOf(3), {
      traps: { '/robots.txt': to(`${host.origin}/robots.txt`) },
    }),
    time,
  );
  const addresses = [host.address, guest.address];
  const crawls = await folders([host.origin, guest.origin]);
  const results = await Promise.all(crawls.map((each) => each.crawl(addresses, time, patient)));
  expect(results.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(impoliteRequests(host, polite)).toEqual([]);
  // Known by the next collection, which puts the two one after the other.
  const known = new HostStore(`${crawls[0]?.folder}/hosts`);
  undone.push(() => known.close());
  expect(['test-0', 'test-1'].map(known.guestsAt)).toEqual([[], [new URL(host.origin).host]]);
});

it('a host of sitemaps that two sites name is asked by one of them at a time', async () => {
  const time = quickTime();
  const map = { headers: { 'content-type': 'text/plain' }, body: '' };
  const maps = await served(
    slowly((path) => (path.startsWith('/map') ? map : undefined)),
    time,
  );
  const sites = await Promise.all(
    ['a', 'b'].map((name) => {
      const sitemaps = [1, 2, 3].map((n) => `Sitemap: ${maps.origin}/map-${name}-${n}.txt`);
      const robots = { body: ['User-agent: *', 'Allow: /', ...sitemaps].join('\n') };
      return served(
        dealerSite(() => lotOf(1), { traps: { '/robots.txt': robots } }),
        time,
      );
    }),
  );
  const addresses = [maps, ...sites].map(({ address }) => address);
  const crawls = await folders(sites.map(({ origin }) => origin));
  const results = await Promise.all(crawls.map((each) => each.crawl(addresses, time, patient)));
  expect(results.map(({ state, counts }) => [state, counts['sitemaps']])).toEqual([
    ['done', 3],
    ['done', 3],
  ]);
  expect(impoliteRequests(maps, polite)).toEqual([]);
});

it('a host that another crawl has for longer than a run waits is missed, and said to be', async () => {
  const time = quickTime();
  const held = Promise.withResolvers<void>();
  const host = await served((path) =>
    path !== '/inventory' ? undefined : (response) => held.promise.then(() => void response.end()),
  );
  const guest = await served(
    dealerSite(() => lotOf(1), {
      traps: { '/robots.txt': to(`${host.origin}/robots.txt`) },
    }),
    time,
  );
  const [own, other] = await folders([host.origin, guest.origin]);
  const addresses = [host.address, guest.address];
  const first = own?.crawl(addresses, time);
  await expect.poll(() => host.seen.map(({ path }) => path)).toContain('/inventory');
  const seen = host.seen.length;
  expect(await other?.crawl(addresses, time, { patienceMs: 60_000 })).toMatchObject({
    missed: { host_taken: 1 },
  });
  expect(host.seen).toHaveLength(seen);
  expect(await other?.events(ingestAlive)).toMatchObject([{ waits: { why: 'host_taken' } }]);
  held.resolve();
  await first?.catch(() => undefined);
});
