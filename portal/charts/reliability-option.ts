import { frame, valueAxis } from './frame.ts';
import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';
import { indexOf, tooltipLook } from './tooltip.ts';

/** Fractions: what was stated, what came, and the interval of what came. */
export interface ReliabilityPoint {
  stated: number;
  observed: number;
  low: number;
  high: number;
}

export interface ReliabilityChart {
  points: readonly ReliabilityPoint[];
  words: { stated: string; observed: string; interval: string; description: string };
  /** A fraction as text. */
  format: (fraction: number) => string;
}

/**
 * Observed against stated shares, each with its interval, and the dashed line on which they agree. Both
 * axes show the same stretch, so that the line is where it seems to be.
 */
export function reliabilityOption(chart: ReliabilityChart, theme: ChartTheme): ChartOption {
  const { points, words, format } = chart;
  const all = points.flatMap(({ stated, low, high }) => [stated, low, high]);
  // In whole steps: in tenths, 0.3 / 0.1 is a little less than 3.
  const step = Math.max(...all) - Math.min(...all) > 0.4 ? 2 : 1;
  const min = (Math.floor((Math.min(...all) * 10) / step) * step) / 10;
  const max = Math.min(10, Math.ceil((Math.max(...all) * 10) / step) * step) / 10;
  const still = { type: 'line', emphasis: { disabled: true } } as const;
  const axis = {
    ...valueAxis(theme, format),
    min,
    max,
    interval: step / 10,
    nameTextStyle: { color: theme.inkMuted, fontSize: 13 },
    axisLine: { show: true, lineStyle: { color: theme.inkMuted } },
    axisTick: { show: false },
  } as const;
  return {
    ...frame(theme, words.description, { top: 34, right: 18 }),
    tooltip: {
      trigger: 'item',
      ...tooltipLook(theme),
      formatter: (shown) => {
        const point = points[indexOf(shown)];
        if (point === undefined) return '';
        return [
          `${words.stated}: ${format(point.stated)}`,
          `${words.observed}: ${format(point.observed)}`,
          `${words.interval}: ${format(point.low)} to ${format(point.high)}`,
        ].join('\n');
      },
    },
    xAxis: { ...axis, name: words.stated, nameLocation: 'middle', nameGap: 28 },
    yAxis: {
      ...axis,
      name: words.observed,
      nameTextStyle: { ...axis.nameTextStyle, align: 'left' },
    },
    series: [
      {
        ...still,
        data: [
          [min, min],
          [max, max],
        ],
        symbol: 'none',
        silent: true,
        lineStyle: { color: theme.inkMuted, width: 1.5, type: 'dashed' },
      },
      ...points.map(({ stated, low, high }) => ({
        ...still,
        data: [
          [stated, low],
          [stated, high],
        ],
        symbol: 'none',
        silent: true,
        lineStyle: { color: theme.band, width: 5, opacity: 0.3, cap: 'round' as const },
      })),
      {
        ...still,
        name: words.observed,
        data: points.map(({ stated, observed }) => [stated, observed]),
        symbol: 'circle',
        symbolSize: 10,
        lineStyle: { opacity: 0 },
        itemStyle: { color: theme.surface, borderColor: theme.line, borderWidth: 3 },
        z: 3,
      },
    ],
  };
}
