import type { Database, RootDatabase } from 'lmdb';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import type { KnownPage, PageVersion, Streak } from './known-page.ts';

/** What was known of a page until November 2026, over three stores. */
interface Known extends PageVersion {
  events: RawListing[];
  absent?: Streak;
  failing?: Streak;
}
interface End extends Streak {
  events: RawListing[];
  letsGo: boolean;
}

const NOTHING: Known = { madeBy: '', events: [] };

/**
 * Makes one record of each page of a store that was written in the old form, all or none; any other is left as it is.
 * @param pages of the same store
 */
export function convertOldPages(
  root: RootDatabase<unknown, string>,
  pages: Database<KnownPage, string>,
): void {
  const isOld = (): boolean => [...root.getKeys()].includes('known');
  if (!isOld()) return;
  const known = root.openDB<Known, string>('known', { encoding: 'json' });
  const ends = root.openDB<End, string>('ends', { encoding: 'json' });
  const letGo = root.openDB<boolean, string>('let-go', { encoding: 'json' });
  root.transactionSync(() => {
    // Another process may have been first.
    if (!isOld()) return;
    for (const { key, value } of known.getRange()) pages.putSync(key, pageOf(value, ends.get(key)));
    for (const db of [letGo, ends])
      for (const key of db.getKeys())
        if (!pages.doesExist(key)) pages.putSync(key, pageOf(undefined, ends.get(key)));
    for (const old of [known, ends, letGo]) old.dropSync();
  });
}

function pageOf(known: Known | undefined, end: End | undefined): KnownPage {
  const { events, absent, failing, ...version } = known ?? NOTHING;
  const { events: ends = [], letsGo = false, runs = 0, since = '' } = end ?? {};
  const owed = ends.map((event) => ({ event: plain(event), runs, since }));
  const ids = new Set(ends.map(({ sourceId }) => sourceId));
  const offers = events.filter(({ sourceId }) => !ids.has(sourceId));
  const isLetGo = known === undefined || letsGo;
  const isGone = known !== undefined && owed.length > 0 && offers.length === 0;
  const hasVersion = version.etag !== undefined || version.lastModified !== undefined;
  return {
    offers,
    ...(hasVersion && offers.length > 0 ? { version } : {}),
    owed,
    absent,
    failing,
    ...(isLetGo ? { standing: isGone ? 'gone' : 'let go' } : {}),
  };
}

/** Ends were kept as they would be told. */
const plain = (event: RawListing): RawListing => ({
  ...event,
  fields: { ...event.fields, removedAt: undefined },
});
