import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';
import { tooltipLook } from './tooltip.ts';

export interface TrendChart {
  /** Oldest first. */
  points: readonly { label: string; value: number }[];
  words: { line: string; description: string };
  format: Record<'axis' | 'value', (dollars: number) => string>;
}

/** So much of the middle of the values lies above and below them at least, so that a small move looks small. */
const ROOM = 0.15;
/** About so many lines across. */
const LINES = 4;

/** The first of 1, 2, 2.5, 5 and 10 times a power of ten that is not below. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= least) ?? 10);
}

/** Prices by month as a line. The axis does not start at zero; it leaves room in proportion to the prices. */
export function trendOption({ points, words, format }: TrendChart, theme: ChartTheme): ChartOption {
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (ROOM * (low + high)) / 2;
  const interval = roundStep((high - low + 2 * room) / LINES);
  return {
    animationDuration: 500,
    textStyle: { fontFamily: theme.font },
    aria: { enabled: true, label: { description: words.description } },
    grid: {
      left: 4,
      right: 14,
      top: 14,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBounds: { left: 0, right: 4, top: 4, bottom: 0 },
    },
    tooltip: {
      trigger: 'axis',
      ...tooltipLook(theme),
      axisPointer: { lineStyle: { color: theme.inkMuted, type: 'dashed' } },
      formatter: (shown) => {
        const first = Array.isArray(shown) ? shown[0] : shown;
        const point = points[first?.dataIndex ?? 0];
        return point === undefined
          ? ''
          : `${point.label}\n${words.line}: ${format.value(point.value)}`;
      },
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(({ label }) => label),
      axisLine: { lineStyle: { color: theme.inkMuted } },
      axisTick: { show: false },
      axisLabel: { color: theme.inkMuted, fontSize: 13, margin: 12, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: Math.max(0, Math.floor((low - room) / interval) * interval),
      max: Math.ceil((high + room) / interval) * interval,
      interval,
      splitLine: { lineStyle: { color: theme.grid } },
      axisLabel: { color: theme.inkMuted, fontSize: 13, formatter: format.axis },
    },
    series: [
      {
        type: 'line',
        name: words.line,
        data: values,
        symbol: 'circle',
        symbolSize: 8,
        itemStyle: { color: theme.surface, borderColor: theme.line, borderWidth: 3 },
        lineStyle: { color: theme.line, width: 3.5 },
        // Highlighting would compute with colours, and those of the portal's theme are names.
        emphasis: { disabled: true },
      },
    ],
  };
}
