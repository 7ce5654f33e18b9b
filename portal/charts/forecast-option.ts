import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';
import { tooltipLook } from './tooltip.ts';

export interface ForecastPoint {
  year: number;
  /** Dollars; `low` and `high` bound the band. */
  value: number;
  low: number;
  high: number;
}

export interface ForecastChart {
  /** Today first, then one point for each year. */
  points: readonly ForecastPoint[];
  words: { today: string; line: string; band: string; description: string };
  /** Dollars as text: on the axis, of a value, of a bound of the band. */
  format: Record<'axis' | 'value' | 'bound', (dollars: number) => string>;
}

/**
 * The forecast as a line in its band. The dollar axis starts at zero: a cut axis would make every RV
 * seem to lose everything. The band is two stacked areas, the lower one unseen.
 */
export function forecastOption(chart: ForecastChart, theme: ChartTheme): ChartOption {
  const { points, words, format } = chart;
  const label = (point: ForecastPoint, index: number) =>
    index === 0 ? words.today : String(point.year);
  // Highlighting would compute with colours, and those of the portal's theme are names: a band would vanish.
  const still = { emphasis: { disabled: true } } as const;
  const unseen = { ...still, lineStyle: { opacity: 0 }, symbol: 'none', silent: true } as const;
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
        const index = first?.dataIndex ?? 0;
        const point = points[index];
        if (point === undefined) return '';
        return [
          label(point, index),
          `${words.line}: ${format.value(point.value)}`,
          `${words.band}: ${format.bound(point.low)} – ${format.bound(point.high)}`,
        ].join('\n');
      },
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(label),
      axisLine: { lineStyle: { color: theme.inkMuted } },
      axisTick: { show: false },
      axisLabel: { color: theme.inkMuted, fontSize: 13, margin: 12, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 4,
      splitLine: { lineStyle: { color: theme.grid } },
      axisLabel: { color: theme.inkMuted, fontSize: 13, formatter: format.axis },
    },
    series: [
      { ...unseen, type: 'line', stack: 'band', data: points.map((point) => point.low) },
      {
        ...unseen,
        type: 'line',
        stack: 'band',
        data: points.map((point) => point.high - point.low),
        areaStyle: { color: theme.band, opacity: 0.2 },
      },
      {
        type: 'line',
        name: words.line,
        data: points.map((point) => point.value),
        symbol: 'circle',
        symbolSize: 8,
        itemStyle: { color: theme.surface, borderColor: theme.line, borderWidth: 3 },
        lineStyle: { color: theme.line, width: 3.5 },
        ...still,
        z: 3,
      },
    ],
  };
}
