import type { CrawlOptions, CrawlResult } from '../scraper/crawl.ts';
import type { Site } from '../scraper/site-file.ts';
import { SiteTaken } from '../scraper/claim.ts';
import { missedInWords } from '../scraper/missed.ts';
import type { StoredRun } from '../scraper/site-records.ts';
import { SiteBlocked } from '../scraper/visit.ts';
import { wantsOf, type CollectableSource, type SourceResult } from './source.ts';

/** One site, opened to be crawled once. */
export interface OpenedSite {
  /** The run under way, or the last one. */
  readonly run: StoredRun | undefined;
  crawl(options: CrawlOptions): Promise<CrawlResult>;
  close(): Promise<void>;
}

/** What opens sites to be crawled. */
export interface SiteOpener {
  open(site: Site): OpenedSite;
  /** Hosts that earlier crawls of a site were led to. */
  guestsAt(site: string): readonly string[];
}

/** A site as a source: crawled by its file, with its own state on disk. */
export function siteSource(site: Site, opener: SiteOpener): CollectableSource {
  let opened: OpenedSite | undefined;
  let last = countsOf(undefined);
  return {
    source: site.name,
    sample: false,
    hosts: new Set([...site.hosts, ...opener.guestsAt(site.name)]),
    soFar: () => (opened === undefined ? last : countsOf(opened.run)),
    async collect({ wanted, signal }) {
      opened = opener.open(site);
      try {
        const result = await opened.crawl({
          signal,
          wants: wanted === undefined ? undefined : wantsOf(wanted),
        });
        return resultOf(result);
      } catch (error) {
        const state = stateOfRefusal(error);
        if (state === undefined) throw error;
        return { state, processed: 0, newListings: 0, detail: (error as Error).message };
      } finally {
        last = countsOf(opened.run);
        await opened.close();
        opened = undefined;
      }
    },
  };
}

/** A site that may not be asked now: no run began. */
const stateOfRefusal = (error: unknown): 'blocked' | 'taken' | undefined => {
  if (error instanceof SiteBlocked) return 'blocked';
  return error instanceof SiteTaken ? 'taken' : undefined;
};

/** Of a run that has not ended; until it begins the last one stands there. */
function countsOf(run: StoredRun | undefined): ReturnType<CollectableSource['soFar']> {
  if (run === undefined || run.ended) return { processed: 0, newListings: 0 };
  const { runId, counts } = run;
  return { runId, processed: counts['records'] ?? 0, newListings: counts['new'] ?? 0 };
}

function resultOf(result: CrawlResult): SourceResult {
  const { state, runId, counts } = result;
  const detail = detailOf(result);
  return {
    state,
    runId,
    processed: counts['records'] ?? 0,
    newListings: counts['new'] ?? 0,
    ...(detail === undefined ? {} : { detail: detail.slice(0, 2_000) }),
  };
}

/** Why not all of the site was seen; undefined where it was. */
function detailOf({ missed, blocked, failed }: CrawlResult): string | undefined {
  if (blocked !== undefined) return new SiteBlocked(blocked).message;
  if (failed !== undefined) return failed;
  const why = missedInWords(missed);
  return why === '' ? undefined : `Not seen: ${why}.`;
}
