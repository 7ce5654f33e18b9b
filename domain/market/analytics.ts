import { ALL } from '#schemas/market-facts.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { typicalPrice } from './negotiation.ts';
import { isKnown, lostPercent, retentionOf } from './retention.ts';
import { typeName, type NameOfMake } from './segments.ts';

const YEAR = 12;

export interface PriceOfMonth {
  averagePrice: number;
  /** `2026-11` */
  month: string;
  n: number;
}

/**
 * What today's mix of RVs was priced at in each of the last months, oldest first: the market's typical
 * asking price moved by the trend and the season of the mix-adjusted index. Empty without prices.
 */
export function priceMonths(
  { market, byType }: Pick<Snapshot, 'market' | 'byType'>,
  months = YEAR,
): PriceOfMonth[] {
  const { index } = market;
  const all = index.series.find(({ type }) => type === ALL);
  const price = typicalPrice(byType);
  if (all === undefined || price === 0) return [];
  const seasonOf = (month: number) => all.season?.value[(index.firstMonth + month) % YEAR] ?? 0;
  const last = index.months - 1;
  const from = Math.max(0, index.months - months);
  return Array.from({ length: index.months - from }, (_, at) => {
    const month = from + at;
    const log = (all.level[month] ?? 0) + seasonOf(month) - seasonOf(last);
    return {
      averagePrice: Math.round(price * Math.exp(log)),
      month: monthText(index.firstMonth + month),
      n: all.n[month] ?? 0,
    };
  });
}

function monthText(month: number): string {
  return `${1970 + Math.floor(month / YEAR)}-${String((month % YEAR) + 1).padStart(2, '0')}`;
}

/** Percent of the new price that each type with enough used units loses over the years, most units first. */
export function depreciationByType(
  { valuation }: Pick<Snapshot, 'valuation'>,
  years: number,
): { type: string; depreciation: number }[] {
  return valuation.types
    .flatMap(({ id, units }, type) => {
      const retention = retentionOf(valuation, valuation.typeNodes, type, type, years);
      if (!isKnown(retention)) return [];
      const depreciation = Math.round(10 * lostPercent(retention)) / 10;
      return [{ type: typeName(id), depreciation, units }];
    })
    .toSorted((a, b) => b.units - a.units)
    .map(({ type, depreciation }) => ({ type, depreciation }));
}

/** Makes by searches and analyses of the last year, most first. */
export function popularMakes(
  { market }: Pick<Snapshot, 'market'>,
  nameOfMake: NameOfMake,
): { make: string; searchCount: number }[] {
  return market.demand.makes
    .map(({ makeId, searches, analyses }) => ({
      make: nameOfMake(makeId),
      searchCount: searches + analyses,
    }))
    .filter(({ searchCount }) => searchCount > 0);
}
