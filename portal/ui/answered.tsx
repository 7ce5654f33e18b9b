import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

interface AnsweredProps<T> {
  query: UseQueryResult<T>;
  /** Shown until the first answer. */
  waiting: ReactNode;
  /** Where it could not be loaded. */
  words: ComponentProps<typeof LoadFailed>['words'];
  children: (data: T) => ReactNode;
}

/** What a query answered. An answer stays while it is asked again, also where that fails, which is then said above it. */
export function Answered<T>({ query, waiting, words, children }: AnsweredProps<T>) {
  const { data, isError } = query;
  const failed = isError && <LoadFailed words={words} query={query} />;
  if (data === undefined) return failed === false ? waiting : failed;
  return (
    <>
      {failed !== false && <div className="mb-3">{failed}</div>}
      {children(data)}
    </>
  );
}
