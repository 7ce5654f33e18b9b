import { marketStories } from '#schemas/api/market.ts';
import type { Story } from '#schemas/story.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

/** No story is certain, however small its q: the test's own assumptions are not. */
const MOST_CONFIDENCE = 0.99;

/**
 * Probability that this story is not chance. q is the share of chance among all stories as sure as this
 * one and surer, which flatters the one at the bound. Where p of true stories goes as its power ξ, the
 * odds of chance at p itself are 1/ξ times those, and ξ = −1/ln p is what favours the story the most
 * (Sellke, Bayarri and Berger 2001).
 */
function confidenceOf({ p, q }: Story['evidence']): number {
  const odds = (q / (1 - q)) * -Math.log(Math.max(p, Number.MIN_VALUE));
  return Math.min(MOST_CONFIDENCE, Math.round(100 / (1 + odds)) / 100);
}

/** The stories of the snapshot that is served, best first. What they were made from stays inside. */
export function storyRoutes(market: MarketHolder): Route[] {
  return [
    route(marketStories, () => {
      const { stories, createdAt } = market.current.snapshot;
      return stories.map(({ evidence, ...story }) => ({
        ...story,
        confidence: confidenceOf(evidence),
        generatedAt: createdAt,
      }));
    }),
  ];
}
