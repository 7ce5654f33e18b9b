import {
  depreciationByType as depreciation,
  marketAnalysis,
  marketTrends,
  popularMakes as popular,
} from '#schemas/api/market.ts';
import { depreciationByType, popularMakes, priceMonths } from '#domain/market/analytics.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

/** The market analysed, from the snapshot in memory: no answer here costs a warehouse query. */
export function marketAnalysisRoutes(market: MarketHolder): Route[] {
  return [
    route(marketAnalysis, () => ({ ...market.current.analysis, ...market.sampleMark })),
    route(marketTrends, () => priceMonths(market.current.snapshot)),
    route(depreciation, ({ query }) =>
      depreciationByType(market.current.snapshot, Number(query.years)),
    ),
    route(popular, () => popularMakes(market.current.snapshot, market.nameOfMake)),
  ];
}
