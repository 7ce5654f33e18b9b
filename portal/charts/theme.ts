/** What a chart needs to know of the theme. Colours are anything SVG takes. */
export interface ChartTheme {
  font: string;
  line: string;
  band: string;
  grid: string;
  ink: string;
  inkMuted: string;
  surface: string;
}

/** The portal's theme by reference: drawn as SVG, a chart follows light and dark without being redrawn. */
export const PORTAL_CHART_THEME: ChartTheme = {
  font: 'Overpass Variable, system-ui, sans-serif',
  line: 'var(--chart-1)',
  band: 'var(--chart-band)',
  grid: 'var(--chart-grid)',
  ink: 'var(--ink)',
  inkMuted: 'var(--ink-muted)',
  surface: 'var(--surface)',
};
