import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from './subscription.ts';
import { usageQuery } from './usage.ts';

/**
 * Whether this member has Premium for life and so nothing to pay; null until that is known. What cannot
 * be loaded counts as no: the server refuses who pays twice.
 */
export function useLifetime(signedIn: boolean): boolean | null {
  const usage = useQuery(usageQuery(signedIn));
  const premium = usage.data?.subscriptionStatus === 'premium';
  const subscription = useQuery(subscriptionQuery(premium));
  if (premium) return subscription.isPending ? null : subscription.data === null;
  return usage.isPending ? null : false;
}
