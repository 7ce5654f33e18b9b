import type { ChartTheme } from './theme.ts';

/** How every tooltip looks. */
export const tooltipLook = (theme: ChartTheme) =>
  ({
    // Text inside the SVG: an HTML tooltip sets inline styles, which the Content Security Policy refuses.
    renderMode: 'richText',
    confine: true,
    backgroundColor: theme.surface,
    borderColor: theme.grid,
    textStyle: { color: theme.ink, fontSize: 14, fontFamily: theme.font },
  }) as const;

type Shown = { dataIndex?: number };

/** Which of the points a tooltip is of: ECharts gives one, or those of all series there. */
export const indexOf = (shown: Shown | readonly Shown[]): number =>
  ('length' in shown ? shown[0] : shown)?.dataIndex ?? 0;
