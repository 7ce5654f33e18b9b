import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import { challengeInPlaceOfFile, challengeOf } from './challenge.ts';
import { entryFor, sitemapEntry, startEntry } from './discover/entries.ts';
import { createAdapter } from './extract/adapter.ts';
import { FetchFailed, type Fetcher, type PageAnswer, type PageRequest } from './fetch/fetcher.ts';
import type { HostStore } from './host-store.ts';
import type { Missed } from './missed.ts';
import { createDownHosts } from './pace/down-hosts.ts';
import { createHostGate, HostAway, type GateDeps, type HostGate } from './pace/host-gate.ts';
import type { PaceAnswer } from './pace/host-pace.ts';
import { readRetryAfter } from './pace/retry-after.ts';
import { readAnswer, type Read } from './read-answer.ts';
import type { Hold } from './hold.ts';
import { oneLine } from '../one-line.ts';
import { createAskRobots } from './robots/ask-robots.ts';
import type { Site } from './site-file.ts';
import type { SiteStore } from './site-store.ts';
import type { Change, Entry } from './site-records.ts';
import type { Waits } from './waits.ts';

export interface VisitDeps {
  store: SiteStore;
  /** Shared by all crawls of this machine. */
  hosts: HostStore;
  fetcher: Fetcher;
  clock: Clock;
  /** What pauses are counted by, in milliseconds since the epoch: nobody sets it forward or back. */
  steadyNow: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 to 1. */
  random: () => number;
}

export interface VisitOptions {
  /** The shortest delay, whatever a site's file says: lower for machines of our own only. */
  floorMs: number;
  /** The longest a crawl waits for its turn, unless its delay is longer; after that it ends and says what it missed. */
  patienceMs: number;
  /** For one answer, whole. */
  timeoutMs: number;
  maxPageBytes: number;
  maxSitemapBytes: number;
  /** Sitemaps that are asked for. */
  maxSitemaps: number;
}

export const visitDefaults: VisitOptions = {
  floorMs: 1_000,
  patienceMs: 15 * 60_000,
  timeoutMs: 60_000,
  maxPageBytes: 10 * 1024 * 1024,
  maxSitemapBytes: 60 * 1024 * 1024,
  maxSitemaps: 1_000,
};

/** The site stands in our way, and is left alone until staff say otherwise: nothing is evaded. */
export class SiteBlocked extends Error {
  readonly code = 'site_blocked';
  readonly reason: string;
  /** The page whose answer said so; of a robots.txt none. */
  readonly at: Entry | undefined;
  constructor(reason: string, at?: Entry) {
    super(
      `blocked: ${oneLine(reason)}. Talk to the site’s owner; once they agree, run: npm run scrape -- --site FILE --unblock`,
    );
    this.reason = reason;
    this.at = at;
  }
}

export interface Visit {
  /** Where a crawl begins: start pages, sitemaps, and the listings of earlier runs. */
  seeds(): Promise<Entry[]>;
  /** Asks for one address, if it may be, and tells what came of it. @throws SiteBlocked, HostAway */
  visit(entry: Entry, runId: string): Promise<Change>;
}

/** Of sitemaps on hosts that are not the site's. */
const maxForeignSitemaps = 10;
/** So many answers of 401 or 403 in a row are a refusal of all of us. */
const refusalsThatBlock = 5;
/** Changes when pages are read otherwise than before: they are then asked for anew. */
const readerVersion = 6;

export function createVisit(
  deps: VisitDeps,
  site: Site,
  options: VisitOptions,
  { asGuest, signal, waits }: Pick<Hold, 'asGuest'> & { signal: AbortSignal; waits: Waits },
): Visit {
  const { store, fetcher, clock } = deps;
  const now = (): number => clock().getTime();
  const adapt = createAdapter(site.mapping);
  const madeBy = createHash('sha256')
    .update(JSON.stringify([readerVersion, site.mapping]))
    .digest('hex');
  /** What robots.txt files ask for, by host; until one is read, what was read last. */
  const crawlDelays = new Map<string, number>();
  /** Sitemaps may lie on another host where the site's own robots.txt says so. */
  const sitemapHosts = new Set(site.hosts);
  let sitemaps = 0;
  let foreignSitemaps = 0;

  const gateDeps: GateDeps = {
    now: deps.steadyNow,
    sleep: (ms, wait) => waits.during(wait, () => deps.sleep(ms, signal)),
    random: deps.random,
    load: deps.hosts.pace,
    keep: (host, pace) => deps.hosts.setPace(host, pace),
    connections: site.connections,
    patienceMs: options.patienceMs,
  };
  const ownHosts = createHostGate(gateDeps);
  const downHosts = createDownHosts();

  /**
   * Waits for the host's turn. One that is not the site's, where a robots.txt or a sitemap leads to, is had for
   * this request only; its pace is read from the disk each time, since others may have asked it in between.
   */
  const turn: HostGate['turn'] = (host, ...asking) =>
    site.hosts.has(host)
      ? ownHosts.turn(host, ...asking)
      : asGuest(host, () => createHostGate({ ...gateDeps, connections: 1 }).turn(host, ...asking));

  /** The one way to the network. @throws FetchFailed */
  const ask = async (request: PageRequest): Promise<PageAnswer> => {
    const { host } = new URL(request.url);
    const leastDelayMs = Math.max(site.leastDelayMs, options.floorMs, crawlDelays.get(host) ?? 0);
    const settings = { leastDelayMs, mostDelayMs: site.mostDelayMs };
    const result = await turn(
      host,
      settings,
      () => {
        signal.throwIfAborted();
        return fetcher
          .fetch({ ...request, signal })
          .catch((error: unknown) =>
            error instanceof FetchFailed ? error : Promise.reject(error),
          );
      },
      (answer) => judge(answer, now()),
    );
    downHosts.note(host, result);
    if (result instanceof FetchFailed) throw result;
    return result;
  };

  /** Whoever stands in front of a robots.txt stands in front of the site: that is no file that is not there. */
  const askForRobots = async (request: PageRequest): Promise<PageAnswer> => {
    const answer = await ask(request);
    const inPlace =
      answer.status === 200 ? challengeInPlaceOfFile(answer.body.toString()) : undefined;
    const challenge = challengeOf(answer) ?? inPlace;
    if (challenge !== undefined) throw new SiteBlocked(`${challenge} at ${request.url}`);
    return answer;
  };
  const askRobots = createAskRobots({
    now,
    ask: askForRobots,
    load: store.robots,
    save: (origin, robots) => store.setRobots(origin, robots),
    timeoutMs: options.timeoutMs,
  });

  const robotsOf = async (url: string) => {
    const { origin, host } = new URL(url);
    const verdict = await askRobots(origin);
    if ('rules' in verdict) crawlDelays.set(host, (verdict.rules.crawlDelay ?? 0) * 1_000);
    return verdict;
  };

  /** Lists that are not read may be forbidden for good; a listing, a sitemap and where we begin are missed without them. */
  const disallowed = ({ url, kind, isBeginning }: Entry): Change =>
    kind === 'page' && !site.reads.has(kind) && isBeginning !== true
      ? { url, state: 'skipped', counts: { robots_disallowed: 1 } }
      : skipped(url, 'robots_disallowed');

  return {
    async seeds() {
      const found = site.sitemaps.map((url) => beginning(sitemapEntry(url, url)));
      const origins = new Set([...site.start, ...site.sitemaps].map((url) => new URL(url).origin));
      for (const origin of site.robotsSitemaps ? origins : []) {
        const robots = await robotsOf(origin);
        const listed = 'rules' in robots ? robots.rules.sitemaps : [];
        found.push(...listed.map((url) => sitemapEntry(url, origin)));
        for (const url of listed) addHost(sitemapHosts, url, origin);
      }
      found.push(...site.start.map((url) => beginning(startEntry(site, url))));
      // Listings of earlier runs are asked for themselves: that no sitemap has one says nothing.
      // Lists are found anew, since those of a lot that shrank are not there any more.
      const known = [...store.knownUrls()].map((url) => entryFor(site, url));
      found.push(...known.filter((entry) => entry?.kind === 'listing'));
      return found.filter((entry) => entry !== undefined);
    },

    async visit(entry, runId) {
      const { url, kind } = entry;
      const isForeign = !site.hosts.has(new URL(url).host);
      if (kind === 'sitemap') {
        sitemaps += 1;
        foreignSitemaps += isForeign ? 1 : 0;
        if (sitemaps > options.maxSitemaps || foreignSitemaps > maxForeignSitemaps)
          return skipped(url, 'sitemap_limit');
      }
      try {
        return await visitAllowed(entry, runId);
      } catch (error) {
        // A sitemap that lies elsewhere keeps nobody from the site itself.
        if (!isForeign || !(error instanceof HostAway)) throw error;
        return skipped(url, error.missed, [`${url}: ${error.message}`]);
      }
    },
  };

  async function visitAllowed(entry: Entry, runId: string): Promise<Change> {
    const { url, kind } = entry;
    const robots = await robotsOf(url);
    if ('unreachable' in robots)
      return skipped(url, 'robots_unreachable', [`${url}: ${robots.unreachable}`]);
    const asked = entry.asked ?? url;
    const page = store.known(url);
    if (!robots.rules.allows(url) || !robots.rules.allows(asked)) return silent(disallowed(entry));

    downHosts.check(new URL(asked).host);
    const since =
      page?.version?.madeBy === madeBy && page.offers.length > 0 ? page.version : undefined;
    let answer: PageAnswer;
    try {
      answer = await ask({
        url: asked,
        accept:
          kind === 'sitemap'
            ? 'application/xml, text/xml, text/plain, */*;q=0.5'
            : 'text/html, application/xhtml+xml, */*;q=0.5',
        etag: since?.etag,
        lastModified: since?.lastModified,
        maxBytes: kind === 'sitemap' ? options.maxSitemapBytes : options.maxPageBytes,
        timeoutMs: options.timeoutMs,
      });
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      return settled(failed(url, error.reason, error));
    }
    // What a page makes our reading stumble over is that page's own: the others are still asked for.
    const read = await readAnswer(entry, answer, {
      site,
      adapt,
      madeBy,
      runId,
      observedAt: clock().toISOString(),
      page,
      ifChanged: since !== undefined,
      stateOf: store.stateOf,
      sitemapHosts,
      maxSitemapBytes: options.maxSitemapBytes,
    }).catch((error: unknown): Read => ({ change: failed(url, 'unreadable', error) }));
    if ('challenge' in read) throw new SiteBlocked(read.challenge, entry);
    const refusals = answer.status === 401 || answer.status === 403 ? store.refusals + 1 : 0;
    if (refusals !== store.refusals) await store.setRefusals(refusals);
    if (refusals >= refusalsThatBlock)
      throw new SiteBlocked(`${refusals} pages in a row were refused, the last ${url}`, entry);
    return settled(read.change);

    function settled(change: Change): Change {
      const { counts } = change;
      return {
        ...(change.state === 'failed' ? silent(change) : change),
        counts: { ...counts, allowed: 1 },
      };
    }

    function silent(change: Change): Change {
      if (kind !== 'listing') return change;
      const observedAt = clock().toISOString();
      return { ...change, answered: { means: { is: 'silent' }, runId, observedAt } };
    }
  }
}

const beginning = (entry: Entry | undefined): Entry | undefined =>
  entry && { ...entry, isBeginning: true };

function addHost(hosts: Set<string>, url: string, base: string): void {
  const host = URL.parse(url, base)?.host;
  if (host !== undefined) hosts.add(host);
}

const failed = (url: string, reason: Missed, error: unknown): Change => ({
  url,
  state: 'failed',
  missed: reason,
  counts: { failed: 1 },
  warnings: [`${url}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500)],
});

const skipped = (url: string, reason: Missed, warnings: string[] = []): Change => ({
  url,
  state: 'skipped',
  missed: reason,
  counts: { [reason]: 1 },
  warnings,
});

/** What an answer means for the host's pace. */
function judge(
  answer: PageAnswer | FetchFailed,
  now: number,
): Pick<PaceAnswer, 'kind' | 'status' | 'retryAfterMs'> {
  if (answer instanceof FetchFailed) return { kind: 'failed' };
  const { status, headers } = answer;
  if (status === 429 || status === 503)
    return {
      kind: 'slow_down',
      status,
      retryAfterMs: readRetryAfter(headers.get('retry-after'), now),
    };
  return { kind: status === 200 || status === 304 ? 'ok' : 'failed' };
}
