import { isRunning, type OrderState } from './provider.ts';

const DAY_MS = 24 * 3_600_000;
/** A renewal that is under way, or whose event is late, interrupts nothing. */
const RENEWAL_DAYS = 3;
/** What is unpaid, by a refusal or a slow bank, can be mended for so many days before premium ends. */
const UNPAID_DAYS = 7;

const after = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS);

/** Until when a subscription is paid; null before its first payment. */
export function paidUntilOf({ latest, period }: OrderState, before: Date | null): Date | null {
  return latest === 'paid' && period !== undefined ? period.end : before;
}

/**
 * Until when an order gives premium. Money that went back, by a refund or a dispute, gives nothing; of a
 * subscription the latest payment counts, and without one there is none.
 */
export function premiumUntil(state: OrderState, paidUntil: Date | null): Date | 'infinity' | null {
  if (wentBack(state)) return null;
  if (state.kind === 'lifetime') return state.status === 'paid' ? 'infinity' : null;
  const { period } = state;
  if (period === undefined || paidUntil === null) return null;
  if (!isRunning(state) || period.isGivenUp) return null;
  if (state.latest !== 'paid') return after(paidUntil, UNPAID_DAYS);
  return period.cancelsAtEnd ? paidUntil : after(paidUntil, RENEWAL_DAYS);
}

/** The latest payment of a subscription that still runs went back: it must not take another. */
export function mustEnd(state: OrderState): boolean {
  return state.kind === 'monthly' && isRunning(state) && wentBack(state);
}

const wentBack = ({ latest }: OrderState): boolean => latest !== undefined && latest !== 'paid';
