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
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<echarts.ECharts>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    const drawn = echarts.init(box.current, null, { renderer: 'svg' });
    chart.current = drawn;
    const stop = keepSize(drawn);
    return () => {
      stop();
      drawn.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    chart.current?.setOption(still ? { ...option, animation: false } : option, true);
  }, [option]);
  return <div ref={box} data-chart="" className={className} />;
}

/** As large as its place is, and as the sheet where it is printed. Returns what ends it. */
function keepSize(drawn: echarts.ECharts): () => void {
  const box = drawn.getDom();
  const drawAs = (size: typeof ON_PAPER | typeof ON_SCREEN) => () => {
    drawn.resize(size);
    // What is printed is what stands there now, not at the next frame.
    drawn.getZr().flush();
  };
  const until = new AbortController();
  addEventListener('beforeprint', drawAs(ON_PAPER), until);
  addEventListener('afterprint', drawAs(ON_SCREEN), until);
  const observer = new ResizeObserver(() => {
    // Where it has its size already it would lose the animation that it begins with.
    const fits = drawn.getWidth() === box.clientWidth && drawn.getHeight() === box.clientHeight;
    if (!fits) drawn.resize(ON_SCREEN);
  });
  observer.observe(box);
  return () => {
    until.abort();
    observer.disconnect();
  };
}
