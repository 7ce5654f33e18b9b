import type { z } from 'zod';
import { accuracy } from '#schemas/api/accuracy.ts';
import {
  ACCURACY_INTERVAL_LEVEL,
  ACCURACY_UNITS_MIN,
  CONFIDENCE_WITHIN,
  RANGE_LEVEL,
} from '#schemas/constants.ts';
import { figuresAtOf } from '#schemas/snapshot.ts';
import { keptRoute } from '../http/kept-route.ts';
import type { Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

/** What the run that made the served snapshot found of its own held-out units. */
export function accuracyRoutes(market: MarketHolder): Route[] {
  return [
    keptRoute(accuracy, {
      source: () => market.current,
      make: ({ snapshot }): z.input<typeof accuracy.response> => ({
        ...market.sampleMark,
        computedAt: figuresAtOf(snapshot),
        asOf: snapshot.asOf,
        priceKind: 'asking',
        rangeLevel: RANGE_LEVEL,
        confidenceWithin: CONFIDENCE_WITHIN,
        unitsMin: ACCURACY_UNITS_MIN,
        intervalLevel: ACCURACY_INTERVAL_LEVEL,
        ...snapshot.valuation.accuracy,
      }),
    }),
  ];
}
