import { marketData } from '#schemas/api/market.ts';
import { daysOnOffer } from '#domain/market/days.ts';
import { RV_TYPES, STATES } from '#schemas/vocabulary.ts';
import { keptRoute } from '../http/kept-route.ts';
import type { Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';

const typeNames = new Map<string, string>(RV_TYPES.map(({ id, name }) => [id, name]));
const stateNames = new Map(STATES.map(({ code, name }) => [code, name]));

/** The market at a glance: counts and medians of the snapshot, with names for people. */
export function marketDataRoutes(market: MarketHolder): Route[] {
  const named = (
    counts: { key: string; units: number; medianPrice: number | null }[],
    name: (key: string) => string,
  ) =>
    counts.map(({ key, units, medianPrice }) => ({
      name: name(key),
      listings: units,
      medianPrice,
    }));
  return [
    keptRoute(marketData, {
      source: () => market.current,
      make: ({ snapshot }) => ({
        ...market.sampleMark,
        asOf: snapshot.asOf,
        totalListings: snapshot.totals.currentUnits,
        makes: snapshot.totals.makes,
        models: snapshot.totals.lines,
        states: snapshot.totals.states,
        daysOnMarket: daysOnOffer(snapshot.market)?.median ?? null,
        byType: named(snapshot.byType, (key) => typeNames.get(key) ?? key),
        byMake: named(snapshot.byMake, (key) => market.catalogue.makeById(key)?.name ?? key),
        byState: named(snapshot.byState, (key) => stateNames.get(key) ?? key),
      }),
    }),
  ];
}
