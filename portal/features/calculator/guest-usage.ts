import { z } from 'zod';
import { GUEST_ANALYSES_PER_DAY } from '#schemas/constants.ts';

/** A guest's analyses of a day; kept in the browser only (specification, sections 3 and 4). */
const guestUsage = z.object({
  count: z.number().int().min(0),
  /** The day of the last analysis as the visitor's own calendar has it, `YYYY-MM-DD`. */
  lastUsed: z.string(),
  hasReachedLimit: z.boolean(),
});
export type GuestUsage = z.output<typeof guestUsage>;

/** The visitor's own calendar day. */
export function dayOf(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const unused = (today: string): GuestUsage => ({
  count: 0,
  lastUsed: today,
  hasReachedLimit: false,
});

/** What is stored, as it counts today: another day's count, or what cannot be read, is none. */
export function usageToday(stored: string | null, today: string): GuestUsage {
  if (stored === null) return unused(today);
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    return unused(today);
  }
  const parsed = guestUsage.safeParse(json);
  if (!parsed.success || parsed.data.lastUsed !== today) return unused(today);
  return { ...parsed.data, hasReachedLimit: parsed.data.count >= GUEST_ANALYSES_PER_DAY };
}

/** After one more answer. */
export function countOne(usage: GuestUsage, today: string): GuestUsage {
  const count = (usage.lastUsed === today ? usage.count : 0) + 1;
  return { count, lastUsed: today, hasReachedLimit: count >= GUEST_ANALYSES_PER_DAY };
}

export const analysesLeft = (usage: GuestUsage): number =>
  Math.max(0, GUEST_ANALYSES_PER_DAY - usage.count);
