import { classes } from '../ui/classes.ts';
import { later } from '../ui/later.tsx';
import { Part } from '../ui/part.tsx';
import { Skeleton } from '../ui/surface.tsx';
import type { ChartOption } from './option.ts';

const Lazy = later(async () => (await import('./echarts-chart.tsx')).EChartsChart);

interface ChartProps {
  option: ChartOption;
  /** Said when the chart's code could not be loaded. */
  failure: string;
  /** It has rows, which take more room where a phone is narrow; `ChartSkeleton` has it too. */
  tall?: boolean;
}

/**
 * Any chart. Its height is fixed before its code arrives, so that nothing moves when it does; a screen
 * reader hears the option's `aria` description.
 */
export const Chart = ({ option, failure, tall = false }: ChartProps) => (
  <div className={classes(tall ? 'h-96' : 'h-72', 'sm:h-80 print:h-[200px]')}>
    <Part waiting={<Skeleton className="h-full" />} failure={failure}>
      <Lazy option={option} className="h-full" />
    </Part>
  </div>
);
