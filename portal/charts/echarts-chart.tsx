import ReactECharts from 'echarts-for-react/esm/core';
import { useEffect, useRef } from 'react';
import { echarts } from './echarts.ts';
import type { ChartOption } from './option.ts';

export interface EChartsChartProps {
  option: ChartOption;
  className: string;
}

/** Of a sheet of A4 or letter paper, in pixels, what its margins and those of a card leave. */
const PAPER_WIDTH = 600;

/** Loaded with the first chart only; use `Chart`. */
export function EChartsChart({ option, className }: EChartsChartProps) {
  const chart = useRef<ReactECharts>(null);
  useEffect(() => {
    const drawAs = (width: number | 'auto') => () => {
      const drawn = chart.current?.getEchartsInstance();
      drawn?.resize({ width });
      // What is printed is what stands there now, not at the next frame.
      drawn?.getZr().flush();
    };
    const until = new AbortController();
    addEventListener('beforeprint', drawAs(PAPER_WIDTH), until);
    addEventListener('afterprint', drawAs('auto'), until);
    return () => until.abort();
  }, []);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <ReactECharts
      ref={chart}
      echarts={echarts}
      option={still ? { ...option, animation: false } : option}
      opts={{ renderer: 'svg' }}
      notMerge
      className={className}
      style={{ height: '100%' }}
    />
  );
}
