import {
  depreciationByType as depreciation,
  marketAnalysis,
  marketTrends,
  popularMakes as popular,
} from '#schemas/api/market.ts';
import { depreciationByType, popularMakes, priceMonths } from '#domain/market/analytics.ts';
import { nobodyPremium, type AsksPremium } from '../auth/plan.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

/** The market analysed, from the snapshot in memory: no answer here costs a warehouse query. */
export function marketAnalysisRoutes(
  market: MarketHolder,
  asksPremium: AsksPremium = nobodyPremium,
): Route[] {
  return [
    route(marketAnalysis, () => ({ ...market.current.analysis, ...market.sampleMark })),
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
