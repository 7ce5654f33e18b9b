import { TOP_BRANDS_HOME } from '#schemas/constants.ts';
import { HomeView } from '../features/home/home-view.tsx';
import { Brands } from '../features/market-figures/brands.tsx';
import { DepreciationCard } from '../features/market-figures/depreciation-card.tsx';
import { StatCards } from '../features/market-figures/stat-cards.tsx';
import { TrendCard } from '../features/market-figures/trend-card.tsx';

export function Page() {
  return (
    <HomeView
      stats={<StatCards />}
      trend={<TrendCard />}
      depreciation={<DepreciationCard />}
      brands={<Brands top={TOP_BRANDS_HOME} />}
    />
  );
}
