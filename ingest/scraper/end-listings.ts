import type { Database } from 'lmdb';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { judged, judgeEnds } from './judge-ends.ts';
import type { KnownPage } from './known-page.ts';
import { sawEverything } from './missed.ts';
import { removed } from './seen-again.ts';
import type { PageState, StoredRun, Told } from './site-records.ts';

/** Of a site's store, within a transaction of it. */
export interface KnownListings {
  /** What became of addresses in this run. */
  pages: Database<PageState, string>;
  known: Database<KnownPage, string>;
  listings: Database<Told, string>;
  /** Puts an event in line to be published, in place of the one of a key where that is given; returns its key. */
  tell: (event: RawListing, key?: number) => number;
}

export interface EndOptions {
  /** UTC, ISO 8601. */
  now: string;
  /** When the first run began after the last one that was judged. */
  since: string;
  /** Whether a page is one that the site's file still has read for listings. */
  isCrawled: (url: string) => boolean;
  /** Whether a run that saw everything ends what it did not see. */
  agesOut: boolean;
}

/**
 * Ends what runs found to be gone, as far as they are to be believed, and forgets pages that were let go and that
 * this run, where it saw everything, came upon nowhere.
 * @returns how many ended, and how many seem gone and did not
 */
export function endListings(
  { pages, known, listings, tell }: KnownListings,
  run: StoredRun,
  { now, since, isCrawled, agesOut }: EndOptions,
): { ended: number; doubted: number } {
  const sawAll = sawEverything(run);
  const at = { runId: run.runId, observedAt: now };
  const judgement = judgeEnds(
    known.getRange(),
    {
      isTold: (sourceId, url) => {
        const last = listings.get(sourceId);
        return last?.runId === run.runId && last.url !== url;
      },
      isListed: (sourceId) => !sawAll && wasListed(listings.get(sourceId), now),
      since,
      firstAt: (sourceId) => listings.get(sourceId)?.firstAt ?? '',
      wasAsked: (url) => !['waiting', 'skipped'].includes(pages.get(url) ?? 'waiting'),
      isCrawled,
      isLinked: (url) => !sawAll || pages.doesExist(url),
      agesOut,
    },
    at,
  );
  for (const url of judgement.unlinked) void known.remove(url);
  const told = new Map<string, { key: number; seenAt: string }>();
  for (const url of judgement.owing) {
    const page = known.get(url);
    if (page === undefined) continue;
    const after = judged(page, judgement, at);
    void known.put(url, after.page);
    for (const event of after.ends) {
      const { sourceId, observedAt: seenAt } = event;
      const before = told.get(sourceId);
      // Of several pages, by what was read last.
      if (before !== undefined && seenAt <= before.seenAt) continue;
      // Now, since an end before the last sighting would be none.
      told.set(sourceId, { key: tell(removed(event, at), before?.key), seenAt });
    }
  }
  for (const id of told.keys()) {
    const last = listings.get(id);
    if (last !== undefined) void listings.put(id, { ...last, hasEnded: true });
  }
  return { ended: told.size, doubted: judgement.doubted.size };
}

/** For so long a list tells of what it told where a run did not see everything: which list has it by now is not known. */
const LISTED_FOR_MS = 7 * 24 * 3_600_000;

const wasListed = ({ listedAt = '' }: Partial<Told> = {}, now: string): boolean =>
  Date.parse(now) - Date.parse(listedAt) <= LISTED_FOR_MS;
