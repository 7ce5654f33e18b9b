import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { marketDataQuery } from '../../client/market-data.ts';
import { ANALYTICS } from '../../content/analytics.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Regions } from './regions.tsx';
import { Registrations } from './registrations.tsx';
import { StateMap } from './state-map.tsx';
import { TypePerformance } from './type-performance.tsx';

/** What other screens show too: handed in, since features do not know each other. */
interface AnalyticsViewProps {
  stats: ReactNode;
  trend: ReactNode;
  depreciation: ReactNode;
  brands: ReactNode;
}

/** The market's figures, from the whole to its parts. */
export function AnalyticsView({ stats, trend, depreciation, brands }: AnalyticsViewProps) {
  const market = useQuery(marketDataQuery);
  return (
    <>
      <PageHero words={ANALYTICS.hero} />
      <div className="frame grid grid-cols-1 gap-6 pb-16 print:gap-4">
        {stats}
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:grid-cols-1">
          {trend}
          {depreciation}
        </div>
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:grid-cols-2">
          {brands}
          <Insights />
        </div>
        {market.isError ? (
          <LoadFailed words={MARKET_FIGURES.failed} query={market} />
        ) : market.data === undefined ? (
          <Skeleton className="h-[48rem] rounded-card" />
        ) : (
          <>
            <TypePerformance types={market.data.byType} />
            <Regions states={market.data.byState} />
            <StateMap states={market.data.byState} />
            <Registrations places={market.data.registrations} />
          </>
        )}
      </div>
    </>
  );
}

const Insights = () => (
  <Card className="grid content-start gap-4">
    <h2 className="text-title">{ANALYTICS.insights.title}</h2>
    <ul className="grid gap-4">
      {ANALYTICS.insights.items.map(({ title, text }) => (
        <li key={title} className="border-l-4 border-primary pl-4">
          <p className="font-bold">{title}</p>
          <p className="text-ink-muted">{text}</p>
        </li>
      ))}
    </ul>
  </Card>
);
