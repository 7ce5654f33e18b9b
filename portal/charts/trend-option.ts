import { frame, ringedLine, timeAxis, valueAxis } from './frame.ts';
import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';
import { indexOf, tooltipLook } from './tooltip.ts';

export interface TrendChart {
  /** Oldest first; not `seen` where a value only lies between those around it. */
  points: readonly { label: string; value: number; seen: boolean }[];
  words: { line: string; unseen: string; description: string };
  format: Record<'axis' | 'value', (dollars: number) => string>;
}

/** So much of the middle of the values lies above and below them at least, so that a small move looks small. */
const ROOM = 0.15;
/** More points than this would run together as rings. */
const RINGS_MOST = 24;
/** About so many lines across. */
const LINES = 4;

/** The first of 1, 2, 2.5, 5 and 10 times a power of ten that is not below. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= least) ?? 10);
}

/**
 * Prices by month as a line, with a ring at those that were seen. The axis does not start at zero; it leaves
 * room in proportion to the prices.
 */
export function trendOption({ points, words, format }: TrendChart, theme: ChartTheme): ChartOption {
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (ROOM * (low + high)) / 2;
  const interval = roundStep((high - low + 2 * room) / LINES);
  return {
    ...frame(theme, words.description, { top: 14, right: 14 }),
    tooltip: {
      trigger: 'axis',
      ...tooltipLook(theme),
      axisPointer: { lineStyle: { color: theme.inkMuted, type: 'dashed' } },
      formatter: (shown) => {
        const point = points[indexOf(shown)];
        return point === undefined
          ? ''
          : `${point.label}\n${words.line}: ${format.value(point.value)}${point.seen ? '' : `\n${words.unseen}`}`;
      },
    },
    xAxis: timeAxis(
      theme,
      points.map(({ label }) => label),
    ),
    yAxis: {
      ...valueAxis(theme, format.axis),
      min: Math.max(0, Math.floor((low - room) / interval) * interval),
      max: Math.ceil((high + room) / interval) * interval,
      interval,
    },
    series: [
      {
        ...ringedLine(theme),
        ...(points.length > RINGS_MOST && { symbol: 'none' }),
        name: words.line,
        data: points.map(({ value, seen }) => (seen ? value : { value, symbol: 'none' })),
      },
    ],
  };
}
