import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { usage } from '#schemas/api/account.ts';
import { api } from './api.ts';
import { currentUserQuery } from './current-user.ts';

export type Usage = z.output<typeof usage.response>;

/** A member's allowance; another tab may have used some of it. */
export const usageQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: [usage.path],
    queryFn: async ({ client, signal }) => {
      // Who looks at the page again may have signed out elsewhere, which is being asked: they would be refused.
      const lookups = client.isFetching({ queryKey: currentUserQuery.queryKey });
      const user = lookups && (await client.query(currentUserQuery).catch(() => undefined));
      if (user === null) throw new Error('Nobody is signed in');
      return api(usage, {}, signal);
    },
    enabled: signedIn,
    refetchOnWindowFocus: 'always',
  });
