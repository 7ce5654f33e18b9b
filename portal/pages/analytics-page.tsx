import { TOP_BRANDS_ANALYTICS } from '#schemas/constants.ts';
import { AnalyticsView } from '../features/analytics/analytics-view.tsx';
import { Brands } from '../features/market-figures/brands.tsx';
import { DepreciationCard } from '../features/market-figures/depreciation-card.tsx';
import { StatCards } from '../features/market-figures/stat-cards.tsx';
import { TrendCard } from '../features/market-figures/trend-card.tsx';

export function Page() {
  return (
    <AnalyticsView
      stats={<StatCards />}
      trend={<TrendCard />}
      depreciation={<DepreciationCard />}
      brands={<Brands top={TOP_BRANDS_ANALYTICS} />}
    />
  );
}
