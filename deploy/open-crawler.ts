import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedSite, SiteOpener } from '#ingest/collect/site-source.ts';
import { crawlSite } from '#ingest/scraper/crawl.ts';
import { createAddressGuard } from '#ingest/scraper/fetch/addresses.ts';
import { createFetcher } from '#ingest/scraper/fetch/fetcher.ts';
import { HostStore } from '#ingest/scraper/host-store.ts';
import type { Site } from '#ingest/scraper/site-file.ts';
import { SiteStore } from '#ingest/scraper/site-store.ts';
import { steadyClock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/load.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import { makeWritableFolder } from '#platform/writable-folder.ts';
import { DataDirUnusable } from '#warehouse/errors.ts';

export interface CrawlerParts {
  config: Config<'SCRAPER_ALLOW_ADDRESSES'>;
  /** Where site owners reach us. */
  contact: string;
  /** What crawls know is kept here, a folder for each site. */
  folder: string;
  log: EventLog;
  lifecycle: Lifecycle;
}

/** A site that is open, and that staff may have asked again. */
export interface Crawlable extends OpenedSite {
  unblock(): Promise<void>;
}

export interface Crawler extends SiteOpener {
  open(site: Site): Crawlable;
}

/**
 * Opens what all crawls of a process share.
 * @throws DataDirUnusable
 */
export function openCrawler(parts: CrawlerParts): Crawler {
  const { config, contact, folder, log, lifecycle } = parts;
  // No source's name begins with a dot.
  const hosts = openStore(join(folder, '.hosts'), HostStore);
  lifecycle.onStop('hosts', () => hosts.close());
  const allowed = config.SCRAPER_ALLOW_ADDRESSES ?? [];
  const openSite = (site: Site): Crawlable => {
    const store = openStore(join(folder, site.name), SiteStore);
    const fetcher = createFetcher({
      contact,
      guard: createAddressGuard(allowed),
    });
    return {
      get run() {
        return store.run;
      },
      crawl: (options) =>
        crawlSite(
          {
            log,
            store,
            hosts,
            fetcher,
            clock: systemClock,
            steadyNow: steadyClock(),
            sleep: (ms, signal) => sleep(ms, undefined, { signal }),
            random: Math.random,
            newId: () => randomUUID().slice(0, 8),
          },
          site,
          {
            // Machines of our own need no courtesy; the internet gets a second between requests at least.
            ...([...site.hosts].every((host) => allowed.includes(host)) ? { floorMs: 0 } : {}),
            ...options,
          },
        ),
      unblock: () => store.unblock(),
      async close() {
        await fetcher.close();
        await store.close();
      },
    };
  };
  return { open: openSite, guestsAt: hosts.guestsAt };
}

/** @throws DataDirUnusable */
function openStore<Store>(folder: string, Kind: new (folder: string) => Store): Store {
  try {
    makeWritableFolder(folder);
    return new Kind(folder);
  } catch (error) {
    throw new DataDirUnusable(folder, error);
  }
}
