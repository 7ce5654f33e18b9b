import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { SiteStore } from './site-store.ts';
import type { Change, Entry } from './site-records.ts';

let folder = '';
let store: SiteStore;
const open = (): SiteStore => new SiteStore(folder, { flush: false });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-site-'));
  store = open();
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const entry = (path: string, kind: Entry['kind'] = 'listing'): Entry => ({
  url: `https://rv.example${path}`,
  kind,
  redirects: 0,
  refusals: 0,
});
const now = Date.parse('2026-11-21T06:00:00Z');
const at = '2026-11-21T06:00:00.000Z';
/** What came of a page that tells of listings, and offers those that are not told to be elsewhere. */
const offering = (url: string, events: RawListing[], offers = events): Change => ({
  url,
  state: 'fetched',
  answered: { means: { is: 'offering', events, offers }, runId: 'run', observedAt: at },
  counts: { allowed: 1, fetched: 1 },
});

describe('the frontier', () => {
  beforeEach(() => store.begin({ runId: 'run', startedAt: '2026-11-21T06:00:00Z' }));

  it('gives each address once, sitemaps and lists before listings, else in the order found', async () => {
    await store.add([entry('/1'), entry('/list', 'page'), entry('/1'), entry('/map', 'sitemap')]);
    await store.add([entry('/2'), entry('/list', 'page')]);
    const given = [1, 2, 3, 4, 5].map(() => store.take()?.url.slice('https://rv.example'.length));
    expect(given).toEqual(['/map', '/list', '/1', '/2', undefined]);
    expect(store.run?.counts).toEqual({ discovered: 4 });
  });

  it('gives what was taken and not settled again after a restart, and nothing else', async () => {
    await store.add([entry('/1'), entry('/2')]);
    const [first, second] = [store.take(), store.take()];
    await store.settle(first ?? entry(''), {
      url: 'https://rv.example/1',
      state: 'fetched',
      found: [entry('/2'), entry('/3'), entry('/1')],
    });
    await store.close();
    store = open();
    expect([store.take()?.url, store.take()?.url, store.take()]).toEqual([
      second?.url,
      'https://rv.example/3',
      undefined,
    ]);
  });

  it('gives what is to be asked for again last', async () => {
    await store.add([entry('/1'), entry('/2')]);
    const first = store.take() ?? entry('');
    const again = { ...first, refusals: 1 };
    await store.settle(first, { url: first.url, state: 'waiting', again });
    expect([store.take()?.url, store.take()]).toEqual([
      'https://rv.example/2',
      { ...again, wasAsked: true },
    ]);
  });

  it('is empty when another run begins, while known pages stay', async () => {
    await store.add([entry('/1')]);
    const taken = store.take() ?? entry('');
    await store.settle(taken, offering(taken.url, []));
    await store.begin({ runId: 'next', startedAt: '2026-11-22T06:00:00Z' });
    expect(store.take()).toBeUndefined();
    expect([...store.knownUrls()]).toEqual([taken.url]);
    await store.add([taken]);
    expect(store.take()).toEqual(taken);
  });
});

describe('a site', () => {
  it('loses no address to a crawl that was opened while the one before still found some', async () => {
    const other = open();
    await store.claim('a', now);
    await store.begin({ runId: 'run', startedAt: '2026-11-21T06:00:00Z' });
    await store.add([entry('/1'), entry('/2')]);
    await store.release('a');
    await other.claim('b', now);
    await other.add([entry('/3'), entry('/4')]);
    const given = [1, 2, 3, 4, 5].map(() => other.take()?.url.slice('https://rv.example'.length));
    await other.close();
    expect(given).toEqual(['/1', '/2', '/3', '/4', undefined]);
  });

  it('is crawled by one at a time', async () => {
    await store.claim('a', now);
    await expect(store.claim('b', now)).rejects.toMatchObject({ code: 'site_taken' });
    await store.claim('a', now + 30_000);
    await expect(store.claim('b', now + 60_000)).rejects.toMatchObject({ code: 'site_taken' });
    await store.release('a');
    await store.claim('b', now + 60_000);
  });

  it('is free again when its owner was not heard of for a minute', async () => {
    await store.claim('a', now);
    await store.claim('b', now + 60_000);
    await expect(store.claim('a', now + 60_001)).rejects.toMatchObject({ code: 'site_taken' });
    await store.release('a');
    await expect(store.claim('a', now + 60_002)).rejects.toMatchObject({ code: 'site_taken' });
  });
});

describe('what a page offers no more', () => {
  const [example] = rawListing.examples as [RawListing];
  const listing = (sourceId: string, runId = 'one'): RawListing => ({
    ...example,
    sourceId,
    runId,
  });
  const now = '2026-11-23T06:00:00.000Z';
  const offer = (path: string, events: RawListing[]): Promise<void> =>
    store.settle(entry(path), offering(entry(path).url, events));
  const ended = async () => {
    const before = new Set(store.waitingEvents(100).map(({ key }) => key));
    await store.endListings(now, { isCrawled: () => true, agesOut: false });
    return store
      .waitingEvents(100)
      .filter(({ key }) => !before.has(key))
      .map(({ event: { sourceId, runId, observedAt, fields } }) => {
        expect([observedAt, fields.removedAt]).toEqual([now, now]);
        return [sourceId, runId];
      });
  };
  const askAgain = async (runId: string): Promise<void> => {
    await offer('/1', [listing('new', runId)]);
    await offer('/2', [listing('other', runId)]);
  };
  beforeEach(async () => {
    await store.begin({ runId: 'one', startedAt: at });
    await offer('/1', [listing('new'), listing('old')]);
    await offer('/1', [listing('new')]);
    await offer('/2', [listing('other')]);
    await store.begin({ runId: 'two', startedAt: at });
  });

  it('ends with the next run that is believed, once', async () => {
    await askAgain('two');
    expect(await ended()).toEqual([['old', 'two']]);
    expect(store.run?.counts).toMatchObject({ removed: 1 });
    expect(await ended()).toEqual([]);
  });

  it('goes on where the page offers it again', async () => {
    await offer('/1', [listing('new', 'two'), listing('old', 'two')]);
    expect(await ended()).toEqual([]);
  });

  it('leaves a page that is let go, which is known until a whole run comes upon it nowhere', async () => {
    const { url } = entry('/3');
    await offer('/3', []);
    const answered = { means: { is: 'gone' }, runId: 'two', observedAt: at } as const;
    await store.settle(entry('/3'), { url, state: 'gone', answered });
    for (const runId of ['two', 'three']) {
      if (runId === 'three') await store.begin({ runId, startedAt: at });
      await askAgain(runId);
      await store.note('limit');
      await store.endListings(now, { isCrawled: () => true, agesOut: false });
      expect(store.known(url)).toEqual({ offers: [], owed: [], standing: 'let go' });
    }
    await store.begin({ runId: 'four', startedAt: at });
    await store.endListings(now, { isCrawled: () => true, agesOut: false });
    expect(store.known(url)).toBeDefined();
    await askAgain('four');
    await store.endListings(now, { isCrawled: () => true, agesOut: false });
    expect(store.known(url)).toBeUndefined();
  });

  it('ends once another page has ceased to tell of it', async () => {
    const list = entry('/list', 'page');
    await store.settle(list, offering(list.url, [listing('old', 'two')], []));
    expect(await ended()).toEqual([]);
    await store.begin({ runId: 'three', startedAt: at });
    await askAgain('three');
    expect(await ended()).toEqual([['old', 'three']]);
  });

  it('does not end by a run that asked for none of its pages', async () => {
    expect(await ended()).toEqual([]);
    await askAgain('two');
    expect(await ended()).toEqual([['old', 'two']]);
  });
});
