import {
  depreciationByType as depreciation,
  marketAnalysis,
  marketTrends,
  popularMakes as popular,
} from '#schemas/api/market.ts';
import { depreciationByType, popularMakes, priceMonths } from '#domain/market/analytics.ts';
import type { MarketAnalysis } from '#domain/market/analyse.ts';
import { withDepth } from '#domain/market/segment-depth.ts';
import { nobodyPremium, type AsksPremium } from '../auth/plan.ts';
import { route, type Route } from '../http/route.ts';
import type { Market, MarketHolder } from '../market.ts';

/** The market analysed, from the snapshot in memory: no answer here costs a warehouse query. */
export function marketAnalysisRoutes(
  market: MarketHolder,
  asksPremium: AsksPremium = nobodyPremium,
): Route[] {
  // Made when the first member asks of a snapshot, and gone with it.
  const deep = new WeakMap<Market, MarketAnalysis>();
  const deepAnalysis = (current: Market): MarketAnalysis => {
    const known = deep.get(current);
    if (known !== undefined) return known;
    const made = withDepth(current.analysis, current.snapshot, market.nameOfMake);
    deep.set(current, made);
    return made;
  };
  return [
    route(marketAnalysis, async ({ request, response }) => {
      const isPremium = await asksPremium(request, response);
      const { current, sampleMark } = market;
      return { ...(isPremium ? deepAnalysis(current) : current.analysis), ...sampleMark };
    }),
    route(marketTrends, async ({ request, response }) =>
      // Free is a year; Premium all there is.
      (await asksPremium(request, response))
        ? priceMonths(market.current.snapshot, Infinity)
        : priceMonths(market.current.snapshot),
    ),
    route(depreciation, ({ query }) =>
      depreciationByType(market.current.snapshot, Number(query.years)),
    ),
    route(popular, () => popularMakes(market.current.snapshot, market.nameOfMake)),
  ];
}
