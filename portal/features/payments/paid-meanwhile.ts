import type { QueryClient } from '@tanstack/react-query';
import { getSubscription, usage } from '#schemas/api/account.ts';
import { usageQuery } from '../../client/usage.ts';

/**
 * Whether a payment that was refused had been made meanwhile, in another tab. It asks anew what is paid for, so that
 * the page says so in place of the form.
 */
export async function paidMeanwhile(queryClient: QueryClient): Promise<boolean> {
  await Promise.all(
    [usage, getSubscription].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  );
  return queryClient.getQueryData(usageQuery(true).queryKey)?.subscriptionStatus === 'premium';
}
