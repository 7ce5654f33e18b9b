import {
  queryOptions,
  // oxlint-disable-next-line no-restricted-imports -- several RVs may be under way at once, each once
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { saveRv } from '#schemas/api/listings.ts';
import { listSavedRvs, removeSavedRv, type savedRv } from '#schemas/api/saved-rvs.ts';
import { SIGN_IN_REDIRECT_DELAY_MS } from '#schemas/constants.ts';
import { LISTINGS } from '../content/listings.ts';
import { api } from './api.ts';
import { useSession } from './current-user.ts';
import { ApiFailure, isSignedOut } from './failures.ts';
import { useSignInPrompt } from './sign-in-prompt.ts';
import { toasts } from './toasts.ts';

export type SavedRv = z.output<typeof savedRv>;

export const savedRvsQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: [listSavedRvs.path],
    queryFn: ({ signal }) => api(listSavedRvs, {}, signal),
    enabled: signedIn,
  });

const words = LISTINGS.save;

/** One that was removed in another tab is as it should be. */
const remove = (id: string): Promise<unknown> =>
  api(removeSavedRv, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiFailure && error.status === 404)) throw error;
  });

const CHANGE = ['saved-rv'];

/** Saves and unsaves listings; who is signed out is asked to sign in. */
export function useSavedRvs() {
  const { signedIn } = useSession();
  const openSignIn = useSignInPrompt();
  const queryClient = useQueryClient();
  const saved = useQuery(savedRvsQuery(signedIn));
  const savedAs = (listingId: string): SavedRv | undefined =>
    saved.data?.find((rv) => rv.listingId === listingId);

  const change = useMutation({
    mutationKey: CHANGE,
    // The page stays, and what to sign in for with it.
    meta: { asksToSignIn: true },
    mutationFn: async (listingId: string) => {
      const before = savedAs(listingId);
      if (before === undefined) await api(saveRv, { body: { listingId } });
      else await remove(before.id);
      return before === undefined ? words.saved : words.removed;
    },
    onSuccess: async (told) => {
      toasts.show({ ...told, tone: 'good' });
      await queryClient.invalidateQueries({ queryKey: [listSavedRvs.path] });
    },
    onError: (error) => {
      if (!isSignedOut(error)) {
        toasts.show({ ...words.failed, tone: 'bad' });
        return;
      }
      toasts.show({ ...words.unauthorized, tone: 'bad' });
      setTimeout(() => openSignIn('sign-in'), SIGN_IN_REDIRECT_DELAY_MS);
    },
  });

  /** Here or on another view: its answer decides what a press would do. */
  const isUnderWay = (listingId: string): boolean =>
    queryClient
      .getMutationCache()
      .findAll({ mutationKey: CHANGE, status: 'pending' })
      .some(({ state }) => state.variables === listingId);

  return {
    saved,
    isSaved: (listingId: string) => savedAs(listingId) !== undefined,
    toggle: (listingId: string) => {
      if (!signedIn) openSignIn('sign-in');
      else if (!isUnderWay(listingId)) change.mutate(listingId);
    },
    /** The listing whose saving is under way. */
    changing: change.isPending ? change.variables : null,
  };
}
