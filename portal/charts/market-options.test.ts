import { describe, expect, it } from 'vitest';
import { barsOption } from './bars-option.ts';
import { PORTAL_CHART_THEME } from './theme.ts';
import { trendOption } from './trend-option.ts';

const dollars = (value: number) => `$${value}`;
const trend = (...values: number[]) => trendOf(values.map((value) => ({ value, seen: true })));
const trendOf = (points: { value: number; seen: boolean }[]) =>
  trendOption(
    {
      points: points.map((point, at) => ({ ...point, label: `M${at}` })),
      words: { line: 'Price', unseen: 'No prices seen', description: 'It moves.' },
      format: { axis: dollars, value: dollars },
    },
    PORTAL_CHART_THEME,
  );
const shown = (option: ReturnType<typeof trend>, dataIndex: number) =>
  (option.tooltip as { formatter: (at: { dataIndex: number }) => string }).formatter({ dataIndex });

describe('the trend chart', () => {
  it('leaves room round its prices, in round numbers, and never falls below zero', () => {
    expect(trend(86_000, 90_000).yAxis).toMatchObject({
      min: 70_000,
      max: 110_000,
      interval: 10_000,
    });
    expect(trend(58_400, 65_600).yAxis).toMatchObject({
      min: 40_000,
      max: 80_000,
      interval: 10_000,
    });
    expect(trend(10, 400).yAxis).toMatchObject({ min: 0 });
  });

  it('draws rings at its points while they stand apart', () => {
    const symbolOf = (months: number) =>
      [trend(...Array<number>(months).fill(60_000)).series].flat()[0];
    expect(symbolOf(12)).toMatchObject({ symbol: 'circle' });
    expect(symbolOf(120)).toMatchObject({ symbol: 'none' });
  });

  it('calls a value that only lies between others no price that was seen', () => {
    const option = trendOf([1, 2, 3].map((value) => ({ value, seen: value !== 2 })));
    expect([option.series].flat()[0]).toMatchObject({ data: [1, { value: 2, symbol: 'none' }, 3] });
    expect(shown(option, 1)).toBe('M1\nPrice: $2\nNo prices seen');
    expect(shown(option, 2)).toBe('M2\nPrice: $3');
  });

  it('says month and price at a point, as text', () => {
    expect(shown(trend(1, 2), 1)).toBe('M1\nPrice: $2');
    expect(trend(1).tooltip).toMatchObject({ renderMode: 'richText' });
  });
});

describe('the bars', () => {
  const option = barsOption(
    {
      bars: [
        { label: 'Class A', value: 31.2 },
        { label: 'Pop-Up', value: 44 },
      ],
      max: 50,
      words: { description: 'They differ.' },
      format: (value) => `${Math.round(value)}%`,
    },
    PORTAL_CHART_THEME,
  );

  it('stand in the order given, the first on top, from zero to the end asked for', () => {
    expect(option.xAxis).toMatchObject({ min: 0, max: 50 });
    expect(option.yAxis).toMatchObject({ inverse: true, data: ['Class A', 'Pop-Up'] });
    // Three marks have room beside each other on a phone.
    expect(option.xAxis).toMatchObject({ interval: 25 });
    expect([option.series].flat()[0]).toMatchObject({ type: 'bar', data: [31.2, 44] });
    expect(option.aria).toMatchObject({ label: { description: 'They differ.' } });
  });

  it('have their names above them where there is little room beside them, and no line through those', () => {
    expect(option.media).toMatchObject([
      {
        query: { maxWidth: 420 },
        option: { xAxis: { splitLine: { show: false } }, yAxis: { axisLabel: { inside: true } } },
      },
      { option: { xAxis: { splitLine: { show: true } }, yAxis: { axisLabel: { inside: false } } } },
    ]);
  });

  it('say their name and share', () => {
    expect(shown(option, 1)).toBe('Pop-Up: 44%');
  });
});
