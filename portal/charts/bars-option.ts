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

/** Room for the longest type's name on one line. */
const NAME_WIDTH = 136;
/** Names beside the bars would take half of a chart that is narrower: there they stand above them. */
const NARROW = 420;

/** Where the names stand. Both say the same of all there is to it: one takes the other's place as a window is turned. */
const BESIDE = {
  grid: { top: 4 },
  xAxis: { splitLine: { show: true } },
  yAxis: {
    axisLabel: { inside: false, margin: 8, verticalAlign: 'middle', padding: 0, width: NAME_WIDTH },
  },
  series: [{ barWidth: '75%' }],
} as const;
const ABOVE = {
  grid: { top: 12 },
  // It would run through the names and the numbers.
  xAxis: { splitLine: { show: false } },
  yAxis: {
    axisLabel: { inside: true, margin: 0, verticalAlign: 'bottom', padding: [0, 0, 9, 0] },
  },
  series: [{ barWidth: 8 }],
} as const;

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
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        color: theme.ink,
        fontSize: 13,
        interval: 0,
      },
      // The names stand before the lines across.
      z: 3,
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
    media: [{ query: { maxWidth: NARROW }, option: ABOVE }, { option: BESIDE }],
  };
}
