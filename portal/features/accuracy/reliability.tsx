import { useMemo } from 'react';
import { Chart } from '../../charts/chart.tsx';
import { reliabilityOption } from '../../charts/reliability-option.ts';
import { PORTAL_CHART_THEME } from '../../charts/theme.ts';
import { ACCURACY } from '../../content/accuracy.ts';
import { count, percentFine, share } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { interval } from './interval.ts';
import type { ConditionAccuracy } from './queries.ts';

const words = ACCURACY.reliability;

interface ReliabilityProps {
  tenths: ConditionAccuracy['byConfidence'];
  within: number;
}

/** Stated confidence against what came: the picture, and the figures behind it. */
export function Reliability({ tenths, within }: ReliabilityProps) {
  const option = useMemo(() => optionOf(tenths), [tenths]);
  return (
    <Card className="print-in-parts">
      <h3 className="text-title">{words.title}</h3>
      <p className="mb-4 max-w-3xl text-ink-muted">{words.text(share(within))}</p>
      {option === undefined ? (
        <p className="font-bold">{words.none}</p>
      ) : (
        <div className="grid grid-cols-1 items-center gap-6 md:grid-cols-2 print:block">
          <Chart option={option} failure={words.failed} />
          <Figures tenths={tenths} />
        </div>
      )}
    </Card>
  );
}

function optionOf(tenths: ReliabilityProps['tenths']) {
  const points = tenths.flatMap(({ stated, observed }) =>
    observed === null ? [] : [{ stated, observed: observed.share, ...observed }],
  );
  if (points.length === 0) return undefined;
  return reliabilityOption(
    {
      points,
      words: { ...words, description: words.description(points.length) },
      format: share,
    },
    PORTAL_CHART_THEME,
  );
}

const Figures = ({ tenths }: Pick<ReliabilityProps, 'tenths'>) => (
  <Table caption={words.table}>
    <thead>
      <tr>
        <Head>{words.tenth}</Head>
        <Head end>{ACCURACY.heads.units}</Head>
        <Head end>{words.stated}</Head>
        <Head end>{words.observed}</Head>
      </tr>
    </thead>
    <tbody>
      {tenths.map(({ units, stated, observed }, index) => (
        <tr key={words.tenths(index + 1)}>
          <Head row>{words.tenths(index + 1)}</Head>
          <Cell end>{count(units)}</Cell>
          <Cell end>{percentFine(100 * stated)}</Cell>
          <Cell end>
            {observed === null ? (
              ACCURACY.tooFew
            ) : (
              <>
                {share(observed.share)}{' '}
                <span className="text-small text-ink-muted max-sm:block">{interval(observed)}</span>
              </>
            )}
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);
