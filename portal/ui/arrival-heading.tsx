import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { classes } from './classes.ts';

interface ArrivalHeadingProps {
  id?: string;
  className: string;
  children: ReactNode;
}

/**
 * The heading of what opens in place of the link that led to it: the focus went with the link, and goes on here.
 * On a page that is loaded it stays where the browser begins, and nobody who has moved on is called back.
 */
export function ArrivalHeading({ id, className, children }: ArrivalHeadingProps) {
  const followed = useNavigationType() === NavigationType.Push;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (followed && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [followed]);
  return (
    <h2 id={id} ref={heading} tabIndex={-1} className={classes('outline-none', className)}>
      {children}
    </h2>
  );
}
