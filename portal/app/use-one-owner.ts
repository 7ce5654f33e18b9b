import { useEffect, useRef } from 'react';
import { sessionStore } from '../client/browser-storage.ts';
import { useSession } from '../client/current-user.ts';
import { forgetResults } from '../client/kept-results.ts';
import { forgetTab, setTabOwner, tabOwner } from '../client/tab-owner.ts';

/**
 * A tab holds what one person asked for and typed. Where somebody else comes, it begins anew: nobody is shown the
 * answers of the person before, or saves their details as their own. Who is here once the session is over keeps what
 * stands on the page, and no more than that.
 */
export function useOneOwner(): void {
  const { user, pending, failure } = useSession();
  const known = !pending && failure === null;
  const id = user?.id ?? null;
  const answered = useRef(false);
  useEffect(() => {
    if (!known) return;
    const owner = tabOwner();
    const arriving = !answered.current;
    answered.current = true;
    if (owner !== null && owner !== id) {
      forgetResults(sessionStore);
      // What was kept is drawn before it is known who is here.
      if (arriving || id !== null) {
        forgetTab();
        location.reload();
      }
    }
    if (id !== null) setTabOwner(id);
  }, [known, id]);
}
