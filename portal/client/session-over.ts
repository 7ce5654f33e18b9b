import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from './current-user.ts';
import { ApiFailure } from './failures.ts';

/**
 * A call that is refused for want of a session tells that it is over, ended in another tab or elsewhere: it is
 * asked anew who is here, so that the page does not go on as if nothing had happened.
 */
export function heedSessionOver(queryClient: QueryClient, error: unknown): void {
  if (error instanceof ApiFailure && error.status === 401)
    void queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey });
}
