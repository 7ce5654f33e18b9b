import { afterEach, describe, expect, it } from 'vitest';
import { wantsOf } from '#ingest/collect/source.ts';
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
  type LotUnit,
} from '../support/sites/dealer.ts';
import { impoliteRequests, serveSite, type Served } from '../support/sites/serve.ts';

/** What a crawl makes of those before it: of other days, and of one that was cut off. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

const dealer = dealerServer(undone);

describe('crawls on several days', () => {
  it('see what is still there without its bytes, prices that change, and what comes back', async () => {
    const lot = { units: lotOf(12) };
    const { crawl, folder, served, time } = await dealer(lot, {
      // What the sitemap lacks from the second day on is still offered.
      isInSitemap: (unit) => unit.stock !== 'L1003' || time.now() < Date.parse('2026-11-22'),
    });
    const day = async (units: LotUnit[]) => {
      lot.units = units;
      const before = (await folder.events(rawListing)).length;
      const result = await crawl();
      const all = await folder.events(rawListing);
      time.pass(24 * 3_600_000 + 1);
      const seen = all.filter(({ runId }) => runId === result.runId);
      expect(all.length - before).toBe(seen.length);
      return { result, seen };
    };
    const first = await day(lot.units);
    expect(first.seen.find(({ sourceId }) => sourceId === 'L1009')?.fields.price).toBeUndefined();

    const cheaper = lot.units.map((unit) =>
      unit.stock === 'L1001' ? { ...unit, price: 9_999, version: 2 } : unit,
    );
    const second = await day(cheaper.filter(({ stock }) => stock !== 'L1002'));
    expect(second.result.counts).toMatchObject({ unchanged: 10, gone: 1 });
    expect(second.result.coverage).toBe('full');
    expect(second.seen.map(({ sourceId }) => sourceId).toSorted()).toEqual(
      cheaper
        .map(({ stock }) => stock)
        .filter((stock) => stock !== 'L1002')
        .toSorted(),
    );
    expect(second.seen.find(({ sourceId }) => sourceId === 'L1001')?.fields.price).toBe('9999.00');
    expect(new Set([...first.seen, ...second.seen].map(({ eventId }) => eventId)).size).toBe(23);

    const third = await day(cheaper);
    expect(third.seen.map(({ sourceId }) => sourceId)).toContain('L1002');
    expect(third.result.counts).toMatchObject({ unchanged: 12 });
    expect(
      impoliteRequests({ seen: served.seen.slice(-10) }, { delayMs: 2_000, isForbidden }),
    ).toEqual([]);
  });
});

it('a page that tells when it was changed is asked for only if it was since', async () => {
  const changed = 'Sat, 14 Nov 2026 06:00:00 GMT';
  const asked: (string | undefined)[] = [];
  const unit: Served = (response, request) => {
    const since = request.headers['if-modified-since'];
    asked.push(since);
    const vehicle = { '@type': 'Vehicle', sku: 'L1000', name: '2019 Jayco Eagle 317RLOK' };
    if (since === changed) response.writeHead(304).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html', 'last-modified': changed })
        .end(`<script type="application/ld+json">${JSON.stringify(vehicle)}</script>`);
  };
  const { crawl, time } = await dealer({ units: lotOf(1) }, { traps: { '/rv/L1000': unit } });
  await crawl();
  time.pass(12 * 3_600_000);
  expect((await crawl()).counts).toMatchObject({ unchanged: 1, records: 1 });
  expect(asked).toEqual([undefined, changed]);
});

it('a crawl that is cut off goes on under its run, and leaves the host its delay first', async () => {
  const units = lotOf(20);
  const time = stillClock();
  const cut = new AbortController();
  const site = dealerSite(() => units);
  let requests = 0;
  const served = await serveSite((path, request) => {
    requests += 1;
    if (requests !== 12) return site(path, request);
    // In the middle of an answer that does not come: the server worked on it until then.
    return () =>
      void setImmediate(() => {
        time.pass(3_000);
        cut.abort(new Error('cut off'));
      });
  }, time.now);
  undone.push(() => served.close());
  const folder = await crawlFolder(dealerMapping, dealerSiteFile(served.origin, 'delaySeconds: 7'));
  undone.push(() => folder.remove());

  await expect(folder.crawl([served.address], time, { signal: cut.signal })).rejects.toThrow(
    'cut off',
  );
  // How far it came; its end is told in place of that.
  const [told] = await folder.events(ingestFunnel);
  expect(told).toMatchObject({ counts: { allowed: 10 }, missed: {} });
  time.pass(1_000);
  expect(await folder.crawl([served.address], time)).toMatchObject({
    state: 'done',
    counts: { records: 20, published: 20 },
  });
  const [inFlight, next] = served.seen.slice(11);
  expect(next?.path).toBe(inFlight?.path);
  const rules = {
    delayMs: 7_000,
    isForbidden,
    mayRepeat: (path: string) => path === inFlight?.path,
  };
  expect(impoliteRequests(served, rules)).toEqual([]);
  const listings = await folder.events(rawListing);
  expect(listings).toHaveLength(20);
  expect(new Set(listings.map(({ runId }) => runId)).size).toBe(1);
});

describe('a crawl that was blocked and killed before it had told so', () => {
  it.each([
    ['its run', ingestRun.name],
    ['its funnel', ingestFunnel.name],
  ])('tells %s the next time, once and without a request', async (_what, topic) => {
    const blocking = { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '' };
    const traps = { '/rv/L1003': blocking };
    const { crawl, folder, served, time } = await dealer({ units: lotOf(6) }, { traps });
    let isBlocked = false;
    const killed = crawl({}, (log) => ({
      ...log,
      publish: (to, messages) => {
        isBlocked ||= served.seen.some(({ path }) => path === '/rv/L1003');
        return isBlocked && to.name === topic
          ? Promise.reject(new Error('killed'))
          : log.publish(to, messages);
      },
    }));
    await expect(killed).rejects.toThrow('killed');
    const asked = served.seen.length;

    // However late.
    time.pass(48 * 3_600_000);
    expect(await crawl()).toMatchObject({ state: 'blocked', missed: { blocked: 1 } });
    await expect(crawl()).rejects.toMatchObject({ code: 'site_blocked' });
    expect(served.seen).toHaveLength(asked);
    const runs = await folder.events(ingestRun);
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(1);
    expect(runs.at(-1)).toMatchObject({ state: 'failed' });
    expect(await folder.events(ingestFunnel)).toMatchObject([{ missed: { blocked: 1 } }]);
    const seen = await folder.events(rawListing);
    expect(new Set(seen.map(({ eventId }) => eventId)).size).toBe(seen.length);
  });
});

it('a crawl that was sent away and killed before it had told so misses that once', async () => {
  const away: Served = { status: 429, headers: { 'retry-after': '7200' } };
  const { crawl, served } = await dealer({ units: lotOf(3) }, { traps: { '/rv/L1001': away } });
  const killed = crawl({}, (log) => ({
    ...log,
    publish: (to, messages) =>
      to.name === ingestFunnel.name
        ? Promise.reject(new Error('killed'))
        : log.publish(to, messages),
  }));
  await expect(killed).rejects.toThrow('killed');
  const asked = served.seen.length;
  const { missed, warnings } = await crawl();
  expect(missed['host_away']).toBe(1);
  expect(warnings).toHaveLength(1);
  expect(served.seen).toHaveLength(asked);
});

it.each([true, false])(
  'a crawl for one make asks for no page of another, whether the server names versions of its pages: %s',
  async (namesVersions) => {
    const lot = { units: lotOf(9) };
    const { served, crawl, time } = await dealer(lot, { namesVersions });
    await crawl();
    const before = served.seen.length;
    time.pass(3_600_000);
    lot.units = lotOf(10);
    expect(await crawl({ wants: wantsOf({ make: 'Winnebago', model: '' }) })).toMatchObject({
      state: 'partial',
      counts: { left_out: 6, records: 4 },
    });
    const units = served.seen.slice(before).filter(({ path }) => path.startsWith('/rv/'));
    // One of them is new: of what make it is nobody knows yet.
    expect(units.map(({ path }) => path).toSorted()).toEqual(
      ['L1001', 'L1004', 'L1007', 'L1009'].map((stock) => `/rv/${stock}`),
    );
  },
);

it('a crawl for some listings that is cut off is not gone on with for all', async () => {
  const lot = { units: lotOf(8) };
  const { served, folder, crawl, time } = await dealer(lot);
  await crawl();
  const before = served.seen.length;
  const cut = new AbortController();
  const wants = {
    scope: 'one',
    any: () => {
      if (served.seen.length > before + 3) cut.abort(new Error('cut off'));
      return false;
    },
  };
  await expect(crawl({ wants, signal: cut.signal })).rejects.toThrow('cut off');
  time.pass(3_600_000);
  expect(await crawl()).toMatchObject({ state: 'done', missed: {}, counts: { records: 8 } });
  expect(new Set((await folder.events(rawListing)).map(({ runId }) => runId)).size).toBe(2);
});

it('a crawl that was killed after an append and is not gone on with has each event in the log once', async () => {
  const time = stillClock();
  const cut = new AbortController();
  const site = dealerSite(() => lotOf(20));
  let requests = 0;
  const served = await serveSite((path, request) => {
    requests += 1;
    if (requests !== 12) return site(path, request);
    return () => void setImmediate(() => cut.abort(new Error('cut off')));
  }, time.now);
  undone.push(() => served.close());
  const folder = await crawlFolder(dealerMapping, dealerSiteFile(served.origin));
  undone.push(() => folder.remove());
  await expect(folder.crawl([served.address], time, { signal: cut.signal })).rejects.toThrow(
    'cut off',
  );
  const killed = await folder.appendWaiting();
  expect(killed.length).toBeGreaterThan(0);
  time.pass(25 * 3_600_000);
  expect(await folder.crawl([served.address], time)).toMatchObject({ state: 'done' });
  const events = await folder.events(rawListing);
  expect(events.filter(({ runId }) => runId === killed[0]?.runId)).toHaveLength(killed.length);
});
