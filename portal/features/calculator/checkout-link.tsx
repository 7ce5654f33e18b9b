import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isLoadedAnew, pathOf } from '../../client/paths.ts';
import { noteWanted } from '../../client/wanted-analysis.ts';

interface CheckoutLinkProps {
  className: string;
  children: ReactNode;
}

/** To the checkout, from where who has paid is led back to what is asked for here. */
export const CheckoutLink = ({ className, children }: CheckoutLinkProps) => (
  <Link
    to={pathOf('checkout')}
    reloadDocument={isLoadedAnew('checkout')}
    className={className}
    onClick={() => noteWanted()}
  >
    {children}
  </Link>
);
