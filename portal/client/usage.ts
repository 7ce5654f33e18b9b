import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { usage } from '#schemas/api/account.ts';
import { api } from './api.ts';

export type Usage = z.output<typeof usage.response>;

/** A member's allowance; another tab may have used some of it. */
export const usageQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: [usage.path],
    queryFn: ({ signal }) => api(usage, {}, signal),
    enabled: signedIn,
    refetchOnWindowFocus: 'always',
  });
