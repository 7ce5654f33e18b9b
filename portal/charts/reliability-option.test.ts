import { init, use } from 'echarts/core';
import { LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { describe, expect, it } from 'vitest';
import { reliabilityOption, type ReliabilityChart } from './reliability-option.ts';
import { PORTAL_CHART_THEME } from './theme.ts';

const chart: ReliabilityChart = {
  points: [
    { stated: 0.42, observed: 0.4, low: 0.31, high: 0.49 },
    { stated: 0.81, observed: 0.84, low: 0.76, high: 0.9 },
  ],
  words: {
    stated: 'Stated',
    observed: 'Observed',
    interval: 'Interval',
    description: 'They agree.',
  },
  format: (fraction) => `${Math.round(100 * fraction)}%`,
};
const option = reliabilityOption(chart, PORTAL_CHART_THEME);
const series = [option.series ?? []].flat();

describe('the reliability chart', () => {
  it('shows the same stretch on both axes, wide enough for every interval', () => {
    expect(option.xAxis).toMatchObject({ min: 0.2, max: 1, interval: 0.2 });
    expect(option.yAxis).toMatchObject({ min: 0.2, max: 1, interval: 0.2 });
  });

  it('takes finer steps where little is shown', () => {
    const near = [{ stated: 0.6, observed: 0.62, low: 0.55, high: 0.69 }];
    const { xAxis } = reliabilityOption({ ...chart, points: near }, PORTAL_CHART_THEME);
    expect(xAxis).toMatchObject({ min: 0.5, max: 0.7, interval: 0.1 });
  });

  it('never leaves 0 to 1', () => {
    const sure = [{ stated: 1, observed: 0.5, low: 0, high: 1 }];
    const { xAxis } = reliabilityOption({ ...chart, points: sure }, PORTAL_CHART_THEME);
    expect(xAxis).toMatchObject({ min: 0, max: 1 });
  });

  it('draws the line of agreement, an interval for each point, and the points', () => {
    expect(series[0]).toMatchObject({
      data: [
        [0.2, 0.2],
        [1, 1],
      ],
    });
    expect(series[2]).toMatchObject({
      data: [
        [0.81, 0.76],
        [0.81, 0.9],
      ],
    });
    expect(series.at(-1)).toMatchObject({
      data: [
        [0.42, 0.4],
        [0.81, 0.84],
      ],
    });
  });

  it('says stated, observed and interval of a point, as text rather than HTML', () => {
    const { formatter, renderMode } = option.tooltip as {
      formatter: (shown: { dataIndex: number }) => string;
      renderMode: string;
    };
    expect(renderMode).toBe('richText');
    expect(formatter({ dataIndex: 0 })).toBe('Stated: 42%\nObserved: 40%\nInterval: 31% to 49%');
  });

  it('draws as SVG, by the colours of the theme', () => {
    use([LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);
    const drawn = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 });
    drawn.setOption({ ...option, animation: false });
    const svg = drawn.renderToSVGString();
    drawn.dispose();
    expect(svg).toContain('Stated');
    expect(svg).toContain('stroke="var(--chart-1)"');
  });
});
