import type { HTMLAttributes, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { routeAt } from '../client/paths.ts';
import { LAYOUT } from '../content/brand.ts';
import { ArrivalHeading } from './arrival-heading.tsx';
import { classes } from './classes.ts';

/** A card: one thing, on its own ground. A ground and a padding that the caller gives go before its own. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      className={classes('card card-ground rounded-card border border-edge shadow-card', className)}
      {...rest}
    />
  );
}

interface CardHeadProps {
  title: string;
  text: string;
  /** Where the focus goes when it is lost to what is in the card (`ArrivalHeading`). */
  headingId?: string;
  /** The same, without being where one arrives. */
  heirId?: string;
}

/** What a card is about: its name, and a sentence on it. */
export function CardHead({ title, text, headingId, heirId }: CardHeadProps) {
  return (
    <div>
      {headingId === undefined ? (
        <h2
          id={heirId}
          tabIndex={heirId === undefined ? undefined : -1}
          className="text-title outline-none"
        >
          {title}
        </h2>
      ) : (
        <ArrivalHeading id={headingId} className="text-title">
          {title}
        </ArrivalHeading>
      )}
      <p className="text-ink-muted">{text}</p>
    </div>
  );
}

/** Where something will be; sized by the caller like what it stands for. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classes('skeleton', className)} />;
}

interface PageSkeletonProps {
  /** The page's own head stands above it already. */
  headed?: boolean;
  /** What may be said later of the waiting: until then a line is left empty. */
  children?: ReactNode;
}

/** Where a page will be: its code has not come, or it is not known who is here. */
export function PageSkeleton({ headed = false, children }: PageSkeletonProps) {
  const { pathname } = useLocation();
  // The specification has it read there (section 2); elsewhere only who does not see the page is told.
  const isRead = routeAt(pathname) === 'realtimeAnalyzer';
  return (
    <div
      aria-busy="true"
      className={classes(
        'frame grid min-h-[60vh] content-start gap-6 pb-12',
        children === undefined ? 'pt-12' : 'pt-2',
      )}
    >
      <p role="status" className={isRead ? 'text-ink-muted' : 'sr-only'}>
        {LAYOUT.loading}
      </p>
      {children}
      {!headed && (
        <>
          <Skeleton className="h-12 w-1/2" />
          <Skeleton className="h-6 w-3/4" />
        </>
      )}
      <Skeleton className="h-80 rounded-card" />
    </div>
  );
}
