import { useMemo } from 'react';
import type { ShownValuation } from '#schemas/shown-values.ts';
import { Chart } from '../../charts/chart.tsx';
import { forecastOption } from '../../charts/forecast-option.ts';
import { PORTAL_CHART_THEME } from '../../charts/theme.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { count, date, share, shortUsd, usd } from '../../ui/format.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { ForecastTable } from './forecast-table.tsx';

const words = ANALYSIS.forecast;

/** The next ten years: a sentence, the picture, the figures behind it, and where they come from. */
export function Forecast({ analysis, name }: { analysis: ShownValuation; name: string }) {
  const last = analysis.depreciationSchedule.at(-1);
  const sentence = words.sentence(
    name,
    usd(analysis.currentMarketValue),
    usd(last?.estimatedValue ?? 0),
    last?.year ?? 0,
  );
  const option = useMemo(() => forecastChart(analysis, sentence), [analysis, sentence]);
  return (
    <TitledCard title={words.title} text={sentence} printsInParts>
      <Chart option={option} failure={words.failed} />
      <p className="mt-2 mb-6 text-small text-ink-muted">
        {words.source(count(analysis.dataPoints), date(analysis.asOf))}
      </p>
      <ForecastTable schedule={analysis.depreciationSchedule} />
    </TitledCard>
  );
}

const forecastChart = (analysis: ShownValuation, description: string) =>
  forecastOption(
    {
      points: [
        {
          year: new Date(analysis.asOf).getUTCFullYear(),
          value: analysis.currentMarketValue,
          low: analysis.range.low,
          high: analysis.range.high,
        },
        ...analysis.depreciationSchedule.map((entry) => ({
          year: entry.year,
          value: entry.estimatedValue,
          low: entry.low,
          high: entry.high,
        })),
      ],
      words: {
        today: words.today,
        line: words.line,
        band: words.band(share(analysis.range.level)),
        description,
      },
      format: { axis: shortUsd, value: usd, bound: usd },
    },
    PORTAL_CHART_THEME,
  );
