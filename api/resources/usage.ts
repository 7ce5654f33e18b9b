import { subscriptionStatus, trackAnalysisUsage, usage } from '#schemas/api/account.ts';
import type { Allowance } from '../auth/allowance.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Route } from '../http/route.ts';

/** How many analyses the month has used, and the grant of the next. */
export function usageRoutes(signedIn: SignedInRoute, allowance: Allowance): Route[] {
  return [
    signedIn(usage, async ({ session }) => {
      const { isPremium, ...used } = await allowance.usageOf(session.userId);
      return { subscriptionStatus: isPremium ? ('premium' as const) : ('free' as const), ...used };
    }),
    signedIn(subscriptionStatus, async ({ session }) => {
      const { analysesUsed, analysesLimit, isPremium } = await allowance.usageOf(session.userId);
      return {
        tier: isPremium ? ('unlimited' as const) : ('free' as const),
        usageCount: analysesUsed,
        usageLimit: analysesLimit,
      };
    }),
    signedIn(trackAnalysisUsage, async ({ session }) => {
      await allowance.grant(session.userId);
      return allowance.usageOf(session.userId);
    }),
  ];
}
