import type { ReactNode } from 'react';
import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/surface.tsx';
import type { MarketAnalysis as Analysis } from '../../client/market-analysis.ts';

const words = MARKET_ANALYSIS.below;

/** Having the figures loaded anew. */
export interface Refresh {
  pending: boolean;
  /** Why the last one did not work; null where it did. */
  failure: string | null;
  start: () => void;
}

interface OutlookProps {
  analysis: Analysis;
  refresh: Refresh;
}

/** Below the tabs: where the market goes, what to do about it, and how fresh this is. */
export function Outlook({ analysis, refresh }: OutlookProps) {
  const { emergingTrends, investmentAdvice, marketConditions } = analysis.overallTrends;
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Titled title={words.emerging}>
        <Lines lines={emergingTrends} />
      </Titled>
      <Titled title={words.investment}>
        <Lines lines={investmentAdvice} />
      </Titled>
      <Titled title={words.conditions} className="print:col-span-full">
        {marketConditions === '' ? <None /> : <p>{marketConditions}</p>}
      </Titled>
      <Titled title={words.management} className="no-print">
        <p className="mb-3">{words.managementText}</p>
        <Button look="secondary" disabled={refresh.pending} onClick={refresh.start}>
          {refresh.pending ? words.refreshing : words.refresh}
        </Button>
        {refresh.failure !== null && (
          <Alert tone="destructive" live title={words.refreshFailed.title} className="mt-3">
            {refresh.failure}
          </Alert>
        )}
      </Titled>
    </div>
  );
}

interface TitledProps {
  title: string;
  className?: string;
  children: ReactNode;
}

const Titled = ({ title, className, children }: TitledProps) => (
  <Card className={className}>
    <h3 className="mb-2 text-title">{title}</h3>
    {children}
  </Card>
);

const None = () => <p className="text-ink-muted">{MARKET_ANALYSIS.none}</p>;

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    <None />
  ) : (
    <ul className="grid list-disc gap-1 pl-5 marker:text-primary">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
