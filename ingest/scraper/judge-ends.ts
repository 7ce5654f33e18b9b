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
  /** These, and what is judged once a run has asked for its page: asked for again, also where nothing links to it. */
  open: ReadonlySet<string>;
}

interface Seen {
  /** Whether another page tells of a listing, as far as this run saw. */
  isTold: (sourceId: string, url: string) => boolean;
  /** Whether this run was the first to tell of a listing, since it ended where it did: it may be another, named anew. */
  isNew: (sourceId: string) => boolean;
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
  { isTold, isNew, wasAsked, isCrawled, isLinked, agesOut }: Seen,
  run: Run,
): Judgement {
  const all = new Set<string>();
  const kept = new Set<string>();
  const shown = new Set<string>();
  const seemGone = new Set<string>();
  const goneLong = new Set<string>();
  const stillDoubted = new Set<string>();
  const notAsked = new Set<string>();
  const owing: string[] = [];
  const unlinked: string[] = [];
  for (const { key: url, value: page } of known) {
    const isShown = page.failing === undefined && page.absent === undefined;
    for (const { sourceId } of page.standing === undefined && isCrawled(url) ? page.offers : []) {
      if (isShown && wasAsked(url) && !isNew(sourceId)) all.add(sourceId);
      kept.add(sourceId);
      if (isShown) shown.add(sourceId);
    }
    for (const owed of page.owed) {
      const { sourceId } = owed.event;
      const wasLetGo = page.standing === 'let go';
      // Of a page that is not asked again all that can be said is that it has been so for long.
      const isFinal = !isCrawled(url) || (wasLetGo && owed.isDoubted === true);
      const wasLong = isFinal ? isOld(owed, run) : isLong(owed, run);
      if (isTold(sourceId, url)) continue;
      if (wasLong) goneLong.add(sourceId);
      else if (owed.isDoubted === true) stillDoubted.add(sourceId);
      else if (!wasAsked(url) && !wasLetGo) notAsked.add(sourceId);
      else {
        all.add(sourceId);
        if (owed.isUnsure !== true) seemGone.add(sourceId);
      }
    }
    const isDone = agesOut || page.offers.length === 0;
    if (page.owed.length > 0) owing.push(url);
    else if (page.standing === 'let go' && isDone && !isLinked(url)) unlinked.push(url);
  }
  const gone = seemGone.difference(kept);
  const isBelieved = gone.size * 2 <= all.size;
  const doubted = (isBelieved ? stillDoubted : stillDoubted.union(gone)).difference(kept);
  const open = doubted.union(notAsked);
  const ended = (isBelieved ? goneLong.union(gone) : goneLong).difference(kept).difference(open);
  return { owing, unlinked, kept, shown, ended, doubted, open };
}

/**
 * A page after the judgement, and what ends of it, as it was last seen. What a page that is gone offered goes on while
 * another that offered it gives no answer, and is owed until that one does.
 */
export function judged(
  page: KnownPage,
  { kept, shown, ended, doubted, open }: Judgement,
): { page: KnownPage; ends: RawListing[] } {
  const isIn = (ids: ReadonlySet<string>) => (owed: Owed) => ids.has(owed.event.sourceId);
  const [isKept, isEnded, isDoubted, isOpen] = [isIn(kept), isIn(ended), isIn(doubted), isIn(open)];
  const isOwedElsewhere = page.standing === undefined ? isKept : isIn(shown);
  const owed = page.owed
    .filter((one) => !isOwedElsewhere(one) && !isEnded(one))
    .map((one) => (isDoubted(one) ? { ...one, isDoubted: true } : one));
  const isBelieved = page.standing === 'gone' && !owed.some((one) => isOpen(one) || isKept(one));
  return {
    page: { ...page, owed, ...(isBelieved ? { standing: 'let go' } : {}) },
    ends: page.owed.filter(isEnded).map(({ event }) => event),
  };
}
