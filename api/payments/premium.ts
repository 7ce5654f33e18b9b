import { isRunning, type OrderState } from './provider.ts';

const DAY_MS = 24 * 3_600_000;
/** A renewal that is under way, or whose event is late, interrupts nothing. */
const RENEWAL_DAYS = 3;
/** Where a renewal is refused, there are so many days to mend it before premium ends. */
const PAST_DUE_DAYS = 7;

const after = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS);

/**
 * Until when an order gives premium. Money that went back, by a refund or a dispute, gives nothing; of a
 * subscription the latest payment counts.
 */
export function premiumUntil(state: OrderState): Date | 'infinity' | null {
  if (wentBack(state)) return null;
  if (state.kind === 'lifetime') return state.status === 'paid' ? 'infinity' : null;
  if (state.period === undefined) return null;
  const { start, end, cancelsAtEnd } = state.period;
  if (state.status === 'active') return cancelsAtEnd ? end : after(end, RENEWAL_DAYS);
  if (state.status === 'past_due') return after(start, PAST_DUE_DAYS);
  return null;
}

/** The latest payment of a subscription that still runs went back: it must not take another. */
export function mustEnd(state: OrderState): boolean {
  return state.kind === 'monthly' && isRunning(state) && wentBack(state);
}

const wentBack = ({ latest }: OrderState): boolean => latest !== undefined && latest !== 'paid';
