import { Link } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { pathOf } from '../../client/paths.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';

interface SearchLinkProps {
  /** What is searched for, as the search's address says it. */
  query: Readonly<Record<string, string>>;
  children: string;
}

/** Leads to the listings; a guest is asked to sign in where they are, and is there once they have. */
export function SearchLink({ query, children }: SearchLinkProps) {
  const { signedIn, pending } = useSession();
  const openSignIn = useSignInPrompt();
  const to = `${pathOf('search')}?${new URLSearchParams(query)}`;
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (signedIn || pending) return;
        event.preventDefault();
        openSignIn('sign-in', to);
      }}
      className="-my-1.5 inline-flex min-h-11 min-w-11 items-center text-primary underline-offset-4 wrap-break-word hover:underline"
    >
      {children}
    </Link>
  );
}
