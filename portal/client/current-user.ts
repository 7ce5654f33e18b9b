import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { currentUser, type user } from '#schemas/api/account.ts';
import { api } from './api.ts';
import { localStore } from './browser-storage.ts';
import { ApiFailure } from './failures.ts';

const SIGNED_IN = 'rigworth.signed-in';

/** Whether the newest answer of the user lookup was a user, on an earlier visit too: a guess until it answers. */
export const wasSignedIn = (): boolean => localStore.getItem(SIGNED_IN) !== null;

export type User = z.output<typeof user>;

/** Null is a visitor who is not signed in. Never fresh: another tab may have signed out. */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const user = await api(currentUser, {}, signal);
      localStore.setItem(SIGNED_IN, 'yes');
      return user;
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) {
        localStore.removeItem(SIGNED_IN);
        return null;
      }
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
  /** The lookup failed before it ever answered: nobody knows who is here. */
  failure: { error: Error; refetch: () => Promise<unknown> } | null;
}

export function useSession(): Session {
  const { data, error, isPending, refetch } = useQuery(currentUserQuery);
  const user = data ?? null;
  return {
    user,
    pending: isPending,
    signedIn: user !== null,
    failure: data === undefined && error !== null ? { error, refetch } : null,
  };
}
