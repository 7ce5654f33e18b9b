import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlSite, type CrawlOptions, type CrawlResult } from '#ingest/scraper/crawl.ts';
import { createAddressGuard } from '#ingest/scraper/fetch/addresses.ts';
import type { Resolve } from '#ingest/scraper/fetch/connect.ts';
import { createFetcher } from '#ingest/scraper/fetch/fetcher.ts';
import { HostStore } from '#ingest/scraper/host-store.ts';
import { loadSite } from '#ingest/scraper/site-file.ts';
import { SiteStore } from '#ingest/scraper/site-store.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, encodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';

/** A clock that stands still until somebody sleeps, or a slow server says that time went by. */
export function stillClock(from = '2026-11-21T06:00:00.000Z') {
  let at = Date.parse(from);
  return {
    now: () => at,
    clock: () => new Date(at),
    pass: (ms: number) => void (at += ms),
    sleep: (ms: number): Promise<void> => {
      at += ms;
      return Promise.resolve();
    },
  };
}

/** What a crawl takes its time from. */
export type CrawlTime = Pick<StillClock, 'now' | 'clock' | 'sleep'>;
export type StillClock = ReturnType<typeof stillClock>;

/** Pauses of a second pass in a fiftieth of one, for crawls that wait for each other; claims are by the real clock. */
export function quickTime(): CrawlTime {
  const began = performance.now();
  const times = 50;
  return {
    now: () =>
      Math.floor(Date.parse('2026-11-21T06:00:00.000Z') + (performance.now() - began) * times),
    clock: () => new Date(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / times)),
  };
}

const hostStores = new Map<string, { store: HostStore; crawls: number }>();

/**
 * What crawls of one machine share, open as long as one of them needs it. Once in a process, as in those of ours: a
 * folder that is opened while the process writes to it waits for itself for ever.
 */
function hostsOf(folder: string): { store: HostStore; close: () => Promise<void> } {
  const held = hostStores.get(folder) ?? {
    store: new HostStore(folder, { flush: false }),
    crawls: 0,
  };
  hostStores.set(folder, held);
  held.crawls += 1;
  return {
    store: held.store,
    async close() {
      held.crawls -= 1;
      if (held.crawls > 0) return;
      hostStores.delete(folder);
      await held.store.close();
    },
  };
}

let ids = 0;

/**
 * A folder in which a site is crawled, as often as a test likes.
 * @param hostsFolder what crawls of the same machine share; else its own
 */
export async function crawlFolder(mapping: string, siteFile: string, hostsFolder?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-crawl-'));
  const sitePath = join(folder, 'site.yaml');
  await writeFile(join(folder, 'mapping.yaml'), mapping);
  await writeFile(sitePath, siteFile);
  const logFolder = join(folder, 'log');
  return {
    folder,
    sitePath,
    /** Crawls once, as one process would; `within` stands before its log. */
    async crawl(
      addresses: readonly string[],
      time: CrawlTime,
      options: CrawlOptions = {},
      within: (log: EventLog) => EventLog = (log) => log,
      resolve?: Resolve,
    ): Promise<CrawlResult> {
      const site = await loadSite(sitePath);
      const store = new SiteStore(join(folder, 'state'), { flush: false });
      const hosts = hostsOf(hostsFolder ?? join(folder, 'hosts'));
      const log = await openEmbeddedLog({ directory: logFolder, clock: time.clock });
      const fetcher = createFetcher({
        contact: 'https://rv.example/bot',
        guard: createAddressGuard(addresses),
        ...(resolve && { resolve }),
      });
      try {
        const newId = (): string => `test-${(ids += 1)}`;
        const deps = {
          log: within(log),
          store,
          hosts: hosts.store,
          fetcher,
          newId,
          clock: time.clock,
          steadyNow: time.now,
          sleep: time.sleep,
          random: () => 0,
        };
        return await crawlSite(deps, site, options);
      } finally {
        await fetcher.close();
        await log.close();
        await store.close();
        await hosts.close();
      }
    },
    /** Every event of a topic, in the order of its partitions. */
    async events<T extends Topic>(topic: T): Promise<EventOf<T>[]> {
      const log = await openEmbeddedLog({ directory: logFolder, clock: () => new Date() });
      try {
        await log.ensureTopics([topic]);
        const events: EventOf<T>[] = [];
        for await (const { messages } of log.readAll(topic))
          for (const { value } of messages) events.push(decodeEvent(topic, value) as EventOf<T>);
        return events;
      } finally {
        await log.close();
      }
    },
    /** Appends what waits, as a process that is killed before it has noted so. */
    async appendWaiting(): Promise<RawListing[]> {
      const store = new SiteStore(join(folder, 'state'), { flush: false });
      const log = await openEmbeddedLog({ directory: logFolder, clock: () => new Date() });
      const events = store.waitingEvents(1_000).map(({ event }) => event);
      await log.publish(
        rawListing,
        events.map((event) => encodeEvent(rawListing, event)),
      );
      await log.close();
      await store.close();
      return events;
    },
    async unblock(): Promise<void> {
      const store = new SiteStore(join(folder, 'state'));
      await store.unblock();
      await store.close();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
