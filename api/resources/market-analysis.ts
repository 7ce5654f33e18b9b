import type { Request, Response } from 'express';
import {
  depreciationByType as depreciation,
  marketAnalysis,
  marketTrends,
  popularMakes as popular,
} from '#schemas/api/market.ts';
import { depreciationByType, popularMakes, priceMonths } from '#domain/market/analytics.ts';
import { withDepth } from '#domain/market/segment-depth.ts';
import { nobodyPremium, type AsksPremium } from '../auth/plan.ts';
import { keptRoute } from '../http/kept-route.ts';
import type { Route } from '../http/route.ts';
import type { Market, MarketHolder } from '../market.ts';

/** The market analysed, from the snapshot in memory: no answer here costs a warehouse query. */
export function marketAnalysisRoutes(
  market: MarketHolder,
  asksPremium: AsksPremium = nobodyPremium,
): Route[] {
  const source = (): Market => market.current;
  const which = async ({ request, response }: { request: Request; response: Response }) =>
    (await asksPremium(request, response)) ? 'premium' : 'free';
  return [
    keptRoute(marketAnalysis, {
      source,
      which,
      make: ({ analysis, snapshot }, plan) => ({
        ...(plan === 'premium' ? withDepth(analysis, snapshot, market.nameOfMake) : analysis),
        ...market.sampleMark,
      }),
    }),
    keptRoute(marketTrends, {
      source,
      which,
      // Free is a year; Premium all there is.
      make: ({ snapshot }, plan) =>
        plan === 'premium' ? priceMonths(snapshot, Infinity) : priceMonths(snapshot),
    }),
    keptRoute(depreciation, {
      source,
      which: ({ query }) => query.years,
      make: ({ snapshot }, years) => depreciationByType(snapshot, Number(years)),
    }),
    keptRoute(popular, {
      source,
      make: ({ snapshot }) => popularMakes(snapshot, market.nameOfMake),
    }),
  ];
}
