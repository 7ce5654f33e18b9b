import type { ChartOption } from './option.ts';
import type { ChartTheme } from './theme.ts';

/** What all charts have in common: the type, what is read aloud, and a grid that leaves `top` and `right` pixels. */
export const frame = (
  theme: ChartTheme,
  description: string,
  { top, right }: { top: number; right: number },
) =>
  ({
    animationDuration: 500,
    textStyle: { fontFamily: theme.font },
    aria: { enabled: true, label: { description } },
    grid: {
      left: 4,
      right,
      top,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBounds: { left: 0, right: 4, top: 4, bottom: 0 },
    },
  }) satisfies ChartOption;

/** The axis of a line through months or years, one label to a point. */
export const timeAxis = (theme: ChartTheme, labels: string[]) =>
  ({
    type: 'category',
    boundaryGap: false,
    data: labels,
    axisLine: { lineStyle: { color: theme.inkMuted } },
    axisTick: { show: false },
    axisLabel: { color: theme.inkMuted, fontSize: 13, margin: 12, hideOverlap: true },
  }) satisfies ChartOption['xAxis'];

/** An axis of amounts, with a line across at each. */
export const valueAxis = (theme: ChartTheme, format: (value: number) => string) =>
  ({
    type: 'value',
    splitLine: { lineStyle: { color: theme.grid } },
    axisLabel: {
      color: theme.inkMuted,
      fontSize: 13,
      margin: 12,
      formatter: format,
      hideOverlap: true,
    },
  }) satisfies ChartOption['yAxis'];

/** A line through its points, drawn as rings. Highlighting would compute with colours, and those of the portal's theme are names. */
export const ringedLine = (theme: ChartTheme) =>
  ({
    type: 'line',
    symbol: 'circle',
    symbolSize: 8,
    itemStyle: { color: theme.surface, borderColor: theme.line, borderWidth: 3 },
    lineStyle: { color: theme.line, width: 3.5 },
    emphasis: { disabled: true },
  }) as const;
