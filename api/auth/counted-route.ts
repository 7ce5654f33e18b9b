import type { BodyOf, Call } from '#schemas/api/call.ts';
import type { Route } from '../http/route.ts';
import { serveCall, type CallHandler } from '../http/serve-call.ts';
import type { Allowance } from './allowance.ts';
import type { Sessions } from './sessions.ts';

export type CountedRoute = <C extends Call>(
  call: C,
  handler: CallHandler<C>,
  /** What is asked without using up an analysis. */
  isFree?: (body: BodyOf<C>) => boolean,
) => Route;

/**
 * Routes that use up an analysis of whoever is signed in, and cost a guest nothing. First the answer,
 * then the counting: what is refused, by its contract too, or fails on our side is never counted.
 */
export function countedRoutes(sessions: Sessions, allowance: Allowance): CountedRoute {
  return (call, handler, isFree = () => false) => {
    const serveGuest = serveCall(call, handler);
    return {
      call,
      async handle(request, response, next) {
        const session = await sessions.readToChange(request, response);
        if (session === undefined) {
          await serveGuest(request, response, next);
          return;
        }
        let isSettled = false;
        const serve = serveCall(call, async (input) => {
          const free = isFree(input.body);
          isSettled = free;
          const answer = await handler(input);
          // An answer outside the contract is our fault too, and must be found out before the counting.
          call.response.parse(answer);
          isSettled = true;
          if (!free) await allowance.use(session.userId, [call.path, input.body]);
          return answer;
        });
        try {
          await serve(request, response, next);
        } catch (error) {
          if (!isSettled) await allowance.fail(session.userId);
          throw error;
        }
      },
    };
  };
}
