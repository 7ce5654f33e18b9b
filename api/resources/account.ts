import { currentUser } from '#schemas/api/account.ts';
import { Problem } from '../http/problem.ts';
import { route, type Route } from '../http/route.ts';

/** Until there are accounts everybody is a guest, and the portal is told so as it expects: by 401. */
export function accountRoutes(): Route[] {
  return [
    route(currentUser, () => {
      throw new Problem(401, 'signed_out', 'You are not signed in.');
    }),
  ];
}
