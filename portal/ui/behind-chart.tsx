import type { ReactNode } from 'react';
import { MARKET_FIGURES } from '../content/market-figures.ts';
import { Skeleton } from './surface.tsx';

/** The figures behind a chart, opened on demand. */
export const BehindChart = ({ children }: { children: ReactNode }) => (
  <details className="mt-3">
    <summary className="flex min-h-11 items-center font-bold text-primary">
      {MARKET_FIGURES.showTable}
    </summary>
    {children}
  </details>
);

/** As high as a chart and what opens the figures behind it. */
export const ChartSkeleton = () => (
  <div className="pb-14">
    <Skeleton className="h-72 sm:h-80" />
  </div>
);
