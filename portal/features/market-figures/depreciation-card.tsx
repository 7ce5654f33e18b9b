import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAddress } from '../../client/use-address.ts';
import { barsOption } from '../../charts/bars-option.ts';
import { Chart } from '../../charts/chart.tsx';
import { PORTAL_CHART_THEME } from '../../charts/theme.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { BehindChart, ChartSkeleton } from '../../ui/behind-chart.tsx';
import { Choice } from '../../ui/choice.tsx';
import { classes } from '../../ui/classes.ts';
import { percent, percentFine } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, CardHead } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { axisMaxOf, mostFirst, yearsOf } from './figures.ts';
import { depreciationQuery, type Loss, type Years } from './queries.ts';

const words = MARKET_FIGURES.depreciation;
const choices = (['5', '10'] as const).map((value) => ({ value, label: words.choices[value] }));

/** What each type loses, over as many years as the address says. */
export function DepreciationCard() {
  const { params, change } = useAddress();
  const years = yearsOf(params.get('years'));
  const losses = useQuery(depreciationQuery(years));
  const choose = (next: Years) => change({ years: next === '5' ? null : next });
  return (
    <Card className="row-span-3 grid grid-cols-1 grid-rows-subgrid gap-4">
      <CardHead title={words.title} text={words.text(years)} />
      <Choice name="years" label={words.years} value={years} options={choices} onChange={choose} />
      {losses.isError ? (
        <LoadFailed words={MARKET_FIGURES.failed} query={losses} />
      ) : losses.data === undefined ? (
        <ChartSkeleton tall />
      ) : losses.data.length === 0 ? (
        <p className="grid h-96 place-content-center text-center font-bold sm:h-80">
          {words.empty}
        </p>
      ) : (
        <Losses losses={losses.data} years={years} stale={losses.isPlaceholderData} />
      )}
    </Card>
  );
}

interface LossesProps {
  losses: readonly Loss[];
  years: Years;
  stale: boolean;
}

function Losses({ losses, years, stale }: LossesProps) {
  const sorted = useMemo(() => mostFirst(losses), [losses]);
  const option = useMemo(() => optionOf(sorted, years), [sorted, years]);
  return (
    <div aria-busy={stale} className={classes('transition-opacity', stale && 'opacity-60')}>
      <Chart tall option={option} failure={MARKET_FIGURES.chartFailed} />
      <BehindChart
        name="depreciation-table"
        file={{
          name: `${words.table} ${words.choices[years]}`,
          heads: ['rv_type', 'years', 'percent_lost'],
          rows: () => sorted.map(({ type, depreciation }) => [type, Number(years), depreciation]),
        }}
      >
        <Table caption={words.table}>
          <thead>
            <tr>
              <Head>{words.type}</Head>
              <Head end>{words.loss}</Head>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ type, depreciation }) => (
              <tr key={type}>
                <Head row>{type}</Head>
                <Cell end>{percentFine(depreciation)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </BehindChart>
    </div>
  );
}

function optionOf(losses: readonly Loss[], years: Years) {
  const [most, least] = [losses[0], losses.at(-1)];
  return barsOption(
    {
      bars: losses.map(({ type, depreciation }) => ({ label: type, value: depreciation })),
      max: axisMaxOf(losses),
      words: {
        description:
          most === undefined || least === undefined
            ? ''
            : words.description(
                years,
                most.type,
                percent(most.depreciation),
                least.type,
                percent(least.depreciation),
              ),
      },
      format: percent,
    },
    PORTAL_CHART_THEME,
  );
}
