import type { ReactNode } from 'react';
import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/surface.tsx';
import type { MarketAnalysis as Analysis } from '../../client/market-analysis.ts';

const words = MARKET_ANALYSIS.below;

interface OutlookProps {
  analysis: Analysis;
  refreshing: boolean;
  onRefresh: () => void;
}

/** Below the tabs: where the market goes, what to do about it, and how fresh this is. */
export function Outlook({ analysis, refreshing, onRefresh }: OutlookProps) {
  const { emergingTrends, investmentAdvice, marketConditions } = analysis.overallTrends;
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Titled title={words.emerging}>
        <Lines lines={emergingTrends} />
      </Titled>
      <Titled title={words.investment}>
        <Lines lines={investmentAdvice} />
      </Titled>
      <Titled title={words.conditions}>
        {marketConditions === '' ? <None /> : <p>{marketConditions}</p>}
      </Titled>
      <Titled title={words.management}>
        <p className="mb-3">{words.managementText}</p>
        <Button look="secondary" disabled={refreshing} onClick={onRefresh}>
          {refreshing ? words.refreshing : words.refresh}
        </Button>
      </Titled>
    </div>
  );
}

const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <h3 className="mb-1 text-title">{title}</h3>
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
