import { marketData } from '#schemas/api/market.ts';
import { daysOnOffer } from '#domain/market/days.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { CANADIAN_PROVINCES, type Region, RV_TYPES, STATES } from '#schemas/vocabulary.ts';
import { keptRoute } from '../http/kept-route.ts';
import type { Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

const typeNames = new Map<string, string>(RV_TYPES.map(({ id, name }) => [id, name]));
const placeNames = new Map<string, { name: string; region: Region }>([
  ...STATES.map(({ code, name, region }) => [code, { name, region }] as const),
  ...Object.entries(CANADIAN_PROVINCES).map(
    ([code, name]) => [code, { name, region: 'Canada' }] as const,
  ),
]);

/** The market at a glance: counts and medians of the snapshot, with names for people. */
export function marketDataRoutes(market: MarketHolder): Route[] {
  const named = (counts: Snapshot['byType'], name: (key: string) => string) =>
    counts.map(({ key, units, listedUnits, medianPrice }) => ({
      name: name(key),
      listings: units,
      priced: listedUnits,
      medianPrice,
    }));
  return [
    keptRoute(marketData, {
      source: () => market.current,
      make: ({ snapshot }) => {
        const stood = daysOnOffer(snapshot.market);
        return {
          ...market.sampleMark,
          asOf: snapshot.asOf,
          totalListings: snapshot.totals.currentUnits,
          makes: snapshot.totals.makes,
          models: snapshot.totals.lines,
          states: snapshot.totals.states,
          daysOnMarket: stood?.median ?? null,
          daysOnMarketUnits: stood?.units ?? null,
          byType: named(snapshot.byType, (key) => typeNames.get(key) ?? key),
          byMake: named(snapshot.byMake, (key) => market.catalogue.makeById(key)?.name ?? key),
          byState: named(snapshot.byState, (key) => placeNames.get(key)?.name ?? key),
          registrations: (snapshot.market.registrations ?? [])
            .toSorted((a, b) => b.registered - a.registered)
            .map(
              ({ state, condition, through, months, registered, before, topType, topMakeId }) => ({
                place: placeNames.get(state)?.name ?? state,
                region: placeNames.get(state)?.region ?? '',
                condition,
                through: new Date(Date.UTC(1970, through)).toISOString().slice(0, 7),
                months,
                registered,
                change: before === null || before === 0 ? null : 100 * (registered / before - 1),
                topType: topType === null ? null : (typeNames.get(topType) ?? topType),
                topMake:
                  topMakeId === null
                    ? null
                    : (market.catalogue.makeById(topMakeId)?.name ?? topMakeId),
              }),
            ),
        };
      },
    }),
  ];
}
