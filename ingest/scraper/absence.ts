import type { Missed } from './missed.ts';
import { removed, type Run } from './seen-again.ts';
import type { Change, KnownPage } from './site-records.ts';

/** Runs in a row in which a known page answered without its listing, or gave no answer. */
export interface Streak {
  runs: number;
  /** When the first of them asked for it, in UTC ISO 8601. */
  since: string;
}

/** A page of so many in a row is let go. */
const RUNS = 3;
/** Over less, a site that is under repair for a while would lose its lot by who asks it again and again. */
const HOURS = 20;

/** What a page that is known leaves behind in a run. */
type Left = Pick<Change, 'known' | 'missed' | 'ends' | 'letsGo'>;

/**
 * What becomes of a page that answers without the listing that earlier runs found there. The site may
 * be under repair, so it is missed at first; one that stays so would make every run partial for ever.
 * Any answer ends a streak of none.
 */
export function absent(
  stored: KnownPage,
  run: Run,
  missed?: Missed,
): { left: Left; isGone: boolean } {
  const streak = longer(stored.absent, run);
  return isLong(streak, run)
    ? { left: gone(stored, run), isGone: true }
    : { left: { missed, known: { ...stored, absent: streak, failing: undefined } }, isGone: false };
}

/** A page that is gone, with what it offered: that is on offer no more, however little else of the site a run saw. */
export const gone = (stored: KnownPage | undefined, run: Run): Left =>
  stored === undefined ? {} : { ends: removed(stored.events, run), letsGo: true };

/** A page that gave no answer: that ends nothing, but one that never does is asked for only where it is linked. */
export function failing(stored: KnownPage, run: Run): Left {
  const streak = longer(stored.failing, run);
  return isLong(streak, run) ? { letsGo: true } : { known: { ...stored, failing: streak } };
}

const longer = (streak: Streak | undefined, { observedAt }: Run): Streak => ({
  runs: (streak?.runs ?? 0) + 1,
  since: streak?.since ?? observedAt,
});

export const isLong = ({ runs, since }: Streak, { observedAt }: Run): boolean =>
  runs >= RUNS && Date.parse(observedAt) - Date.parse(since) >= HOURS * 3_600_000;

const SOLD = [
  /\b(?:has been|is|was|already) sold\b(?! by)|^sold\b(?! by)|\bno longer available\b/i,
  /[-–—|(*[]\s*sold\s*(?:[-–—|)*\]!]|$)/i,
  /\bSOLD$/,
];

/** Whether a page's title says that what was offered there is not any more. */
export const saysSold = (title: string): boolean => SOLD.some((sold) => sold.test(title.trim()));
