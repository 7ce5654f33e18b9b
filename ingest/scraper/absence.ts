import type { Missed } from './missed.ts';
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
  const absences = (stored.absences ?? 0) + 1;
  return absences < absencesUntilGone
    ? { change: { missed, known: { ...stored, absences } }, isGone: false }
    : { change: { known: 'forget' }, isGone: true };
}

/** Whether a page's title says that what was offered there is not any more. */
export const saysSold = (title: string): boolean =>
  /\b(?:has been|is|was|already) sold\b(?! by)|^sold\b(?! by)|\bno longer available\b/i.test(
    title.trim(),
  );
