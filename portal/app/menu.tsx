import { useRef } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useContributePrompt } from '../client/contribute-prompt.ts';
import type { User } from '../client/current-user.ts';
import { pathOf } from '../client/paths.ts';
import { LAYOUT } from '../content/brand.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useReachableLinks } from './navigation.ts';
import { SignOutButton } from './sign-out-button.tsx';

interface MenuProps {
  user: User;
  open: boolean;
  onClose: () => void;
}

const ROW =
  '-mx-3 flex min-h-11 items-center rounded-control px-3 font-bold hover:bg-primary-soft ' +
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary';

/** What the header of a narrow window has no room for: the links of members, and what belongs to the account. */
export function Menu({ user, open, onClose }: MenuProps) {
  const links = useReachableLinks();
  const openContribute = useContributePrompt();
  // A dialog opened from here takes the menu's place: it must find the focus where it shall return to.
  const contributes = useRef(false);
  return (
    <Dialog
      shape="side"
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={LAYOUT.menu.title}
      description={LAYOUT.menu.signedInAs(user.firstName || user.email)}
      closeLabel={LAYOUT.menu.close}
      onClosed={() => {
        if (contributes.current) openContribute('asked');
        contributes.current = false;
      }}
    >
      <nav aria-label={LAYOUT.mainNavigation} className="mt-3 border-y border-edge py-1">
        {links.map((link) => (
          <NavLink key={link.children} {...link} onClick={onClose} className={ROW} />
        ))}
      </nav>
      <div className="mt-1 grid gap-2">
        <Link to={pathOf('profile')} onClick={onClose} className={ROW}>
          {LAYOUT.profile}
        </Link>
        <Button
          look="secondary"
          onClick={() => {
            contributes.current = true;
            onClose();
          }}
        >
          {LAYOUT.contributeData}
        </Button>
        <SignOutButton className="w-full" />
      </div>
    </Dialog>
  );
}
