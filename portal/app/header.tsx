import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useContributePrompt } from '../client/contribute-prompt.ts';
import { type User, useSession, wasSignedIn } from '../client/current-user.ts';
import { isLoadedAnew, needsSignIn, pathOf } from '../client/paths.ts';
import { useSignInPrompt } from '../client/sign-in-prompt.ts';
import { BRAND, LAYOUT, NAVIGATION } from '../content/brand.ts';
import { Avatar } from '../ui/avatar.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { ColoursButton } from './colours-button.tsx';
import { reachableLinks } from './navigation.ts';
import { SignOutButton } from './sign-out-button.tsx';

/**
 * Its links and what belongs to an account are shown to who is signed in (specification, section 2);
 * the footer leads everyone on. The button of the colours stands last: what comes with the answer of
 * the user lookup then moves nothing, and neither does the row of links, which is kept free for who was
 * signed in before, or comes by an address that only members have.
 */
export function Header() {
  const { user, signedIn, pending } = useSession();
  const [expected] = useState(() => wasSignedIn() || needsSignIn(location.pathname));
  const openSignIn = useSignInPrompt();
  const openContribute = useContributePrompt();
  return (
    <header className="no-print border-b border-edge bg-surface">
      <div className="frame flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 py-2 sm:gap-x-6">
        <Link to={pathOf('landing')} className="flex items-center gap-2 rounded-control sm:gap-3">
          <BrandMark className="size-11 shrink-0" />
          <span>
            <span className="block text-title leading-tight font-black">{BRAND.name}</span>
            <span className="hidden text-small leading-tight text-ink-muted sm:block">
              {BRAND.tagline}
            </span>
          </span>
        </Link>
        {(signedIn || (pending && expected)) && (
          <div className="order-last flex min-h-11 w-full items-center gap-3">
            {signedIn && (
              <>
                <MainLinks />
                <Button
                  look="secondary"
                  size="small"
                  className="shrink-0 lg:hidden"
                  onClick={() => openContribute('asked')}
                >
                  {LAYOUT.contributeData}
                </Button>
              </>
            )}
          </div>
        )}
        <div className="flex min-w-0 grow basis-40 items-center justify-end gap-1 sm:gap-2">
          {user !== null && (
            <>
              <Button
                look="secondary"
                className="max-lg:hidden"
                onClick={() => openContribute('asked')}
              >
                {LAYOUT.contributeData}
              </Button>
              <ProfileLink user={user} />
              <SignOutButton />
            </>
          )}
          {!signedIn && !pending && (
            <Button onClick={() => openSignIn('sign-in')}>{LAYOUT.signIn}</Button>
          )}
          <ColoursButton />
        </div>
      </div>
    </header>
  );
}

/** The links of members in one row; where it is too long, scrolled to the page one is on. */
function MainLinks() {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const links = [...(row.current?.querySelectorAll('a') ?? [])];
    const current = links.find((link) => link.pathname === pathname);
    // Not scrollIntoView, which would also scroll the page up to its header.
    if (row.current && current)
      row.current.scrollLeft =
        current.offsetLeft -
        row.current.offsetLeft -
        (row.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav
      ref={row}
      aria-label={LAYOUT.mainNavigation}
      className="scroll-shade -ml-2.5 flex min-w-0 grow overflow-x-auto"
    >
      {reachableLinks(true).map((name) => (
        <NavLink
          key={name}
          to={pathOf(name)}
          reloadDocument={isLoadedAnew(name)}
          className="flex min-h-11 items-center rounded-control px-2.5 font-bold whitespace-nowrap text-ink-muted hover:bg-primary-soft hover:text-ink aria-[current=page]:text-primary"
        >
          {NAVIGATION[name]}
        </NavLink>
      ))}
    </nav>
  );
}

/** Leads to the profile: a picture, or the first letter, and the name where there is room for it. */
function ProfileLink({ user }: { user: User }) {
  const name = user.firstName || user.email;
  return (
    <Link
      to={pathOf('profile')}
      title={LAYOUT.profile}
      className="flex min-h-11 items-center gap-2 rounded-control px-1 font-bold hover:bg-primary-soft"
    >
      <Avatar name={name} picture={user.profileImageUrl} className="size-9" />
      <span className="sr-only max-w-40 truncate sm:not-sr-only">{name}</span>
    </Link>
  );
}
