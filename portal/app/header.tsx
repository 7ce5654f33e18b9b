import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useContributePrompt } from '../client/contribute-prompt.ts';
import { type User, useSession } from '../client/current-user.ts';
import { pathOf } from '../client/paths.ts';
import { useSignInPrompt } from '../client/sign-in-prompt.ts';
import { BRAND, LAYOUT } from '../content/brand.ts';
import { Avatar } from '../ui/avatar.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { MenuIcon } from '../ui/icons.tsx';
import { later } from '../ui/later.tsx';
import { Overlay } from '../ui/overlay.tsx';
import { ColoursButton } from './colours-button.tsx';
import { useReachableLinks } from './navigation.ts';
import { SignOutButton } from './sign-out-button.tsx';

const Menu = later(async () => (await import('./menu.tsx')).Menu);

/**
 * Its links and what belongs to an account are shown to who is signed in (specification, section 2), in a row
 * where the window is wide and in a menu where it is not; the footer leads everyone on. Until the user lookup
 * answers, room for them is kept for who brought a session along (the page says it by `data-member`): nothing moves
 * for a member then, and nothing for a guest.
 */
export function Header() {
  const { user, signedIn, pending } = useSession();
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
        {(signedIn || pending) && (
          <div
            className={classes(
              'order-last hidden min-h-11 w-full items-center',
              signedIn ? 'lg:flex' : 'lg:in-[[data-member]]:flex',
            )}
          >
            {signedIn && <MainLinks />}
          </div>
        )}
        <div className="flex min-w-0 grow items-center justify-end gap-1 sm:basis-40 sm:gap-2">
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
              <SignOutButton className="max-lg:hidden" />
            </>
          )}
          {!signedIn && !pending && (
            <Button onClick={() => openSignIn('sign-in')}>{LAYOUT.signIn}</Button>
          )}
          <ColoursButton />
          {user !== null && <MenuButton user={user} />}
          {pending && <span className="-mr-2 hidden size-11 max-lg:in-[[data-member]]:block" />}
        </div>
      </div>
    </header>
  );
}

/** The links of members in one row; where it is too long it scrolls. */
function MainLinks() {
  const links = useReachableLinks();
  return (
    <nav
      aria-label={LAYOUT.mainNavigation}
      className="scroll-shade -ml-2.5 flex min-w-0 grow overflow-x-auto"
    >
      {links.map((link) => (
        <NavLink
          key={link.children}
          {...link}
          className="flex min-h-11 items-center rounded-control px-2.5 font-bold whitespace-nowrap text-ink-muted hover:bg-primary-soft hover:text-ink aria-[current=page]:text-primary"
        />
      ))}
    </nav>
  );
}

/** Opens the menu, whose code comes with the first opening; it stays then, so that the focus returns when it closes. */
function MenuButton({ user }: { user: User }) {
  const { key } = useLocation();
  // Open on the entry of the history it was opened on: wherever a way leads elsewhere, it has done its work.
  const [openOn, setOpenOn] = useState('never');
  const open = openOn === key;
  return (
    <>
      <button
        type="button"
        aria-label={LAYOUT.menu.open}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenOn(key)}
        className="-mr-2 grid size-11 place-items-center rounded-control text-ink hover:bg-primary-soft lg:hidden"
      >
        <MenuIcon className="size-6" />
      </button>
      {openOn !== 'never' && (
        <Overlay onFailed={() => setOpenOn('never')}>
          <Menu user={user} open={open} onClose={() => setOpenOn('none')} />
        </Overlay>
      )}
    </>
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
      <span className="sr-only sm:not-sr-only sm:max-w-40 sm:truncate">{name}</span>
    </Link>
  );
}
