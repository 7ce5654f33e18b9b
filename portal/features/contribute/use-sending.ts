import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { contribute, listContributions } from '#schemas/api/contribution.ts';
import { SIGN_IN_REDIRECT_DELAY_MS } from '#schemas/constants.ts';
import { api } from '../../client/api.ts';
import { currentUserQuery } from '../../client/current-user.ts';
import { ApiFailure, reasonOf } from '../../client/failures.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { CONTRIBUTE } from '../../content/contribute.ts';

export type Sending = ReturnType<typeof useSending>;

/**
 * Sends a purchase, and says what came of it. Whose session is over is asked to sign in.
 * @param onDone it is kept, and the person thanked
 * @param onSignedOut the modal to sign in is about to open
 */
export function useSending(onDone: () => void, onSignedOut: () => void) {
  const openSignIn = useSignInPrompt();
  const queryClient = useQueryClient();
  return useMutation({
    // The page stays, and what to sign in for with it.
    meta: { asksToSignIn: true },
    mutationFn: (body: z.input<typeof contribute.body>) => api(contribute, { body }),
    onSuccess: async ({ shared, message }) => {
      const { title, text } = CONTRIBUTE.done;
      toasts.show({ title, text: shared ? text : `${text} ${message}`, tone: 'good' });
      onDone();
      void queryClient.invalidateQueries({ queryKey: [listContributions.path] });
      await queryClient.invalidateQueries(currentUserQuery);
    },
    onError: (error) => {
      const status = error instanceof ApiFailure ? error.status : 500;
      if (status === 401) {
        toasts.show({ ...CONTRIBUTE.unauthorized, tone: 'bad' });
        onSignedOut();
        setTimeout(() => openSignIn('sign-in'), SIGN_IN_REDIRECT_DELAY_MS);
        return;
      }
      const { title, text } = CONTRIBUTE.failed;
      const why = status < 500 ? reasonOf(error, '') : '';
      toasts.show({ title, text: `${why} ${text}`.trim(), tone: 'bad' });
    },
  });
}
