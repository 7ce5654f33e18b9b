import { useQueryClient } from '@tanstack/react-query';
import { logout } from '#schemas/api/account.ts';
import { api } from '../client/api.ts';
import { currentUserQuery } from '../client/current-user.ts';
import { forgetOwner } from '../client/tab-owner.ts';
import { LAYOUT } from '../content/brand.ts';
import { Button } from '../ui/button.tsx';

/** Signs out, then starts anew at the root; without an answer the server's own page does it. */
export function SignOutButton({ className }: { className: string }) {
  const queryClient = useQueryClient();
  const signOut = async () => {
    forgetOwner();
    try {
      await api(logout, {});
      await queryClient.invalidateQueries(currentUserQuery);
      location.assign('/?auth=logout');
    } catch {
      location.assign('/api/logout');
    }
  };
  return (
    <Button look="secondary" className={className} onClick={() => void signOut()}>
      {LAYOUT.signOut}
    </Button>
  );
}
