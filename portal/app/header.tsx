import { Link, NavLink } from 'react-router-dom';
import { useContributePrompt } from '../client/contribute-prompt.ts';
import { useSession } from '../client/current-user.ts';
import { pathOf } from '../client/paths.ts';
import { useSignInPrompt } from '../client/sign-in-prompt.ts';
import { BRAND, LAYOUT, NAVIGATION } from '../content/brand.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { ColoursButton } from './colours-button.tsx';
import { reachableLinks } from './navigation.ts';
import { SignOutButton } from './sign-out-button.tsx';

export function Header() {
  const { user, signedIn, pending } = useSession();
  const openSignIn = useSignInPrompt();
  const openContribute = useContributePrompt();
  const links = reachableLinks(signedIn);
  return (
    <header className="no-print border-b border-edge bg-surface">
      <div className="frame flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2 sm:gap-x-6">
        <Link to={pathOf('landing')} className="flex items-center gap-3 rounded-control">
          <BrandMark className="size-11 shrink-0" />
          <span>
            <span className="block text-title leading-tight font-black">{BRAND.name}</span>
            <span className="hidden text-small leading-tight text-ink-muted sm:block">
              {BRAND.tagline}
            </span>
          </span>
        </Link>
        {/* One row whoever is here, as high as its button: nothing moves when the lookup answers. */}
        <div className="order-last flex min-h-11 w-full items-center gap-3">
          <nav
            aria-label={LAYOUT.mainNavigation}
            className="-ml-3 flex min-w-0 grow gap-x-1 overflow-x-auto"
          >
            {links.map((name) => (
              <NavLink
                key={name}
                to={pathOf(name)}
                className="flex min-h-11 items-center rounded-control px-3 font-bold whitespace-nowrap text-ink-muted hover:bg-primary-soft hover:text-ink aria-[current=page]:text-primary"
              >
                {NAVIGATION[name]}
              </NavLink>
            ))}
          </nav>
          {signedIn && (
            <Button
              look="secondary"
              size="small"
              className="shrink-0"
              onClick={() => openContribute('asked')}
            >
              {LAYOUT.contributeData}
            </Button>
          )}
        </div>
        <div className="ml-auto flex items-center gap-2">
          <ColoursButton />
          {signedIn ? (
            <>
              <span className="sr-only max-w-40 truncate font-bold sm:not-sr-only">
                {user?.firstName || user?.email}
              </span>
              <SignOutButton />
            </>
          ) : (
            <Button
              // Keeps its place while the lookup is under way, so that nothing moves.
              className={pending ? 'invisible' : ''}
              onClick={() => openSignIn('sign-in')}
            >
              {LAYOUT.signIn}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}
