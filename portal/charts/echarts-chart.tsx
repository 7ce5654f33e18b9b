import ReactECharts from 'echarts-for-react/esm/core';
import { echarts } from './echarts.ts';
import type { ChartOption } from './option.ts';

export interface EChartsChartProps {
  option: ChartOption;
  className: string;
}

/** Loaded with the first chart only; use `Chart`. */
export function EChartsChart({ option, className }: EChartsChartProps) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <ReactECharts
      echarts={echarts}
      option={still ? { ...option, animation: false } : option}
      opts={{ renderer: 'svg' }}
      notMerge
      className={className}
      style={{ height: '100%' }}
    />
  );
}
