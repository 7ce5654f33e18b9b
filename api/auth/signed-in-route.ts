import type { Call } from '#schemas/api/call.ts';
import type { Route } from '../http/route.ts';
import { serveCall, type Before, type CallHandler } from '../http/serve-call.ts';
import type { Session, Sessions } from './sessions.ts';

interface SignedIn {
  session: Session;
}

export type SignedInRoute = <C extends Call>(call: C, handler: CallHandler<C, SignedIn>) => Route;

/** Routes that only a signed-in person reaches: 401 comes before what was sent is looked at. */
export function signedInRoutes(sessions: Sessions): SignedInRoute {
  const before: Before<SignedIn> = async (request, response) => {
    const session = await sessions.require(request, response);
    // What is one person's is kept by no cache.
    response.set('Cache-Control', 'no-store');
    return { session };
  };
  return (call, handler) => ({ call, handle: serveCall(call, handler, before) });
}
