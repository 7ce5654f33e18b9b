import {
  type UseMutationOptions,
  type UseMutationResult,
  // oxlint-disable-next-line no-restricted-imports -- here, and where several are under way at once
  useMutation as useUnguarded,
} from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * As TanStack's, but for a second `mutate` while the first is under way, which does nothing: that one is under way
 * is drawn a task later, and a busy device may hand on both taps of a double tap before.
 */
export function useMutation<Data, Variables = void>({
  onSettled,
  ...options
}: UseMutationOptions<Data, Error, Variables>): UseMutationResult<Data, Error, Variables> {
  const underWay = useRef(false);
  const mutation = useUnguarded<Data, Error, Variables>({
    ...options,
    onSettled: async (...outcome) => {
      try {
        await onSettled?.(...outcome);
      } finally {
        underWay.current = false;
      }
    },
  });
  const mutate: typeof mutation.mutate = (...asked) => {
    if (underWay.current) return;
    underWay.current = true;
    mutation.mutate(...asked);
  };
  return { ...mutation, mutate };
}
