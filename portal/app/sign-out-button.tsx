import { useQueryClient } from '@tanstack/react-query';
import { currentUser, logout } from '#schemas/api/account.ts';
import { api } from '../client/api.ts';
import { currentUserQuery } from '../client/current-user.ts';
import { ApiFailure, isSignedOut, reasonOf } from '../client/failures.ts';
import { forgetOwner } from '../client/tab-owner.ts';
import { toasts } from '../client/toasts.ts';
import { LAYOUT, WENT_WRONG } from '../content/brand.ts';
import { Button } from '../ui/button.tsx';

/** Signs out, then starts anew at the root; where only the answer was lost, the server's own page does it. */
export function SignOutButton({ className }: { className: string }) {
  const queryClient = useQueryClient();
  const signOut = async () => {
    let next = '/?auth=logout';
    try {
      await api(logout, {});
    } catch (error) {
      // Left for a server that is away, the portal would give way to the browser's own page of errors.
      if (error instanceof ApiFailure || !(await isServerThere())) {
        toasts.show({
          title: LAYOUT.notSignedOut,
          text: reasonOf(error, WENT_WRONG),
          tone: 'bad',
        });
        return;
      }
      next = '/api/logout';
    }
    forgetOwner();
    await queryClient.invalidateQueries(currentUserQuery);
    location.assign(next);
  };
  return (
    <Button look="secondary" className={className} onClick={() => void signOut()}>
      {LAYOUT.signOut}
    </Button>
  );
}

/** Signed in or not. */
const isServerThere = (): Promise<boolean> => api(currentUser, {}).then(() => true, isSignedOut);
