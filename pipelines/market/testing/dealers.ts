import type { CensusRegion, RvTypeId } from '#schemas/vocabulary.ts';
import { CENSUS_REGIONS } from '#schemas/vocabulary.ts';
import type {
  DealerCutsRow,
  DealerDaysRow,
  DealerSupplyRow,
  FallenRow,
} from '#warehouse/queries/market-dealers.ts';
import type { DaysRow } from '#warehouse/queries/market-supply.ts';

/** A dealer of a drawn market: everything it does is its own, and none of it is its type's or its region's. */
export interface DrawnDealer {
  name: string;
  source: string;
  region: CensusRegion;
  /** What it sells most of. */
  type: RvTypeId;
  /** In log, by which all it asks is off. */
  priced: number;
  units: number;
}

const SOURCES = ['daily', 'weekly', 'monthly'] as const;
/** How many of the cuts a source shows, by how often it is looked at. */
const SHOWN = { daily: 1, weekly: 0.7, monthly: 0.3 } as const;
const PRICED_SD = 0.04;

/** So many in each region, one of ten times the usual size among them. */
export function drawDealers(
  normal: () => number,
  types: readonly RvTypeId[],
  perRegion: number,
): DrawnDealer[] {
  return CENSUS_REGIONS.flatMap((region, area) =>
    Array.from({ length: perRegion }, (_, at) => ({
      name: `dealer-${region}-${at}`,
      source: SOURCES[at % SOURCES.length] ?? 'daily',
      region,
      type: types[(at + area) % types.length] ?? 'class-c',
      priced: PRICED_SD * normal(),
      units: 1 + Math.round((at === 0 ? 250 : 25) * Math.exp(0.7 * normal())),
    })),
  );
}

/** What the warehouse would tell of those dealers' lots, a quarter of each in types that are not its own. */
export function drawLots(
  normal: () => number,
  dealers: readonly DrawnDealer[],
  types: readonly RvTypeId[],
) {
  const lots: {
    days: DaysRow[];
    dealerDays: DealerDaysRow[];
    cuts: DealerCutsRow[];
    falls: FallenRow[];
    supply: DealerSupplyRow[];
  } = { days: [], dealerDays: [], cuts: [], falls: [], supply: [] };
  for (const dealer of dealers) {
    const own = {
      logDays: Math.log(90) + 0.5 * normal(),
      cutShare: 1 / (1 + Math.exp(0.8 + 0.8 * normal())),
      depth: 0.07 * Math.exp(0.3 * normal()),
      grown: Math.exp(0.3 * normal()),
    };
    for (const type of types) {
      const part = type === dealer.type ? 0.75 : 0.25 / (types.length - 1);
      const units = Math.round(part * dealer.units);
      if (units === 0) continue;
      const { name, source, region } = dealer;
      for (const condition of ['new', 'used']) {
        const group = { type, condition, region };
        let logDays = 0;
        for (let unit = 0; unit < units; unit += 1) {
          const days = Math.max(1, Math.round(Math.exp(own.logDays + 0.4 * normal())));
          lots.days.push({ ...group, current: true, since: 'known', days, units: 1 });
          logDays += Math.log(days);
        }
        lots.dealerDays.push({ ...group, dealer: name, units, logDays });
      }
      const cuts = {
        source,
        dealer: name,
        type,
        units: 2 * units,
        withCut: 0,
        cameDown: 0,
        fallen: 0,
      };
      for (let unit = 0; unit < cuts.units; unit += 1) {
        // Two normals' angle is uniform: a chance of this unit's own.
        const chance = Math.atan2(normal(), normal()) / (2 * Math.PI) + 0.5;
        if (chance > own.cutShare * SHOWN[source as keyof typeof SHOWN]) continue;
        const fallen = Math.min(0.49, Math.max(0.001, own.depth * Math.exp(0.3 * normal())));
        cuts.withCut += 1;
        cuts.cameDown += 1;
        cuts.fallen += fallen;
        lots.falls.push({ source, type, fallen: Math.round(1_000 * fallen) / 1_000, units: 1 });
      }
      lots.cuts.push(cuts);
      lots.supply.push({
        dealer: name,
        type,
        region,
        inMonth: Math.round(2 * units * own.grown),
        yearBefore: 2 * units,
        now: Math.round(2 * units * own.grown),
      });
    }
  }
  return lots;
}
