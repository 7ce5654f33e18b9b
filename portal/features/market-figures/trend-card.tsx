import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAddress } from '../../client/use-address.ts';
import { Chart } from '../../charts/chart.tsx';
import { PORTAL_CHART_THEME } from '../../charts/theme.ts';
import { trendOption } from '../../charts/trend-option.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { BehindChart, ChartSkeleton } from '../../ui/behind-chart.tsx';
import { Choice } from '../../ui/choice.tsx';
import { count, shortUsd, usd } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, CardHead, Skeleton } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { monthName, SAMPLE_MONTHS, trendSpanOf, trendSpansOf } from './figures.ts';
import { type Month, trendsQuery } from './queries.ts';

const words = MARKET_FIGURES.trend;

/** What RVs asked month by month, over so many months as the address says. */
export function TrendCard() {
  const trends = useQuery(trendsQuery);
  const { params, change } = useAddress();
  const spans = trendSpansOf(trends.data?.length ?? 0);
  const span = trendSpanOf(params.get('months'), spans);
  const choose = (next: string) => change({ months: next === '12' ? null : next });
  return (
    <Card className="row-span-3 grid grid-cols-1 grid-rows-subgrid gap-4">
      <CardHead title={words.title} text={words.text} />
      {trends.isPending ? (
        // How long a span there is to choose is known with the months: a choice that is drawn before would move.
        <Skeleton className="h-19 rounded-control" />
      ) : (
        <Choice
          name="months"
          label={words.months}
          value={span.value}
          options={spans.map(({ value }) => ({ value, label: words.choices[value] }))}
          onChange={choose}
        />
      )}
      {trends.isError ? (
        <LoadFailed words={MARKET_FIGURES.failed} query={trends} />
      ) : trends.data === undefined ? (
        <ChartSkeleton />
      ) : (
        <Trend all={trends.data} months={span.months} />
      )}
    </Card>
  );
}

function Trend({ all, months }: { all: readonly Month[]; months: number }) {
  const sample = all.length === 0;
  const shown = useMemo(() => (sample ? SAMPLE_MONTHS : all).slice(-months), [all, sample, months]);
  const option = useMemo(() => optionOf(shown, sample), [shown, sample]);
  const unseen = sample ? 0 : shown.filter(({ n }) => n === 0).length;
  return (
    <div>
      {sample && (
        <p className="mb-2 rounded-control bg-accent-soft px-3 py-2 text-small text-accent-ink">
          <strong>{words.sample}.</strong> {words.sampleText}
        </p>
      )}
      <Chart option={option} failure={MARKET_FIGURES.chartFailed} />
      {unseen > 0 && (
        <p className="mt-2 text-small text-ink-muted">{words.unseen(unseen, shown.length)}</p>
      )}
      <BehindChart
        name="trend-table"
        file={
          sample
            ? undefined
            : {
                name: words.table,
                heads: ['month', 'average_price', 'monthly_readings'],
                rows: () => shown.map(({ month, averagePrice, n }) => [month, averagePrice, n]),
              }
        }
      >
        <Table caption={words.table}>
          <thead>
            <tr>
              <Head>{words.month}</Head>
              <Head end wraps>
                {words.line}
              </Head>
              <Head end wraps>
                {words.listings}
              </Head>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ month, averagePrice, n }) => (
              <tr key={month}>
                <Head row>{monthName(month)}</Head>
                <Cell end>{usd(averagePrice)}</Cell>
                <Cell end>{sample ? MARKET_FIGURES.none : count(n)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </BehindChart>
    </div>
  );
}

function optionOf(months: readonly Month[], sample: boolean) {
  const [first, last] = [months[0], months.at(-1)];
  return trendOption(
    {
      points: months.map(({ month, averagePrice, n }) => ({
        label: monthName(month),
        value: averagePrice,
        seen: sample || n > 0,
      })),
      words: {
        line: words.line,
        unseen: words.unseenMonth,
        description:
          first === undefined || last === undefined
            ? ''
            : words.description(
                monthName(first.month),
                monthName(last.month),
                usd(first.averagePrice),
                usd(last.averagePrice),
              ),
      },
      format: { axis: shortUsd, value: usd },
    },
    PORTAL_CHART_THEME,
  );
}
