import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { Problem } from '../http/problem.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

/** What an RV is worth today and over the next ten years, from the snapshot alone. */
export function analysisRoutes(market: MarketHolder): Route[] {
  return [
    route(comprehensiveAnalysis, ({ body }) => {
      const answer = market.current.evaluator.value(body);
      if ('refused' in answer)
        throw new Problem(422, answer.refused, answer.message, { suggestions: answer.suggestions });
      return { ...answer, ...market.sampleMark };
    }),
  ];
}
