import {
  ALL,
  type ConditionOrAll,
  type MarketFacts,
  type RegionOrAll,
} from '#schemas/market-facts.ts';
import type { CensusRegion, Condition, RvTypeId } from '#schemas/vocabulary.ts';
import type { BuyersMarket } from './inputs.ts';

/** Fewer units say nothing of days, cuts or supply. */
export const UNITS_MIN = 30;
/** A change of supply less sure than this (in log) is not known. */
const CHANGE_SE_MAX = 0.2;

/** Whose market it is; without a region it is the country's. */
export interface MarketOf {
  type: RvTypeId;
  condition: Condition;
  region: CensusRegion | undefined;
  /** Month of the year, 1 to 12. */
  month: number;
}

/** What the market's facts say of bargaining for such an RV: of its region where that has enough units. */
export function buyersMarketOf(facts: MarketFacts, of: MarketOf): BuyersMarket {
  const regions: RegionOrAll[] = of.region === undefined ? [ALL] : [of.region, ALL];
  const daysOnMarket = daysOf(facts, of, regions);
  const priceCuts = cutsOf(facts, of.type);
  const supply = supplyOf(facts, of.type, regions);
  const season = seasonOf(facts, of.type);
  return {
    ...(daysOnMarket && { daysOnMarket }),
    ...(priceCuts && { priceCuts }),
    ...(supply && { supply }),
    ...(season && { season: { month: of.month, ...season } }),
  };
}

function daysOf(
  { daysOnMarket }: MarketFacts,
  of: MarketOf,
  regions: readonly RegionOrAll[],
): BuyersMarket['daysOnMarket'] {
  const onOffer = (type: RvTypeId | typeof ALL, condition: ConditionOrAll, region: RegionOrAll) => {
    const days = daysOnMarket.find(
      (days) => days.type === type && days.region === region && days.condition === condition,
    )?.onOffer;
    if (days == null || days.units < UNITS_MIN) return undefined;
    // Half of them first seen on one day tell when a source was first read, not how long they stand.
    return days.p25 === days.p75 ? undefined : days.median;
  };
  for (const region of regions)
    for (const condition of [of.condition, ALL] as const) {
      const now = onOffer(of.type, condition, region);
      const usual = onOffer(ALL, condition, region);
      if (now !== undefined && usual !== undefined && now > 0 && usual > 0)
        return { now, usual, condition, where: placeInWords(region) };
    }
  return undefined;
}

function cutsOf({ priceCuts }: MarketFacts, type: RvTypeId): BuyersMarket['priceCuts'] {
  const own = priceCuts.find((cuts) => cuts.type === type);
  const all = priceCuts.find((cuts) => cuts.type === ALL);
  // Where no price was ever seen twice there are none to be cut.
  if (own === undefined || all === undefined || own.units < UNITS_MIN || all.withCut === 0)
    return undefined;
  const depth = own.gap?.median ?? all.gap?.median ?? 0;
  const usual = own.usual?.share ?? all.withCut / all.units;
  return { now: own.withCut / own.units, usual, depth };
}

/** Against a year ago where both years were seen whole, else against the region's share of all RVs. */
function supplyOf(
  { supply }: MarketFacts,
  type: RvTypeId,
  regions: readonly RegionOrAll[],
): BuyersMarket['supply'] {
  const seriesOf = (type: RvTypeId | typeof ALL, region: RegionOrAll) =>
    supply.series.find((series) => series.type === type && series.region === region);
  for (const region of regions) {
    const own = seriesOf(type, region);
    const change = own?.yearChange;
    if (own === undefined || own.now < UNITS_MIN || change == null || change.se > CHANGE_SE_MAX)
      continue;
    const { value, se } = change;
    return { now: own.now, change: value, se, against: 'year', where: placeInWords(region) };
  }
  const [region = ALL] = regions;
  const [own, ofRegion, ofType, all] = [
    seriesOf(type, region)?.now ?? 0,
    seriesOf(ALL, region)?.now ?? 0,
    seriesOf(type, ALL)?.now ?? 0,
    seriesOf(ALL, ALL)?.now ?? 0,
  ];
  // Of one type alone, or of one region, every share is as large as it would be.
  const others = Math.min(all - ofRegion, all - ofType);
  if (region === ALL || own < UNITS_MIN || others < UNITS_MIN) return undefined;
  const change = Math.log(own / ofRegion / (ofType / all));
  // Of the four counts it is the least that errs, were each unit there by itself.
  const se = 1 / Math.sqrt(own);
  return { now: own, change, se, against: 'share', where: placeInWords(region) };
}

function seasonOf({ index }: MarketFacts, type: RvTypeId) {
  const of = (wanted: RvTypeId | typeof ALL) =>
    index.series.find((series) => series.type === wanted)?.season ?? undefined;
  return of(type) ?? of(ALL);
}

const placeInWords = (region: RegionOrAll): string =>
  region === ALL ? 'in the country' : `in the ${region}`;
