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

/** Units by days. */
type Counts = Map<number, Stood>;
interface Stood {
  /** Whose first day is known. */
  known: number;
  /** Who have stood so long at least. */
  atLeast: number;
}

/** Of one group. */
interface Histogram {
  onOffer: Counts;
  gone: Counts;
}

/** Units by days, by type, condition and region, over all of each and in every combination. */
export type DayCounts = ReadonlyMap<string, Histogram>;

export async function countDays(pieces: AsyncIterable<DaysRow[]>): Promise<DayCounts> {
  const groups = new Map<string, Histogram>();
  for await (const rows of pieces)
    for (const row of rows)
      for (const type of [ALL, row.type])
        for (const condition of [ALL, row.condition])
          for (const region of [ALL, row.region]) {
            const key = keyOf(type, condition, region);
            const group = groups.get(key) ?? { onOffer: new Map(), gone: new Map() };
            groups.set(key, group);
            const counts = row.current ? group.onOffer : group.gone;
            const stood = counts.get(row.days) ?? { known: 0, atLeast: 0 };
            stood[row.since === 'known' ? 'known' : 'atLeast'] += row.units;
            counts.set(row.days, stood);
          }
  return groups;
}

const keyOf = (type: string, condition: string, region: string): string =>
  `${type} ${condition} ${region}`;

/** Quartiles of days of every group. */
export function daysByGroup(groups: DayCounts): MarketFacts['daysOnMarket'] {
  return TYPES.flatMap((type) =>
    CONDITIONS.flatMap((condition) =>
      REGIONS.flatMap((region) => {
        const group = groups.get(keyOf(type, condition, region));
        if (group === undefined) return [];
        const { onOffer, gone } = group;
        return [{ type, condition, region, onOffer: quartiles(onOffer), gone: quartiles(gone) }];
      }),
    ),
  );
}

/** Of units on offer, of several types or regions together; those of an unknown one are in none. */
export function daysOfSeveral(
  groups: DayCounts,
  of: { types: readonly TypeOrAll[]; condition: ConditionOrAll; regions: readonly RegionOrAll[] },
): Days | null {
  const counts: Counts = new Map();
  for (const type of of.types)
    for (const region of of.regions)
      for (const [days, stood] of groups.get(keyOf(type, of.condition, region))?.onOffer ?? []) {
        const sum = counts.get(days) ?? { known: 0, atLeast: 0 };
        sum.known += stood.known;
        sum.atLeast += stood.atLeast;
        counts.set(days, sum);
      }
  return quartiles(counts);
}

/** Shares of the units that have stood for less. */
const QUARTILES = [0.25, 0.5, 0.75] as const;
/** Products of fractions that should be a quarter are so but for their last bits. */
const ROUNDING = 1e-9;

/**
 * Quartiles by Kaplan and Meier (1958): who stood before anybody looked counts as long as it was seen,
 * and may stand for ever from there on. Null where one of them lies beyond what was seen: three weeks of
 * watching say nothing of units that stand for months.
 */
function quartiles(counts: Counts): Days | null {
  const ascending = [...counts].toSorted(([a], [b]) => a - b);
  let atRisk = ascending.reduce((sum, [, { known, atLeast }]) => sum + known + atLeast, 0);
  const units = ascending.reduce((sum, [, { known }]) => sum + known, 0);
  let longer = 1;
  const found: number[] = [];
  for (const [days, { known, atLeast }] of ascending) {
    longer *= 1 - known / atRisk;
    atRisk -= known + atLeast;
    for (const share of QUARTILES.slice(found.length))
      if (longer <= 1 - share + ROUNDING) found.push(days);
  }
  const [p25, median, p75] = found;
  if (p25 === undefined || median === undefined || p75 === undefined) return null;
  return { units, p25, median, p75 };
}
