import { Problem } from '../http/problem.ts';
import { serveCall, type Before } from '../http/serve-call.ts';
import type { Session, Sessions } from './sessions.ts';
import type { SignedInRoute } from './signed-in-route.ts';

/** Routes of Premium: 401 for a guest, 403 for a free member, before what was sent is looked at. */
export function premiumRoutes(
  sessions: Sessions,
  isPremium: (userId: string) => Promise<boolean>,
): SignedInRoute {
  const before: Before<{ session: Session }> = async (request, response) => {
    const session = await sessions.require(request, response);
    if (!(await isPremium(session.userId)))
      throw new Problem(403, 'premium_only', 'This is part of Premium. Upgrade to use it.');
    response.set('Cache-Control', 'no-store');
    return { session };
  };
  return (call, handler) => ({ call, handle: serveCall(call, handler, before) });
}
