import { FORECAST_YEARS_SHOWN } from '#schemas/constants.ts';
import type { ShownYear } from '#schemas/shown-values.ts';
import { useAddress } from '../../client/use-address.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { Button } from '../../ui/button.tsx';
import { percentFine, usd } from '../../ui/format.ts';
import { Cell, Head, Table } from '../../ui/table.tsx';

/** The first five years, the rest on demand; printing shows all ten. */
export function ForecastTable({ schedule }: { schedule: readonly ShownYear[] }) {
  const { params, change } = useAddress();
  const all = params.get('years') === 'all';
  const words = ANALYSIS.forecast;
  return (
    <>
      <Table caption={words.table.title} id="forecast-table" stacks>
        <thead>
          <tr>
            <Head>{words.table.year}</Head>
            <Head end>{words.table.value}</Head>
            <Head end>{words.table.range}</Head>
            <Head end>{words.table.lost}</Head>
            <Head end>{words.table.percent}</Head>
            <Head end>{words.table.cumulative}</Head>
          </tr>
        </thead>
        <tbody>
          {schedule.map((entry, index) => (
            <tr
              key={entry.year}
              className={!all && index >= FORECAST_YEARS_SHOWN ? 'print-only' : undefined}
            >
              <Head row>{entry.year}</Head>
              <Cell end strong label={words.table.value}>
                {usd(entry.estimatedValue)}
              </Cell>
              <Cell end muted label={words.table.range}>
                {usd(entry.low)}–{usd(entry.high)}
              </Cell>
              <Cell end label={words.table.lost}>
                {entry.lossBelow === null
                  ? usd(entry.depreciationAmount)
                  : words.table.lostBelow(usd(entry.lossBelow))}
              </Cell>
              <Cell end label={words.table.percent}>
                {percentFine(entry.depreciationPercentage)}
              </Cell>
              <Cell end label={words.table.cumulative}>
                {percentFine(entry.cumulativeDepreciation)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Button
        look="secondary"
        className="no-print mt-4"
        aria-expanded={all}
        aria-controls="forecast-table"
        onClick={() => change({ years: all ? null : 'all' }, { replace: true })}
      >
        {all ? words.viewFewer : words.viewAll}
      </Button>
    </>
  );
}
