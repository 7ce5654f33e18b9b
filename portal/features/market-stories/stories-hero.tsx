import { MARKET_STORIES } from '../../content/market-stories.ts';
import { Button } from '../../ui/button.tsx';
import { PageHero } from '../../ui/page-hero.tsx';

interface StoriesHeroProps {
  refreshing?: boolean;
  onRefresh?: () => void;
}

/** What the page is about, and the way to hear what has been told since. */
export const StoriesHero = ({ refreshing = true, onRefresh }: StoriesHeroProps) => (
  <PageHero
    words={MARKET_STORIES.hero}
    action={
      <Button look="secondary" disabled={refreshing} onClick={onRefresh}>
        {refreshing ? MARKET_STORIES.refreshing : MARKET_STORIES.refresh}
      </Button>
    }
  />
);
