import { afterEach, expect, it } from 'vitest';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { dealerServer } from '../support/sites/crawled-dealer.ts';
import { lotOf } from '../support/sites/dealer.ts';
import type { Served } from '../support/sites/serve.ts';

/** What a crawl makes of a site that has more pages than it is to ask for. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

const dealer = dealerServer(undone);

it('a lot of more pages than a run asks for is seen over several runs, what was seen longest ago first', async () => {
  const { crawl, folder, time, served } = await dealer({ units: lotOf(9) }, {}, 'mostPages: 5');
  const seen: Set<string>[] = [];
  for (let run = 0; run < 4; run += 1) {
    const before = served.seen.length;
    expect(await crawl()).toMatchObject({ state: 'partial', missed: { limit: 1 } });
    const asked = served.seen.slice(before).map(({ path }) => path);
    seen.push(new Set(asked.filter((path) => path.startsWith('/rv/'))));
    time.pass(3_600_000);
  }
  expect(seen[0]?.size).toBeGreaterThan(0);
  expect(new Set(seen.slice(0, 3).flatMap((paths) => [...paths])).size).toBe(9);
  expect(seen[3]).toEqual(seen[0]);
  expect(new Set((await folder.events(rawListing)).map(({ sourceId }) => sourceId)).size).toBe(9);
});

it.each([
  { connections: 1, mostPages: 25, perPage: 4, inSitemap: 28 },
  { connections: 4, mostPages: 25, perPage: 4, inSitemap: 28 },
  { connections: 3, mostPages: 40, perPage: 2, inSitemap: 0 },
])(
  'what only later lists show is come to where pages run short: %o',
  async ({ connections, mostPages, perPage, inSitemap }) => {
    const { crawl, folder, time } = await dealer(
      { units: lotOf(60) },
      { perPage, isInSitemap: (_unit, n) => n < inSitemap },
      `connections: ${connections}\nmostPages: ${mostPages}`,
    );
    // Lists first leave nine listings a run at least.
    for (let run = 0; run < 8; run += 1) {
      expect(await crawl()).toMatchObject({ missed: { limit: 1 } });
      time.pass(24 * 3_600_000);
    }
    const events = await folder.events(rawListing);
    expect(new Set(events.map(({ sourceId }) => sourceId)).size).toBe(60);
  },
);

it('where there are pages enough, listings do not wait for lists', async () => {
  const { crawl, served } = await dealer({ units: lotOf(60) }, {}, 'connections: 3');
  expect(await crawl()).toMatchObject({ state: 'done' });
  const paths = served.seen.map(({ path }) => path);
  const firstListing = paths.findIndex((path) => path.startsWith('/rv/'));
  expect(firstListing).toBeGreaterThan(-1);
  expect(firstListing).toBeLessThan(paths.indexOf('/inventory?page=6'));
});

it('a crawl with a limit ends there and is partial, having seen listings beside many lists', async () => {
  const { crawl } = await dealer({ units: lotOf(100) });
  const { state, missed, counts } = await crawl({ limit: 5 });
  expect({ state, missed }).toEqual({ state: 'partial', missed: { trial: 1 } });
  expect(counts['fetched']).toBe(5);
  expect(counts['records']).toBeGreaterThan(1);
});

it.each([
  ['and soon answers', 1],
  ['and never answers', Infinity],
])(
  'a crawl with a limit asks for no other page in place of one put off, %s',
  async (_, refusals) => {
    const refused = new Map<string, number>();
    const lot = lotOf(30);
    const traps = Object.fromEntries(
      lot.map(({ stock }) => [
        `/rv/${stock}`,
        ((response) => {
          const before = refused.get(stock) ?? 0;
          refused.set(stock, before + 1);
          if (before < refusals) response.writeHead(503, { 'retry-after': '1' }).end();
          else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sold out</p>');
        }) satisfies Served,
      ]),
    );
    const { crawl, served } = await dealer({ units: lot }, { traps });
    const { missed, counts } = await crawl({ limit: 5, patienceMs: 24 * 3_600_000 });
    const pages = served.seen
      .map(({ path }) => path)
      .filter((path) => /^\/(rv|inventory)/.test(path));
    expect(new Set(pages).size).toBe(5);
    expect(missed).toHaveProperty('trial');
    // None of them is lost for it: each is asked for as often as without a limit.
    const asked = [...refused.values()];
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked)).toEqual(new Set([Math.min(refusals + 1, 3)]));
    expect(counts['put_off']).toBe(asked.length * Math.min(refusals, 2));
  },
);

it('a crawl of a few pages says that it is of a part, until it has come to everything', async () => {
  const { crawl, folder } = await dealer({ units: lotOf(3) });
  const told = async () => (await folder.events(ingestRun)).map(({ ofPart }) => ofPart);
  await crawl({ limit: 2 });
  expect(await told()).toEqual([true, true]);
  await crawl({ limit: 50 });
  expect((await told()).slice(2)).toEqual([true, false]);
  await crawl({ wants: { scope: 'one make', any: () => false } });
  expect((await told()).slice(4)).toEqual([true, true]);
  await crawl();
  expect((await told()).slice(6)).toEqual([false, false]);
});
