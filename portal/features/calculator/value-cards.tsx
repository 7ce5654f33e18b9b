import type { ReactNode } from 'react';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { percent, share, usd } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import type { Analysis } from './analysis.ts';

/**
 * The three figures of the specification; today's stands on the sign, each with what bounds it. Beside each other
 * where that leaves each the room of its figure, which may have seven digits.
 */
export function ValueCards({ analysis }: { analysis: Analysis }) {
  const words = ANALYSIS.results;
  const last = analysis.depreciationSchedule.at(-1);
  const loss = analysis.currentMarketValue - (last?.estimatedValue ?? 0);
  return (
    <dl className="flex flex-col flex-wrap gap-4 sm:flex-row">
      <div className="sign p-5 pb-4 sm:flex-[1.25]">
        <dt className="font-bold text-on-sign-muted">{words.value}</dt>
        <dd>
          <Figure>{usd(analysis.currentMarketValue)}</Figure>
          <p className="tabular font-bold">
            {words.range(usd(analysis.range.low), usd(analysis.range.high))}
          </p>
          <p className="mt-1 text-small text-on-sign-muted">
            {words.rangeNote(share(analysis.range.level))}
          </p>
          {analysis.originalMSRP !== null && (
            <p className="mt-2 text-small text-on-sign-muted">
              {words.msrp(usd(analysis.originalMSRP))}
            </p>
          )}
        </dd>
      </div>
      {last !== undefined && (
        <>
          <Card className="sm:flex-1">
            <dt className="font-bold text-ink-muted">{words.tenYear}</dt>
            <dd>
              <Figure>{usd(last.estimatedValue)}</Figure>
              <p className="tabular font-bold">{words.range(usd(last.low), usd(last.high))}</p>
              <p className="mt-1 text-small text-ink-muted">{words.tenYearNote(last.year)}</p>
            </dd>
          </Card>
          <Card className="sm:flex-1">
            <dt className="font-bold text-ink-muted">{words.total}</dt>
            <dd>
              <Figure>{percent(last.cumulativeDepreciation)}</Figure>
              <p className="mt-1 text-small text-ink-muted">
                {loss > 0 ? words.totalNote(usd(loss)) : words.totalGain}
              </p>
            </dd>
          </Card>
        </>
      )}
    </dl>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <p className="tabular mt-1 text-figure font-extrabold tracking-tight">{children}</p>
);
