import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';
import { tooltipLook } from './tooltip.ts';

export interface BarsChart {
  /** The first stands on top. */
  bars: readonly { label: string; value: number }[];
  /** End of the axis. */
  max: number;
  words: { description: string };
  format: (value: number) => string;
}

/** Shares as bars that lie, so that their names can be read. */
export function barsOption(
  { bars, max, words, format }: BarsChart,
  theme: ChartTheme,
): ChartOption {
  return {
    animationDuration: 500,
    textStyle: { fontFamily: theme.font },
    aria: { enabled: true, label: { description: words.description } },
    grid: {
      left: 4,
      right: 40,
      top: 4,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBounds: { left: 0, right: 4, top: 4, bottom: 0 },
    },
    tooltip: {
      trigger: 'item',
      ...tooltipLook(theme),
      formatter: (shown) => {
        const bar = bars[(Array.isArray(shown) ? shown[0] : shown)?.dataIndex ?? 0];
        return bar === undefined ? '' : `${bar.label}: ${format(bar.value)}`;
      },
    },
    xAxis: {
      type: 'value',
      min: 0,
      max,
      splitNumber: 5,
      splitLine: { lineStyle: { color: theme.grid } },
      axisLabel: { color: theme.inkMuted, fontSize: 13, formatter: format, hideOverlap: true },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }) => label),
      axisLine: { lineStyle: { color: theme.inkMuted } },
      axisTick: { show: false },
      axisLabel: { color: theme.ink, fontSize: 13 },
    },
    series: [
      {
        type: 'bar',
        data: bars.map(({ value }) => value),
        barMaxWidth: 22,
        itemStyle: { color: theme.line, borderRadius: [0, 4, 4, 0] },
        label: {
          show: true,
          position: 'right',
          color: theme.ink,
          fontSize: 13,
          fontFamily: theme.font,
          formatter: ({ dataIndex }) => format(bars[dataIndex]?.value ?? 0),
        },
        emphasis: { disabled: true },
      },
    ],
  };
}
