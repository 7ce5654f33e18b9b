import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { routeAt } from '../client/paths.ts';
import { LAYOUT } from '../content/brand.ts';
import { classes } from './classes.ts';
import { Skeleton } from './surface.tsx';

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
