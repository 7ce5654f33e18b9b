import ReactECharts from 'echarts-for-react/esm/core';
import { useEffect, useRef } from 'react';
import { echarts } from './echarts.ts';
import type { ChartOption } from './option.ts';

export interface EChartsChartProps {
  option: ChartOption;
  className: string;
}

/** In pixels, what the margins and a card leave of A4, the narrower of the usual sheets; as high as `Chart` is there. */
const ON_PAPER = { width: 660, height: 200 };
const ON_SCREEN = { width: 'auto', height: 'auto' } as const;

/** Loaded with the first chart only; use `Chart`. */
export function EChartsChart({ option, className }: EChartsChartProps) {
  const chart = useRef<ReactECharts>(null);
  useEffect(() => {
    const drawAs = (size: typeof ON_PAPER | typeof ON_SCREEN) => () => {
      const drawn = chart.current?.getEchartsInstance();
      drawn?.resize(size);
      // What is printed is what stands there now, not at the next frame.
      drawn?.getZr().flush();
    };
    const until = new AbortController();
    addEventListener('beforeprint', drawAs(ON_PAPER), until);
    addEventListener('afterprint', drawAs(ON_SCREEN), until);
    return () => until.abort();
  }, []);
  useEffect(() => {
    const box = chart.current?.ele;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => {
      const drawn = chart.current?.getEchartsInstance();
      if (!drawn) return;
      // Where it has its size already it would lose the animation that it begins with.
      const fits = drawn.getWidth() === box.clientWidth && drawn.getHeight() === box.clientHeight;
      if (!fits) drawn.resize(ON_SCREEN);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <ReactECharts
      ref={chart}
      echarts={echarts}
      option={still ? { ...option, animation: false } : option}
      opts={{ renderer: 'svg' }}
      notMerge
      // The component's own takes the first change it hears of for that of its making: it may be the window's.
      autoResize={false}
      className={className}
      style={{ height: '100%' }}
    />
  );
}
