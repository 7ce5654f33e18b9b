import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../client/current-user.ts';
import { needsSignIn, pathOf } from '../client/paths.ts';
import { useSignInPrompt } from '../client/sign-in-prompt.ts';
import { LAYOUT, LOOKUP_FAILED, NOT_FOUND } from '../content/brand.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Silhouette } from '../ui/silhouettes.tsx';
import { Card, PageSkeleton } from '../ui/surface.tsx';

/**
 * Every path without a screen. On a signed-in path nothing is said until the user lookup has answered:
 * the page may exist for this visitor. Where it failed, that is said.
 */
export function Page() {
  const { pathname } = useLocation();
  const { pending, signedIn, failure } = useSession();
  const openSignIn = useSignInPrompt();
  const own = needsSignIn(pathname);
  const isForMembers = own && !signedIn;
  if (own && pending) return <PageSkeleton />;
  if (own && failure !== null)
    return (
      <div className="frame py-16">
        <LoadFailed words={LOOKUP_FAILED} query={failure} />
      </div>
    );
  return (
    <div className="frame grid min-h-[75vh] place-content-center py-12">
      <Card className="grid max-w-lg justify-items-center gap-3 text-center text-balance">
        <Silhouette type="truck-camper" className="w-44 text-control-edge" />
        <div className="centre-line w-56 max-w-full" />
        <h1 className="mt-3 text-heading">{NOT_FOUND.title}</h1>
        <p className="text-ink-muted">{isForMembers ? NOT_FOUND.signedOut : NOT_FOUND.text}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {isForMembers && <Button onClick={() => openSignIn('sign-in')}>{LAYOUT.signIn}</Button>}
          <Link to={pathOf('landing')} className={buttonClasses('secondary')}>
            {NOT_FOUND.home}
          </Link>
        </div>
      </Card>
    </div>
  );
}
