import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { contribute, listContributions } from '#schemas/api/contribution.ts';
import { api } from '../../client/api.ts';
import { currentUserQuery } from '../../client/current-user.ts';
import { ApiFailure, reasonOf } from '../../client/failures.ts';
import { toasts } from '../../client/toasts.ts';
import { CONTRIBUTE } from '../../content/contribute.ts';

export type Sending = ReturnType<typeof useSending>;

/**
 * Sends a purchase, and says what came of it.
 * @param onDone it is kept, and the person thanked
 */
export function useSending(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof contribute.body>) => api(contribute, { body }),
    onSuccess: async ({ shared, message }) => {
      const { title, text } = CONTRIBUTE.done;
      toasts.show({ title, text: shared ? text : `${text} ${message}`, tone: 'good' });
      onDone();
      void queryClient.invalidateQueries({ queryKey: [listContributions.path] });
      await queryClient.invalidateQueries(currentUserQuery);
    },
    onError: (error) => {
      const { title, text } = CONTRIBUTE.failed;
      const refused = error instanceof ApiFailure && error.status < 500;
      const why = refused ? reasonOf(error, '') : '';
      toasts.show({ title, text: `${why} ${text}`.trim(), tone: 'bad' });
    },
  });
}
