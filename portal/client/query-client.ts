import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isNotReady, isSignedOut } from './failures.ts';
import { heedSessionOver } from './session-over.ts';

/** What the server's `Retry-After` says while it prepares its market. */
const ASK_AGAIN_MS = 10_000;

/**
 * Section 7's defaults: no retry, never stale, no refetch on focus, no polling unless a query says so.
 * A market that is still being prepared is asked for again by what is on the screen, so that it comes by itself;
 * so is what failed, once the device has a connection again.
 */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        heedSessionOver(queryClient, error);
        if (!isNotReady(error)) return;
        setTimeout(() => {
          // Asked for by hand meanwhile: that answer has a waiting time of its own.
          if (query.state.error !== error) return;
          void queryClient.refetchQueries({
            queryKey: query.queryKey,
            exact: true,
            type: 'active',
          });
        }, ASK_AGAIN_MS);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (meta?.['asksToSignIn'] !== true || !isSignedOut(error))
          heedSessionOver(queryClient, error);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
        refetchInterval: false,
        // Without a network the call fails at once and the screen says so, instead of waiting unseen.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}
