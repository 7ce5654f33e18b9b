import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from './current-user.ts';
import { isSignedOut, isSomebodyElse } from './failures.ts';

/**
 * A call that is refused for want of a session, or for somebody else's, tells that it is over, ended in another tab
 * or elsewhere: it is asked anew who is here, so that the page does not go on as if nothing had happened.
 */
export function heedSessionOver(queryClient: QueryClient, error: unknown): void {
  if (isSignedOut(error) || isSomebodyElse(error))
    void queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey });
}
