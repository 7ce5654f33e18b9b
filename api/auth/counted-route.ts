import type { Call } from '#schemas/api/call.ts';
import { route, type Route } from '../http/route.ts';
import type { CallHandler } from '../http/serve-call.ts';
import type { Allowance } from './allowance.ts';
import type { Sessions } from './sessions.ts';

export type CountedRoute = <C extends Call>(call: C, handler: CallHandler<C>) => Route;

/**
 * Routes that use up an analysis of whoever is signed in, and cost a guest nothing. First the answer,
 * then the counting: what is refused or fails on our side is never counted.
 */
export function countedRoutes(sessions: Sessions, allowance: Allowance): CountedRoute {
  return (call, handler) =>
    route(call, async (input) => {
      const session = await sessions.read(input.request, input.response);
      if (session === undefined) return handler(input);
      const answer = await answerOf().catch(async (error: unknown) => {
        await allowance.fail(session.userId);
        throw error;
      });
      await allowance.use(session.userId);
      return answer;

      async function answerOf() {
        const given = await handler(input);
        // An answer outside the contract is our fault too, and must be found out before the counting.
        call.response.parse(given);
        return given;
      }
    });
}
