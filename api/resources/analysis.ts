import type { Request } from 'express';
import {
  buyingDecision,
  comprehensiveAnalysis,
  isBuyingDemo,
  type AnalysisRequest,
  type Valuation,
} from '#schemas/api/analysis.ts';
import { findState } from '#schemas/vocabulary.ts';
import { buyersMarketOf } from '#domain/decision/buyers-market.ts';
import { decide } from '#domain/decision/decide.ts';
import type { Refusal } from '#domain/valuation/refusal.ts';
import type { Activity } from '../activity.ts';
import type { CountedRoute } from '../auth/counted-route.ts';
import { nobodyPremium, type AsksPremium } from '../auth/plan.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { stateOfLocation } from '../location.ts';
import type { MarketHolder } from '../market.ts';

/** What an RV is worth today and over the next ten years, and whether to buy it: from the snapshot alone. */
export function analysisRoutes(
  market: MarketHolder,
  counted: CountedRoute,
  activity: Activity,
  asksPremium: AsksPremium = nobodyPremium,
): Route[] {
  const note = (
    request: Request,
    { year, condition, state = '' }: AnalysisRequest,
    { resolved: { makeId, lineId, type }, currentMarketValue: value }: Valuation,
  ): void =>
    activity.analysis(request, {
      sample: market.isSample,
      makeId,
      lineId,
      type,
      region: findState(state)?.region ?? '',
      year,
      condition,
      value,
    });
  return [
    counted(comprehensiveAnalysis, async ({ body, request, response }) => {
      const depth = await asksPremium(request, response);
      const answer = market.current.evaluator.value(body, { depth });
      if ('refused' in answer) throw refused(answer);
      note(request, body, answer);
      return { ...answer, ...market.sampleMark };
    }),
    counted(
      buyingDecision,
      async ({ body, request, response }) => {
        const depth = await asksPremium(request, response);
        const { askingPrice, location, ...rv } = body;
        const state = stateOfLocation(location);
        const { snapshot, evaluator } = market.current;
        const asked = { ...rv, ...(state === '' ? {} : { state }) };
        const answer = evaluator.valueWithPrices(asked, { depth });
        if ('refused' in answer) throw refused(answer);
        const { prices, valuation } = answer;
        // A demo is nobody's question: it makes no RV more popular.
        if (!isBuyingDemo(body)) note(request, { ...rv, state }, valuation);
        const depreciationForecast = valuation.depreciationSchedule.map(
          ({ depreciationPercentage }) => depreciationPercentage,
        );
        const decision = decide({
          askingPrice,
          value: valuation.currentMarketValue,
          range: valuation.range,
          prices,
          confidence: valuation.confidence,
          comparables: valuation.comparables.length,
          firstYearLoss: depreciationForecast[0] ?? 0,
          market: buyersMarketOf(snapshot.market, {
            type: valuation.resolved.type,
            condition: rv.condition,
            region: findState(state)?.region,
            // Bought is now, however old the newest price is.
            month: new Date(snapshot.createdAt).getUTCMonth() + 1,
          }),
        });
        return {
          ...market.sampleMark,
          ...decision,
          currentMarketValue: valuation.currentMarketValue,
          depreciationForecast,
          state,
          valuation,
        };
      },
      isBuyingDemo,
    ),
  ];
}

export const refused = ({ refused, message, suggestions }: Refusal): Problem =>
  new Problem(422, refused, message, { suggestions });
