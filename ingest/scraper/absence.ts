import type { Missed } from './missed.ts';
import type { Reading } from './read-answer.ts';
import { removed, type Run } from './seen-again.ts';
import type { Change, KnownPage } from './site-store.ts';

/** After so many runs in a row without its listing a page's listing is gone. */
const absencesUntilGone = 3;

/**
 * What becomes of a page that answers without the listing that earlier runs found there. The site may
 * be under repair, so it is missed at first; one that stays so would make every run partial for ever.
 */
export function absent(
  stored: KnownPage,
  missed: Missed,
): { change: Pick<Change, 'known' | 'missed'>; isGone: boolean } {
  const seen = seenAbsent(stored);
  return seen === undefined
    ? { change: { known: 'forget' }, isGone: true }
    : { change: { missed, known: seen }, isGone: false };
}

/** The page with one absence more; undefined where that is the last. */
function seenAbsent(stored: KnownPage): KnownPage | undefined {
  const absences = (stored.absences ?? 0) + 1;
  return absences < absencesUntilGone ? { ...stored, absences } : undefined;
}

/** A page of this run, and what earlier ones knew. */
type Seen = Run & Pick<Reading, 'stored' | 'toldAt'>;

/**
 * A page that is gone, with what it offered and no other page has offered since: that is on offer no more, however
 * little else of the site the run saw.
 */
export function gone(
  url: string,
  { stored, toldAt, ...run }: Seen,
): Pick<Change, 'state' | 'known' | 'events' | 'counts'> {
  const offered = stored?.events.filter(({ sourceId }) => toldAt(sourceId) === url) ?? [];
  const counts = { gone: 1, ...(offered.length > 0 ? { removed: offered.length } : {}) };
  return { state: 'gone', known: 'forget', events: removed(offered, run), counts };
}

/** A page that is not found. A site that is moved may say so of all for a while, so that it takes several runs. */
export function notFound(url: string, seen: Seen): ReturnType<typeof gone> {
  const known = seen.stored && seenAbsent(seen.stored);
  return known === undefined ? gone(url, seen) : { state: 'gone', known, counts: { gone: 1 } };
}

/** Whether a page's title says that what was offered there is not any more. */
export const saysSold = (title: string): boolean =>
  /\b(?:has been|is|was|already) sold\b(?! by)|^sold\b(?! by)|\bno longer available\b/i.test(
    title.trim(),
  );
