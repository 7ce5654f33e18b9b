import { useSession } from '../client/current-user.ts';
import { isReachable } from '../client/paths.ts';
import { usePlan } from '../client/use-plan.ts';
import { NAVIGATION } from '../content/brand.ts';

export type NavigationName = keyof typeof NAVIGATION;
const NAMES = Object.keys(NAVIGATION) as NavigationName[];
/** Of no use to who has Premium for life; last, so that they move nothing when that is known. */
const TO_PAY: readonly NavigationName[] = ['subscription', 'checkout'];

/**
 * Links for this visitor: only to screens that are registered for them, to payment only where there is something to pay,
 * and to the collection only for its staff, which is everyone signed in where the server names nobody.
 */
export function useReachableLinks(): NavigationName[] {
  const { user, signedIn } = useSession();
  const plan = usePlan(signedIn);
  const mayPay = !signedIn || plan === 'unpaid' || plan === 'monthly';
  return NAMES.filter(
    (name) =>
      isReachable(name, signedIn) &&
      (mayPay || !TO_PAY.includes(name)) &&
      (name !== 'admin' || user?.staff !== false),
  );
}
