import {
  ALL,
  type ConditionOrAll,
  type Days,
  type MarketFacts,
  type RegionOrAll,
  type TypeOrAll,
} from '#schemas/market-facts.ts';
import { CENSUS_REGIONS, LISTING_CONDITIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { DaysRow } from '#warehouse/queries/market-supply.ts';

const TYPES: readonly TypeOrAll[] = [ALL, ...RV_TYPE_IDS];
const CONDITIONS: readonly ConditionOrAll[] = [ALL, ...LISTING_CONDITIONS];
const REGIONS: readonly RegionOrAll[] = [ALL, ...CENSUS_REGIONS];

/** Units by days, of one group. */
interface Histogram {
  onOffer: Map<number, number>;
  gone: Map<number, number>;
}

/** Quartiles of days by type, condition and region, over all of each and in every combination. */
export async function daysByGroup(
  pieces: AsyncIterable<DaysRow[]>,
): Promise<MarketFacts['daysOnMarket']> {
  const groups = new Map<string, Histogram>();
  for await (const rows of pieces)
    for (const row of rows)
      for (const type of [ALL, row.type])
        for (const condition of [ALL, row.condition])
          for (const region of [ALL, row.region]) {
            const key = `${type} ${condition} ${region}`;
            const group = groups.get(key) ?? { onOffer: new Map(), gone: new Map() };
            groups.set(key, group);
            const counts = row.current ? group.onOffer : group.gone;
            counts.set(row.days, (counts.get(row.days) ?? 0) + row.units);
          }
  return TYPES.flatMap((type) =>
    CONDITIONS.flatMap((condition) =>
      REGIONS.flatMap((region) => {
        const group = groups.get(`${type} ${condition} ${region}`);
        if (group === undefined) return [];
        const { onOffer, gone } = group;
        return [{ type, condition, region, onOffer: quartiles(onOffer), gone: quartiles(gone) }];
      }),
    ),
  );
}

/** Null without any unit. */
export function quartiles(counts: ReadonlyMap<number, number>): Days | null {
  const ascending = [...counts].toSorted(([a], [b]) => a - b);
  const units = ascending.reduce((sum, [, n]) => sum + n, 0);
  if (units === 0) return null;
  const at = (share: number): number => {
    let below = 0;
    for (const [days, n] of ascending) {
      below += n;
      if (below >= share * units) return days;
    }
    return ascending.at(-1)?.[0] ?? 0;
  };
  return { units, p25: at(0.25), median: at(0.5), p75: at(0.75) };
}
