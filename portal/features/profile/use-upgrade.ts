import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getProfile, getSubscription, usage } from '#schemas/api/account.ts';
import { marketAnalysis, marketTrends } from '#schemas/api/market.ts';
import { sessionStore } from '../../client/browser-storage.ts';
import { currentUserQuery } from '../../client/current-user.ts';
import { type HistoryState, useHistoryState } from '../../client/history-state.ts';
import { forgetResults } from '../../client/kept-results.ts';
import { type Subscription, subscriptionQuery } from '../../client/subscription.ts';
import { isPaidForLife } from '../../client/plan-paid-for.ts';
import { toasts } from '../../client/toasts.ts';
import { useAddress } from '../../client/use-address.ts';
import { takeWanted } from '../../client/wanted-analysis.ts';
import { PAYMENT } from '../../content/payments.ts';
import { statusQuery } from './queries.ts';

const EVERY_MS = 2_000;
const PATIENCE_MS = 30_000;

/** `waiting`: premium is asked for again and again. `late`: it did not show within half a minute. */
export type Upgrade = 'none' | 'waiting' | 'late';

interface UpgradeShown {
  upgrade: Upgrade;
  checkAgain: () => void;
  /** The address of the analysis that was left to pay for it, once it is paid. */
  wanted: string | null;
}

/**
 * After a payment, `?upgraded=true`: asks for the membership until it is premium and the plan is the one that was
 * paid for, half a minute at most. Only the provider's own word to the server makes it so.
 */
export function useUpgrade(): UpgradeShown {
  const queryClient = useQueryClient();
  const { params, setParams } = useAddress();
  const { welcomed, wanted = null } = useHistoryState();
  // A bank that was visited on the way says in the address whether it refused.
  const refused = params.get('redirect_status') === 'failed';
  const upgraded = params.get('upgraded') === 'true';
  const waits = upgraded && !refused;
  const [late, setLate] = useState(false);
  const asking = waits && !late;
  const status = useQuery({
    ...statusQuery,
    enabled: asking,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.tier === 'unlimited' ? false : EVERY_MS),
  });
  // Who was in Premium before waits for the plan: for life there is none, and a refused month is paid.
  const forLife = isPaidForLife();
  const isPaid = (plan: Subscription | null | undefined): boolean =>
    plan === null || (!forLife && plan?.status === 'active');
  const plan = useQuery({
    ...subscriptionQuery(asking),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isPaid(data) ? false : EVERY_MS),
  });
  const premium =
    asking &&
    !status.isFetching &&
    status.data?.tier === 'unlimited' &&
    !plan.isFetching &&
    isPaid(plan.data);

  useEffect(() => {
    if (!asking) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [asking]);

  useEffect(() => {
    if (!premium && !(upgraded && refused)) return;
    // Once: a busy page draws the address it was given here later than what is asked for anew.
    if (!new URLSearchParams(location.search).has('upgraded')) return;
    if (refused) toasts.show({ ...PAYMENT.failed, tone: 'bad' });
    // The form has welcomed whoever comes from it.
    else if (!welcomed) toasts.show({ ...PAYMENT.done, tone: 'good' });
    for (const queryKey of [
      currentUserQuery.queryKey,
      [usage.path],
      [getProfile.path],
      [getSubscription.path],
      // Deeper for members of Premium.
      [marketAnalysis.path],
      [marketTrends.path],
    ]) {
      // What no page shows is not shown again as it was before: who goes back would be asked to pay.
      queryClient.removeQueries({ queryKey, type: 'inactive' });
      void queryClient.invalidateQueries({ queryKey });
    }
    // Whose payment was refused would be told nothing more, and may have no other analysis left.
    if (!refused) forgetResults(sessionStore);
    const left: HistoryState = { wanted: refused ? null : takeWanted() };
    setParams(
      (now) => {
        const tab = now.get('tab');
        return new URLSearchParams(tab === null ? {} : { tab });
      },
      { replace: true, state: left },
    );
  }, [premium, upgraded, refused, welcomed, queryClient, setParams]);

  return {
    upgrade: !waits || premium ? 'none' : late ? 'late' : 'waiting',
    checkAgain: () => setLate(false),
    wanted,
  };
}
