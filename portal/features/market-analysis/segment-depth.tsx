import { useMemo } from 'react';
import { Chart } from '../../charts/chart.tsx';
import { forecastOption } from '../../charts/forecast-option.ts';
import { PORTAL_CHART_THEME } from '../../charts/theme.ts';
import type { Segment } from '../../client/market-analysis.ts';
import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { BehindChart } from '../../ui/behind-chart.tsx';
import { Effects } from '../../ui/effects.tsx';
import { count, decimal, percent, signedPercent } from '../../ui/format.ts';
import { useShowAll } from '../../ui/show-all.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';

const words = MARKET_ANALYSIS.segment.depth;
type Depth = NonNullable<Segment['depth']>;

export interface SegmentDepthProps {
  depth: Depth;
  segment: string;
  /** Of the segment; what the address calls its parts begins with it. */
  name: string;
}

/** What members of Premium also see of a segment. */
export const SegmentDepth = ({ depth, segment, name }: SegmentDepthProps) => (
  <div className="grid grid-cols-1 gap-6">
    <Forecast depth={depth} segment={segment} name={name} />
    {depth.drivers.length > 0 && <Drivers drivers={depth.drivers} />}
    {depth.floorplans.length > 0 && (
      <Floorplans floorplans={depth.floorplans} segment={segment} name={name} />
    )}
  </div>
);

function Forecast({ depth, segment, name }: SegmentDepthProps) {
  const option = useMemo(() => optionOf(depth), [depth]);
  return (
    <div>
      <h4 className="font-bold">{words.forecast.title}</h4>
      <p className="mb-2 text-small text-ink-muted">{words.forecast.text(decimal(depth.age))}</p>
      <Chart option={option} failure={words.forecast.failed} />
      <BehindChart
        name={`${name}-table`}
        file={{
          name: words.table(segment, words.forecast.title),
          heads: ['segment', 'years', 'percent_kept', 'low', 'high'],
          rows: () =>
            depth.forecast.map(({ years, kept, low, high }) => [segment, years, kept, low, high]),
        }}
      >
        <Table caption={words.table(segment, words.forecast.title)}>
          <thead>
            <tr>
              <Head>{words.forecast.years}</Head>
              <Head end>{words.forecast.kept}</Head>
              <Head end>{words.forecast.band}</Head>
            </tr>
          </thead>
          <tbody>
            {depth.forecast.map(({ years, kept, low, high }) => (
              <tr key={years}>
                <Head row>{years}</Head>
                <Cell end>{percent(kept)}</Cell>
                <Cell end muted>
                  {Math.round(low)}–{percent(high)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </BehindChart>
    </div>
  );
}

const ALL_OF_IT = 100;

function optionOf({ forecast }: Depth) {
  const last = forecast.at(-1);
  return forecastOption(
    {
      points: [
        { year: 0, value: ALL_OF_IT, low: ALL_OF_IT, high: ALL_OF_IT },
        ...forecast.map(({ years, kept, low, high }) => ({ year: years, value: kept, low, high })),
      ],
      words: {
        today: words.forecast.today,
        line: words.forecast.kept,
        band: words.forecast.band,
        description: words.forecast.description(last?.years ?? 0, percent(last?.kept ?? 0)),
      },
      ...(forecast.every(({ high }) => high <= ALL_OF_IT) && { max: ALL_OF_IT }),
      format: { axis: percent, value: percent, bound: percent },
    },
    PORTAL_CHART_THEME,
  );
}

const Drivers = ({ drivers }: Pick<Depth, 'drivers'>) => (
  <div>
    <h4 className="font-bold">{words.drivers}</h4>
    <Effects
      effects={drivers.map((driver) => ({ ...driver, amount: driver.percent }))}
      format={signedPercent}
    />
  </div>
);

interface FloorplansProps
  extends Pick<Depth, 'floorplans'>, Pick<SegmentDepthProps, 'segment' | 'name'> {}

function Floorplans({ floorplans, segment, name }: FloorplansProps) {
  const { shown, button } = useShowAll(
    floorplans,
    MARKET_ANALYSIS.segment,
    `${name}-floorplans`,
    'all',
  );
  return (
    <div>
      <h4 className="font-bold">{words.floorplans.title}</h4>
      <p className="mb-2 text-small text-ink-muted">{words.floorplans.text}</p>
      <Table caption={words.table(segment, words.floorplans.title)}>
        <thead>
          <tr>
            <Head>{words.floorplans.floorplan}</Head>
            <Head end>{words.floorplans.listings}</Head>
            <Head end>{words.floorplans.price}</Head>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ floorplan, units, percent: added }) => (
            <tr key={floorplan}>
              <Head row>{floorplan}</Head>
              <Cell end>{count(units)}</Cell>
              <Cell end>{signedPercent(added)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {button}
    </div>
  );
}
