import type { RawListing } from '#schemas/events/raw-listing.ts';
import { challengeInPlaceOf, challengeInPlaceOfFile, challengeOf } from './challenge.ts';
import { entryFor, sitemapEntry } from './discover/entries.ts';
import { linksOf } from './discover/links.ts';
import { readSitemap } from './discover/sitemap.ts';
import type { createAdapter } from './extract/adapter.ts';
import { readPage } from './extract/page.ts';
import type { PageAnswer } from './fetch/fetcher.ts';
import { AnswerUnusable, gunzipped, textOfBytes } from './fetch/unpack.ts';
import type { KnownPage, Meaning } from './known-page.ts';
import type { Missed } from './missed.ts';
import { redirected } from './redirected.ts';
import { saysSold } from './says-sold.ts';
import type { Site } from './site-file.ts';
import type { Change, Entry, PageState } from './site-records.ts';

const maxRefusals = 3;
/** Indexes within each other: the standard has one, and a site that makes them up has no end. */
const maxSitemapDepth = 3;

export interface Reading {
  site: Site;
  adapt: ReturnType<typeof createAdapter>;
  /** See PageVersion. */
  madeBy: string;
  runId: string;
  /** When the answer was complete, in UTC ISO 8601. */
  observedAt: string;
  /** What earlier runs knew of the page. */
  page: KnownPage | undefined;
  /** Whether it was asked for only if it has changed since. */
  ifChanged: boolean;
  /** What became of an address in this run, where it has come upon it. */
  stateOf: (url: string) => PageState | undefined;
  /** Hosts whose sitemaps are read. */
  sitemapHosts: ReadonlySet<string>;
  maxSitemapBytes: number;
}

/** What an answer changes, or why the site is to be left alone from now on. */
export type Read = { change: Change } | { challenge: string };

/** Reads the answer to one entry of the frontier. */
export async function readAnswer(
  entry: Entry,
  answer: PageAnswer,
  reading: Reading,
): Promise<Read> {
  const { status, headers } = answer;
  const { url } = entry;
  const { page: known, runId, observedAt } = reading;
  const change = ({ means, ...given }: Omit<Change, 'url'> & { means?: Meaning }): Read => ({
    change: {
      url,
      ...given,
      ...(means === undefined ? {} : { answered: { means, runId, observedAt } }),
    },
  });
  const failed = (reason: Missed): Read =>
    change({ state: 'failed', missed: reason, counts: { failed: 1 } });

  const isRead = entry.kind !== 'sitemap' && reading.site.reads.has(entry.kind);
  const challenge = challengeOf(answer);
  if (challenge !== undefined) return { challenge: `${challenge} at ${url}` };
  if (status === 304 && known !== undefined && reading.ifChanged)
    return change({
      state: 'unchanged',
      means: { is: 'unchanged' },
      counts: { fetched: 1, unchanged: 1, records: known.offers.length },
    });
  if (status >= 300 && status < 400)
    return { change: redirected(entry, headers.get('location'), reading) };
  if (status === 404 || status === 410)
    return change({
      state: 'gone',
      counts: { gone: 1 },
      means: { is: status === 410 ? 'gone' : 'absent' },
      // A list of cards that is linked to, and where the file has us begin: what it told is told nowhere else.
      ...(entry.isBeginning === true || (entry.kind === 'page' && isRead)
        ? { missed: `http_${status}` }
        : {}),
    });
  if (status === 429 || status === 503)
    return entry.refusals + 1 < maxRefusals
      ? change({
          state: 'waiting',
          again: { ...entry, refusals: entry.refusals + 1 },
        })
      : failed(`http_${status}`);
  if (status !== 200) return failed(`http_${status}`);
  return entry.kind === 'sitemap' ? readSitemapAnswer() : readPageAnswer();

  async function readSitemapAnswer(): Promise<Read> {
    let bytes: Buffer;
    try {
      bytes = await gunzipped(answer.body, reading.maxSitemapBytes);
    } catch (error) {
      if (error instanceof AnswerUnusable) return failed(error.reason);
      throw error;
    }
    const text = textOfBytes(bytes, headers.get('content-type') ?? '');
    const { sitemaps, pages, cut } = readSitemap(text);
    const depth = (entry.depth ?? 0) + 1;
    const isTooDeep = depth > maxSitemapDepth && sitemaps.length > 0;
    const found = [
      ...(isTooDeep ? [] : sitemaps)
        .map((one) => sitemapEntry(one, url, depth))
        .filter((one) => one !== undefined && reading.sitemapHosts.has(new URL(one.url).host)),
      ...pages.map((one) => entryFor(reading.site, one, url)),
    ].filter((one) => one !== undefined);
    const inPlace = found.length === 0 ? challengeInPlaceOfFile(text) : undefined;
    if (inPlace !== undefined) return { challenge: `${inPlace} at ${url}` };
    return change({
      state: 'fetched',
      found,
      counts: { sitemaps: 1 },
      ...(isTooDeep ? { missed: 'sitemap_too_deep' } : {}),
      ...(cut ? { missed: 'sitemap_too_long' } : {}),
    });
  }

  function readPageAnswer(): Read {
    const type = headers.get('content-type') ?? '';
    if (type !== '' && !/html|xml/i.test(type)) return failed('not_html');
    const html = textOfBytes(answer.body, type);
    const page = readPage(html, url);
    const found = linksOf(page)
      .map((link) => entryFor(reading.site, link))
      .filter((one) => one !== undefined);
    const { events: all, warnings } = isRead ? reading.adapt({ html, url }, reading) : noEvents;
    const listings = all.filter(({ unreadable }) => unreadable === undefined);
    const isEmpty = listings.length === 0;
    const isBare = entry.kind === 'listing' && isEmpty;
    if (isBare && saysSold(page.title))
      return change({ state: 'gone', counts: { gone: 1 }, means: { is: 'gone' }, found });
    const leadsOn = found.some(({ kind }) => kind === 'listing');
    const inPlace = isEmpty && !leadsOn ? challengeInPlaceOf(html, page.title) : undefined;
    if (inPlace !== undefined) return { challenge: `${inPlace} at ${url}` };
    if (!isRead) return change({ state: 'fetched', found, counts: { fetched: 1 } });

    // A list may be empty; a listing's own page without a listing is kept as a dead letter.
    const events = entry.kind === 'page' ? listings : all;
    // Cards that cannot be read are told nowhere else, and that says nothing of what they offer.
    const isUnreadList =
      entry.kind === 'page' &&
      isEmpty &&
      leadsOn &&
      known !== undefined &&
      !reading.site.reads.has('listing');
    return change({
      state: 'fetched',
      found,
      ...(isUnreadList ? { missed: 'unreadable' } : {}),
      means: meaning(),
      warnings: warnings.map((warning) => `${url}: ${warning}`.slice(0, 500)),
      counts: {
        fetched: 1,
        records: events.length,
        ...(isEmpty ? {} : { parsed: 1 }),
        ...(events.length > listings.length ? { unreadable: events.length - listings.length } : {}),
      },
    });

    function meaning(): Meaning {
      if (isUnreadList) return { is: 'silent' };
      if (isEmpty) return { is: 'absent', missed: 'unreadable', unreadable: events };
      return { is: 'offering', events, ...lastingOf(entry, answer, listings, reading) };
    }
  }
}

const noEvents: Pick<ReturnType<Reading['adapt']>, 'events' | 'warnings'> = {
  events: [],
  warnings: [],
};

/** What a page still offers where the server says that it has not changed. */
function lastingOf(
  { kind }: Entry,
  { headers }: PageAnswer,
  listings: readonly RawListing[],
  { madeBy, observedAt }: Reading,
): Pick<KnownPage, 'offers' | 'version'> {
  // A list is always sent again, since what it links to may have changed.
  if (kind === 'page') return { offers: [] };
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return {
    // What a page dates itself was not seen anew.
    offers: listings.filter((event) => event.observedAt === observedAt),
    ...(etag === undefined && lastModified === undefined
      ? {}
      : { version: { etag, lastModified, madeBy } }),
  };
}
