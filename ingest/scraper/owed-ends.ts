import type { RawListing } from '#schemas/events/raw-listing.ts';
import { isLong } from './absence.ts';
import { removed, type Run } from './seen-again.ts';
import type { Change, End, KnownPage, PageState } from './site-records.ts';

/** States of a page that gave an answer. */
const ANSWERED: ReadonlySet<PageState> = new Set(['fetched', 'unchanged', 'redirected', 'gone']);

/**
 * What a page owes after a change: what it offers no more is owed its end, until it offers it again.
 * @returns undefined where it owes nothing
 */
export function owedAfter(before: End | undefined, change: Change): End | undefined {
  const { state, events = [], ends = [], letsGo = false } = change;
  const told = new Set([...events, ...ends].map(({ sourceId }) => sourceId));
  const owed = [...(before?.events.filter(({ sourceId }) => !told.has(sourceId)) ?? []), ...ends];
  const leaves = letsGo || (before?.letsGo === true && events.length === 0);
  const since = before?.since ?? owed[0]?.observedAt;
  if (since === undefined || owed.length === 0)
    return leaves ? { events: [], letsGo: true, runs: 0, since: '' } : undefined;
  return {
    events: owed,
    letsGo: leaves,
    runs: (before?.runs ?? 0) + (ANSWERED.has(state) ? 1 : 0),
    since,
  };
}

interface Site {
  owed: ReadonlyMap<string, End>;
  known: Iterable<{ key: string; value: KnownPage }>;
  /** Whether another page told of a listing in this run. */
  isTold: (sourceId: string, url: string) => boolean;
}

export interface JudgedEnds {
  ended: RawListing[];
  /** Pages that are let go. */
  letGo: string[];
  /** What is owed from now on. */
  owed: Map<string, End>;
  /** Listings that would end and are not believed gone. */
  doubted: number;
}

/**
 * Which of the owed ends come now. A listing goes on that another page is known to offer, which owes it its end by
 * itself, or told of in this run. Where more than half of a site's listings would end, the site may be built anew or
 * answer with a part of itself: then those alone that were gone for long.
 * @param run observedAt: now, since an end before the last sighting would be none
 */
export function judgeEnds({ owed, known, isTold }: Site, run: Run): JudgedEnds {
  const all = new Set<string>();
  const kept = new Set<string>();
  for (const { key: url, value } of known)
    for (const { sourceId } of value.events) {
      all.add(sourceId);
      if (owed.get(url)?.letsGo !== true) kept.add(sourceId);
    }
  const ending = new Set<string>();
  for (const [url, { events }] of owed)
    for (const { sourceId } of events) {
      all.add(sourceId);
      if (!kept.has(sourceId) && !isTold(sourceId, url)) ending.add(sourceId);
    }
  const isMost = ending.size * 2 > all.size;

  const judged: JudgedEnds = { ended: [], letGo: [], owed: new Map(), doubted: 0 };
  const ended = new Map<string, RawListing>();
  for (const [url, end] of owed) {
    const isBelieved = end.events.length === 0 || !isMost || isLong(end, run);
    const left = end.events.filter(({ sourceId }) => !kept.has(sourceId));
    if (!isBelieved) {
      judged.owed.set(url, { ...end, events: left });
      judged.doubted += left.length;
      continue;
    }
    for (const event of left) if (ending.has(event.sourceId)) ended.set(event.sourceId, event);
    const waiting = left.filter(({ sourceId }) => !ending.has(sourceId));
    if (waiting.length > 0) judged.owed.set(url, { ...end, events: waiting, letsGo: false });
    if (end.letsGo) judged.letGo.push(url);
  }
  judged.ended = removed([...ended.values()], run);
  return judged;
}
