import { canonicalUrl, maxUrlLength } from './discover/canonical-url.ts';
import type { Missed } from './missed.ts';
import type { Reading } from './read-answer.ts';
import type { Change, Entry } from './site-records.ts';

const maxRedirects = 5;

/** Where a redirect leads is one more address, asked for in its turn by the same rules. */
export function redirected(entry: Entry, location: string | undefined, reading: Reading): Change {
  const { site, page, runId, observedAt } = reading;
  const { url } = entry;
  const asked = entry.asked ?? url;
  const target = location === undefined ? undefined : canonicalUrl(location, asked);
  const warning = `${url}: redirects to ${(location ?? 'nowhere').slice(0, 300)}`;
  const failed = (missed: Missed): Change => ({
    url,
    state: 'failed',
    missed,
    counts: { failed: 1 },
    warnings: [warning],
  });
  if (location === undefined || target === undefined) return failed('bad_redirect');
  if (entry.redirects >= maxRedirects) return failed('too_many_redirects');
  const counts = { redirected: 1 };
  const redirects = entry.redirects + 1;
  if (target === url) {
    // The same page under a session or the like: asked for as the server writes it, once.
    const written = writtenUrl(location, asked);
    if (entry.asked !== undefined || written === url || written.length > maxUrlLength)
      return failed('redirect_loop');
    return { url, state: 'waiting', again: { ...entry, asked: written, redirects } };
  }
  const isSitemap = entry.kind === 'sitemap';
  const { host } = new URL(target);
  const isOfSite = (isSitemap ? reading.sitemapHosts : site.hosts).has(host);
  const kind = isSitemap ? 'other' : site.kindOf(target);
  const seen = reading.stateOf(target) !== undefined;
  const isAway = !isOfSite || kind !== 'listing';
  if (entry.kind === 'listing' && page !== undefined && isAway) {
    const missed = isOfSite ? 'redirected_away' : 'redirect_off_site';
    const means = { is: 'absent', missed, warning } as const;
    return { url, state: 'redirected', counts, answered: { means, runId, observedAt } };
  }
  // Its front page in place of what a list or a sitemap still names.
  const isFront = kind !== 'listing' && (seen || new URL(target).pathname === '/');
  if (entry.kind === 'listing' && isOfSite && isFront)
    return { url, state: 'gone', counts: { gone: 1 }, warnings: [warning] };
  if (!isOfSite) return failed('redirect_off_site');
  // What a list of cards tells is told nowhere else.
  if (entry.kind === 'page' && site.reads.has('page')) {
    const isElsewhere = kind === 'other' && !site.start.includes(url);
    if (isElsewhere || (seen && placeOf(target) !== placeOf(url))) return failed('redirected_away');
  }
  const next: Entry = {
    url: target,
    kind: kind === 'other' ? entry.kind : kind,
    redirects,
    refusals: 0,
    ...(entry.depth === undefined ? {} : { depth: entry.depth }),
    ...(entry.isBeginning === true ? { isBeginning: true } : {}),
  };
  const wasAsked = (reading.stateOf(target) ?? 'waiting') !== 'waiting';
  // A list may lead to any other one.
  const absence = entry.kind === 'listing' ? ({ missed: 'redirected_away', warning } as const) : {};
  const means = { is: 'moved', to: target, wasAsked, ...absence } as const;
  const answered = { means, runId, observedAt };
  return { url, state: 'redirected', found: [next], counts, answered };
}

function writtenUrl(location: string, base: string): string {
  const url = new URL(location.trim(), base);
  url.hash = '';
  return url.href;
}

/** The same for addresses that only differ in how they are written: `/lot/?page=1` and `www` are `/lot`. */
function placeOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  const query = search.replace(/[?&][\w-]+=1(?=&|$)/, '');
  return host.replace(/^www\./, '') + pathname.replace(/\/$/, '') + query;
}
