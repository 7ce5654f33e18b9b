import { Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { later } from '../ui/later.tsx';
import { Skeleton } from '../ui/surface.tsx';
import type { ChartOption } from './option.ts';

const Lazy = later(async () => (await import('./echarts-chart.tsx')).EChartsChart);

interface ChartProps {
  option: ChartOption;
  /** Shown when the chart's code could not be loaded. */
  failure: string;
}

/**
 * Any chart. Its height is fixed before its code arrives, so that nothing moves when it does; a screen
 * reader hears the option's `aria` description.
 */
export function Chart({ option, failure }: ChartProps) {
  return (
    <div className="h-72 sm:h-80 print:h-60">
      <ErrorBoundary fallback={<p className="p-4 text-ink-muted">{failure}</p>}>
        <Suspense fallback={<Skeleton className="h-full" />}>
          <Lazy option={option} className="h-full" />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
