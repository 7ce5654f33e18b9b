import { rvMakes, rvModels, rvModelsOfMake, rvNames, rvTypes } from '#schemas/api/catalogue.ts';
import type { ResponseOf } from '#schemas/api/call.ts';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { keptRoute } from '../http/kept-route.ts';
import { Problem } from '../http/problem.ts';
import { route, type Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';
import { namesKnownTo, namesMeant } from './search-names.ts';

/** Makes, model lines and types: the catalogue, with how many units of each are listed now. */
export function catalogueRoutes(market: MarketHolder): Route[] {
  return [
    keptRoute(rvMakes, {
      source: () => market.current,
      make: ({ unitsByMake }) =>
        market.catalogue.makes
          .map(({ id, name }) => ({
            id,
            name,
            aliases: market.resolver.aliasesOf(id),
            listings: unitsByMake.get(id) ?? 0,
          }))
          .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    }),
    route(rvModelsOfMake, ({ params }) => modelsOf(market, params.make)),
    route(rvModels, ({ query }) => modelsOf(market, query.make)),
    route(rvTypes, () => RV_TYPES.map(({ id, name, category }) => ({ id, name, category }))),
    route(rvNames, ({ query }) => namesMeant(query.text, namesKnownTo(market))),
  ];
}

/** Lines the market shows or has shown, most listed first, then those only the catalogue knows, by name. */
function modelsOf(market: MarketHolder, makeText: string): ResponseOf<typeof rvModels> {
  const make = market.resolver.resolveMake(makeText);
  if (!make)
    throw new Problem(404, 'unknown_make', `We do not know the make '${makeText}'.`, {
      suggestions: market.resolver.suggest({ make: makeText, model: '', makeId: '' }),
    });
  const observed = market.current.linesByMake.get(make.id) ?? [];
  const seen = new Set(observed.map(({ id }) => id));
  const shown = observed
    .map(({ id, name, types, units, floorplans }) => ({
      id,
      name,
      types,
      listings: units,
      floorplans: floorplans.map(({ code, units: listings }) => ({
        id: `${id}/${code}`,
        name: code,
        listings,
      })),
    }))
    .toSorted((a, b) => b.listings - a.listings || a.name.localeCompare(b.name, 'en'));
  const unseen = make.lines
    .filter(({ id }) => !seen.has(id))
    .map(({ id, name, types }) => ({ id, name, types: [...types], listings: 0, floorplans: [] }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return [...shown, ...unseen];
}
