import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { currentUser, type user } from '#schemas/api/account.ts';
import { api } from './api.ts';
import { ApiFailure } from './failures.ts';

export type User = z.output<typeof user>;

/** Null is a visitor who is not signed in. Never fresh: another tab may have signed out. */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await api(currentUser, {}, signal);
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return null;
      throw new Error('Failed to fetch user', { cause: error });
    }
  },
  staleTime: 0,
  retry: false,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

export interface Session {
  user: User | null;
  /** True until the first lookup has answered; after that the last answer holds. */
  pending: boolean;
  signedIn: boolean;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(currentUserQuery);
  const user = data ?? null;
  return { user, pending: isPending, signedIn: user !== null };
}
