import type { ReactNode } from 'react';
import { MARKET_FIGURES } from '../content/market-figures.ts';
import { Disclosure } from './disclosure.tsx';
import { Skeleton } from './surface.tsx';

interface BehindChartProps {
  /** What the address calls it. */
  name: string;
  children: ReactNode;
}

/** The figures behind a chart, opened on demand. */
export const BehindChart = ({ name, children }: BehindChartProps) => (
  <Disclosure
    name={name}
    className="mt-3"
    summary={MARKET_FIGURES.showTable}
    summaryClassName="flex min-h-11 items-center font-bold text-primary"
  >
    {children}
  </Disclosure>
);

/** As high as a chart and what opens the figures behind it. */
export const ChartSkeleton = () => (
  <div className="pb-14">
    <Skeleton className="h-72 sm:h-80" />
  </div>
);
