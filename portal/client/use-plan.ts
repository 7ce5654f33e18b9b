import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from './subscription.ts';
import { usageQuery } from './usage.ts';

/** `unpaid`: there is something to pay, a renewal that was refused too. */
export type Plan = 'unpaid' | 'monthly' | 'lifetime';

/**
 * What this member has paid for; null until that is known. What cannot be loaded counts as unpaid: the
 * server refuses who pays twice.
 */
export function usePlan(signedIn: boolean): Plan | null {
  const usage = useQuery(usageQuery(signedIn));
  const premium = usage.data?.subscriptionStatus === 'premium';
  const subscription = useQuery(subscriptionQuery(premium));
  if (!premium) return usage.isPending ? null : 'unpaid';
  if (subscription.isPending) return null;
  if (subscription.data === null) return 'lifetime';
  return subscription.data?.status === 'active' ? 'monthly' : 'unpaid';
}
