import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { createPaymentIntent, createSubscriptionIntent } from '#schemas/api/account.ts';
import { UNLIMITED_PRICE_CENTS } from '#schemas/constants.ts';
import { api } from '../../client/api.ts';
import { CHECKOUT } from '../../content/payments.ts';

export type Intent = z.output<typeof createPaymentIntent.response>;

/**
 * Asked for once a visit of the page, of who has something to pay; the server gives one person the same
 * open order again.
 */
const once = { gcTime: 0, staleTime: Infinity } as const;

export const paymentIntentQuery = (payable: boolean) =>
  queryOptions({
    queryKey: [createPaymentIntent.path],
    queryFn: (): Promise<Intent> =>
      api(createPaymentIntent, {
        body: { amount: UNLIMITED_PRICE_CENTS / 100, description: CHECKOUT.description },
      }),
    enabled: payable,
    ...once,
  });

export const subscriptionIntentQuery = (payable: boolean) =>
  queryOptions({
    queryKey: [createSubscriptionIntent.path],
    queryFn: (): Promise<Intent> => api(createSubscriptionIntent, {}),
    enabled: payable,
    ...once,
  });
