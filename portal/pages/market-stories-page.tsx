import { MarketStoriesView } from '../features/market-stories/market-stories-view.tsx';

export function Page() {
  return <MarketStoriesView />;
}
