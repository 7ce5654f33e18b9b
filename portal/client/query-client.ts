import { QueryClient } from '@tanstack/react-query';

/** Section 7's defaults: no retry, never stale, no refetch on focus, no polling unless a query says so. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Without a network the call fails at once and the screen says so, instead of waiting unseen.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
