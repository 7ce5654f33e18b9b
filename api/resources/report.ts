import { valuationReport as call } from '#schemas/api/report.ts';
import { plainFileName } from '#schemas/file-name.ts';
import { valuedName } from '#schemas/valuation-words.ts';
import type { Clock } from '#platform/clock.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';
import { valuationReport } from '../report/valuation-report.ts';
import { refused } from './analysis.ts';

/** An analysis to print or hand on. */
export function reportRoutes(market: MarketHolder, premium: SignedInRoute, clock: Clock): Route[] {
  return [
    premium(call, async ({ body, response }) => {
      const valuation = market.current.evaluator.value(body, { depth: true });
      if ('refused' in valuation) throw refused(valuation);
      const sample = market.sampleMark.sample === true;
      const name = valuedName(valuation.resolved, body);
      response.attachment(plainFileName(`rigworth ${name}`, 'pdf'));
      return valuationReport({ request: body, valuation, sample, now: clock() });
    }),
  ];
}
