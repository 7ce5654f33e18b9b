import { isChallenge, isChallengePage } from '#domain/challenge-pages.ts';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { canonicalUrl } from './discover/canonical-url.ts';
import { entryFor, sitemapEntry } from './discover/entries.ts';
import { linksOf } from './discover/links.ts';
import { readSitemap } from './discover/sitemap.ts';
import type { createAdapter } from './extract/adapter.ts';
import { readPage } from './extract/page.ts';
import type { PageAnswer } from './fetch/fetcher.ts';
import { AnswerUnusable, gunzipped, textOfBytes } from './fetch/unpack.ts';
import { seenAgain } from './seen-again.ts';
import type { Site } from './site-file.ts';
import type { Change, Entry, KnownPage } from './site-store.ts';

const maxRedirects = 5;
const maxRefusals = 3;

export interface Reading {
  site: Site;
  adapt: ReturnType<typeof createAdapter>;
  /** What events are made by: see KnownPage. */
  madeBy: string;
  runId: string;
  /** When the answer was complete, in UTC ISO 8601. */
  observedAt: string;
  known: KnownPage | undefined;
  /** Whether an earlier run found a listing there. */
  wasListing: boolean;
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
  const change = (given: Omit<Change, 'url'>): Read => ({ change: { url, ...given } });
  const failed = (reason: string): Read =>
    change({ state: 'failed', missed: reason, counts: { failed: 1 } });

  const challenge = challengeOf(answer);
  if (challenge !== undefined) return { challenge: `${challenge} at ${url}` };
  if (status === 304 && reading.known !== undefined) {
    const events = seenAgain(reading.known.events, reading);
    const counts = { fetched: 1, unchanged: 1, records: events.length };
    return change({ state: 'unchanged', events, counts });
  }
  if (status >= 300 && status < 400) return redirected(entry, headers.get('location'), reading);
  if (status === 404 || status === 410)
    return change({ state: 'gone', known: 'forget', counts: { gone: 1 } });
  if (status === 429 || status === 503)
    return entry.refusals + 1 < maxRefusals
      ? change({
          state: 'waiting',
          again: { ...entry, refusals: entry.refusals + 1 },
          counts: { put_off: 1 },
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
    const found = [
      ...sitemaps.map((one) => sitemapEntry(one, url)),
      ...pages.map((one) => entryFor(reading.site, one, url)),
    ].filter((one) => one !== undefined);
    return change({
      state: 'fetched',
      found,
      counts: { sitemaps: 1 },
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
    if (entry.kind !== 'sitemap' && !reading.site.reads.has(entry.kind))
      return change({ state: 'fetched', found, counts: { fetched: 1 } });

    const { events: all, warnings } = reading.adapt({ html, url }, reading);
    const listings = all.filter(({ unreadable }) => unreadable === undefined);
    if (listings.length === 0 && isChallenge(page.title.toLowerCase()))
      return { challenge: `a page titled "${page.title.slice(0, 200)}" at ${url}` };
    // A list may be empty; a listing's own page without a listing is kept as a dead letter.
    const events = entry.kind === 'page' ? listings : all;
    return change({
      state: 'fetched',
      found,
      events,
      // What is there cannot be read any more: its listing is not gone.
      ...(listings.length === 0 && reading.wasListing ? { missed: 'unreadable' } : {}),
      ...(entry.kind === 'listing' ? { known: knownOf(answer, listings, reading) } : {}),
      warnings: warnings.map((warning) => `${url}: ${warning}`.slice(0, 500)),
      counts: {
        fetched: 1,
        records: events.length,
        ...(listings.length > 0 ? { parsed: 1 } : {}),
        ...(events.length > listings.length ? { unreadable: events.length - listings.length } : {}),
      },
    });
  }
}

/** Where a redirect leads is one more address, asked for in its turn by the same rules. */
function redirected(entry: Entry, location: string | undefined, { site }: Reading): Read {
  const { url } = entry;
  const target = location === undefined ? undefined : canonicalUrl(location, url);
  const failed = (missed: string): Read => ({
    change: {
      url,
      state: 'failed',
      missed,
      counts: { failed: 1 },
      warnings: [`${url}: redirects to ${(location ?? 'nowhere').slice(0, 300)}`],
    },
  });
  if (target === undefined) return failed('bad_redirect');
  if (entry.redirects >= maxRedirects) return failed('too_many_redirects');
  const isSitemap = entry.kind === 'sitemap';
  if (!isSitemap && !site.hosts.has(new URL(target).host)) return failed('redirect_off_site');
  const kind = isSitemap ? 'other' : site.kindOf(target);
  const next: Entry = {
    url: target,
    kind: kind === 'other' ? entry.kind : kind,
    redirects: entry.redirects + 1,
    refusals: 0,
  };
  return {
    change: { url, state: 'redirected', found: [next], known: 'forget', counts: { redirected: 1 } },
  };
}

/** What a firewall says in place of the page, by its headers and its own scripts. */
function challengeOf({ status, headers, body }: PageAnswer): string | undefined {
  if (headers.get('cf-mitigated') === 'challenge') return 'a challenge of Cloudflare';
  if (/^(?:challenge|captcha)$/.test(headers.get('x-amzn-waf-action') ?? ''))
    return 'a challenge of AWS';
  if (!/html/i.test(headers.get('content-type') ?? 'html')) return undefined;
  const html = body.subarray(0, 64 * 1024).toString('latin1');
  if (isChallengePage(html)) return 'a challenge page';
  const title = status === 401 || status === 403 ? readPage(html).title.toLowerCase() : '';
  return isChallenge(title) && !/forbidden|denied/.test(title) ? 'a challenge page' : undefined;
}

/** Kept with its events where the server can say that it has not changed, else as seen. */
function knownOf(
  { headers }: PageAnswer,
  listings: readonly RawListing[],
  { madeBy, observedAt }: Reading,
): KnownPage | undefined {
  if (listings.length === 0) return undefined;
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  const canTell = etag !== undefined || lastModified !== undefined;
  const seen = listings.filter((event) => event.observedAt === observedAt);
  return { etag, lastModified, madeBy, events: canTell ? seen : [] };
}
