import { marketStories } from '#schemas/api/market.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

/** No story is certain, however small its q: the test's own assumptions are not. */
const MOST_CONFIDENCE = 0.99;

/** The stories of the snapshot that is served, best first. What they were made from stays inside. */
export function storyRoutes(market: MarketHolder): Route[] {
  return [
    route(marketStories, () => {
      const { stories, createdAt } = market.current.snapshot;
      return stories.map(({ evidence, ...story }) => ({
        ...story,
        // Told although chance alone would do it: at most so often.
        confidence: Math.min(MOST_CONFIDENCE, 1 - evidence.q),
        generatedAt: createdAt,
      }));
    }),
  ];
}
