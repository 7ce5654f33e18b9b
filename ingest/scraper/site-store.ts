import { mkdirSync } from 'node:fs';
import { open, type Database, type RootDatabase } from 'lmdb';
import type { Position } from '#platform/log/port.ts';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { afterAnswer, type After } from './after-answer.ts';
import { forgetClaims, isTaken, newClaim, SiteTaken, type Claim } from './claim.ts';
import { countedBlocked, countedBy, sum } from './counted.ts';
import { endListings, type EndOptions } from './end-listings.ts';
import type { KnownPage } from './known-page.ts';
import { sawEverything, type Missed } from './missed.ts';
import { convertOldPages } from './old-pages.ts';
import type { Entry, PageState, StoredRun, StoredRobots, Change, Told } from './site-records.ts';
import { oneLine } from '../one-line.ts';

/** Sitemaps first, since they show most; then lists; then listings. */
const priorities: Record<Entry['kind'], number> = { sitemap: 0, page: 1, listing: 2 };
const maxWarnings = 200;
/** Kind, when it was asked for last, how many were come upon before it. */
type QueueKey = [number, number, number];

/**
 * Everything a crawl of one site knows, on disk: what is still to be asked, what was asked in this
 * run, the events that are not in the log yet, the robots.txt of its hosts, and pages of earlier
 * runs. Each step is one transaction, so that a crawl that is killed goes on where it was: nothing
 * asked for twice but what was in flight, no event lost.
 */
export class SiteStore {
  readonly #root: RootDatabase<unknown, string>;
  /** In the order in which they are asked for: by kind, then what was asked for least recently, then as come upon. */
  readonly #queue: Database<Entry, QueueKey>;
  readonly #pages: Database<PageState, string>;
  readonly #known: Database<KnownPage, string>;
  readonly #outbox: Database<RawListing, number>;
  /** The page that told of a listing last, by the id of each that was ever sent: the others are new. */
  readonly #listings: Database<Told, string>;
  /** When the run began that asked for a listing last (UTC, ms), since the last one that saw everything. */
  readonly #asked: Database<number, string>;
  readonly #facts: Database<unknown, string>;
  readonly #taken = new Set<string>();
  #sequence: number;

  /**
   * Once in a process at a time: LMDB opened beside a write of the same process waits for it, and it for that.
   * @param options.flush false: not written through to the disk. A killed process loses nothing by it,
   * a machine that loses its power may lose the file.
   */
  constructor(directory: string, { flush = true }: { flush?: boolean } = {}) {
    mkdirSync(directory, { recursive: true });
    this.#root = open({
      path: directory,
      noSubdir: false,
      mapSize: 1024 ** 4,
      noSync: !flush,
      // The batch it would open has a promise nobody can reach: a full disk would end the process.
      eventTurnBatching: false,
    });
    this.#queue = this.#root.openDB('queue', { encoding: 'json' });
    this.#pages = this.#root.openDB('pages', { encoding: 'json' });
    this.#known = this.#root.openDB('known-pages', { encoding: 'json' });
    this.#outbox = this.#root.openDB('outbox', { encoding: 'json' });
    this.#listings = this.#root.openDB('listings', { encoding: 'json' });
    this.#asked = this.#root.openDB('asked', { encoding: 'json' });
    this.#facts = this.#root.openDB('facts', { encoding: 'json' });
    this.#root.readerCheck();
    convertOldPages(this.#root, this.#known);
    this.#sequence = this.#sequenceKept();
  }

  /** Makes this process the one that crawls the site, or goes on being it. @throws SiteTaken */
  async claim(owner: string, now: number): Promise<void> {
    const free = await this.#root.transaction(() => {
      const held = this.#facts.get('owner') as Claim | undefined;
      if (isTaken(held, owner, now)) return false;
      void this.#facts.put('owner', newClaim(owner, now));
      // Whoever had it may have gone on after this was opened: a number given twice would lose an address.
      this.#sequence = Math.max(this.#sequence, this.#sequenceKept());
      return true;
    });
    if (!free) throw new SiteTaken('this site');
  }

  /** Lets others crawl the site. */
  async release(owner: string): Promise<void> {
    await this.#root.transaction(() => {
      const held = this.#facts.get('owner') as Claim | undefined;
      if (held?.owner === owner) void this.#facts.remove('owner');
    });
    forgetClaims(owner);
  }

  get run(): StoredRun | undefined {
    return this.#facts.get('run') as StoredRun | undefined;
  }

  /**
   * Begins a run anew: what an earlier one asked for is forgotten, its events are in the log.
   * @param options.keepsFrontier true: what it came upon and did not ask for is asked for now, the rest is not
   */
  async begin(
    about: Pick<StoredRun, 'runId' | 'startedAt' | 'scope' | 'ofPart' | 'beganAt'>,
    { keepsFrontier = false } = {},
  ): Promise<StoredRun> {
    const run: StoredRun = {
      ...about,
      ended: false,
      counts: keepsFrontier ? { discovered: this.inLine } : {},
      // What earlier runs saw this one does not, so that it says nothing of what is gone.
      missed: keepsFrontier ? { seen_before: 1 } : {},
      warnings: [],
      lastOffsets: {},
    };
    await this.#root.transaction(() => {
      if (!keepsFrontier) {
        this.#queue.clearSync();
        this.#pages.clearSync();
      }
      // The run before asked for these; this one has not.
      const asked = this.#queue.getRange().filter(({ value }) => value.wasAsked === true);
      for (const { key, value } of Array.from(asked))
        void this.#queue.put(key, { ...value, wasAsked: false });
      // What runs saw that were not judged is judged with what this one sees.
      if (!keepsFrontier && this.#facts.get('judged') !== false) {
        void this.#facts.put('since', run.startedAt);
        void this.#facts.put('judged', false);
      }
      // One that was cut off did not say what it had left.
      if (this.run?.ended === true && sawEverything(this.run)) this.#asked.clearSync();
      void this.#facts.put('run', run);
    });
    return run;
  }

  /** The run was to see a part, and that was all there is. */
  async cameToAll(): Promise<void> {
    await this.#root.transaction(() => this.#changeRun((run) => ({ ...run, ofPart: false })));
  }

  async end(): Promise<void> {
    await this.#root.transaction(() => this.#changeRun((run) => ({ ...run, ended: true })));
  }

  /** Puts addresses in line that this run has not seen. */
  async add(entries: readonly Entry[]): Promise<void> {
    await this.#root.transaction(() => this.#enqueue(entries));
  }

  /**
   * The next address to ask for, which nobody else is given until it is settled.
   * @param from of this kind or a later one, where there is any: sitemaps come first, then lists, then listings
   */
  take(from: Entry['kind'] = 'sitemap'): Entry | undefined {
    const start: QueueKey = [priorities[from], 0, 0];
    const entry = this.#takeFirst(start, () => true);
    return entry ?? (priorities[from] === 0 ? undefined : this.take());
  }

  /** The next sitemap or list to ask for: what may lead to more of them. */
  takeLeading(): Entry | undefined {
    const end: QueueKey = [priorities.listing, 0, 0];
    return this.#takeFirst([0, 0, 0], () => true, { end });
  }

  /** How many addresses are to be asked for, with those that were taken and are not settled. */
  get inLine(): number {
    return this.#queue.getKeysCount();
  }

  /** The next address that this run asked for and is to ask for again. */
  takeAgain(): Entry | undefined {
    return this.#takeFirst([0, 0, 0], ({ wasAsked }) => wasAsked === true);
  }

  /** Writes down what came of an address that was taken. */
  async settle(entry: Entry, change: Change): Promise<void> {
    await this.#root.transaction(() => {
      this.#dequeue(entry);
      const { tells = [], isGone = false, absence } = this.#learn(change);
      void this.#pages.put(change.url, isGone ? 'gone' : change.state);
      if (entry.kind === 'listing' && this.run !== undefined && change.counts?.['allowed'] === 1)
        void this.#asked.put(entry.url, Date.parse(this.run.startedAt));
      if (change.again !== undefined) this.#put({ ...change.again, wasAsked: true });
      this.#enqueue(change.found ?? []);
      let added = 0;
      for (const event of tells) {
        void this.#outbox.put(this.#next(), event);
        if (event.unreadable !== undefined) continue;
        const before = this.#listings.get(event.sourceId);
        if (before === undefined) added += 1;
        void this.#listings.put(event.sourceId, {
          url: change.url,
          runId: event.runId,
          firstAt: before === undefined || before.hasEnded ? event.observedAt : before.firstAt,
          listedAt: entry.kind === 'page' ? event.observedAt : before?.listedAt,
        });
      }
      const means = change.answered?.means;
      const isUnread = means?.is === 'absent' && (means.unreadable ?? []).length > 0;
      const counts = countedBy(entry, change, { isGone, isUnread });
      // By this answer, not by what it says after others like it: what leads elsewhere shows nothing.
      const { fetched = 0, gone = 0 } = change.counts ?? {};
      const isSeen = fetched > 0 || (gone > 0 && change.answered !== undefined);
      const isAsked = entry.kind !== 'sitemap' && change.counts?.['allowed'] === 1;
      const missed = change.missed ?? absence?.missed;
      const warnings = isGone ? [] : [...(change.warnings ?? []), absence?.warning ?? []].flat();
      this.#changeRun((run) => ({
        ...run,
        counts: sum(sum(run.counts, counts), added > 0 ? { new: added } : {}),
        missed: missed === undefined ? run.missed : sum(run.missed, { [missed]: 1 }),
        warnings: [...run.warnings, ...warnings.map(oneLine)].slice(0, maxWarnings),
        ...(isAsked ? { askedPage: true } : {}),
        ...(isAsked && isSeen ? { sawPage: true } : {}),
      }));
    });
    this.#taken.delete(entry.url);
  }

  /**
   * Ends what runs found to be gone (`endListings`). One that saw no page, or was to see a part, leaves that to others.
   * @param now UTC, ISO 8601
   */
  async endListings(now: string, about: Pick<EndOptions, 'isCrawled' | 'agesOut'>): Promise<void> {
    await this.#root.transaction(() => {
      const { run } = this;
      if (run === undefined || run.sawPage !== true || run.ofPart === true) return;
      void this.#facts.put('judged', true);
      const since = (this.#facts.get('since') as string | undefined) ?? run.startedAt;
      const tell = (event: RawListing, key = this.#next()): number => {
        void this.#outbox.put(key, event);
        return key;
      };
      const stores = { pages: this.#pages, known: this.#known, listings: this.#listings, tell };
      const { ended, doubted } = endListings(stores, run, { now, since, ...about });
      const { gone_unread: unread = 0 } = run.counts;
      const warnings = [
        ...(doubted > 0
          ? [
              `Listings that seem gone, most of what was asked for, and are not ended yet: ${doubted}`,
            ]
          : []),
        ...(unread > 0
          ? [
              `Pages that show no listing that can be read: ${unread}. What they offered is taken for gone; where they do offer something, mend the mapping`,
            ]
          : []),
      ];
      this.#changeRun((of) => ({
        ...of,
        counts: sum(of.counts, ended > 0 ? { removed: ended } : {}),
        // What seems gone is not ended by a sweep, either.
        missed: doubted > 0 ? { ...of.missed, doubted: 1 } : of.missed,
        warnings: [...new Set([...of.warnings, ...warnings])],
      }));
    });
  }

  /** What became of an address in this run, where it has come upon it. */
  stateOf = (url: string): PageState | undefined => this.#pages.get(url);

  /** Events that are to be published, oldest first. */
  waitingEvents(limit: number): { key: number; event: RawListing }[] {
    return [...this.#outbox.getRange({ limit })].map(({ key, value }) => ({ key, event: value }));
  }

  /** Where events stand in the log that were appended and not yet counted as published, at the earliest. */
  countedUpTo(): Position[] {
    const { lastOffsets = {}, beganAt = [] } = this.run ?? {};
    const from = new Map(beganAt.map(({ partition, offset }) => [partition, offset]));
    for (const [partition, last] of Object.entries(lastOffsets))
      from.set(Number(partition), last + 1);
    return [...from].map(([partition, offset]) => ({ partition, offset }));
  }

  async published(keys: readonly number[], positions: readonly Position[]): Promise<void> {
    await this.#root.transaction(() => {
      for (const key of keys) void this.#outbox.remove(key);
      this.#changeRun((run) => {
        const lastOffsets = { ...run.lastOffsets };
        for (const { partition, offset } of positions)
          lastOffsets[partition] = Math.max(offset, lastOffsets[partition] ?? -1);
        return { ...run, lastOffsets, counts: sum(run.counts, { published: keys.length }) };
      });
    });
  }

  /** A run did not see everything: said once, also where it was killed after that and comes upon it again. */
  async note(missed: Missed, warning?: string): Promise<void> {
    await this.#root.transaction(() =>
      this.#changeRun((run) => ({
        ...run,
        missed: { ...run.missed, [missed]: run.missed[missed] ?? 1 },
        warnings: [...new Set([...run.warnings, ...(warning === undefined ? [] : [warning])])],
      })),
    );
  }

  known = (url: string): KnownPage | undefined => this.#known.get(url);

  /** Addresses that are asked for though nothing links to them. */
  knownUrls = (): Iterable<string> =>
    this.#known
      .getRange()
      .filter(({ value }) => value.standing !== 'let go')
      .map(({ key }) => key);

  robots = (origin: string): StoredRobots | undefined =>
    this.#facts.get(`robots ${origin}`) as StoredRobots | undefined;

  async setRobots(origin: string, robots: StoredRobots): Promise<void> {
    await this.#facts.put(`robots ${origin}`, robots);
  }

  /** Why the site is not asked any more, since a challenge; until staff say otherwise. */
  get blocked(): string | undefined {
    return this.#facts.get('blocked') as string | undefined;
  }

  /**
   * With what the run missed by it: killed after this, the run has only to be told.
   * @param at the page whose answer said so; of a robots.txt none
   */
  async block(reason: string, at?: Entry): Promise<void> {
    await this.#root.transaction(() => {
      void this.#facts.put('blocked', oneLine(reason));
      this.#changeRun((run) => ({
        ...run,
        counts: at === undefined ? run.counts : sum(run.counts, countedBlocked(at)),
        missed: sum(run.missed, { blocked: 1 }),
      }));
    });
  }

  async unblock(): Promise<void> {
    await this.#facts.remove('blocked');
    await this.setRefusals(0);
  }

  /** Refusals in a row until now, also over runs: a site that refuses the first few refuses us. */
  get refusals(): number {
    return (this.#facts.get('refusals') as number | undefined) ?? 0;
  }

  async setRefusals(count: number): Promise<void> {
    await this.#facts.put('refusals', count);
  }

  close(): Promise<void> {
    return this.#root.close();
  }

  #enqueue(entries: readonly Entry[]): void {
    let discovered = 0;
    for (const entry of entries) {
      if (this.#pages.doesExist(entry.url)) continue;
      void this.#pages.put(entry.url, 'waiting');
      this.#put(entry);
      discovered += 1;
    }
    if (discovered > 0)
      this.#changeRun((run) => ({ ...run, counts: sum(run.counts, { discovered }) }));
  }

  #takeFirst(
    start: QueueKey,
    isWanted: (entry: Entry) => boolean,
    before: { end?: QueueKey } = {},
  ): Entry | undefined {
    for (const { value } of this.#queue.getRange({ start, ...before }))
      if (!this.#taken.has(value.url) && isWanted(value)) {
        this.#taken.add(value.url);
        return value;
      }
    return undefined;
  }

  #put(entry: Entry): void {
    const asked = entry.kind === 'listing' ? (this.#asked.get(entry.url) ?? 0) : 0;
    void this.#queue.put([priorities[entry.kind], asked, this.#next()], entry);
  }

  #dequeue(entry: Entry): void {
    const start: QueueKey = [priorities[entry.kind], 0, 0];
    for (const { key, value } of this.#queue.getRange({ start }))
      if (value.url === entry.url) {
        void this.#queue.remove(key);
        return;
      }
  }

  /** What an answer says of its page, and of the one that it leads to. */
  #learn({ url, answered }: Change): After {
    if (answered === undefined) return { page: undefined };
    const { means, ...run } = answered;
    const page = this.#known.get(url);
    const to = means.is === 'moved' ? means.to : undefined;
    const there = to === undefined ? undefined : this.#known.get(to);
    const after = afterAnswer(page, means, run, there);
    if (page !== undefined && after.page === undefined) void this.#known.remove(url);
    if (after.page !== undefined && after.page !== page) void this.#known.put(url, after.page);
    if (to !== undefined && after.movedPage !== undefined)
      void this.#known.put(to, after.movedPage);
    return after;
  }

  #sequenceKept(): number {
    return (this.#facts.get('sequence') as number | undefined) ?? 0;
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  #changeRun(change: (run: StoredRun) => StoredRun): void {
    const { run } = this;
    if (run !== undefined) void this.#facts.put('run', change(run));
    void this.#facts.put('sequence', this.#sequence);
  }
}
