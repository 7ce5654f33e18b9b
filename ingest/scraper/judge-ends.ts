import type { RawListing } from '#schemas/events/raw-listing.ts';
import { isLong, isOld, type KnownPage, type Owed } from './known-page.ts';
import type { Run } from './seen-again.ts';

/** What becomes of owed ends at the end of a run; listings by their ids. */
export interface Judgement {
  /** Pages that owe an end. */
  owing: string[];
  /** Pages that were let go, of which nothing is to be told any more, and that are not linked. */
  unlinked: string[];
  /** Another page is known to offer them. */
  kept: ReadonlySet<string>;
  /** Of these, what that page showed when it was asked last: it owes them their end by itself. */
  shown: ReadonlySet<string>;
  ended: ReadonlySet<string>;
  /** Seem gone, and are not believed to be until their pages have said so for long. */
  doubted: ReadonlySet<string>;
  /** On offer elsewhere, as far as this run saw: whether they are gone is asked anew once they are not. */
  told: ReadonlySet<string>;
}

interface Seen {
  /** Whether another page told this run of a listing. */
  isTold: (sourceId: string, url: string) => boolean;
  /** Whether a list may still tell of a listing that this run did not see on it. */
  isListed: (sourceId: string) => boolean;
  /** UTC, ISO 8601: when the first run began after the last one that was judged. */
  since: string;
  /** When a listing was first told of, anew after an end. One that came `since` then may be another, named anew. */
  firstAt: (sourceId: string) => string;
  /** Whether this run asked for a page: one that sees few pages of a lot says little of it. */
  wasAsked: (url: string) => boolean;
  /** Whether a page is one that the site's file still has read for listings. */
  isCrawled: (url: string) => boolean;
  /** Whether a page may still be linked, as far as this run saw. */
  isLinked: (url: string) => boolean;
  /** What a run did not see that saw everything is ended by that. */
  agesOut: boolean;
}

/**
 * Which of the owed ends come now. A listing goes on that another page is known to offer, or tells of. What was gone
 * for long ends. Where the rest is more than half of what the pages that were asked for had before, the site may be
 * built anew or answer with a part of itself: it is doubted, and from then on ends only once it is gone for long.
 * @param known read once: of a large site its events are too many to be held
 * @param run observedAt: now
 */
export function judgeEnds(
  known: Iterable<{ key: string; value: KnownPage }>,
  { isTold, isListed, since, firstAt, wasAsked, isCrawled, isLinked, agesOut }: Seen,
  run: Run,
): Judgement {
  const all = new Set<string>();
  const kept = new Set<string>();
  const shown = new Set<string>();
  const seemGone = new Set<string>();
  const goneLong = new Set<string>();
  const stillDoubted = new Set<string>();
  const notAsked = new Set<string>();
  const told = new Set<string>();
  const owing: string[] = [];
  const unlinked: string[] = [];
  for (const { key: url, value: page } of known) {
    const isShown = page.failing === undefined && page.absent === undefined;
    for (const { sourceId } of page.standing === undefined && isCrawled(url) ? page.offers : []) {
      if (isShown && wasAsked(url) && firstAt(sourceId) < since) all.add(sourceId);
      kept.add(sourceId);
      if (isShown) shown.add(sourceId);
    }
    for (const owed of page.owed) {
      const { doubtedAt, isUnsure = false, event } = owed;
      const { sourceId } = event;
      // Of a page that is not asked again all that can be said is that it has been so for long.
      const isFinal = !isCrawled(url) || page.standing === 'let go';
      // What was found since then is weighed with what was.
      const wasDoubted = doubtedAt !== undefined && doubtedAt < since;
      if (isTold(sourceId, url)) {
        told.add(sourceId);
        if (firstAt(sourceId) < since) all.add(sourceId);
      } else if (isListed(sourceId)) told.add(sourceId);
      else if (isFinal ? wasDoubted && isOld(doubtedAt, run) : isLong(owed, run)) {
        // Of another page that this run did not ask for nothing has to be awaited then.
        if (isFinal || wasAsked(url)) goneLong.add(sourceId);
      } else if (wasDoubted) stillDoubted.add(sourceId);
      else if (!isFinal && !wasAsked(url)) notAsked.add(sourceId);
      else if (isFinal || !isUnsure) {
        all.add(sourceId);
        seemGone.add(sourceId);
      }
    }
    const isDone = agesOut || page.offers.length === 0;
    if (page.owed.length > 0) owing.push(url);
    else if (page.standing === 'let go' && isDone && !isLinked(url)) unlinked.push(url);
  }
  const gone = seemGone.difference(kept);
  const isBelieved = gone.size * 2 <= all.size;
  const doubted = (isBelieved ? stillDoubted : stillDoubted.union(gone)).difference(kept);
  const ended = (isBelieved ? goneLong.union(gone) : goneLong)
    .difference(kept)
    .difference(doubted)
    .difference(notAsked);
  return { owing, unlinked, kept, shown, ended, doubted, told };
}

/**
 * A page after the judgement, and what ends of it, as it was last seen. What a page that is gone offered goes on while
 * another that offered it gives no answer, and is owed until that one does; until nothing is owed it is asked for.
 */
export function judged(
  page: KnownPage,
  { kept, shown, ended, doubted, told }: Judgement,
  { observedAt: now }: Run,
): { page: KnownPage; ends: RawListing[] } {
  const isIn = (ids: ReadonlySet<string>) => (owed: Owed) => ids.has(owed.event.sourceId);
  const [isEnded, isDoubted, isTold] = [isIn(ended), isIn(doubted), isIn(told)];
  const isOwedElsewhere = isIn(page.standing === undefined ? kept : shown);
  const owed = page.owed
    .filter((one) => !isOwedElsewhere(one) && !isEnded(one))
    .map((one) => {
      if (isTold(one)) return { ...one, runs: 0, since: now, doubtedAt: undefined };
      return isDoubted(one) ? { ...one, doubtedAt: one.doubtedAt ?? now } : one;
    });
  const isDone = page.standing === 'gone' && owed.length === 0;
  return {
    page: { ...page, owed, ...(isDone ? { standing: 'let go' } : {}) },
    ends: page.owed.filter(isEnded).map(({ event }) => event),
  };
}
