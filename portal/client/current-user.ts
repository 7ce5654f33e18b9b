import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { currentUser, type user } from '#schemas/api/account.ts';
import { api } from './api.ts';
import { isSignedOut } from './failures.ts';

export type User = z.output<typeof user>;

/**
 * Null is a visitor who is not signed in. Never fresh: another tab may have signed out. It is asked anew with
 * each page by `useSessionAnew`, and not by each part of a page that is drawn.
 */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await api(currentUser, {}, signal);
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw new Error('Failed to fetch user', { cause: error });
    }
  },
  staleTime: 0,
  retry: false,
  refetchOnMount: false,
  refetchOnWindowFocus: 'always',
});

/** Who is here: as it is being asked, where it is; else as it is known. */
export async function whoIsHere(queryClient: QueryClient): Promise<User | null> {
  const { queryKey } = currentUserQuery;
  const known = queryClient.getQueryData(queryKey);
  if (known !== undefined && queryClient.isFetching({ queryKey }) === 0) return known;
  return queryClient.query(currentUserQuery).catch((error: unknown) => {
    if (known === undefined) throw error;
    return known;
  });
}

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

/** The same, asked anew with each page that is come to. */
export function useSessionAnew(path: string): Session {
  const queryClient = useQueryClient();
  const askedOn = useRef(path);
  useEffect(() => {
    if (askedOn.current === path) return;
    askedOn.current = path;
    void queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey });
  }, [path, queryClient]);
  return useSession();
}
