import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../client/failures.ts';
import { STAFF } from '../content/staff.ts';
import { LoadFailed } from './load-failed.tsx';
import { StaffOnly } from './staff-only.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Shown until the first answer. */
  waiting: ReactNode;
  /** What could not be loaded. */
  failed: string;
  children: (data: T) => ReactNode;
}

/**
 * What a query answered. An answer stays while it is asked again, also where that fails, which is then
 * said above it; 403 is no failure but somebody else's page.
 */
export function Loaded<T>({ query, waiting, failed, children }: LoadedProps<T>) {
  const { data, error } = query;
  const problem = error !== null && (
    <LoadFailed
      words={{ title: failed, text: STAFF.failed.text, retry: STAFF.failed.retry }}
      query={query}
    />
  );
  if (data === undefined) {
    if (error instanceof ApiFailure && error.status === 403) return <StaffOnly />;
    return problem === false ? waiting : problem;
  }
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}
