import { CALCULATOR } from '../../content/calculator.ts';
import { Skeleton } from '../../ui/surface.tsx';

/** The shape of a result while it is on its way. */
export function ResultsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6 self-start">
      <p role="status" className="sr-only">
        {CALCULATOR.form.pending}
      </p>
      <Skeleton className="h-9 w-3/4" />
      <div className="grid gap-4 sm:grid-cols-[1.25fr_1fr_1fr]">
        <Skeleton className="h-36 rounded-sign sm:h-44" />
        <Skeleton className="h-36 rounded-sign sm:h-44" />
        <Skeleton className="h-36 rounded-sign sm:h-44" />
      </div>
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}
