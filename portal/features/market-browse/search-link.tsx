import { Link } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { pathOf } from '../../client/paths.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';

interface SearchLinkProps {
  /** What is searched for, as the search's address says it. */
  query: Readonly<Record<string, string>>;
  children: string;
}

/** Leads to the listings; who is not signed in is asked to, and is there once they have. */
export function SearchLink({ query, children }: SearchLinkProps) {
  const { signedIn } = useSession();
  const openSignIn = useSignInPrompt();
  return (
    <Link
      to={`${pathOf('search')}?${new URLSearchParams(query)}`}
      onClick={() => {
        if (!signedIn) openSignIn('sign-in');
      }}
      className="-my-1.5 inline-flex min-h-11 min-w-11 items-center text-primary underline-offset-4 wrap-break-word hover:underline"
    >
      {children}
    </Link>
  );
}
