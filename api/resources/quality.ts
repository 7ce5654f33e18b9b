import { dataQuality } from '#schemas/api/staff-data.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';
import type { QualityOfMarket } from '../staff-data/quality.ts';

/** How complete, how often twice and how believable the data of the market are. */
export const qualityRoutes = (
  staff: SignedInRoute,
  market: MarketHolder,
  quality: QualityOfMarket,
): Route[] => [
  staff(dataQuality, async () => {
    const { snapshot } = market.current;
    const counted = await quality.of({ id: snapshot.id, isSample: market.isSample });
    return { ...market.sampleMark, asOf: snapshot.createdAt, ...counted };
  }),
];
