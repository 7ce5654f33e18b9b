import { useLocation } from 'react-router-dom';
import { useSession } from '../client/current-user.ts';
import { needsSignIn } from '../client/paths.ts';
import { LOOKUP_FAILED } from '../content/brand.ts';
import { LoadFailed } from '../ui/load-failed.tsx';

/** Says that what is shown is what a guest sees, because nobody could tell who is here. Pages of one's own say it in place of themselves. */
export function SessionNotice() {
  const { failure } = useSession();
  const { pathname } = useLocation();
  if (failure === null || needsSignIn(pathname)) return null;
  return (
    <div className="frame no-print pt-4">
      <LoadFailed words={LOOKUP_FAILED} query={failure} />
    </div>
  );
}
