import { init, use } from 'echarts/core';
import { LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { describe, expect, it } from 'vitest';
import { forecastOption, type ForecastChart } from './forecast-option.ts';
import { PORTAL_CHART_THEME } from './theme.ts';

const chart: ForecastChart = {
  points: [
    { year: 2026, value: 100, low: 90, high: 115 },
    { year: 2027, value: 80, low: 60, high: 110 },
  ],
  words: { today: 'Today', line: 'Expected value', band: '80% band', description: 'It falls.' },
  format: {
    axis: (dollars) => `$${dollars}`,
    value: (dollars) => `$${dollars}`,
    bound: (dollars) => `about $${dollars}`,
  },
};
const option = forecastOption(chart, PORTAL_CHART_THEME);
const series = [option.series ?? []].flat();

describe('the forecast chart', () => {
  it('starts its axis at zero, and ends it where it is told to', () => {
    expect(option.yAxis).toMatchObject({ min: 0 });
    expect(option.yAxis).not.toHaveProperty('max');
    const ended = forecastOption({ ...chart, max: 120 }, PORTAL_CHART_THEME);
    expect(ended.yAxis).toMatchObject({ min: 0, max: 120, interval: 30 });
  });

  it('stacks the band from its low to its high', () => {
    const [low, width] = series;
    expect(low).toMatchObject({ stack: 'band', data: [90, 60] });
    expect(width).toMatchObject({ stack: 'band', data: [25, 50] });
  });

  it('highlights nothing, since colours given by name cannot be computed with', () => {
    for (const drawn of series) expect(drawn).toMatchObject({ emphasis: { disabled: true } });
  });

  it('says value and band at a point, as text rather than HTML', () => {
    const { formatter, renderMode } = option.tooltip as {
      formatter: (shown: { dataIndex: number }[]) => string;
      renderMode: string;
    };
    expect(renderMode).toBe('richText');
    expect(formatter([{ dataIndex: 1 }])).toBe(
      '2027\nExpected value: $80\n80% band: about $60 to about $110',
    );
  });

  it('draws as SVG, by the colours of the theme, with its sentence for a screen reader', () => {
    use([LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);
    const drawn = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 300 });
    drawn.setOption({ ...option, animation: false });
    const svg = drawn.renderToSVGString();
    drawn.dispose();
    expect(svg).toContain('Today');
    expect(svg).toContain('stroke="var(--chart-1)"');
  });
});
