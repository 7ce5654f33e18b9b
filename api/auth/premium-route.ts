import { Problem } from '../http/problem.ts';
import { serveCall, type Before } from '../http/serve-call.ts';
import type { UserStore } from '../users/store.ts';
import { Attempts, personKey } from './attempts.ts';
import type { Session, Sessions } from './sessions.ts';
import type { SignedInRoute } from './signed-in-route.ts';

/** What one account may ask for in an hour: each is a file drawn for it alone. */
const CALLS_AN_HOUR = 60;
const HOUR = 3_600;

interface Parts {
  store: UserStore;
  sessions: Sessions;
  isPremium: (userId: string) => Promise<boolean>;
}

/**
 * Routes of Premium: 401 for a guest, 403 for a free member, 429 past the limit, before what was sent
 * is looked at.
 */
export function premiumRoutes({ store, sessions, isPremium }: Parts): SignedInRoute {
  const attempts = new Attempts(store, 'premium-of', CALLS_AN_HOUR, HOUR);
  const before: Before<{ session: Session }> = async (request, response) => {
    const session = await sessions.require(request, response);
    if (!(await isPremium(session.userId)))
      throw new Problem(403, 'premium_only', 'This is part of Premium. Upgrade to use it.');
    await attempts.count(personKey(session.userId), response);
    response.set('Cache-Control', 'no-store');
    return { session };
  };
  return (call, handler) => ({ call, handle: serveCall(call, handler, before) });
}
