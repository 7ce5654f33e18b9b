import { frame, valueAxis } from './frame.ts';
import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';
import { indexOf, tooltipLook } from './tooltip.ts';

export interface BarsChart {
  /** The first stands on top. */
  bars: readonly { label: string; value: number }[];
  /** End of the axis. */
  max: number;
  words: { description: string };
  format: (value: number) => string;
}

/** Room for the longest type's name on one line: two lines of one would run into its neighbours on a phone. */
const NAME_WIDTH = 136;

/** Shares as bars that lie, so that their names can be read. Each carries its number: the axis says its ends and middle. */
export function barsOption(
  { bars, max, words, format }: BarsChart,
  theme: ChartTheme,
): ChartOption {
  return {
    ...frame(theme, words.description, { top: 4, right: 40 }),
    tooltip: {
      trigger: 'item',
      ...tooltipLook(theme),
      formatter: (shown) => {
        const bar = bars[indexOf(shown)];
        return bar === undefined ? '' : `${bar.label}: ${format(bar.value)}`;
      },
    },
    xAxis: {
      ...valueAxis(theme, format),
      min: 0,
      max,
      interval: max / 2,
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }) => label),
      axisLine: { lineStyle: { color: theme.inkMuted } },
      axisTick: { show: false },
      axisLabel: {
        color: theme.ink,
        fontSize: 13,
        lineHeight: 16,
        width: NAME_WIDTH,
        overflow: 'break',
        interval: 0,
      },
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
