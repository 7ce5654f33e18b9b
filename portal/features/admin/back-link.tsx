import { Link } from 'react-router-dom';
import { ChevronIcon } from '../../ui/icons.tsx';

/** From one thing back to all of them. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-11 items-center gap-1 justify-self-start font-bold text-primary underline-offset-4 hover:underline"
  >
    <ChevronIcon className="size-5 rotate-90" />
    {children}
  </Link>
);
