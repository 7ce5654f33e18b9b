import { frame, ringedLine, timeAxis, valueAxis } from './frame.ts';
import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';
import { indexOf, tooltipLook } from './tooltip.ts';

export interface ForecastPoint {
  year: number;
  /** `low` and `high` bound the band. */
  value: number;
  low: number;
  high: number;
}

export interface ForecastChart {
  /** Today first, then one point for each year. */
  points: readonly ForecastPoint[];
  words: { today: string; line: string; band: string; description: string };
  /** Where the axis ends; above the highest by itself. */
  max?: number;
  /** As text: on the axis, of a value, of a bound of the band. */
  format: Record<'axis' | 'value' | 'bound', (value: number) => string>;
}

/** About so many lines across. */
const LINES = 4;

/**
 * The forecast as a line in its band. The axis starts at zero: a cut axis would make every RV
 * seem to lose everything. The band is two stacked areas, the lower one unseen.
 */
export function forecastOption(chart: ForecastChart, theme: ChartTheme): ChartOption {
  const { points, words, format, max } = chart;
  const label = (point: ForecastPoint, index: number) =>
    index === 0 ? words.today : String(point.year);
  // Highlighting would compute with colours, and those of the portal's theme are names: a band would vanish.
  const still = { emphasis: { disabled: true } } as const;
  const unseen = { ...still, lineStyle: { opacity: 0 }, symbol: 'none', silent: true } as const;
  return {
    ...frame(theme, words.description, { top: 14, right: 14 }),
    tooltip: {
      trigger: 'axis',
      ...tooltipLook(theme),
      axisPointer: { lineStyle: { color: theme.inkMuted, type: 'dashed' } },
      formatter: (shown) => {
        const index = indexOf(shown);
        const point = points[index];
        if (point === undefined) return '';
        return [
          label(point, index),
          `${words.line}: ${format.value(point.value)}`,
          `${words.band}: ${format.bound(point.low)} to ${format.bound(point.high)}`,
        ].join('\n');
      },
    },
    xAxis: timeAxis(theme, points.map(label)),
    yAxis: {
      ...valueAxis(theme, format.axis),
      min: 0,
      ...(max !== undefined && { max, interval: max / LINES }),
      splitNumber: LINES,
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
        ...ringedLine(theme),
        name: words.line,
        data: points.map((point) => point.value),
        z: 3,
      },
    ],
  };
}
