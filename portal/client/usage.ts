import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { usage } from '#schemas/api/account.ts';
import { api } from './api.ts';
import { whoIsHere } from './current-user.ts';

export type Usage = z.output<typeof usage.response>;

/** A member's month: what is counted and kept for the next try is not used yet. */
export function standingOf(
  { analysesUsed, analysesLimit }: Pick<Usage, 'analysesUsed' | 'analysesLimit'>,
  isOneKept: boolean,
) {
  const used = isOneKept && analysesUsed > 0 ? analysesUsed - 1 : analysesUsed;
  return { used, left: analysesLimit - used };
}

/** A member's allowance; another tab may have used some of it. */
export const usageQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: [usage.path],
    queryFn: async ({ client, signal }) => {
      // Who looks at the page again may have signed out elsewhere: they would be refused.
      if ((await whoIsHere(client)) === null) throw new Error('Nobody is signed in');
      return api(usage, {}, signal);
    },
    enabled: signedIn,
    refetchOnWindowFocus: 'always',
  });
