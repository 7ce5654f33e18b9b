import type { Change, Entry } from './site-records.ts';

export type Counts = Record<string, number>;

/**
 * What an answer counts as.
 * @param learned whether the page offers nothing any more, and whether it shows something that cannot be read
 */
export function countedBy(
  entry: Entry,
  { counts, again }: Change,
  { isGone, isUnread }: { isGone: boolean; isUnread: boolean },
): Counts {
  return {
    ...(isGone ? { allowed: 1, gone: 1, ...(isUnread ? { gone_unread: 1 } : {}) } : counts),
    ...(again === undefined ? {} : { put_off: 1 }),
    ...askedAgain(entry),
  };
}

/** The site blocked us at this page. */
export const countedBlocked = (entry: Entry): Counts => ({
  allowed: 1,
  blocked: 1,
  ...askedAgain(entry),
});

/** So that a page that is asked for again counts as one that was. */
const askedAgain = ({ wasAsked }: Entry): Counts => (wasAsked === true ? { asked_again: 1 } : {});

export function sum(counts: Counts, more: Counts): Counts {
  const total = { ...counts };
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
  return total;
}
