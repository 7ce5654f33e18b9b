import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../client/failures.ts';
import { STAFF } from '../content/staff.ts';
import { Answered } from './answered.tsx';
import { StaffOnly } from './staff-only.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Shown until the first answer. */
  waiting: ReactNode;
  /** What could not be loaded. */
  failed: string;
  children: (data: T) => ReactNode;
}

/** What a query answered; 403 is no failure but somebody else's page. */
export function Loaded<T>({ query, waiting, failed, children }: LoadedProps<T>) {
  const { data, error } = query;
  if (data === undefined && error instanceof ApiFailure && error.status === 403)
    return <StaffOnly />;
  return (
    <Answered query={query} waiting={waiting} words={{ title: failed, ...STAFF.failed }}>
      {children}
    </Answered>
  );
}
