import type { EventLog } from '#platform/log/port.ts';
import { OF_PART } from '#schemas/events/ingest-funnel.ts';
import { rawListing, type ListingFields } from '#schemas/events/raw-listing.ts';
import { newRunId, tellRun, type Published } from '../run.ts';
import { entryFor } from './discover/entries.ts';
import { holdSite, type Hold } from './hold.ts';
import { createOutbox } from './outbox.ts';
import { missedInWords, sawEverything, type Missed } from './missed.ts';
import { HostAway } from './pace/host-gate.ts';
import { newPace, paceAfterKill } from './pace/host-pace.ts';
import type { Site } from './site-file.ts';
import type { Change, Entry, StoredRun } from './site-records.ts';
import { soFarOf, tellFunnel } from './tell-funnel.ts';
import {
  createVisit,
  SiteBlocked,
  visitDefaults,
  type VisitDeps,
  type VisitOptions,
} from './visit.ts';
import { createWaits, type Waits } from './waits.ts';
import { workThrough } from './work-through.ts';

export interface CrawlDeps extends VisitDeps {
  log: EventLog;
  newId: () => string;
}

export interface CrawlOptions extends Partial<VisitOptions> {
  /** Different pages asked for at most, robots.txt and sitemaps aside. */
  limit?: number | undefined;
  signal?: AbortSignal;
  wants?: Wants | undefined;
}

/** What a crawl is for, where that is not everything. */
export interface Wants {
  /** Names it: a run that was cut off is gone on with only for the same. */
  scope: string;
  /** Whether a page is asked for, by its listings as they were last seen. */
  any: (listings: readonly ListingFields[]) => boolean;
}

export interface CrawlResult {
  runId: string;
  /** `done`: all that could be found was seen. `partial`: `missed` says what was not. `failed`: nothing was. */
  state: 'done' | 'partial' | 'blocked' | 'failed';
  coverage: 'full' | 'partial';
  /** Addresses and listings by what became of them. */
  counts: Record<string, number>;
  missed: Record<string, number>;
  warnings: readonly string[];
  /** Why the site is left alone, where it blocked us. */
  blocked?: string;
  /** Why nothing of the site was seen. */
  failed?: string;
}

/** Not one page could be fetched: that is no part of a site. */
class SiteUnseen extends Error {}

/** A run that was cut off is taken up again within this time; an older one is begun anew. */
const resumeWithinMs = 24 * 3_600_000;
const EVERYTHING = '';
/** What a run misses whose host asks for a longer delay than a crawl waits: the next goes on with the rest. */
const LONG_DELAY = 'crawl_delay';
/** No group: whoever asks where a topic ends names one. */
const OUTBOX = 'scraper-outbox';
const leastSitemaps = 20;

/**
 * Crawls one site: from its start pages, its sitemaps and the listings of earlier runs, through every
 * page its robots.txt allows, to raw events in the log, told as a run. Killed and called again it goes
 * on where it was, under the same run; one that was blocked before that has only its end to tell.
 * @throws SiteTaken where another run crawls the site or a host of it, SiteBlocked where it blocked us before
 */
export async function crawlSite(
  deps: CrawlDeps,
  site: Site,
  options: CrawlOptions = {},
): Promise<CrawlResult> {
  const { store, log, clock } = deps;
  const isTold = store.run?.ended !== false;
  if (store.blocked !== undefined && isTold) throw new SiteBlocked(store.blocked);
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, ...(options.signal ? [options.signal] : [])]);
  const patienceMs = options.patienceMs ?? visitDefaults.patienceMs;
  let tellNews = (): void => undefined;
  const waits = createWaits(clock, () => tellNews());
  const onLost = (error: unknown): void => lost.abort(error);
  const hold = await holdSite(deps, site, { patienceMs, signal, onLost, waits });
  try {
    await log.ensureTopics([rawListing]);
    const scope = options.wants?.scope ?? EVERYTHING;
    const ofPart = options.wants !== undefined || isTrial(site, options);
    const run = await beginOrResume(deps, site, { scope, ofPart });
    const identity = { runId: run.runId, source: site.name, sample: false, ofPart } as const;
    const { coverage } = site.mapping;
    const failure = await tellRun(
      { log, clock },
      { ...identity, coverage },
      (_startedAt, onNews) => {
        tellNews = onNews;
        return visitAll(deps, site, run.runId, { ...options, hold, signal, waits });
      },
      {
        counted: () => countsOf(store.run ?? run),
        told: () => ({ soFar: soFarOf(store.run ?? run), waits: waits.now }),
      },
    ).then(
      () => undefined,
      async (error: unknown) => {
        // Told as a failed run; here it is an outcome like others.
        if (error instanceof SiteUnseen) return error.message;
        if (error instanceof SiteBlocked) return undefined;
        // How far it came until then; where it is gone on with, its end is told in place of that.
        if (options.signal?.aborted === true)
          await tellFunnel(deps, site.name, store.run ?? run, store.blocked);
        throw error;
      },
    );
    const ended = store.run ?? run;
    await tellFunnel(deps, site.name, ended, store.blocked);
    await store.end();
    return resultOf(ended, site, { blocked: store.blocked, failed: failure });
  } finally {
    await hold.release();
  }
}

/** Visits what the frontier holds until it is empty, and publishes what comes of it on the way. */
async function visitAll(
  deps: CrawlDeps,
  site: Site,
  runId: string,
  {
    limit = site.mostPages,
    signal: given,
    hold,
    waits,
    wants,
    ...options
  }: CrawlOptions & { hold: Hold; signal: AbortSignal; waits: Waits },
): Promise<Published> {
  const { store, log } = deps;
  const outbox = createOutbox(store, log);
  // One visit that ends the crawl ends those that wait for their turn, too.
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, given]);
  let pagesLeft = Math.min(limit, site.mostPages);
  // Who asks for a few pages wants no hundreds of sitemaps before them.
  const maxSitemaps = Math.min(visitDefaults.maxSitemaps, Math.max(pagesLeft, leastSitemaps));
  const visiting = { ...visitDefaults, maxSitemaps, ...options };
  const visit = createVisit(deps, site, visiting, { asGuest: hold.asGuest, signal, waits });

  const isOfTrial = isTrial(site, { limit });
  // A trial reads fewer sitemaps than a whole run would.
  const boundsOfPart = ['left_out', ...(isOfTrial ? ['sitemap_limit'] : [])];
  let last: Entry['kind'] | undefined;
  let leadingInFlight = 0;
  // What sitemaps and lists in flight lead to may be lists, which come first: where pages may run short, listings
  // wait for them. As many are kept for what is not found yet as for what is in line; but a quarter of a run's
  // pages is for listings, however many lists there are.
  const isForLists = (): boolean =>
    !isOfTrial &&
    leadingInFlight > 0 &&
    pagesLeft <= 2 * store.inLine &&
    4 * pagesLeft > site.mostPages;
  const next = (): Entry | undefined => {
    if (pagesLeft <= 0) return store.takeAgain();
    if (isForLists()) return store.takeLeading();
    // Who tries a site out wants to see listings, however many lists it has.
    return store.take(isOfTrial && last === 'page' ? 'listing' : 'sitemap');
  };
  const take = (): Entry | undefined => {
    if (signal.aborted) return undefined;
    const entry = next();
    last = entry?.kind;
    if (entry !== undefined && isLimited(entry)) pagesLeft -= 1;
    if (entry !== undefined && leadsOn(entry)) leadingInFlight += 1;
    return entry;
  };
  const work = async (entry: Entry): Promise<void> => {
    try {
      const { offers = [], owed = [] } = (wants && store.known(entry.url)) ?? {};
      const known = [...offers, ...owed.map(({ event }) => event)].map(({ fields }) => fields);
      const change =
        wants === undefined || known.length === 0 || wants.any(known)
          ? await visit.visit(entry, runId)
          : leftOut(entry);
      if (isLimited(entry) && change.counts?.['allowed'] === undefined) pagesLeft += 1;
      await store.settle(entry, change);
      await outbox.flush();
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      if (leadsOn(entry)) leadingInFlight -= 1;
    }
  };

  try {
    await outbox.takeUp();
    await outbox.empty();
    if (store.blocked !== undefined) throw new SiteBlocked(store.blocked);
    await store.add(await visit.seeds());
    await workThrough(take, work, site.connections);
    given.throwIfAborted();
    const isCut = pagesLeft <= 0 && store.take() !== undefined;
    if (isCut) await store.note(isOfTrial ? 'trial' : 'limit');
    else if (!boundsOfPart.some((reason) => store.run?.missed[reason] !== undefined))
      await store.cameToAll();
    const unseen = whyUnseen(store.run);
    if (unseen !== undefined) throw new SiteUnseen(unseen);
    // A site that shows nothing at all was built anew, or hides: that is not a lot that was sold.
    const isRead = ['parsed', 'unchanged'].some((name) => store.run?.counts[name]);
    if (!isCut && !isRead) await store.note('no_listings');
  } catch (error) {
    given.throwIfAborted();
    if (error instanceof SiteBlocked) {
      if (store.blocked === undefined) await store.block(error.reason, error.at);
      await outbox.empty();
    }
    if (!(error instanceof HostAway)) throw error;
    await store.note(error.missed, error.message);
    // A site that asks us to come later, and one that another run asks, is not down: the next run goes on with it.
    const unseen = error.missed === 'host_down' ? whyUnseen(store.run) : undefined;
    if (unseen !== undefined) throw new SiteUnseen(unseen);
  }
  // Not where the site blocked us: it says nothing then.
  const isCrawled = (url: string) =>
    site.reads.has('listing') && entryFor(site, url)?.kind === 'listing';
  const agesOut = site.mapping.coverage === 'full';
  if (store.blocked === undefined)
    await store.endListings(deps.clock().toISOString(), { isCrawled, agesOut });
  await outbox.empty();
  return publishedBy(store.run, site);
}

/** What keeps a run from pages by no doing of the site. */
const BOUNDS: ReadonlySet<string> = new Set([...OF_PART, 'limit'] satisfies Missed[]);

/** Why no page was seen of a site; undefined where one was, or where nothing but the run's own bounds kept it from them. */
function whyUnseen(run: StoredRun | undefined): string | undefined {
  const { sawPage = false, askedPage = false, missed = {} } = run ?? {};
  const others = Object.entries(missed).filter(([reason]) => !BOUNDS.has(reason));
  const isBoundAlone = !sawEverything({ missed }) && others.length === 0 && !askedPage;
  if (sawPage || isBoundAlone) return undefined;
  const otherwise = askedPage ? 'every page leads elsewhere' : 'it names no page that may be read';
  const why = missedInWords(Object.fromEntries(others)) || otherwise;
  return `nothing of the site could be seen: ${why}`;
}

/** Whether it is one of the pages that a limit is of: one that is asked for again was counted before. */
const isLimited = ({ kind, wasAsked }: Entry): boolean => kind !== 'sitemap' && wasAsked !== true;

/** Whether it may lead to lists. */
const leadsOn = ({ kind }: Entry): boolean => kind !== 'listing';

/** Asks for fewer pages than the site's file has a run ask for. */
const isTrial = (site: Site, { limit = site.mostPages }: Pick<CrawlOptions, 'limit'>): boolean =>
  limit < site.mostPages;

const leftOut = ({ url }: Entry): Change => ({
  url,
  state: 'skipped',
  missed: 'left_out',
  counts: { left_out: 1 },
});

/**
 * The run that was cut off, if it was for the same, or a new one; of the first every host is left its
 * delay before it is asked. A new one goes on with what the last had left where the host's delay lets
 * a run see one page: else each would see the same one.
 */
async function beginOrResume(
  deps: CrawlDeps,
  site: Site,
  { scope, ofPart }: { scope: string; ofPart: boolean },
): Promise<StoredRun> {
  const { store, log, hosts, clock, steadyNow } = deps;
  const now = clock();
  const { run } = store;
  const isForTheSame = (run?.scope ?? EVERYTHING) === scope;
  const isRecent = run !== undefined && now.getTime() - Date.parse(run.startedAt) <= resumeWithinMs;
  const isToBeTold = store.blocked !== undefined;
  // A part that went on with a whole run would take back what that failed at; a whole run that went on with a part
  // would not see what that left out.
  const isAsMuch = (run?.ofPart ?? false) === ofPart;
  const goesOn = run?.ended === false && (isToBeTold || (isForTheSame && isAsMuch && isRecent));
  if (!goesOn) {
    // What a run left behind is none of the next one's count.
    if (run !== undefined) {
      const leftBehind = createOutbox(store, log);
      await leftBehind.takeUp();
      await leftBehind.empty();
    }
    const ends = await log.positions(rawListing, OUTBOX);
    const about = {
      runId: newRunId(clock, deps.newId),
      startedAt: now.toISOString(),
      scope,
      ofPart,
      beganAt: ends.map(({ partition, end }) => ({ partition, offset: end })),
    };
    const takesOver = isForTheSame && run?.missed[LONG_DELAY] !== undefined;
    return store.begin(about, { keepsFrontier: takesOver });
  }
  const settings = { leastDelayMs: site.leastDelayMs, mostDelayMs: site.mostDelayMs };
  for (const host of site.hosts) {
    const pace = hosts.pace(host) ?? newPace(settings);
    await hosts.setPace(host, paceAfterKill(pace, settings, steadyNow()));
  }
  return run;
}

const coverageOf = (run: StoredRun, site: Site): 'full' | 'partial' =>
  sawEverything(run) ? site.mapping.coverage : 'partial';

const countsOf = ({ counts }: StoredRun): Pick<Published, 'read' | 'published'> => ({
  read: (counts['records'] ?? 0) + (counts['removed'] ?? 0),
  published: counts['published'] ?? 0,
});

function publishedBy(run: StoredRun | undefined, site: Site): Published {
  if (run === undefined) throw new Error(`the run of ${site.name} is not in its store`);
  const { lastOffsets, missed } = run;
  return {
    ...countsOf(run),
    lastOffsets: new Map(
      Object.entries(lastOffsets).map(([partition, offset]) => [Number(partition), offset]),
    ),
    coverage: coverageOf(run, site),
    ofPart: run.ofPart,
    incomplete: missedInWords(missed) || undefined,
  };
}

function resultOf(
  run: StoredRun,
  site: Site,
  { blocked, failed }: { blocked: string | undefined; failed: string | undefined },
): CrawlResult {
  const { runId, counts, missed, warnings } = run;
  const about = { runId, counts, missed, warnings };
  if (blocked !== undefined) return { ...about, state: 'blocked', coverage: 'partial', blocked };
  if (failed !== undefined) return { ...about, state: 'failed', coverage: 'partial', failed };
  return {
    ...about,
    state: sawEverything(run) ? 'done' : 'partial',
    coverage: coverageOf(run, site),
  };
}
